//! English.

mod errors;
mod readings;

use super::{Topic, Words};
use crate::{
    Bonus, Capture, CaptureSide, CaptureTakes, End, Feeding, First, GrandSlam, Laps, Leftovers,
    Origin, Reason, Repetition, RepetitionLeftovers, Resign, Side, Switches,
};

pub(super) struct English;

const NUMBERS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

const ORDINALS: [&str; 13] = [
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth",
];

fn number(n: u8) -> String {
    NUMBERS
        .get(usize::from(n))
        .map_or_else(|| n.to_string(), ToString::to_string)
}

fn counted(n: u8, thing: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", number(n))
}

fn ordinal(n: u8) -> &'static str {
    ORDINALS.get(usize::from(n)).copied().unwrap_or_default()
}

fn said(sentences: &[&str]) -> Vec<String> {
    sentences.iter().map(ToString::to_string).collect()
}

impl Words for English {
    fn heading(&self, topic: Topic) -> &'static str {
        match topic {
            Topic::Board => "The board",
            Topic::Sowing => "Sowing",
            Topic::Laps => "The last seed",
            Topic::MovingAgain => "Moving again",
            Topic::Capturing => "Capturing",
            Topic::Tuzdyk => "The tuzdyk",
            Topic::NoSeeds => "An opponent without seeds",
            Topic::Burning => "Burning a column",
            Topic::End => "The end of the game",
            Topic::Leftovers => "Seeds left on the board",
            Topic::Repetition => "Repetition",
            Topic::Resigning => "Resigning",
            Topic::Tips => "Tips for beginners",
        }
    }

    fn sentences(&self, topic: Topic, s: &Switches) -> Vec<String> {
        match topic {
            Topic::Board => board(s),
            Topic::Sowing => sowing(s),
            Topic::Laps => vec![laps(s)],
            Topic::MovingAgain => said(&[match s.bonus {
                Bonus::Never => "A turn is a single move; then your opponent plays.",
                Bonus::OwnStore => {
                    "When your last seed falls in your own store, you move again, as often as this happens."
                }
                Bonus::EitherStore => {
                    "When your last seed falls in a store, yours or your opponent’s, you move again, as often as this happens."
                }
            }]),
            Topic::Capturing => capturing(s),
            Topic::Tuzdyk if s.tuzdyk => tuzdyk(s),
            Topic::NoSeeds => feeding(s)
                .into_iter()
                .chain(grand_slam(s))
                .map(str::to_string)
                .collect(),
            Topic::Burning if s.burn => burning(s),
            Topic::End => end(s),
            Topic::Leftovers => leftovers(s),
            Topic::Repetition => repetition(s),
            Topic::Resigning => said(&[
                match s.resign {
                    Resign::Opponent => {
                        "If you resign, you have lost, and your opponent takes all the seeds left on the board."
                    }
                    Resign::Owner => {
                        "If you resign, you have lost, and each player takes the seeds left on their own side."
                    }
                },
                "If you both agree to end the game, each takes those on their own side.",
            ]),
            Topic::Tuzdyk | Topic::Burning | Topic::Tips => Vec::new(),
        }
    }

    fn reading(&self, key: &str, s: &Switches) -> Option<(&'static str, String)> {
        Some((readings::label(key)?, readings::reading(key, s)?))
    }

    fn reason(&self, reason: Reason) -> String {
        match reason {
            Reason::SideEmpty(side) => format!("{side}’s side has no seeds left"),
            Reason::NoMove(side) => format!("{side} has no move to play"),
            Reason::Majority(side) => format!("{side}’s store holds more than half of the seeds"),
            Reason::Repetition => "the position has come back too often".to_string(),
            Reason::Resigned(side) => format!("{side} has resigned"),
            Reason::OutOfTime(side) => format!("{side} has run out of time"),
            Reason::Agreed => "the players have agreed to end the game".to_string(),
            Reason::Aborted => "the game was aborted".to_string(),
        }
    }

    fn side(&self, side: Side) -> &'static str {
        side.name()
    }

    fn typeset(&self, text: String) -> String {
        text.replace(" :", ":").replace(" ;", ";")
    }
}

fn board(s: &Switches) -> Vec<String> {
    let total = 2 * u16::from(s.pits) * u16::from(s.seeds);
    vec![
        format!(
            "Each side of the board has {}, and each pit starts with {}: {total} seeds in all.",
            counted(s.pits, "pit"),
            counted(s.seeds, "seed"),
        ),
        "The row in front of you and the store at its right-hand end are yours; your opponent’s lie across the board."
            .to_string(),
        match s.first {
            First::South => "South moves first.",
            First::North => "North moves first.",
            First::Random => "Who moves first is drawn by lot.",
        }
        .to_string(),
    ]
}

