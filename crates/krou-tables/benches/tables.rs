//! How fast tables are built and probed: `cargo xtask bench tables [NAME SEEDS [THREADS]]`.
//!
//! For each ruleset: the positions of the last layers, positions a second while each was built
//! with all cores, and how long one probe of a position drawn by lot takes.

use std::env;
use std::hint::black_box;
use std::time::Instant;

use krou_rules::row::{Board, Row};
use krou_rules::{Rules, Visitor, kernel};
use krou_tables::Table;

fn main() {
    // Cargo adds `--bench` to what it is given.
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let chosen: Vec<(&str, u8)> = match &args[..] {
        [] => vec![
            ("kalah", 14),
            ("ayo", 14),
            ("avalanche", 14),
            ("attic", 14),
            ("awari", 13),
            ("oware", 12),
            ("bestemshe", 12),
            ("togyzkumalak", 5),
        ],
        [name, seeds, ..] => vec![(name, seeds.parse().expect("a number of seeds"))],
        _ => panic!("give a ruleset and a number of seeds"),
    };
    let threads = args.get(2).map(|n| n.parse().expect("a number of threads"));
    println!("| ruleset | seeds | positions | seconds | positions a second | ns a probe |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for (name, seeds) in chosen {
        let rules = Rules::builtin(name).expect("a ruleset");
        let start = Instant::now();
        let table = Table::build_in_memory(&rules, seeds, threads).expect("a table");
        let seconds = start.elapsed().as_secs_f64();
        let positions: usize = (0..table.layers()).map(|n| table.index().size(n)).sum();
        let probe = rules.visit(Probes(&table));
        println!(
            "| `{name}` | {seeds} | {positions} | {seconds:.2} | {:.2} M | {probe:.1} |",
            positions as f64 / seconds / 1e6
        );
    }
}

struct Probes<'a>(&'a Table);

impl Visitor for Probes<'_> {
    type Out = f64;

    /// Probes boards of the game's width, seeds thrown into pits by lot.
    fn visit<R: Row, S: kernel::Style>(self, kernel: &kernel::Kernel<R, S>) -> f64 {
        let pits = kernel.pits();
        let mut state = 1u64;
        let mut dice = |sides: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % sides
        };
        let boards: Vec<Board<R>> = (0..4096)
            .map(|_| {
                let mut board = Board::<R>::default();
                for _ in 1..self.0.layers() {
                    let cell = dice(2 * pits);
                    let seed = R::at((cell % pits) as u32, 1);
                    if cell < pits {
                        board.own = board.own.plus(seed);
                    } else {
                        board.other = board.other.plus(seed);
                    }
                }
                board
            })
            .collect();
        let rounds = 500;
        let start = Instant::now();
        let mut sum = 0;
        for _ in 0..rounds {
            for &board in &boards {
                sum += self
                    .0
                    .bounds(black_box(board))
                    .map_or(0, |bounds| i64::from(bounds.lower));
            }
        }
        black_box(sum);
        start.elapsed().as_nanos() as f64 / (rounds * boards.len()) as f64
    }
}
