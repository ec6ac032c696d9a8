//! Many boards at a time that have the mover's row in common.
//!
//! What a sowing does to the mover's row, and what it stores, is the same beside every row of the
//! opponent's, and it changes that by little: the first few pits gain a seed, or one pit is emptied.
//! Where each row stands after such a change is worked out once for a layer; a move then costs a
//! look at a list and at the value it leads to.

use std::sync::atomic::AtomicU8;

use krou_rules::kernel::{Choice, Style};
use krou_rules::row::{Board, Row};
use rayon::prelude::*;

use super::{Work, read, write};
use crate::index::{Half, Line, Slab};

pub(super) struct Lines<'a, R, S> {
    work: &'a Work<'a, R, S>,
    now: &'a [AtomicU8],
    /// By the seeds of a row, its rank and the pit.
    moves: Vec<Vec<Option<Move>>>,
    /// By the seeds of a row.
    changes: Vec<Changes>,
}

/// A move of which the mover's row tells enough or not.
#[derive(Clone, Copy)]
enum Move {
    Told(Told),
    Untold(Choice),
}

#[derive(Clone, Copy)]
struct Told {
    again: bool,
    /// How many of the opponent's pits gain a seed.
    gain: u8,
    free: Sown,
    /// What is different if this pit of the opponent's is not empty.
    taking: Option<(u8, Sown)>,
}

/// The mover's row after a move.
#[derive(Clone, Copy)]
struct Sown {
    rank: u32,
    seeds: u8,
    /// What the move stores for the mover, seeds taken from the opponent not counted.
    stored: i8,
}

/// Where rows of so many seeds stand after a change, by the pits changed and the rank before it.
struct Changes {
    /// With one seed more in each of the first pits, as many as the place in this list tells.
    gained: Vec<Vec<u32>>,
    /// Without the seeds in a pit.
    emptied: Vec<Vec<u32>>,
    /// The seeds in a pit.
    seeds: Vec<Vec<u8>>,
}

impl<'a, R: Row, S: Style> Lines<'a, R, S> {
    /// What a layer needs; nothing where moves have to be made to know what they do.
    pub fn new(work: &'a Work<'a, R, S>, now: &'a [AtomicU8]) -> Option<Self> {
        work.kernel.has_effects().then(|| {
            let rows = |seeds: usize| work.rows.of(Half { seeds, flag: 0 });
            let all = (0..=work.layer).into_par_iter();
            let both = all.map(|seeds| {
                let moves = rows(seeds).iter().flat_map(|&row| moves(work, row));
                let moves: Vec<_> = moves.collect();
                (moves, Changes::of(work, rows(seeds)))
            });
            let (moves, changes) = both.unzip();
            Lines {
                work,
                now,
                moves,
                changes,
            }
        })
    }

    /// Sets the values of the boards of a slab with one row for the mover and some for the
    /// opponent; `best` is working space.
    pub fn set(&self, slab: &Slab, own: usize, others: &[usize], best: &mut Vec<i8>) {
        best.clear();
        best.resize(others.len(), i8::MIN);
        let pits = self.work.kernel.pits();
        for m in &self.moves[slab.own.seeds][own * pits..][..pits] {
            match *m {
                Some(Move::Told(told)) => self.told(slab, told, others, best),
                Some(Move::Untold(choice)) => self.untold(slab, own, choice, others, best),
                None => {}
            }
        }
        for (&other, &value) in others.iter().zip(&*best) {
            write(self.now, slab.at(own, other), value.into());
        }
    }

    #[inline(always)]
    fn told(&self, slab: &Slab, told: Told, others: &[usize], best: &mut [i8]) {
        let Told { again, free, .. } = told;
        let gain = usize::from(told.gain);
        let seeds = slab.other.seeds;
        let changes = &self.changes[seeds];
        let after = self.line(free, seeds + gain, again);
        if let Some((pit, taking)) = told.taking {
            let pit = usize::from(pit);
            let (in_pit, emptied) = (&changes.seeds[pit], &changes.emptied[pit]);
            raise(best, others, |other| {
                let taken = in_pit[other];
                if taken == 0 {
                    return free.worth(again, self.value(after, other));
                }
                let after = self.line(taking, seeds - usize::from(taken), again);
                let value = self.value(after, emptied[other] as usize);
                taking.worth(again, value) + taken as i8
            });
            return;
        }
        // The same loop four times over, each with nothing left to decide.
        let gained = &changes.gained[gain];
        match (after.layer == self.work.layer, gain) {
            (true, 0) => raise(best, others, |other| {
                free.worth(again, read(self.now, after.start + other * after.step))
            }),
            (true, _) => raise(best, others, |other| {
                let other = gained[other] as usize;
                free.worth(again, read(self.now, after.start + other * after.step))
            }),
            (false, 0) => {
                let layer = &self.work.done[after.layer][after.start..];
                raise(best, others, |other| {
                    free.worth(again, layer[other * after.step] as i8)
                });
            }
            (false, _) => {
                let layer = &self.work.done[after.layer][after.start..];
                raise(best, others, |other| {
                    free.worth(again, layer[gained[other] as usize * after.step] as i8)
                });
            }
        }
    }