fn sowing(s: &Switches) -> Vec<String> {
    said(&[
        "On your move, choose one of your pits that holds seeds, lift them all and sow them one by one, counter-clockwise, into the pits that follow.",
        match (s.sow_own_store, s.sow_opponent_store) {
            (true, false) => "Your own store gets a seed in passing; your opponent’s is skipped.",
            (true, true) => "Both stores get a seed in passing, just like the pits.",
            (false, true) => "Your opponent’s store gets a seed in passing; your own is skipped.",
            (false, false) => "Nothing is sown into the stores.",
        },
        match s.origin {
            Origin::Sown => {
                "A sowing that comes round to the pit it was lifted from drops a seed there as in any other."
            }
            Origin::Skipped => {
                "The pit the move started from is skipped on every pass, so it is always empty afterwards."
            }
            Origin::FirstSeed => {
                "Whenever more than one seed is lifted, the first goes back into the pit they came from; a single seed moves on to the next place."
            }
        },
    ])
}

fn laps(s: &Switches) -> String {
    if s.laps == Laps::Single {
        return "When the last seed has fallen, the sowing is over.".to_string();
    }
    let rest = match (s.sow_own_store, s.sow_opponent_store) {
        (true, false) => "until one ends in your store or in an empty pit.",
        (true, true) => "until one ends in a store or in an empty pit.",
        (false, true) => "until one ends in your opponent’s store or in an empty pit.",
        (false, false) => {
            "until one ends in an empty pit; a move that would go on for ever may not be played."
        }
    };
    format!(
        "When the last seed falls in a pit that holds seeds, on either side, you lift that pit and sow on, lap after lap, {rest}"
    )
}

fn capturing(s: &Switches) -> Vec<String> {
    match s.capture {
        Capture::None if s.tuzdyk => said(&["Only making a tuzdyk captures anything."]),
        Capture::None => said(&["Nothing is captured."]),
        Capture::Opposite => opposite_capture(s),
        Capture::Count => said(&[
            "When your last seed brings one of your opponent’s pits to two or three seeds, you take them into your store.",
            if s.capture_chain {
                "If the pit before it is your opponent’s too and holds two or three seeds, you take those as well, and so on backward."
            } else {
                "Only the pit of the last seed is taken."
            },
        ]),
        Capture::Even => said(&[
            "When your last seed makes the number of seeds in one of your opponent’s pits even, you take them all into your store.",
        ]),
    }
}

fn opposite_capture(s: &Switches) -> Vec<String> {
    let place = match s.capture_side {
        CaptureSide::Own => "in an empty pit on your own side,",
        CaptureSide::Either => "in an empty pit, on either side of the board,",
    };
    let prize = match s.capture_takes {
        CaptureTakes::Both => {
            "you take the seeds in the pit opposite, and that last seed with them, into your store."
        }
        CaptureTakes::Opposite => {
            "you take the seeds in the pit opposite into your store; the last seed stays where it fell."
        }
    };
    let mut sentences = vec![
        format!("When your last seed falls {place} {prize}"),
        if s.empty_capture {
            "If the pit opposite is empty, you still take your last seed.".to_string()
        } else {
            "If the pit opposite is empty, nothing is captured.".to_string()
        },
    ];
    if s.origin == Origin::Sown {
        sentences.push(
            "The pit you started from counts as empty too, if the sowing comes once round and ends in it."
                .to_string(),
        );
    }
    sentences
}

fn tuzdyk(s: &Switches) -> Vec<String> {
    let mut sentences = vec![
        format!(
            "When your last seed brings one of your opponent’s pits to exactly three, you take the three, and the pit becomes your tuzdyk; this comes before any other capture. You may have only one, it may not be your opponent’s last pit (the {}), and it may not have the same number as your opponent’s tuzdyk.",
            ordinal(s.pits),
        ),
        "From then on every seed that falls in a tuzdyk, whoever sows it, goes to the store of the player who owns it."
            .to_string(),
    ];
    if s.bonus != Bonus::Never {
        sentences.push("A last seed that falls in a tuzdyk gives no further move.".to_string());
    }
    sentences
}

