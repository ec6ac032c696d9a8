//! Reviews of finished games.

use sqlx::Row;

use super::{SqliteStore, now};
use crate::{Error, GameId, Saved};

impl SqliteStore {
    pub(super) async fn find_review(&self, game: GameId) -> Result<Option<String>, Error> {
        let row = sqlx::query(
            "SELECT r.review FROM reviews r JOIN games g ON g.id = r.game_id
             WHERE r.game_id = ? AND r.revision = g.revision",
        )
        .bind(game.0)
        .fetch_optional(&self.reader())
        .await?;
        Ok(row.map(|row| row.try_get("review")).transpose()?)
    }

    pub(super) async fn write_review(&self, of: Saved, review: &str) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        sqlx::query(
            "INSERT INTO reviews (game_id, revision, review, made)
             SELECT id, revision, ?, ? FROM games WHERE id = ? AND revision = ?
             ON CONFLICT (game_id) DO UPDATE
             SET revision = excluded.revision, review = excluded.review, made = excluded.made",
        )
        .bind(review)
        .bind(now())
        .bind(of.id.0)
        .bind(of.revision)
        .execute(&mut *tx)
        .await?;
        Ok(tx.commit().await?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use krou_rules::{BySide, Game, Rules};

    use super::*;
    use crate::{NewGame, Seat, Store, Web};

    #[tokio::test]
    async fn a_review_is_kept_until_the_game_changes() -> Result<(), Error> {
        let dir = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(dir.path()).await?;
        let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
        let seats = BySide::new(Seat::Engine(1), Seat::Engine(2));
        let new = NewGame::new(seats, false, game.clone());
        let saved = store.start_game(&new).await?;
        assert_eq!(store.review(saved.id).await?, None);

        store.keep_review(saved, "{}").await?;
        store.keep_review(saved, "{\"moves\":[]}").await?;
        let kept = store.review(saved.id).await?;
        assert_eq!(kept.as_deref(), Some("{\"moves\":[]}"));

        game.play("C".parse().unwrap()).unwrap();
        let later = store.save_game(saved, &game).await?;
        assert_eq!(store.review(saved.id).await?, None);
        // One that comes too late is not kept.
        store.keep_review(saved, "{}").await?;
        assert_eq!(store.review(saved.id).await?, None);
        store.keep_review(later, "{}").await?;
        store.delete_game(saved.id).await?;
        assert_eq!(store.review(saved.id).await?, None);
        Ok(())
    }
}
