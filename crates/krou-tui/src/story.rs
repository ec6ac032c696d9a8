//! What a move did, for the line that tells it and the marks that show it.

use krou_rules::{BySide, Event, Move, Place, Position};

use crate::board::Mark;

/// What a move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// The move.
    pub m: Move,
    /// The seeds first lifted.
    pub lifted: u8,
    /// How often the sowing went on from a pit.
    pub laps: usize,
    /// Seeds captured.
    pub captured: u16,
    /// The letter of the pit that became a tuzdyk.
    pub tuzdyk: Option<char>,
    /// Seeds that left the game with a burned column.
    pub burned: Option<u16>,
    /// Whether the mover moves again.
    pub again: bool,
    /// Seeds handed out at the end of the game.
    pub swept: BySide<u16>,
    /// Where the last seed fell.
    pub last: Option<Place>,
    /// Where seeds were captured.
    pub taken: Vec<Place>,
}

impl Story {
    /// What `m` did, from its trace.
    pub fn new(m: Move, trace: &[Event], after: &Position) -> Story {
        let mut story = Story {
            m,
            lifted: 0,
            laps: 0,
            captured: 0,
            tuzdyk: None,
            burned: None,
            again: after.turn() == m.side && !after.is_over(),
            swept: BySide::new(0, 0),
            last: None,
            taken: Vec::new(),
        };
        for (i, &event) in trace.iter().enumerate() {
            match event {
                Event::Lift { seeds, .. } if i == 0 => story.lifted = seeds,
                Event::Lift { .. } => {}
                Event::Drop { at, .. } => story.last = Some(at),
                Event::Lap { .. } => story.laps += 1,
                Event::Capture { from, seeds, .. } => {
                    story.captured += u16::from(seeds);
                    story.taken.push(from);
                }
                Event::Tuzdyk { at, seeds, .. } => {
                    story.captured += u16::from(seeds);
                    story.taken.push(at);
                    if let Place::Pit(side, pit) = at {
                        story.tuzdyk = Some(pit.letter(side));
                    }
                }
                Event::Burn { seeds, .. } => {
                    story.burned = Some(u16::from(seeds.south) + u16::from(seeds.north));
                }
                Event::Sweep { seeds, to, .. } => story.swept[to] += u16::from(seeds),
            }
        }
        story
    }

    /// How the board shows a move that was played.
    pub fn marks(&self) -> Vec<(Place, Mark)> {
        let mut marks = vec![(Place::Pit(self.m.side, self.m.pit), Mark::Origin)];
        marks.extend(self.last.map(|place| (place, Mark::Last)));
        marks.extend(self.taken.iter().map(|&place| (place, Mark::Captured)));
        marks
    }

    /// How the board shows a move that could be played.
    pub fn preview(&self) -> Vec<(Place, Mark)> {
        let mut marks: Vec<_> = self
            .last
            .map(|place| (place, Mark::WillLast))
            .into_iter()
            .collect();
        marks.extend(self.taken.iter().map(|&place| (place, Mark::WillCapture)));
        marks
    }
}
