use std::collections::HashMap;

use super::*;
use crate::{IllegalMove, Line, Nonsense, Record, Rules, Setup, Switches};

fn text(ruleset: &Ruleset, lang: Lang) -> String {
    explain(ruleset, lang)
        .into_iter()
        .flat_map(|section| [vec![section.heading], section.sentences].concat())
        .collect::<Vec<_>>()
        .join("\n")
}

/// Keeps the texts of many games and refuses one text for two games.
#[derive(Default)]
struct Told(HashMap<(Lang, String), Switches>);

impl Told {
    fn tell(&mut self, ruleset: &Ruleset) {
        if ruleset.switches.check().is_err() {
            return;
        }
        let rules = ruleset.switches.effective();
        for lang in Lang::ALL {
            let known = self
                .0
                .entry((lang, text(ruleset, lang)))
                .or_insert_with(|| rules.clone());
            assert_eq!(
                known.differing(&rules),
                [],
                "{lang} does not tell these from the others (from {})",
                ruleset.name
            );
        }
    }
}

#[test]
fn the_words_tell_every_reading_of_every_switch_from_every_other() {
    for game in Ruleset::all() {
        let mut told = Told::default();
        for key in Switches::KEYS {
            let values = Switches::values(key);
            assert!(values.len() > 1, "{key}");
            for value in values {
                let mut changed = game.clone();
                changed.set(key, &value).unwrap();
                told.tell(&changed);
            }
        }
    }
}

#[test]
fn the_words_tell_games_apart_that_differ_in_two_switches() {
    let few = |key: &str| Switches::values(key).into_iter().take(4);
    for game in Ruleset::all() {
        let mut told = Told::default();
        for (at, key) in Switches::KEYS.iter().enumerate() {
            for other in &Switches::KEYS[..at] {
                for value in few(key) {
                    for second in few(other) {
                        let mut changed = game.clone();
                        changed.set(key, &value).unwrap();
                        changed.set(other, &second).unwrap();
                        told.tell(&changed);
                    }
                }
            }
        }
    }
}

#[test]
fn a_game_does_not_differ_from_itself_and_every_other_does() {
    for lang in Lang::ALL {
        for a in Ruleset::all() {
            for b in Ruleset::all() {
                let found = differences(&a, &b, lang);
                assert_eq!(found.is_empty(), a.name == b.name, "{} {}", a.name, b.name);
                for difference in found {
                    let [left, right] = &difference.readings;
                    assert_ne!(left, right, "{}", difference.key);
                }
            }
        }
    }
}

#[test]
fn every_change_of_one_switch_is_a_difference_with_two_readings() {
    for lang in Lang::ALL {
        for game in Ruleset::all() {
            for key in Switches::KEYS {
                for value in Switches::values(key) {
                    let mut changed = game.clone();
                    changed.set(key, &value).unwrap();
                    let same = game.switches.effective() == changed.switches.effective();
                    if changed.switches.check().is_err() || same {
                        continue;
                    }
                    let found = differences(&game, &changed, lang);
                    let [left, right] = &found
                        .iter()
                        .find(|difference| difference.key == *key)
                        .unwrap_or_else(|| panic!("{} {key}={value}", game.name))
                        .readings;
                    assert_ne!(left, right, "{} {key}={value}", game.name);
                }
            }
        }
    }
}

#[test]
fn a_detail_only_one_game_has_is_told_with_what_it_hangs_on() {
    let [attic, oware] = ["attic-advanced", "oware"].map(|name| Ruleset::builtin(name).unwrap());
    let found = differences(&attic, &oware, Lang::En);
    let keys: Vec<&str> = found.iter().map(|difference| difference.key).collect();
    assert!(keys.contains(&"capture"));
    assert!(!keys.contains(&"capture-side"), "{keys:?}");
    let capture = found.iter().find(|d| d.key == "capture").unwrap();
    assert_eq!(
        capture.to_string(),
        "Capturing: Advanced Attic: a last seed in an empty pit on either side takes only the \
         seeds opposite; Oware (abapa): a last seed that brings an opponent’s pit to two or three \
         takes it, and backward the pits before it"
    );
}

#[test]
fn a_changed_copy_of_a_game_is_told_from_it_by_its_fingerprint() {
    let kalah = Ruleset::builtin("kalah").unwrap();
    let mut changed = kalah.clone();
    changed.set("seeds", "1").unwrap();
    let found = differences(&kalah, &changed, Lang::Fr);
    assert_eq!(
        found[0].to_string(),
        format!(
            "Graines par case\u{a0}: Kalah ({})\u{a0}: quatre\u{a0}; Kalah ({})\u{a0}: une",
            kalah.fingerprint(),
            changed.fingerprint()
        )
    );
}

