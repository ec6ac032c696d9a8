//! The engine's time, shared fairly: so many searches at once, the others wait for their turn, and
//! a search stops when nobody waits for it any more.

mod queue;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use krou_engine::{
    Analysis, Chain, Engine, EngineOptions, Level, Limits, ReviewedMove, Solution, SolveOptions,
    StopFlag, best_chain, solve,
};
use krou_rules::{Game, Move};
use krou_tables::Library;
use tokio::sync::watch;

use crate::error::Error;
use queue::{Priority, Queue, Turn};

/// Bytes a search may use for remembering positions.
const MEMORY: usize = 16 << 20;
/// Bytes a solution may use for what it has proved; its endgame table comes on top.
const SOLVING_MEMORY: usize = 32 << 20;

/// Where all thinking of the server happens.
#[derive(Clone, Debug)]
pub struct Pool {
    tables: Library,
    queue: Queue,
}

/// Raises the stop flag when nobody waits any more.
struct Waiting(StopFlag);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Pool {
    /// A pool of so many searches at once, and one more for games, which look endgame tables up
    /// there.
    pub fn new(searches: usize, tables: Library) -> Pool {
        Pool {
            tables,
            queue: Queue::new(searches.max(1)),
        }
    }

    /// Searches that run now.
    pub fn running(&self) -> usize {
        self.queue.running()
    }

