//! The boards before and after a board: what retrograde analysis walks on.

use arrayvec::ArrayVec;

use super::{Choice, Choices, Kernel, Stop, Style};
use crate::row::{Board, Row};

impl<R: Row, S: Style> Kernel<R, S> {
    /// Shows `visit` what each legal choice leads to, unswept: the choice, the board as the next
    /// player sees it, and whether that is the same player. If no move can follow, says why.
    ///
    /// This is [`choices`](Self::choices) and [`play`](Self::play) in one, and makes every move
    /// only once where legality has to be found out by making it.
    #[inline(always)]
    pub fn follow(
        &self,
        board: Board<R>,
        mut visit: impl FnMut(Choice, Board<R>, bool),
    ) -> Option<Stop> {
        if self.side_empty_ends() && (self.own_empty(board) || self.other_empty(board)) {
            return Some(Stop::SideEmpty);
        }
        let all = Choices {
            sow: (board.own & self.pits_mask).nonzero_bytes(),
            burn: self.burnable(board),
        };
        let mut made = ArrayVec::<_, 24>::new();
        let mut doubtful = false;
        for choice in all.clone() {
            let Some(m) = self.make(board, choice, &mut ()) else {
                continue;
            };
            let after = if m.again { m.board } else { m.board.swapped() };
            if self.restricted() {
                // A move that leaves the opponent seeds is legal in every ruleset.
                doubtful |= self.other_empty(m.board);
                made.push((choice, after, m.again));
            } else {
                visit(choice, after, m.again);
            }
        }
        if !self.restricted() {
            return all.is_empty().then_some(Stop::NoMove);
        }
        if doubtful {
            let legal = self.filter(board, all);
            made.retain(|m| legal.contains(m.0));
        }
        for &(choice, after, again) in &made {
            visit(choice, after, again);
        }
        made.is_empty().then_some(Stop::NoMove)
    }

    /// Whether [`trace_back`](Self::trace_back) knows the way: after a relay nobody can tell where
    /// the laps began.
    pub fn can_trace_back(&self) -> bool {
        !self.relay
    }

    /// Shows `visit` each board, as its mover sees it, from which a legal sowing that takes
    /// nothing off the board leads to `after`, once for every such sowing. The stores of `after`
    /// must be empty, and its pits may hold 127 seeds at most.
    #[inline(always)]
    pub fn trace_back(&self, after: Board<R>, mut visit: impl FnMut(Board<R>)) {
        debug_assert!(self.can_trace_back() && after.without_stores() == after);
        let paths = self.paths(after);
        let sown = after.swapped();
        let fed = !self.other_empty(sown);
        let seeds = sown.seeds_in_pits();
        for pit in 0..self.columns(after) as u32 {
            // Nobody sows from a tuzdyk.
            if S::MARKS && self.tuzdyk && sown.own.byte(R::FLAG) == pit as u8 + 1 {
                continue;
            }
            // A sowing leaves in its pit what it sowed there, if anything; more seeds pass it more
            // often.
            let left = sown.own.byte(pit);
            if left > paths.returns(pit, seeds) {
                continue;
            }
            for lifted in 1..=seeds {
                let (before, last) = paths.unsow(sown, pit, lifted);
                // A byte that went below zero: with more seeds it would only sink deeper.
                if !((before.own | before.other) & R::ONES.times(0x80)).is_zero() {
                    break;
                }
                if left == paths.returns(pit, lifted)
                    && !(self.side_empty_ends() && self.other_empty(before))
                    && self.capture(sown, last, &mut ()).board == sown
                    && (fed || self.choices(before).contains(pit as Choice))
                {
                    visit(before);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Rules, Ruleset, Visitor};

    /// Every board with so many seeds and any marks the rules can make.
    fn boards<R: Row>(pits: usize, seeds: u8, tuzdyk: bool) -> Vec<Board<R>> {
        let mut boards = vec![(Board::default(), seeds)];
        for cell in 0..2 * pits {
            boards = boards
                .into_iter()
                .flat_map(|(board, left): (Board<R>, u8)| {
                    let least = if cell + 1 == 2 * pits { left } else { 0 };
                    (least..=left).map(move |here| {
                        let seeds = R::at((cell % pits) as u32, here);
                        let mut board = board;
                        let half = if cell < pits {
                            &mut board.own
                        } else {
                            &mut board.other
                        };
                        *half = half.plus(seeds);
                        (board, left - here)
                    })
                })
                .collect();
        }
        let flags = if tuzdyk { pits as u8 } else { 1 };
        let may_be = |row: R, flag: u8| flag == 0 || row.byte(u32::from(flag) - 1) == 0;
        let mut marked = Vec::new();
        for (board, _) in boards {
            for (own, other) in (0..flags).flat_map(|own| (0..flags).map(move |other| (own, other)))
            {
                if (own == 0 || own != other)
                    && may_be(board.own, own)
                    && may_be(board.other, other)
                {
                    marked.push(Board {
                        own: board.own | R::at(R::FLAG, own),
                        other: board.other | R::at(R::FLAG, other),
                    });
                }
            }
        }
        marked
    }

    struct Compare<'a>(&'a Rules, u8);

    impl Visitor for Compare<'_> {
        type Out = ();

        fn visit<R: Row, S: Style>(self, kernel: &Kernel<R, S>) {
            let Compare(rules, seeds) = self;
            let (mut there, mut back) = (BTreeMap::new(), BTreeMap::new());
            for board in boards::<R>(kernel.pits(), seeds, rules.switches().tuzdyk) {
                // `follow` is `choices` and `play` in one.
                let mut followed = Vec::new();
                let stop = kernel.follow(board, |choice, after, again| {
                    followed.push((choice, after, again));
                });
                assert_eq!(stop, kernel.stop(board));
                let mut played = Vec::new();
                if stop.is_none() {
                    for choice in kernel.choices(board) {
                        let (after, again) = kernel.play_watched(board, choice, &mut ());
                        played.push((choice, after, again));
                    }
                }
                assert_eq!(followed, played, "{board:x?}");
                // `trace_back` is its inverse.
                for (_, after, _) in followed {
                    if after.seeds_in_pits() == seeds {
                        *there.entry((board, after)).or_insert(0) += 1;
                    }
                }
                if kernel.can_trace_back() {
                    kernel.trace_back(board, |before| {
                        *back.entry((before, board)).or_insert(0) += 1;
                    });
                }
            }
            if kernel.can_trace_back() {
                assert_eq!(there, back, "{}", rules.ruleset().name);
            }
        }
    }

    #[test]
    fn tracing_back_finds_the_quiet_moves_and_no_others() {
        for name in Ruleset::names() {
            for pits in ["1", "2", "3", "4"] {
                let mut ruleset = Ruleset::builtin(name).unwrap();
                ruleset.set("pits", pits).unwrap();
                if let Ok(rules) = Rules::new(ruleset) {
                    for seeds in 0..=6 {
                        rules.visit(Compare(&rules, seeds));
                    }
                }
            }
        }
    }
}
