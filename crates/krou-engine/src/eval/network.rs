//! A small network that sees what the pits promise together.
//!
//! Every pit, by the seeds in it, adds sixteen numbers to sixteen sums. The first sum is itself a
//! part of the score. Each of the others counts for nothing below 0, and no more above [`FULL`]:
//! it stands for something that is more or less so on this board, such as a row about to be
//! starved, and adds so much of its worth. The numbers are found by `cargo xtask tune` for each
//! family, for boards as wide as its own; they are in `networks`.

use krou_rules::Switches;
use krou_rules::row::{Board, Row};

use super::{BUCKETS, MOST_PITS, bucket, weights_of};

/// How many sums there are.
pub const SUMS: usize = 16;

/// From where on a sum counts no more.
pub const FULL: i16 = 256;

/// The largest number a pit may add: more could be too much for a sum.
pub const MOST: i16 = 1100;

/// The networks of all families.
pub static ALL: &[(&str, &[u8])] = &[
    ("kalah", include_bytes!("networks/kalah.net")),
    ("ayo", include_bytes!("networks/ayo.net")),
    ("avalanche", include_bytes!("networks/avalanche.net")),
    ("oware", include_bytes!("networks/oware.net")),
    ("attic", include_bytes!("networks/attic.net")),
    (
        "attic-advanced",
        include_bytes!("networks/attic-advanced.net"),
    ),
    ("attic-fire", include_bytes!("networks/attic-fire.net")),
    ("togyzkumalak", include_bytes!("networks/togyzkumalak.net")),
    ("bestemshe", include_bytes!("networks/bestemshe.net")),
];

/// What a pit adds to the sums, by the seeds in it.
pub type Slot = [[i16; SUMS]; BUCKETS];

/// The numbers of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The mover's pits from the left, then the opponent's; and where rows have a flag that
    /// matters (a tuzdyk, burned columns), the mover's flag and the opponent's.
    pub slots: Vec<Slot>,
    /// Where the sums begin.
    pub start: [i16; SUMS],
    /// What each sum is worth if it is full, in hundredths of a seed; the first has none.
    pub worth: [i16; SUMS],
}

impl Numbers {
    /// The network for a ruleset, if there is one for boards as wide.
    pub fn of(switches: &Switches) -> Option<Numbers> {
        let family = family(switches);
        let (_, bytes) = ALL.iter().find(|(name, _)| *name == family)?;
        let numbers = Numbers::read(bytes)?;
        (numbers.slots.len() == slots(switches)).then_some(numbers)
    }

    /// Reads what [`Numbers::bytes`] wrote.
    pub fn read(bytes: &[u8]) -> Option<Numbers> {
        let numbers = bytes.chunks_exact(2);
        let numbers: Vec<i16> = numbers
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        let (rows, []) = numbers.as_chunks::<SUMS>() else {
            return None;
        };
        let [slots @ .., start, worth] = rows else {
            return None;
        };
        let (slots, []) = slots.as_chunks::<BUCKETS>() else {
            return None;
        };
        Some(Numbers {
            slots: slots.to_vec(),
            start: *start,
            worth: *worth,
        })
    }

    /// All numbers, two bytes each, the lower first.
    pub fn bytes(&self) -> Vec<u8> {
        let slots = self.slots.iter().flatten();
        slots
            .chain([&self.start, &self.worth])
            .flatten()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }
}

/// The family whose network a ruleset has.
fn family(switches: &Switches) -> &'static str {
    if switches.burn {
        "attic-fire"
    } else {
        weights_of(switches).game
    }
}

/// How many slots a network for a ruleset has.
pub fn slots(switches: &Switches) -> usize {
    let flags = switches.tuzdyk || switches.burn;
    2 * (usize::from(switches.pits) + usize::from(flags))
}

/// One number for each sum, laid so that no two of them lie in different lines of the cache.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Sums([i16; SUMS]);

/// What a pit adds, for any number of seeds: no lookup needs a check.
type Lookup = [Sums; 256];

/// A network laid out for looking up.
pub(crate) struct Network {
    /// By pit from the owner's left: the mover's row, then the opponent's.
    tables: [[Lookup; 2]; MOST_PITS],
    /// The mover's flag, then the opponent's.
    flags: Option<[Lookup; 2]>,
    start: Sums,
    worth: Sums,
}