    /// Searches that wait for others to end.
    pub fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    /// Does something that takes a while when it is this one's turn. Its place is free before
    /// anybody hears of the result.
    async fn work<T: Send + 'static>(
        turn: Turn,
        work: impl FnOnce(&StopFlag) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let closed = |_| Error::Inside("the engine's pool is closed".into());
        let place = turn.await.map_err(closed)?;
        let stop = StopFlag::new();
        let waiting = Waiting(stop.clone());
        let done = tokio::task::spawn_blocking(move || {
            // Held until the search has really ended, not only until nobody waits for it.
            let _place = place;
            work(&stop)
        });
        let done = done.await;
        drop(waiting);
        done.map_err(|error| Error::Inside(format!("the engine stopped: {error}")))
    }

    /// Does something with an engine when it is this one's turn.
    async fn with<T: Send + 'static>(
        &self,
        turn: Turn,
        game: &Game,
        work: impl FnOnce(&mut Engine, &StopFlag) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let rules = Arc::clone(game.rules());
        let tables = self.tables.clone();
        Pool::work(turn, move |stop| {
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
    pub async fn analyse(
        &self,
        from: Option<IpAddr>,
        game: Game,
        time: Duration,
    ) -> Result<Analysis, Error> {
        let turn = self.queue.join(Priority::Analysis, from)?;
        let asked = game.clone();
        self.with(turn, &asked, move |engine, stop| {
            engine.analyse(&game, &Limits::time(time), stop, &mut |_| {})
        })
        .await
    }

    /// The value of every move, as it deepens; the channel closes after the last. Nobody is waited
    /// for: a slow reader misses steps, and one who has left stops the search.
    pub fn deepen(
        &self,
        from: Option<IpAddr>,
        game: Game,
        time: Duration,
    ) -> Result<watch::Receiver<Option<Analysis>>, Error> {
        let turn = self.queue.join(Priority::Analysis, from)?;
        let (tell, told) = watch::channel(None);
        let tell = Arc::new(tell);
        let pool = self.clone();
        tokio::spawn(async move {
            let (asked, telling) = (game.clone(), Arc::clone(&tell));
            let search = pool.with(turn, &asked, move |engine, stop| {
                let mut progress = |analysis: &Analysis| {
                    telling.send_replace(Some(analysis.clone()));
                };
                engine.analyse(&game, &Limits::time(time), stop, &mut progress)
            });
            tokio::select! {
                last = search => match last {
                    Ok(last) => {
                        tell.send_replace(Some(last));
                    }
                    Err(error) => tracing::warn!(%error, "an analysis ended early"),
                },
                () = tell.closed() => {}
            }
        });
        Ok(told)
    }

    /// What can be proved within the time.
    pub async fn solve(
        &self,
        from: Option<IpAddr>,
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
        let turn = self.queue.join(Priority::Analysis, from)?;
        let solved = Pool::work(turn, move |stop| {
            solve(game.rules(), game.position(), &options, stop, &mut |_| {})
        });
        let solved = solved.await?;
        solved.map_err(|error| Error::Inside(error.to_string()))
    }

    /// The best chain of this turn; nothing if there is none or it takes too long to find.
    pub async fn turn(
        &self,
        from: Option<IpAddr>,
        game: Game,
        time: Duration,
    ) -> Result<Option<Chain>, Error> {
        let turn = self.queue.join(Priority::Analysis, from)?;
        let found = Pool::work(turn, move |stop| {
            best_chain(game.rules(), game.position(), MEMORY, stop)
        });
        let found = tokio::time::timeout(time, found).await;
        found.unwrap_or(Ok(None))
    }

    /// What one move of a game was worth, and what would have been better.
    pub async fn review(
        &self,
        from: Option<IpAddr>,
        before: Game,
        m: Move,
        limits: Limits,
    ) -> Result<ReviewedMove, Error> {
        let turn = self.queue.join(Priority::Review, from)?;
        let asked = before.clone();
        self.with(turn, &asked, move |engine, stop| {
            engine.review_move(&before, m, &limits, stop)
        })
        .await
    }

    /// The move a player of a level plays.
    pub async fn choose(
        &self,
        from: Option<IpAddr>,
        game: Game,
        level: Level,
        time: Duration,
        seed: u64,
    ) -> Result<Option<Move>, Error> {
        let turn = self.queue.join(Priority::Game, from)?;
        let asked = game.clone();
        self.with(turn, &asked, move |engine, stop| {
            engine.choose(&game, level, &Limits::time(time), stop, seed)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use krou_rules::Rules;

    use super::queue::OF_ONE;
    use super::*;

    fn game() -> Game {
        Game::new(Arc::new(Rules::builtin("kalah").unwrap()))
    }

    #[expect(clippy::unnecessary_wraps, reason = "as callers know addresses")]
    fn address(n: u8) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, n]))
    }

    const LONG: Duration = Duration::from_mins(10);

    /// Waits until something is so.
    async fn until(so: impl Fn() -> bool) {
        let waited = async {
            while !so() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let waited = tokio::time::timeout(Duration::from_mins(1), waited).await;
        waited.expect("it becomes so");
    }

    #[tokio::test]
    async fn a_search_nobody_waits_for_gives_its_place_to_the_next() {
        let pool = Pool::new(1, Library::default());
        let told = pool.deepen(address(1), game(), LONG).unwrap();
        until(|| pool.running() == 1).await;
        drop(told);
        let next = pool.analyse(address(2), game(), Duration::from_millis(1));
        let next = tokio::time::timeout(Duration::from_mins(1), next).await;
        assert!(next.expect("the place was given up").is_ok());
    }

    #[tokio::test]
    async fn one_who_does_not_read_holds_no_place() {
        let pool = Pool::new(1, Library::default());
        let short = Duration::from_millis(20);
        let unread: Vec<_> = (0..10)
            .map(|_| pool.deepen(address(1), game(), short).unwrap())
            .collect();
        until(|| pool.running() == 0 && pool.waiting() == 0).await;
        for mut told in unread {
            assert!(
                told.borrow_and_update().is_some(),
                "the last is kept for a late reader"
            );
        }
    }

    #[tokio::test]
    async fn a_game_does_not_wait_for_analyses() {
        let pool = Pool::new(2, Library::default());
        let told: Vec<_> = (0..OF_ONE)
            .map(|_| pool.deepen(address(1), game(), LONG).unwrap())
            .collect();
        until(|| pool.running() == 2).await;
        let level = Level::new(1).unwrap();
        let played = pool.choose(address(2), game(), level, LONG, 1);
        let played = tokio::time::timeout(Duration::from_mins(1), played).await;
        assert!(played.expect("played at once").unwrap().is_some());
        assert_eq!(pool.running(), 2, "the analyses still run");
        drop(told);
    }
}
