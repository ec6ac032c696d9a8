//! The positions from the start of the game to the current node, for repetition detection.

use krou_rules::row::{Board, Row};

/// Buckets of the hash count.
const KINDS: usize = 256;

/// Positions in the order they occurred.
pub(super) struct Path<R> {
    positions: Vec<Board<R>>,
    /// Positions per hash bucket: almost every new position falls into an empty one and needs no
    /// search.
    kinds: Box<[u16; KINDS]>,
}

impl<R: Row> Path<R> {
    pub fn new(positions: &[Board<R>]) -> Self {
        let mut path = Path {
            positions: Vec::with_capacity(KINDS),
            kinds: Box::new([0; KINDS]),
        };
        for &position in positions {
            path.push(position);
        }
        path
    }

    #[inline(always)]
    fn kind(position: Board<R>) -> usize {
        let fold = |row: R| (row.widen() >> 64 ^ row.widen()) as u64;
        let mixed = fold(position.own) ^ fold(position.other).rotate_left(29);
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    #[inline(always)]
    pub fn push(&mut self, position: Board<R>) {
        self.kinds[Self::kind(position)] += 1;
        self.positions.push(position);
    }

    #[inline(always)]
    pub fn pop(&mut self) {
        if let Some(position) = self.positions.pop() {
            self.kinds[Self::kind(position)] -= 1;
        }
    }

    /// Shortens the path to this length.
    pub fn truncate(&mut self, len: usize) {
        while self.len() > len {
            self.pop();
        }
    }

    /// Returns how often a position occurred from index `since` on.
    #[inline(always)]
    pub fn times(&self, position: Board<R>, repetition_start: usize) -> usize {
        if self.kinds[Self::kind(position)] == 0 {
            return 0;
        }
        let met = self.positions.iter().skip(repetition_start);
        met.filter(|&&met| met == position).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_met_as_often_as_it_was_pushed_since() {
        let position = |n: u64| Board { own: n, other: !n };
        let mut path = Path::new(&[position(1), position(2), position(1)]);
        assert_eq!(path.times(position(1), 0), 2);
        assert_eq!(path.times(position(1), 1), 1);
        assert_eq!(path.times(position(3), 0), 0);
        for n in 0..1000 {
            path.push(position(n));
        }
        assert_eq!(path.times(position(1), 0), 3);
        path.truncate(2);
        assert_eq!((path.len(), path.times(position(1), 0)), (2, 1));
        path.pop();
        path.pop();
        path.pop();
        assert!((0..1000).all(|n| path.times(position(n), 0) == 0));
    }
}
