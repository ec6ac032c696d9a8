//! What two players agree on.

use std::sync::Arc;
use std::time::Duration;

use krou_rules::{BySide, Game, Side};
use krou_store::{Clocks, NewGame, Seat, Store, Table, Web};

use super::message::{Deal, Told};
use super::room::Inner;
use super::{Room, seats_of};
use crate::App;
use crate::error::Error;
use crate::notice::Kind;
use crate::refusal;
use crate::visitor::random_word;

/// How long the engine thinks about an early end.
const CONSIDERED: Duration = Duration::from_secs(1);

impl Room {
    /// Offers a deal; where the other has offered it already, or is the engine, it is done. The
    /// engine agrees to an early end only where it has proved that playing on gains it nothing.
    pub(super) async fn offer(
        self: &Arc<Self>,
        app: &App,
        side: Side,
        deal: Deal,
    ) -> Result<(), Error> {
        if matches!(deal, Deal::Back | Deal::BackOne) && self.table.rated {
            return Err(Error::Refused(refusal::RATED_STANDS));
        }
        let mut inner = self.inner.lock().await;
        let engine = matches!(self.seats[!side], Seat::Engine(_));
        let game = &inner.game;
        let possible = match deal {
            Deal::Rematch => game.is_over() && inner.next.is_none(),
            Deal::End => !game.is_over() && game.counts(),
            Deal::Back | Deal::BackOne => {
                !game.is_over() && game.moves().iter().any(|m| m.side == side)
            }
        };
        let asked = inner.offers.contains(&(deal, !side));
        if !possible && !asked {
            return Err(Error::Refused(refusal::NO_OFFER));
        }
        if !engine && !asked {
            if !inner.offers.contains(&(deal, side)) {
                inner.offers.push((deal, side));
            }
            self.tell(&inner.offered());
            return Ok(());
        }
        if engine && deal == Deal::End {
            let (game, v, from) = (game.clone(), inner.saved.revision, inner.from);
            drop(inner);
            let analysis = app.pool.analyse(from, game.clone(), CONSIDERED).await?;
            inner = self.inner.lock().await;
            if inner.saved.revision != v {
                return Err(Error::Refused(refusal::GONE_ON));
            }
            if !krou_engine::agrees(&game, !side, &analysis) {
                return Err(Error::Refused(refusal::ENGINE_PLAYS_ON));
            }
        }
        // The one who asked first gets their turn back.
        let asker = if engine { side } else { !side };
        match deal {
            Deal::End => self.change(app, &mut inner, Game::agree).await,
            Deal::Back | Deal::BackOne => {
                let whole = deal == Deal::Back;
                self.change(app, &mut inner, |game| take_back(game, asker, whole))
                    .await
            }
            Deal::Rematch => self.again(app, &mut inner).await,
        }
    }

    /// Declines the other's offer, or withdraws the own.
    pub(super) async fn decline(&self, deal: Deal) {
        let mut inner = self.inner.lock().await;
        inner.offers.retain(|(offered, _)| *offered != deal);
        self.tell(&inner.offered());
    }

    /// Sets the table of the rematch, with sides changed.
    async fn again(&self, app: &App, inner: &mut Inner) -> Result<(), Error> {
        if inner.next.is_some() {
            return Ok(());
        }
        let rules = Arc::clone(inner.game.rules());
        let game = Game::from_position(rules, inner.game.positions()[0]);
        let BySide { south, north } = seats_of(app, &self.table).await?;
        let mut new = NewGame::new(BySide::new(north, south), self.table.rated, game);
        let first = new.game.position().turn();
        let clock = self.table.clock;
        new.clocks = clock.map(|clock| Clocks::start(clock, first, self.time.now()));
        let saved = app.store.start_game(&new).await?;
        let table = Table {
            slug: random_word(10),
            host_side: !self.table.host_side,
            game: Some(saved.id),
            next: None,
            open: false,
            ..self.table.clone()
        };
        app.store.set_table(&table).await?;
        let next = app.store.set_next(&self.table.slug, &table.slug).await?;
        app.begun(&next).await?;
        let players = [table.host].into_iter().chain(table.guest);
        app.notice(Kind::Start, &next, players);
        inner.next = Some(next.clone());
        inner.offers.clear();
        self.tell(&inner.offered());
        self.tell(&Told::Next { table: next });
        Ok(())
    }
}

/// Takes back moves until the last one of `side` is gone, or the whole last turn of that side.
fn take_back(game: &mut Game, side: Side, whole: bool) -> bool {
    let theirs = |game: &Game| game.moves().last().is_some_and(|m| m.side == side);
    if !game.moves().iter().any(|m| m.side == side) {
        return false;
    }
    while !theirs(game) {
        game.undo_move();
    }
    game.undo_move();
    while whole && theirs(game) {
        game.undo_move();
    }
    true
}

#[cfg(test)]
mod tests {
    use krou_rules::Rules;

    use super::*;

    #[test]
    fn one_move_or_the_whole_turn_is_taken_back() {
        let played = |line: &str| {
            let mut game = Game::new(Arc::new(Rules::builtin("kalah").unwrap()));
            let line: krou_rules::Line = line.parse().unwrap();
            for m in line.0 {
                game.play(m).unwrap();
            }
            game
        };
        for (line, side, whole, left) in [
            ("CF b", Side::South, true, ""),
            ("CF b", Side::South, false, "C"),
            ("CF b", Side::North, true, "CF"),
            ("CF", Side::South, false, "C"),
            ("CF a A", Side::South, true, "CF a"),
            ("CF a A", Side::North, true, "CF"),
        ] {
            let mut game = played(line);
            assert!(take_back(&mut game, side, whole));
            assert_eq!(game.line().to_string(), left, "{line} {side:?} {whole}");
        }
        assert!(!take_back(&mut played("C"), Side::North, true));
    }
}
