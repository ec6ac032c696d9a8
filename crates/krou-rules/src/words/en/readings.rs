//! What the switches are about and what their readings are, in a few English words.

use super::{counted, number, ordinal};
use crate::{
    Bonus, Capture, CaptureSide, CaptureTakes, End, Feeding, First, GrandSlam, Laps, Leftovers,
    Origin, Repetition, RepetitionLeftovers, Resign, Switches,
};

/// What a switch is about.
pub(super) fn label(key: &str) -> Option<&'static str> {
    Some(match key {
        "pits" => "Pits on each side",
        "seeds" => "Seeds in each pit",
        "first" => "First move",
        "sow-own-store" => "One’s own store",
        "sow-opponent-store" => "The opponent’s store",
        "origin" => "The pit a sowing starts from",
        "laps" => "A last seed in a pit that holds seeds",
        "bonus" => "Moving again",
        "capture" => "Capturing",
        "capture-side" => "Where the capturing seed falls",
        "capture-takes" => "What a capture takes",
        "empty-capture" => "A last seed opposite an empty pit",
        "capture-chain" => "The pits before a captured one",
        "grand-slam" => "Taking all the opponent’s seeds",
        "feeding" => "An opponent without seeds",
        "end" => "The game ends",
        "leftovers" => "Seeds left on the board",
        "majority" => "A store with more than half of the seeds",
        "repetition" => "A position that comes back",
        "repetition-leftovers" => "Seeds left after a repetition",
        "burn" => "Burning a column",
        "burn-cost" => "Price of burning a column",
        "burn-columns-left" => "Columns that must be left",
        "tuzdyk" => "Tuzdyk",
        "resign" => "Seeds left when a player resigns",
        _ => return None,
    })
}

/// A switch's reading.
pub(super) fn reading(key: &str, s: &Switches) -> Option<String> {
    let words = match key {
        "pits" => return Some(number(s.pits)),
        "seeds" => return Some(number(s.seeds)),
        "first" => match s.first {
            First::South => "South",
            First::North => "North",
            First::Random => "drawn by lot",
        },
        "sow-own-store" => sown(s.sow_own_store),
        "sow-opponent-store" => sown(s.sow_opponent_store),
        "origin" => match s.origin {
            Origin::Sown => "sown like any other",
            Origin::Skipped => "skipped on every pass",
            Origin::FirstSeed => "gets the first seed back, unless there was only one",
        },
        "laps" => match s.laps {
            Laps::Single => "ends the sowing",
            Laps::Relay => "lifts that pit and sows on",
        },
        "bonus" => match s.bonus {
            Bonus::Never => "never",
            Bonus::OwnStore => "after a last seed in one’s own store",
            Bonus::EitherStore => "after a last seed in either store",
        },
        "capture" => return Some(capture(s)),
        "capture-side" => side(s.capture_side),
        "capture-takes" => takes(s.capture_takes),
        "empty-capture" => {
            if s.empty_capture {
                "is captured all the same"
            } else {
                "captures nothing"
            }
        }
        "capture-chain" => {
            if s.capture_chain {
                "captured too, backward, while they hold two or three"
            } else {
                "not captured"
            }
        }
        "grand-slam" => match s.grand_slam {
            GrandSlam::Captures if s.capture == Capture::None && !s.tuzdyk => "cannot happen",
            GrandSlam::Captures => "a capture like any other",
            GrandSlam::CapturesNothing => "may be played, but takes nothing",
            GrandSlam::Illegal => "may not be played",
            GrandSlam::IllegalUnlessOnly => "may be played only for want of another move",
        },
        "feeding" => match s.feeding {
            Feeding::None if s.end == End::SideEmpty => "ends the game",
            Feeding::None => "need not be fed",
            Feeding::WhenPossible => "must be fed if possible",
            Feeding::Always => "must be fed, and no other move may be played",
        },
        "end" => match s.end {
            End::SideEmpty => "as soon as either side is empty",
            End::NoMove => "when the player to move has no move to play",
        },
        "leftovers" => match s.leftovers {
            Leftovers::Owner => "each player takes those on their own side",
            Leftovers::Opponent => "to the opponent of the player who cannot move",
            Leftovers::Nobody => "to nobody",
            Leftovers::Stay => "stay and count with the store",
        },
        "majority" => {
            if s.majority {
                "ends the game at once"
            } else {
                "does not end the game"
            }
        }
        "repetition" => match s.repetition {
            Repetition::None => "cannot be, since stored seeds never return",
            Repetition::Nth(n) => {
                let rest = repetition_leftovers(s.repetition_leftovers);
                return Some(format!(
                    "ends the game the {} time (seeds left: {rest})",
                    ordinal(n)
                ));
            }
        },
        "repetition-leftovers" => repetition_leftovers(s.repetition_leftovers),
        "burn" => return Some(burn(s)),
        "burn-cost" => return Some(price(s)),
        "burn-columns-left" => return Some(number(s.burn_columns_left)),
        "tuzdyk" => {
            if s.tuzdyk {
                "an opponent’s pit brought to three becomes one and collects seeds"
            } else {
                "none"
            }
        }
        "resign" => match s.resign {
            Resign::Opponent => "all to the opponent",
            Resign::Owner => "each player takes those on their own side",
        },
        _ => return None,
    };
    Some(words.to_string())
}

fn sown(sown: bool) -> &'static str {
    if sown {
        "gets a seed in passing"
    } else {
        "is skipped"
    }
}

fn side(side: CaptureSide) -> &'static str {
    match side {
        CaptureSide::Own => "on one’s own side",
        CaptureSide::Either => "on either side",
    }
}

fn takes(takes: CaptureTakes) -> &'static str {
    match takes {
        CaptureTakes::Both => "the seeds opposite and the last seed",
        CaptureTakes::Opposite => "only the seeds opposite",
    }
}

fn repetition_leftovers(leftovers: RepetitionLeftovers) -> &'static str {
    match leftovers {
        RepetitionLeftovers::Nobody => "to nobody",
        RepetitionLeftovers::Owner => "each player takes those on their own side",
        RepetitionLeftovers::Split => "shared equally",
    }
}

fn capture(s: &Switches) -> String {
    match s.capture {
        Capture::None => "nothing".to_string(),
        Capture::Opposite => format!(
            "a last seed in an empty pit {} takes {}{}",
            side(s.capture_side),
            takes(s.capture_takes),
            if s.empty_capture {
                ", itself even if there are none"
            } else {
                ""
            },
        ),
        Capture::Count => format!(
            "a last seed that brings an opponent’s pit to two or three takes it{}",
            if s.capture_chain {
                ", and backward the pits before it"
            } else {
                ""
            },
        ),
        Capture::Even => "a last seed that makes an opponent’s pit even takes it".to_string(),
    }
}

fn burn(s: &Switches) -> String {
    if !s.burn {
        return "not allowed".to_string();
    }
    format!(
        "allowed for {}, with at least {} left",
        price(s),
        counted(s.burn_columns_left, "column"),
    )
}

fn price(s: &Switches) -> String {
    match s.burn_cost {
        0 => "nothing".to_string(),
        cost => counted(cost, "seed"),
    }
}