fn grand_slam(s: &Switches) -> Option<&'static str> {
    if s.capture == Capture::None && !s.tuzdyk {
        return None;
    }
    Some(match s.grand_slam {
        GrandSlam::Captures => "A capture may take all the seeds your opponent has.",
        GrandSlam::CapturesNothing if s.tuzdyk => {
            "A move that would capture all the seeds your opponent has, a grand slam, may be played but takes nothing and makes no tuzdyk."
        }
        GrandSlam::CapturesNothing => {
            "A move that would capture all the seeds your opponent has, a grand slam, may be played but takes nothing."
        }
        GrandSlam::Illegal => {
            "A move that would capture all the seeds your opponent has, a grand slam, may not be played."
        }
        GrandSlam::IllegalUnlessOnly if s.feeding == Feeding::WhenPossible => {
            "A move that would capture all the seeds your opponent has, a grand slam, may be played only if each of your moves is one or fails to feed."
        }
        GrandSlam::IllegalUnlessOnly => {
            "A move that would capture all the seeds your opponent has, a grand slam, may be played only if you have no other move."
        }
    })
}

fn feeding(s: &Switches) -> Option<&'static str> {
    match s.feeding {
        Feeding::None if s.end == End::SideEmpty => None,
        Feeding::None => Some("You need not feed an opponent who has no seeds."),
        Feeding::WhenPossible => Some(
            "If your opponent has no seeds, you must feed them: play a move after which they have some, if you have one.",
        ),
        Feeding::Always => Some(
            "If your opponent has no seeds, you must feed them: only a move after which they have some may be played.",
        ),
    }
}

fn burning(s: &Switches) -> Vec<String> {
    let price = match s.burn_cost {
        0 => "It costs nothing".to_string(),
        cost => format!(
            "It costs {}, paid from your store and out of the game",
            counted(cost, "seed")
        ),
    };
    vec![
        "Instead of sowing you may burn a column, that is, two pits that face each other: they leave the board for good with all their seeds, and your turn is over."
            .to_string(),
        format!("{price}; at least {} must be left.", counted(s.burn_columns_left, "column")),
        "Sowing and capturing pass over burned columns.".to_string(),
    ]
}

fn end(s: &Switches) -> Vec<String> {
    let stuck = s.grand_slam == GrandSlam::Illegal
        || (s.laps == Laps::Relay && !s.sow_own_store && !s.sow_opponent_store);
    let mut sentences = said(&[match s.end {
        End::SideEmpty if s.bonus != Bonus::Never => {
            "The game ends as soon as either side has no seeds, even in the middle of a chain of moves."
        }
        End::SideEmpty => "The game ends as soon as either side has no seeds.",
        End::NoMove => "The game ends when the player to move has no move to play.",
    }]);
    if s.end == End::SideEmpty && stuck {
        sentences.extend(said(&[
            "It also ends when the player to move has no move to play.",
        ]));
    }
    if s.majority {
        sentences.extend(said(&[if s.burn {
            "A store with more than half of the seeds still in the game ends it at once."
        } else {
            "A store with more than half of all the seeds ends it at once."
        }]));
    }
    sentences.extend(said(&[
        "Whoever has more seeds in the end wins; equal numbers are a draw.",
    ]));
    sentences
}

fn leftovers(s: &Switches) -> Vec<String> {
    let mut sentences = said(&[match s.leftovers {
        Leftovers::Owner => "Each player takes the seeds left on their own side.",
        Leftovers::Opponent if s.end == End::SideEmpty => {
            "The opponent of the player whose side is empty takes all the seeds left."
        }
        Leftovers::Opponent => {
            "The opponent of the player who cannot move takes all the seeds left."
        }
        Leftovers::Nobody => "The seeds left go to nobody: only the stores count.",
        Leftovers::Stay => {
            "The seeds left stay where they lie and count: a score is the seeds in a player’s row and store together."
        }
    }]);
    if s.leftovers == Leftovers::Opponent && s.majority {
        sentences.extend(said(&[
            "After a majority each takes those on their own side.",
        ]));
    }
    sentences
}

fn repetition(s: &Switches) -> Vec<String> {
    let Repetition::Nth(n) = s.repetition else {
        return Vec::new();
    };
    let rest = match s.repetition_leftovers {
        RepetitionLeftovers::Nobody => "the seeds left on the board go to nobody.",
        RepetitionLeftovers::Owner => "each player takes the seeds left on their own side.",
        RepetitionLeftovers::Split => {
            "the seeds left on the board are shared equally, an odd one going to nobody."
        }
    };
    vec![format!(
        "When a position comes up for the {} time with the same player to move, the game ends, and {rest}",
        ordinal(n)
    )]
}
