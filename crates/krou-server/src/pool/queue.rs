//! Who gets the engine next: live games before analyses, analyses before reviews, and within each
//! of these one address after the other.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::error::Error;

/// How many analyses and reviews may wait; more are asked to come back.
const LONGEST: usize = 256;
/// How many of them may come from one address.
pub(super) const OF_ONE: usize = 64;

/// What a search is for, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priority {
    /// A move of a game that is being played.
    Game,
    /// Somebody looks at the answer.
    Analysis,
    /// A finished game is looked back on.
    Review,
}

/// So many places for searches and one more that only games may take.
#[derive(Clone, Debug)]
pub struct Queue(Arc<Mutex<State>>);

/// Those of one address who wait.
type Line = VecDeque<oneshot::Sender<Place>>;

#[derive(Debug)]
struct State {
    places: usize,
    running: usize,
    /// Of each priority who waits: by address, whose turn it is next in front.
    waiting: [VecDeque<(Option<IpAddr>, Line)>; 3],
}

/// The right to search, given back when it is dropped.
#[derive(Debug)]
pub struct Place(Queue);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.state().running -= 1;
        self.0.fill();
    }
}

/// A turn to come; given up when it is dropped.
pub type Turn = oneshot::Receiver<Place>;

impl Queue {
    /// A queue for so many places.
    pub fn new(places: usize) -> Queue {
        Queue(Arc::new(Mutex::new(State {
            places,
            running: 0,
            waiting: Default::default(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches that run now.
    pub fn running(&self) -> usize {
        self.state().running
    }

    /// Searches that wait for their turn.
    pub fn waiting(&self) -> usize {
        let state = self.state();
        let turns = state.waiting.iter().flatten().flat_map(|(_, turns)| turns);
        turns.filter(|turn| !turn.is_closed()).count()
    }

    /// Joins the queue, unless too many wait already.
    pub fn join(&self, priority: Priority, from: Option<IpAddr>) -> Result<Turn, Error> {
        let (turn, to_come) = oneshot::channel();
        let mut state = self.state();
        // A game waits once for each of its moves, so that these need no bound of their own.
        if priority != Priority::Game && !state.has_room(from) {
            return Err(Error::TooMany(5));
        }
        let line = &mut state.waiting[priority as usize];
        match line.iter_mut().find(|(by, _)| *by == from) {
            Some((_, turns)) => turns.push_back(turn),
            None => line.push_back((from, VecDeque::from([turn]))),
        }
        drop(state);
        self.fill();
        Ok(to_come)
    }

    /// Gives free places to those whose turn it is.
    fn fill(&self) {
        loop {
            let Some(turn) = self.state().next() else {
                return;
            };
            // Whoever has left in between drops the place, and the next one gets it.
            let _ = turn.send(Place(self.clone()));
        }
    }
}

impl State {
    /// Whether one more from there may wait; those who have left no longer count.
    fn has_room(&mut self, from: Option<IpAddr>) -> bool {
        let (mut all, mut theirs) = (0, 0);
        for line in &mut self.waiting[Priority::Analysis as usize..] {
            line.retain_mut(|(by, turns)| {
                turns.retain(|turn| !turn.is_closed());
                all += turns.len();
                theirs += if *by == from { turns.len() } else { 0 };
                !turns.is_empty()
            });
        }
        all < LONGEST && theirs < OF_ONE
    }

    /// Takes a place for the one whose turn it is, if there is one of each.
    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        for (priority, line) in self.waiting.iter_mut().enumerate() {
            let kept_for_games = usize::from(priority == Priority::Game as usize);
            if self.running >= self.places + kept_for_games {
                continue;
            }
            while let Some((from, mut turns)) = line.pop_front() {
                let turn = turns.pop_front();
                if !turns.is_empty() {
                    line.push_back((from, turns));
                }
                if let Some(turn) = turn.filter(|turn| !turn.is_closed()) {
                    self.running += 1;
                    return Some(turn);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::unnecessary_wraps, reason = "as callers know addresses")]
    fn address(n: u8) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, n]))
    }

    /// Gives the places away until nobody waits; who got them, in this order.
    fn served(mut waiting: Vec<(&'static str, Turn)>, mut place: Place) -> Vec<&'static str> {
        let mut order = Vec::new();
        while !waiting.is_empty() {
            drop(place);
            let next = waiting.iter_mut().enumerate().find_map(|(n, (_, turn))| {
                let place = turn.try_recv().ok()?;
                Some((n, place))
            });
            let (n, given) = next.expect("somebody gets the place");
            place = given;
            order.push(waiting.remove(n).0);
        }
        order
    }

    #[test]
    fn games_come_first_then_analyses_by_address_then_reviews() {
        let queue = Queue::new(1);
        let join = |priority, n| queue.join(priority, address(n)).unwrap();
        let mut first = join(Priority::Analysis, 9);
        let running = first.try_recv().unwrap();
        let mut reserved = join(Priority::Game, 9);
        let reserved = reserved.try_recv().expect("a place is kept for games");
        let waiting = vec![
            ("review", join(Priority::Review, 3)),
            ("flood 1", join(Priority::Analysis, 1)),
            ("flood 2", join(Priority::Analysis, 1)),
            ("flood 3", join(Priority::Analysis, 1)),
            ("other", join(Priority::Analysis, 2)),
            ("game", join(Priority::Game, 4)),
        ];
        drop(reserved);
        let mut waiting = waiting;
        let game = waiting.pop().unwrap().1.blocking_recv();
        assert!(game.is_ok(), "the place kept for games goes to a game");
        drop(game);
        let order = served(waiting, running);
        assert_eq!(order, ["flood 1", "other", "flood 2", "flood 3", "review"]);
        assert_eq!((queue.running(), queue.waiting()), (0, 0));
    }

    #[test]
    fn one_address_does_not_fill_the_queue_and_who_leaves_no_longer_counts() {
        let queue = Queue::new(1);
        let join = |n| queue.join(Priority::Analysis, address(n));
        let _running = join(1).unwrap();
        let waiting: Vec<Turn> = (0..OF_ONE).map(|_| join(1).unwrap()).collect();
        assert!(join(1).is_err());
        assert!(queue.join(Priority::Review, address(1)).is_err());
        assert!(join(2).is_ok());
        assert!(queue.join(Priority::Game, address(1)).is_ok());
        drop(waiting);
        assert_eq!(queue.waiting(), 0);
        assert!(join(1).is_ok());
    }
}