    fn untold(&self, slab: &Slab, own: usize, choice: Choice, others: &[usize], best: &mut [i8]) {
        let rows = self.work.rows;
        let own = rows.of(slab.own)[own];
        raise(best, others, |other| {
            let other = rows.of(slab.other)[other];
            let (after, again) = self.work.kernel.play_unswept(Board { own, other }, choice);
            let place = self.work.index.place(after).expect("no move adds seeds");
            let value = self.at(place.layer, place.at);
            let value = after.store_margin() as i8 + value;
            if again { value } else { -value }
        });
    }

    /// The boards after a move, by the rank of the row that is then the opponent's.
    #[inline(always)]
    fn line(&self, own: Sown, others: usize, again: bool) -> Line {
        let (seeds, rank) = (own.seeds.into(), own.rank as usize);
        self.work.index.line(seeds, rank, others, again)
    }

    #[inline(always)]
    fn value(&self, line: Line, other: usize) -> i8 {
        self.at(line.layer, line.start + other * line.step)
    }

    #[inline(always)]
    fn at(&self, layer: usize, at: usize) -> i8 {
        match self.work.done.get(layer) {
            Some(layer) => layer[at] as i8,
            None => read(self.now, at),
        }
    }
}

/// Raises each of the `best` values so far to what a move is worth beside that row.
#[inline(always)]
fn raise(best: &mut [i8], others: &[usize], worth: impl Fn(usize) -> i8) {
    for (best, &other) in best.iter_mut().zip(others) {
        *best = worth(other).max(*best);
    }
}

impl Sown {
    /// What a move is worth that leads to a board of this value for the next player.
    #[inline(always)]
    fn worth(self, again: bool, value: i8) -> i8 {
        self.stored + if again { value } else { -value }
    }
}

/// The move of each pit of a row that is not empty.
fn moves<R: Row, S: Style>(work: &Work<'_, R, S>, row: R) -> impl Iterator<Item = Option<Move>> {
    (0..work.kernel.pits() as Choice).map(move |pit| {
        let told = || told(work, row, pit).map_or(Move::Untold(pit), Move::Told);
        (row.byte(pit.into()) != 0).then(told)
    })
}

fn told<R: Row, S: Style>(work: &Work<'_, R, S>, row: R, pit: Choice) -> Option<Told> {
    let effect = work.kernel.effect(row, pit)?;
    let gain = usize::from((effect.gain & work.kernel.pits_mask()).sum());
    let few = gain <= work.kernel.pits();
    if !few || effect.gain & work.kernel.pits_mask() != R::ONES & R::pits_mask(gain) {
        return None;
    }
    let sown = |own: R| {
        let (seeds, rank) = work.index.rank(own);
        Sown {
            rank: rank as u32,
            seeds: seeds as u8,
            stored: own.byte(R::STORE) as i8 - effect.gain.byte(R::STORE) as i8,
        }
    };
    Some(Told {
        again: effect.again,
        gain: gain as u8,
        free: sown(effect.own),
        taking: effect.taking.map(|t| (t.pit as u8, sown(t.own))),
    })
}

impl Changes {
    fn of<R: Row, S: Style>(work: &Work<'_, R, S>, rows: &[R]) -> Changes {
        let pits = work.kernel.pits();
        let rank = |row: R| work.index.rank(row).1 as u32;
        let gained = |gain: usize| {
            let more = R::ONES & R::pits_mask(gain);
            rows.iter().map(|row| rank(row.plus(more))).collect()
        };
        let emptied = |pit: usize| {
            let rows = rows.iter();
            rows.map(|row| rank(row.with(pit as u32, 0))).collect()
        };
        let seeds = |pit: usize| rows.iter().map(|row| row.byte(pit as u32)).collect();
        Changes {
            gained: (0..=pits).map(gained).collect(),
            emptied: (0..pits).map(emptied).collect(),
            seeds: (0..pits).map(seeds).collect(),
        }
    }
}
