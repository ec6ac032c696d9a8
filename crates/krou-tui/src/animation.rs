//! A move as a film: what the board shows while the seeds travel, made from the move's trace.

use std::time::Duration;

use krou_rules::{Cell, Event, Place, Position, Setup};

/// The board for a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What lies where.
    pub board: Setup,
    /// The seeds in the mover's hand.
    pub hand: u8,
    /// Where the hand is, or what just happened.
    pub at: Place,
    /// What is told there.
    pub beat: Beat,
}

/// What kind of moment it is; it decides how long it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Seeds are lifted.
    Lift,
    /// A seed falls.
    Drop,
    /// Another lap begins.
    Lap,
    /// Seeds are taken, or a pit becomes a tuzdyk.
    Capture,
    /// A column burns.
    Burn,
    /// The game is over and the seeds left are handed out.
    Sweep,
}

impl Beat {
    /// How many seeds could have fallen meanwhile.
    const fn length(self) -> u32 {
        match self {
            Beat::Drop => 1,
            Beat::Lift | Beat::Lap | Beat::Sweep => 2,
            Beat::Capture => 4,
            Beat::Burn => 5,
        }
    }
}

/// The longest a move may take, however far it sows.
const LONGEST: Duration = Duration::from_secs(8);

/// A move on its way.
#[derive(Clone, Debug)]
pub struct Animation {
    frames: Vec<Frame>,
    beat: Duration,
}

impl Animation {
    /// The film of a move played on `before`, so long for each seed.
    pub fn new(before: &Position, trace: &[Event], a_seed: Duration) -> Animation {
        let frames = frames(before.setup(), trace);
        let beats: u32 = frames.iter().map(|frame| frame.beat.length()).sum();
        let beat = a_seed.min(LONGEST / beats.max(1));
        Animation { frames, beat }
    }

    /// What is to be seen so long after the start; nothing when it is over.
    pub fn frame(&self, elapsed: Duration) -> Option<&Frame> {
        let mut until = Duration::ZERO;
        self.frames.iter().find(|frame| {
            until += self.beat * frame.beat.length();
            elapsed < until
        })
    }

    /// Every moment in order.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }
}

fn frames(mut board: Setup, trace: &[Event]) -> Vec<Frame> {
    let mut hand = 0;
    let mut frames = Vec::with_capacity(trace.len());
    for &event in trace {
        let (at, beat) = match event {
            Event::Lift { at, seeds } => {
                set(&mut board, at, Cell::Seeds(0));
                hand = seeds;
                (at, Beat::Lift)
            }
            Event::Drop { at, tuzdyk_of } => {
                hand -= 1;
                add(&mut board, tuzdyk_of.map_or(at, Place::Store), 1);
                (at, Beat::Drop)
            }
            Event::Lap { at } => (at, Beat::Lap),
            Event::Capture { from, seeds, by } => {
                set(&mut board, from, Cell::Seeds(0));
                board.stores[by] += seeds;
                (from, Beat::Capture)
            }
            Event::Tuzdyk { at, seeds, by } => {
                set(&mut board, at, Cell::Tuzdyk);
                board.stores[by] += seeds;
                (at, Beat::Capture)
            }
            Event::Burn { pits, cost, by, .. } => {
                for (side, &pit) in pits.iter() {
                    set(&mut board, Place::Pit(side, pit), Cell::Burned);
                }
                board.stores[by] -= cost;
                (Place::Pit(by, pits[by]), Beat::Burn)
            }
            Event::Sweep { from, seeds, to } => {
                set(&mut board, from, Cell::Seeds(0));
                board.stores[to] += seeds;
                (from, Beat::Sweep)
            }
        };
        frames.push(Frame {
            board: board.clone(),
            hand,
            at,
            beat,
        });
    }
    frames
}

fn set(board: &mut Setup, at: Place, cell: Cell) {
    if let Place::Pit(side, pit) = at {
        board.pits[side][pit.index()] = cell;
    }
}

fn add(board: &mut Setup, at: Place, seeds: u8) {
    match at {
        Place::Store(side) => board.stores[side] += seeds,
        Place::Pit(side, pit) => {
            let cell = &mut board.pits[side][pit.index()];
            *cell = Cell::Seeds(cell.seeds() + seeds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use krou_rules::{Rules, Ruleset};

    /// Plays some game of every ruleset: the last frame of every move must show the board the
    /// rules say the move leads to.
    #[test]
    fn a_film_ends_with_the_board_after_the_move() {
        for name in Ruleset::names() {
            let rules = Rules::builtin(name).unwrap();
            for game in 0..20_usize {
                let mut position = rules.start();
                for step in 0..200_usize {
                    let moves = rules.legal_moves(&position);
                    let Some(&m) =
                        moves.get((step * step + game * 7 + step / 3) % moves.len().max(1))
                    else {
                        break;
                    };
                    let (after, trace) = rules.play_traced(&position, m).unwrap();
                    let film = Animation::new(&position, &trace, Duration::from_millis(100));
                    let last = film.frames().last().unwrap();
                    assert_eq!(last.hand, 0);
                    assert_eq!(
                        last.board.pits,
                        after.setup().pits,
                        "{name}: {position} {m}"
                    );
                    assert_eq!(
                        last.board.stores,
                        after.setup().stores,
                        "{name}: {position} {m}"
                    );
                    position = after;
                }
            }
        }
    }

    #[test]
    fn a_seed_falls_at_every_beat_and_then_the_film_is_over() {
        let rules = Rules::builtin("kalah").unwrap();
        let start = rules.start();
        let (_, trace) = rules.play_traced(&start, "A".parse().unwrap()).unwrap();
        let film = Animation::new(&start, &trace, Duration::from_millis(100));
        let at = |ms| {
            film.frame(Duration::from_millis(ms))
                .map(|frame| frame.hand)
        };
        assert_eq!(
            [at(0), at(199), at(200), at(300), at(500), at(599), at(600)],
            [Some(4), Some(4), Some(3), Some(2), Some(0), Some(0), None]
        );
    }

    #[test]
    fn the_longest_relay_does_not_keep_anyone_waiting() {
        let rules = Rules::builtin("avalanche").unwrap();
        let start = rules.start();
        let (_, trace) = rules.play_traced(&start, "A".parse().unwrap()).unwrap();
        let film = Animation::new(&start, &trace, Duration::from_secs(5));
        assert!(film.frame(LONGEST + Duration::from_millis(1)).is_none());
    }
}
