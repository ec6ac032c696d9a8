//! The engine's time, shared fairly: so many searches at once, the others wait in line, and a
//! search stops when nobody waits for it any more.

use std::sync::Arc;
use std::time::Duration;

use krou_engine::{
    Analysis, Chain, Engine, EngineOptions, Level, Limits, ReviewedMove, Solution, SolveOptions,
    StopFlag, best_chain, solve,
};
use krou_rules::{Game, Move};
use krou_tables::Library;
use tokio::sync::{Semaphore, mpsc};

use crate::error::Error;

/// Bytes a search may use for remembering positions.
const MEMORY: usize = 16 << 20;
/// Bytes a solution may use for what it has proved; its endgame table comes on top.
const SOLVING_MEMORY: usize = 32 << 20;
/// How many may wait in line; more are asked to come back.
const LONGEST_LINE: usize = 256;

/// Where all thinking of the server happens.
#[derive(Clone, Debug)]
pub struct Pool {
    searches: usize,
    tables: Library,
    permits: Arc<Semaphore>,
    line: Arc<Semaphore>,
}

/// Raises the stop flag when nobody waits any more.
struct Waiting(StopFlag);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    /// A pool of so many searches at once, which look endgame tables up there.
    pub fn new(searches: usize, tables: Library) -> Pool {
        let searches = searches.max(1);
        Pool {
            searches,
            tables,
            permits: Arc::new(Semaphore::new(searches)),
            line: Arc::new(Semaphore::new(LONGEST_LINE)),
        }
    }

    /// Searches that run now.
    pub fn running(&self) -> usize {
        self.searches - self.permits.available_permits().min(self.searches)
    }

    /// Searches that wait for others to end.
    pub fn waiting(&self) -> usize {
        let asked = LONGEST_LINE - self.line.available_permits();
        asked.saturating_sub(self.running())
    }

    /// Does something that takes a while when it is this one's turn.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&StopFlag) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let place = Arc::clone(&self.line).try_acquire_owned();
        let _place = place.map_err(|_| Error::TooMany(5))?;
        let closed = |_| Error::Inside("the engine's pool is closed".into());
        let permit = Arc::clone(&self.permits)
            .acquire_owned()
            .await
            .map_err(closed)?;
        let stop = StopFlag::new();
        let waiting = Waiting(stop.clone());
        let done = tokio::task::spawn_blocking(move || {
            // Held until the search has really ended, not only until nobody waits for it.
            let _permit = permit;
            work(&stop)
        });
        let done = done.await;
        drop(waiting);
        done.map_err(|error| Error::Inside(format!("the engine stopped: {error}")))
    }

    /// Does something with an engine when it is this one's turn.
    async fn with<T: Send + 'static>(
        &self,
        game: &Game,
        work: impl FnOnce(&mut Engine, &StopFlag) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let rules = Arc::clone(game.rules());
        let tables = self.tables.clone();
        self.work(move |stop| {
            let options = EngineOptions {
                threads: 1,
                memory: MEMORY,
                tables,
            };
            work(&mut Engine::new(rules, options), stop)
        })
        .await
    }

    /// The value of every move.
    pub async fn analyse(&self, game: Game, time: Duration) -> Result<Analysis, Error> {
        let asked = game.clone();
        self.with(&asked, move |engine, stop| {
            engine.analyse(&game, &Limits::time(time), stop, &mut |_| {})
        })
        .await
    }

    /// The value of every move, told as it deepens; the last is the end.
    pub async fn deepen(
        &self,
        game: Game,
        time: Duration,
        told: mpsc::Sender<Analysis>,
    ) -> Result<(), Error> {
        let asked = game.clone();
        self.with(&asked, move |engine, stop| {
            let mut progress = |analysis: &Analysis| {
                // A slow reader misses steps; one who has left stops the search.
                if let Err(mpsc::error::TrySendError::Closed(_)) = told.try_send(analysis.clone()) {
                    stop.stop();
                }
            };
            let last = engine.analyse(&game, &Limits::time(time), stop, &mut progress);
            let _ = told.blocking_send(last);
        })
        .await
    }

    /// What can be proved within the time.
    pub async fn solve(
        &self,
        game: Game,
        time: Duration,
        every_move: bool,
    ) -> Result<Solution, Error> {
        let options = SolveOptions {
            threads: 1,
            memory: SOLVING_MEMORY,
            time: Some(time),
            every_move,
            library: self.tables.clone(),
            ..SolveOptions::default()
        };
        let solved = self
            .work(move |stop| solve(game.rules(), game.position(), &options, stop, &mut |_| {}))
            .await?;
        solved.map_err(|error| Error::Inside(error.to_string()))
    }

    /// The best chain of this turn; nothing if there is none or it takes too long to find.
    pub async fn turn(&self, game: Game, time: Duration) -> Result<Option<Chain>, Error> {
        let found = self.work(move |stop| best_chain(game.rules(), game.position(), MEMORY, stop));
        let found = tokio::time::timeout(time, found).await;
        found.unwrap_or(Ok(None))
    }

    /// What one move of a game was worth, and what would have been better.
    pub async fn review(
        &self,
        before: Game,
        m: Move,
        limits: Limits,
    ) -> Result<ReviewedMove, Error> {
        let asked = before.clone();
        self.with(&asked, move |engine, stop| {
            engine.review_move(&before, m, &limits, stop)
        })
        .await
    }

    /// The move a player of a level plays.
    pub async fn choose(
        &self,
        game: Game,
        level: Level,
        time: Duration,
        seed: u64,
    ) -> Result<Option<Move>, Error> {
        let asked = game.clone();
        self.with(&asked, move |engine, stop| {
            engine.choose(&game, level, &Limits::time(time), stop, seed)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use krou_rules::Rules;

    use super::*;

    fn game() -> Game {
        Game::new(Arc::new(Rules::builtin("kalah").unwrap()))
    }

    #[tokio::test]
    async fn a_search_nobody_waits_for_gives_its_place_to_the_next() {
        let pool = Pool::new(1, Library::default());
        let long = Duration::from_mins(10);
        let asked = pool.analyse(game(), long);
        assert!(
            tokio::time::timeout(Duration::from_millis(50), asked)
                .await
                .is_err()
        );
        let level = Level::new(1).unwrap();
        let next = pool.choose(game(), level, long, 1);
        let next = tokio::time::timeout(Duration::from_mins(1), next).await;
        assert!(next.expect("the place was given up").unwrap().is_some());
    }
}