impl Network {
    pub fn new(switches: &Switches) -> Option<Box<Self>> {
        let Numbers {
            slots,
            start,
            worth,
        } = Numbers::of(switches)?;
        let pits = usize::from(switches.pits);
        let (own, rest) = slots.split_at(pits);
        let (other, flags) = rest.split_at(pits);
        let lay_out = |slot: &Slot| -> Lookup {
            std::array::from_fn(|seeds| Sums(slot[bucket(seeds as u8)]))
        };
        // Pits that are not on the board add nothing.
        let pit = |slot: Option<&Slot>| slot.map_or([Sums([0; SUMS]); 256], lay_out);
        let tables = std::array::from_fn(|i| [pit(own.get(i)), pit(other.get(i))]);
        Some(Box::new(Network {
            tables,
            flags: <&[Slot; 2]>::try_from(flags)
                .ok()
                .map(|flags| flags.each_ref().map(lay_out)),
            start: Sums(start),
            worth: Sums(worth),
        }))
    }

    /// What the board promises the mover, in hundredths of a seed.
    #[inline(always)]
    pub fn of<R: Row>(&self, board: Board<R>) -> i32 {
        let mut sums = self.start;
        // How many there are is known here: the loop is laid out flat.
        for (pit, [own, other]) in self.tables[..R::MOST_PITS].iter().enumerate() {
            let pit = pit as u32;
            add(&mut sums, own, board.own.byte(pit));
            add(&mut sums, other, board.other.byte(pit));
        }
        if let Some([own, other]) = &self.flags {
            add(&mut sums, own, board.own.byte(R::FLAG));
            add(&mut sums, other, board.other.byte(R::FLAG));
        }
        let Sums(sums) = sums;
        let rest: i32 = sums
            .iter()
            .zip(&self.worth.0)
            .map(|(&sum, &worth)| i32::from(sum.clamp(0, FULL)) * i32::from(worth))
            .sum();
        i32::from(sums[0]) + rest / i32::from(FULL)
    }
}

#[inline(always)]
fn add(Sums(sums): &mut Sums, lookup: &Lookup, seeds: u8) {
    let Sums(numbers) = &lookup[usize::from(seeds)];
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use krou_rules::{Rules, Ruleset};

    #[test]
    fn every_game_has_the_network_of_its_family_and_no_sum_overflows() {
        for rules in Ruleset::names().filter_map(Rules::builtin) {
            let switches = rules.switches();
            let Some(numbers) = Numbers::of(switches) else {
                assert_ne!(usize::from(switches.pits), weights_of(switches).own.len());
                continue;
            };
            for sum in 0..SUMS {
                let most: i64 = numbers
                    .slots
                    .iter()
                    .map(|slot| slot.iter().map(|row| i64::from(row[sum]).abs()).max())
                    .map(Option::unwrap_or_default)
                    .sum();
                assert!(most + i64::from(numbers.start[sum]).abs() <= i64::from(i16::MAX));
            }
        }
    }

    /// The network's answer by the book.
    fn plainly(numbers: &Numbers, slots: &[u8]) -> i32 {
        let sum = |sum: usize| {
            let slots = numbers.slots.iter().zip(slots);
            let added = slots.map(|(slot, &seeds)| i32::from(slot[bucket(seeds)][sum]));
            i32::from(numbers.start[sum]) + added.sum::<i32>()
        };
        let rest: i32 = (1..SUMS)
            .map(|i| sum(i).clamp(0, i32::from(FULL)) * i32::from(numbers.worth[i]))
            .sum();
        sum(0) + rest / i32::from(FULL)
    }

    #[test]
    fn looking_up_answers_as_the_numbers_say_in_rows_of_any_width() {
        let rules = Rules::builtin("oware").unwrap();
        let network = Network::new(rules.switches()).unwrap();
        let numbers = Numbers::of(rules.switches()).unwrap();
        let mut seeds = 1_u8;
        for _ in 0..1000 {
            let pits: [u8; 12] = std::array::from_fn(|_| {
                seeds = seeds.wrapping_mul(29).wrapping_add(71);
                // Most pits hold few, some more than are told apart.
                if seeds > 250 { seeds / 2 } else { seeds % 19 }
            });
            let expected = plainly(&numbers, &pits);
            let row = |pits: &[u8]| {
                (0..)
                    .zip(pits)
                    .fold(0_u64, |row, (i, &n)| row | u64::from(n) << (8 * i))
            };
            let (own, other) = (row(&pits[..6]), row(&pits[6..]));
            assert_eq!(network.of(Board { own, other }), expected);
            let (own, other) = (u128::from(own), u128::from(other));
            assert_eq!(network.of(Board { own, other }), expected);
        }
    }

    #[test]
    fn numbers_are_read_as_they_were_written() {
        for (name, bytes) in ALL {
            let numbers = Numbers::read(bytes).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(numbers.bytes(), *bytes);
        }
        assert_eq!(Numbers::read(&[0; 33]), None);
    }
}