/// All that can be said about the built-in games and their neighbours.
fn everything(lang: Lang) -> Vec<String> {
    let mut all = Vec::new();
    for game in Ruleset::all() {
        all.push(game.description(lang));
        all.extend(explain(&game, lang).into_iter().flat_map(|s| s.sentences));
        for key in Switches::KEYS {
            for value in Switches::values(key) {
                let mut changed = game.clone();
                changed.set(key, &value).unwrap();
                all.extend(
                    explain(&changed, lang)
                        .into_iter()
                        .flat_map(|s| s.sentences),
                );
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

#[test]
fn every_sentence_is_well_set() {
    for lang in Lang::ALL {
        for sentence in everything(lang) {
            assert!(sentence.ends_with('.'), "{sentence}");
            assert!(sentence.starts_with(char::is_uppercase), "{sentence}");
            for wrong in [
                "  ", "'", " .", " ,", "..", "{", "}", " :", " ;", "« ", " »",
            ] {
                assert!(!sentence.contains(wrong), "{wrong:?} in {sentence}");
            }
            if lang == Lang::Fr {
                for mark in [':', ';'] {
                    let spaced = format!("\u{a0}{mark}");
                    let marks = sentence.matches(mark).count();
                    assert_eq!(sentence.matches(&spaced).count(), marks, "{sentence}");
                }
            }
        }
    }
}

#[test]
fn every_reason_has_words_of_its_own() {
    for lang in Lang::ALL {
        let mut reasons = vec![Reason::Repetition, Reason::Agreed, Reason::Aborted];
        for side in Side::BOTH {
            reasons.push(Reason::SideEmpty(side));
            reasons.push(Reason::NoMove(side));
            reasons.push(Reason::Majority(side));
            reasons.push(Reason::Resigned(side));
            reasons.push(Reason::OutOfTime(side));
        }
        let mut told: Vec<String> = reasons.iter().map(|r| reason_words(*r, lang)).collect();
        told.sort();
        told.dedup();
        assert_eq!(told.len(), reasons.len(), "{told:?}");
    }
    assert_eq!(side_words(Side::North, Lang::Fr), "Nord");
}

#[test]
fn every_refusal_is_told_in_every_language() {
    let pit = 'c';
    let refusals = [
        IllegalMove::Over,
        IllegalMove::NotYours {
            turn: Side::South,
            pit,
        },
        IllegalMove::NoSuchPit { pit, pits: 2 },
        IllegalMove::Empty { pit },
        IllegalMove::Burned { pit },
        IllegalMove::Tuzdyk { pit },
        IllegalMove::GrandSlam { pit },
        IllegalMove::Starves { pit },
        IllegalMove::NeverRests { pit },
        IllegalMove::NoBurning,
        IllegalMove::TooPoor { cost: 3, store: 2 },
        IllegalMove::TooFewColumns { left: 3 },
    ];
    for lang in Lang::ALL {
        let told: HashMap<String, IllegalMove> = refusals
            .iter()
            .map(|&refusal| (refusal.text(lang), refusal))
            .collect();
        assert_eq!(told.len(), refusals.len(), "{lang} tells two alike");
        for (sentence, refusal) in told {
            let names_pit = |text: &str| text.split(' ').any(|word| word == "c");
            assert_eq!(
                names_pit(&sentence),
                names_pit(&refusal.to_string()),
                "{sentence}"
            );
        }
    }
}

#[test]
fn every_switch_has_words_for_every_value() {
    for lang in Lang::ALL {
        for key in Switches::KEYS {
            for value in Switches::values(key) {
                let mut switches = Switches::default();
                switches.set(key, &value).unwrap();
                let (label, reading) = switch_words(key, &switches, lang).unwrap();
                assert!(
                    !label.is_empty() && !reading.is_empty(),
                    "{lang} {key}={value}"
                );
            }
        }
    }
    assert_eq!(switch_words("seedz", &Switches::default(), Lang::En), None);
}

/// An error as each language tells it: never the same words, and no English left in the French.
fn told_apart(said: impl Fn(Lang) -> String) {
    let [english, french] = Lang::ALL.map(said);
    assert_ne!(english, french);
    for word in [" the ", " is ", " of ", " game"] {
        assert!(!french.contains(word), "{french}");
    }
    for text in [english, french] {
        assert!(!text.ends_with('.') && text.len() > 10, "{text}");
    }
}

#[test]
fn every_language_says_what_is_wrong_with_a_typed_position() {
    let fire = Rules::builtin("attic-fire").unwrap();
    let tuzdyk = Rules::builtin("togyzkumalak").unwrap();
    let kalah = Rules::builtin("kalah").unwrap();
    for text in [
        "",
        "1,2",
        "1/2/3/4/5",
        "1/2/3/S",
        "1/2/3,4/X",
        "256/2/3,4/S",
        "a/2/3,4/S",
        "1,1,1,1,1,1,1,1,1,1,1,1,1/2/3,4/S",
    ] {
        let error = Setup::read(text, crate::Numbering::Flat, 6).unwrap_err();
        told_apart(|lang| error.text(lang));
        told_apart(|lang| error.what.text(lang));
    }
    for (rules, text) in [
        (&kalah, "1,2/3,4/0,0/S"),
        (&kalah, "99,99,99,0,0,0/0,0,0,0,0,0/0,0/S"),
        (&kalah, "x,1,1,1,1,1/1,1,1,1,1,x/0,0/S"),
        (&kalah, "t,1,1,1,1,1/1,1,1,1,1,1/0,0/S"),
        (&fire, "x,1,1,1,1,1/1,1,1,1,1,1/0,0/S"),
        (&fire, "x,x,x,x,1,1/1,1,x,x,x,x/0,0/S"),
        (&tuzdyk, "t,t,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1,1/0,0/S"),
        (&tuzdyk, "1,1,1,1,1,1,1,1,t/1,1,1,1,1,1,1,1,1/0,0/S"),
        (&tuzdyk, "t,1,1,1,1,1,1,1,1/t,1,1,1,1,1,1,1,1/0,0/S"),
    ] {
        let error = rules.position(&text.parse().unwrap()).unwrap_err();
        told_apart(|lang| error.text(lang));
    }
    let error = Setup::read("1,2/x/0,0/S", crate::Numbering::Flat, 6);
    let error = kalah.position(&error.unwrap()).unwrap_err();
    assert_eq!(
        error.text(Lang::Fr),
        "la rangée de Sud a 2 cases\u{a0}; ce jeu en a 6 par côté"
    );
}

#[test]
fn every_language_says_what_is_wrong_with_moves_and_game_files() {
    for text in ["7", "!", "!!A", "é"] {
        let error = text.parse::<Line>().unwrap_err();
        told_apart(|lang| error.text(lang));
    }
    let error = "AB".parse::<crate::Move>().unwrap_err();
    told_apart(|lang| error.text(lang));
    for text in [
        "[",
        "[South x]",
        "[South \"x",
        "[South \"x\"",
        "{",
        "1-2 A",
        "7",
        "A *\n[Rules \"kalah\"]",
    ] {
        let error = text.parse::<Record>().unwrap_err();
        told_apart(|lang| error.text(lang));
    }
    let replayed = |text: &str| -> Result<crate::Game, crate::ReplayError> {
        let record: Record = text.parse().unwrap();
        let rules = Rules::new(record.ruleset()?)?;
        record.replay(std::sync::Arc::new(rules))
    };
    for text in [
        "A *",
        "[Rules \"kalah\"]\n[Switches \"seeds\"] *",
        "[Rules \"kalah\"]\n[Switches \"seedz=3\"] *",
        "[Rules \"kalah\"]\n[Switches \"seeds=30\"] *",
        "[Rules \"kalah\"]\n[Switches \"pits=12 seeds=12\"] *",
        "[Rules \"kalah\"]\n[Fingerprint \"0\"] *",
        "[Rules \"kalah\"]\n[Position \"0\"] *",
        "[Rules \"kalah\"]\n[Position \"0/0/0,0/S\"] *",
        "[Rules \"kalah\"]\nA A *",
        "[Rules \"kalah\"]\nA 3-4",
        "[Rules \"kalah\"]\n[Termination \"lost\"]\nA *",
    ] {
        let error = replayed(text).expect_err(text);
        told_apart(|lang| error.text(lang));
    }
}

#[test]
fn every_language_says_why_switches_make_no_sense_together() {
    let (pits, seeds, left) = (12, 12, 12);
    for why in [
        Nonsense::TooManySeeds { pits, seeds },
        Nonsense::BonusInOwnStore,
        Nonsense::BonusInNoStore,
        Nonsense::RelayCaptures,
        Nonsense::RelayTuzdyk,
        Nonsense::BurnedTuzdyk,
        Nonsense::OnlyPitTuzdyk,
        Nonsense::EmptyCapture,
        Nonsense::NobodyToFeed,
        Nonsense::NothingBurns { pits, left },
        Nonsense::ForEver,
    ] {
        told_apart(|lang| why.text(lang));
    }
}
