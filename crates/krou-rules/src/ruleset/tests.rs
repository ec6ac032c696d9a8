use super::*;
use crate::*;

fn error(text: &str) -> RulesetError {
    let error = Ruleset::parse("mine", text).expect_err(text);
    assert!(text.get(error.span.clone()).is_some(), "{error:?}");
    error
}

/// Asserts where a file is refused and what the error says.
fn refused(text: &str, shown: &str) {
    assert_eq!(error(text).to_string(), shown, "in:\n{text}");
}

#[test]
fn every_built_in_game_loads_and_makes_sense() {
    assert_eq!(Ruleset::all().len(), Ruleset::names().count());
    for (name, game) in Ruleset::names().zip(Ruleset::all()) {
        assert_eq!(game.name, name);
        assert_eq!(game.switches.check(), Ok(()));
        assert_eq!(Ruleset::builtin(name).as_ref(), Some(&game));
        assert!(!game.sources.is_empty(), "{name} names no source");
        for lang in Lang::ALL {
            assert_ne!(game.title.get(lang), name);
            assert!(!game.description(lang).is_empty());
        }
        assert_ne!(game.about.description.en, game.about.description.fr);
        let again = Ruleset::parse(name, Ruleset::source_text(name).unwrap());
        assert_eq!(again, Ok(game));
    }
    assert_eq!(Ruleset::builtin("chess"), None);
}

#[test]
fn a_built_in_file_names_only_what_differs_from_its_base() {
    for (name, text) in FILES.iter().filter(|(name, _)| *name != "kalah") {
        let base = text
            .lines()
            .find_map(|line| line.strip_prefix("base = "))
            .map_or("kalah", |quoted| quoted.trim_matches('"'));
        let base = Ruleset::builtin(base).unwrap().switches;
        let named = text
            .lines()
            .skip_while(|line| *line != "[switches]")
            .take_while(|line| *line != "[[tips]]")
            .filter(|line| line.contains(" = "))
            .count();
        let game = Ruleset::builtin(name).unwrap().switches;
        assert_eq!(named, game.differing(&base).len(), "{name}");
    }
}

#[test]
fn kalah_names_every_switch_and_is_the_default() {
    let text = Ruleset::source_text("kalah").unwrap();
    for key in Switches::KEYS {
        assert!(text.contains(&format!("\n{key} = ")), "{key}");
    }
    assert_eq!(
        Ruleset::builtin("kalah").unwrap().switches,
        Switches::default()
    );
}

/// Each game's distance from Kalah, as the specification tells it.
#[test]
fn the_built_in_switches_are_those_of_the_specification() {
    let awale = "first=random sow-own-store=false origin=skipped bonus=never capture=count \
                 grand-slam=illegal feeding=always end=no-move repetition=3 resign=opponent";
    let togyzkumalak = "pits=9 seeds=9 sow-own-store=false origin=first-seed bonus=never \
                        capture=even end=no-move majority=true repetition=3 \
                        repetition-leftovers=owner tuzdyk=true";
    let attic_advanced = "seeds=3 sow-opponent-store=true bonus=either-store capture-side=either \
                          capture-takes=opposite leftovers=stay";
    let expected = [
        ("kalah", ""),
        ("kalah-5x2", "pits=5 seeds=2"),
        ("kalah-empty-capture", "empty-capture=true"),
        (
            "ayo",
            "origin=skipped laps=relay bonus=never capture-takes=opposite",
        ),
        ("avalanche", "laps=relay capture=none leftovers=nobody"),
        ("awale", awale),
        (
            "oware",
            "sow-own-store=false origin=skipped bonus=never capture=count \
             grand-slam=captures-nothing feeding=always end=no-move majority=true \
             repetition=2 repetition-leftovers=owner resign=opponent",
        ),
        (
            "awari",
            "first=random sow-own-store=false origin=skipped bonus=never capture=count \
             grand-slam=illegal-unless-only feeding=when-possible end=no-move \
             leftovers=opponent repetition=2 repetition-leftovers=split resign=opponent",
        ),
        (
            "attic",
            "seeds=3 sow-opponent-store=true bonus=never capture=none leftovers=stay",
        ),
        ("attic-advanced", attic_advanced),
        ("attic-fire", &format!("{attic_advanced} burn=true")),
        ("togyzkumalak", togyzkumalak),
        (
            "bestemshe",
            &togyzkumalak
                .replace("pits=9 seeds=9", "pits=5 seeds=5")
                .replace(" tuzdyk=true", ""),
        ),
    ];
    assert!(Ruleset::names().eq(expected.iter().map(|(name, _)| *name)));
    for (name, words) in expected {
        let game = Ruleset::builtin(name).unwrap().switches;
        let differing: Vec<String> = game
            .differing(&Switches::default())
            .into_iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        assert_eq!(differing.join(" "), words, "{name}");
    }
}

#[test]
fn older_numbers_are_inherited_from_the_base() {
    let numbering = |name| Ruleset::builtin(name).unwrap().numbering;
    assert_eq!(numbering("attic-fire"), Numbering::Attic);
    assert_eq!(numbering("avalanche"), Numbering::Solver);
    assert_eq!(numbering("kalah-5x2"), Numbering::Flat);
    assert_eq!(numbering("oware"), Numbering::Flat);
    for numbering in Numbering::ALL {
        assert_eq!(numbering.to_string().parse(), Ok(numbering));
    }
}

/// Saved games, links and tables carry these: they may never change.
#[test]
fn fingerprints_never_change() {
    let prints: Vec<String> = Ruleset::all()
        .iter()
        .map(|game| format!("{} {}", game.fingerprint(), game.name))
        .collect();
    assert_eq!(
        prints.join("\n"),
        include_str!("fingerprints.txt").trim_end()
    );
}

#[test]
fn an_empty_file_is_kalah_under_its_own_name() {
    let game = Ruleset::parse("village rules", "").unwrap();
    assert_eq!(game.name, "village-rules");
    assert_eq!(game.title, BiText::same("village-rules"));
    assert_eq!(game.about.description.en, "A variant of Kalah.");
    assert_eq!(game.switches, Switches::default());
    assert_eq!(Ruleset::parse("", "").unwrap().name, "unnamed");
}

#[test]
fn a_file_names_itself_and_its_texts() {
    let text = "name = \"ours\"\ntitle = \"Ours\"\ndescription.fr = \"Le nôtre.\"\n";
    let game = Ruleset::parse("file", text).unwrap();
    assert_eq!(game.name, "ours");
    assert_eq!(game.title, BiText::same("Ours"));
    assert_eq!(game.about.description, BiText::same("Le nôtre."));
}

#[test]
fn an_unknown_key_is_refused_with_the_nearest_one() {
    refused(
        "[switches]\npits = 5\n  graned-slam = \"illegal\"\n",
        "3:3: there is no switch `graned-slam`; did you mean `grand-slam`?",
    );
    // Two letters that changed places are one mistake.
    refused(
        "[switches]\npist = 5\n",
        "2:1: there is no switch `pist`; did you mean `pits`?",
    );
    refused(
        "titel = \"x\"\n",
        "1:1: there is no key `titel` here; did you mean `title`?",
    );
    refused(
        "colour = \"red\"\n",
        "1:1: there is no key `colour` here; the keys are \
         name, base, title, description, tips, sources, numbering, switches",
    );
    let shown = error("[switches]\nxyzzyxyzzy = 1\n").to_string();
    assert!(
        shown.contains("; the switches are pits, seeds, "),
        "{shown}"
    );
    refused(
        "title.de = \"Spiel\"\n",
        "1:7: there is no language `de`; allowed: title.en, title.fr",
    );
}

#[test]
fn a_key_in_the_wrong_table_is_told_where_it_belongs() {
    refused(
        "pits = 5\n",
        "1:1: `pits` is a switch, and switches stand in a table of their own; \
         put it under a line `[switches]`",
    );
    refused(
        "[switches]\nbase = \"oware\"\n",
        "2:1: `base` is not a switch; put it at the top of the file, above `[switches]`",
    );
}

#[test]
fn a_number_out_of_range_is_refused_with_the_range() {
    for wrong in [
        "13",
        "0",
        "-1",
        "+6",
        "0x6",
        "6.0",
        "99999999999999999999999",
    ] {
        refused(
            &format!("[switches]\npits = {wrong}\n"),
            &format!("2:8: `{wrong}` is not a value of `pits`; allowed: a number from 1 to 12"),
        );
    }
}

#[test]
fn a_value_of_the_wrong_type_is_refused() {
    refused(
        "[switches]\nfirst = true\n",
        "2:9: `true` is not a value of `first`; allowed: \"south\", \"north\", \"random\"",
    );
    refused(
        "[switches]\nmajority = \"yes\"\n",
        "2:12: `\"yes\"` is not a value of `majority`; write true without quotes",
    );
    refused(
        "[switches]\nrepetition = \"3\"\nsow-own-store = false\n",
        "2:14: `\"3\"` is not a value of `repetition`; write 3 without quotes",
    );
    refused(
        "[switches]\npits = [6]\n",
        "2:8: `[6]` is not a value of `pits`; allowed: a number from 1 to 12",
    );
    refused(
        "switches = 3\n",
        "1:12: `switches` is not a table; \
         write a line `[switches]` and one line `switch = value` for each",
    );
    refused(
        "base = 3\n",
        "1:8: `base` is a text, not a TOML integer; write it in quotes: base = \"…\"",
    );
    refused(
        "sources = [\"a\", 1]\n",
        "1:17: `sources` is a text, not a TOML integer; write it in quotes: sources = \"…\"",
    );
    refused(
        "numbering = \"round\"\n",
        "1:13: there is no numbering `round`; allowed: \"flat\", \"attic\", \"solver\"",
    );
    refused(
        "name = \"a b\"\n",
        "1:8: `a b` cannot be a name; \
         allowed: up to 64 letters a-z and A-Z, digits, `-`, `_` and `.`",
    );
}

#[test]
fn an_unknown_base_is_refused() {
    refused(
        "# our own\nbase = \"awalé\"\n",
        "2:8: there is no built-in game `awalé` to build on; did you mean `awale`?",
    );
}

#[test]
fn nonsense_points_at_the_switch_the_file_sets() {
    let shown = error("base = \"kalah\"\n[switches]\nseeds = 12\npits = 12\n");
    assert_eq!((shown.line, shown.column), (3, 1));
    assert!(shown.message(Lang::En).contains("288 seeds"), "{shown}");
    // `bonus` is the likelier culprit, but it comes from the base: this file sets the other.
    let shown = error("[switches]\nrepetition = 3\nsow-own-store = false # é\n");
    assert_eq!((shown.line, shown.column), (3, 1));
    assert_eq!(shown.span, 26..47);
    assert!(shown.message(Lang::En).contains("`bonus`"), "{shown}");
}

#[test]
fn the_first_fault_of_a_file_is_the_one_reported() {
    assert_eq!(error("[switches]\nz = 1\na = 1\n").line, 2);
}

#[test]
fn text_that_is_not_toml_is_refused_where_it_breaks() {
    let shown = error("title = \"é\"\npits 6\n");
    assert_eq!(shown.line, 2);
    assert!(
        shown.message(Lang::En).starts_with("this is not TOML: "),
        "{shown}"
    );
    assert_eq!(error("base = \"kalah\"\nbase = \"ayo\"\n").line, 2);
}

#[test]
fn no_text_makes_the_reader_panic() {
    let deep = [
        "a = ".to_string() + &"[".repeat(20_000),
        "a = ".to_string() + &"{a=".repeat(20_000),
        "a.".repeat(20_000) + "a = 1",
        "[".to_string() + &"a.".repeat(20_000) + "a]",
        "[switches]\n".to_string() + &"x".repeat(100_000) + " = 1",
        "[switches]\npits = \"".to_string() + &"\\u0000é".repeat(1000) + "\"",
    ];
    for text in &deep {
        assert!(error(text).to_string().len() < 2000);
    }
    for text in [
        "\u{feff}",
        "\r\n",
        "\0",
        "é",
        "=",
        "[",
        "[[switches]]",
        "switches.a.b = 1",
        "\"\" = 1",
    ] {
        let _ = Ruleset::parse("mine", text);
    }
    // Every cut and every single changed byte of real files.
    for (name, text) in FILES {
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            let _ = Ruleset::parse(name, &text[..at]);
            for put in ["\"", "[", "=", "é", "\n", "9"] {
                if at % 7 == 0 {
                    let _ = Ruleset::parse(name, &format!("{}{put}{}", &text[..at], &text[at..]));
                }
            }
        }
    }
}

#[test]
fn a_fault_is_told_in_every_language_with_its_place() {
    for (text, english, french) in [
        (
            "[switches]\npist = 5\n",
            "2:1: there is no switch `pist`; did you mean `pits`?",
            "2:1: il n’y a pas de réglage `pist`\u{a0}; vouliez-vous dire `pits`\u{a0}?",
        ),
        (
            "[switches]\nrepetition = 1\n",
            "2:14: `1` is not a value of `repetition`; allowed: \"none\", or a number from 2 to 9",
            "2:14: `1` n’est pas une valeur de `repetition`\u{a0}; sont permis\u{a0}: \"none\", ou un nombre de 2 à 9",
        ),
        (
            "[switches]\nseeds = 12\npits = 12\n",
            "2:1: 12 pits a side with 12 seeds each are 288 seeds; a game has at most 255",
            "2:1: 12 cases par côté avec 12 graines chacune font 288 graines\u{a0}; une partie en a au plus 255",
        ),
    ] {
        assert_eq!(error(text).text(Lang::En), english);
        assert_eq!(error(text).text(Lang::Fr), french);
    }
}

#[test]
fn a_changed_game_is_a_variant_and_has_no_tips() {
    let kalah = Ruleset::builtin("kalah").unwrap();
    assert!(kalah.tips(Lang::En).len() > 2);
    let mut changed = kalah.clone();
    changed.set("pits", "4").unwrap();
    assert_eq!(changed.description(Lang::En), "A variant of Kalah.");
    assert!(changed.tips(Lang::Fr).is_empty());
    changed.set("pits", "6").unwrap();
    assert_eq!(
        changed.description(Lang::En),
        kalah.description(Lang::En),
        "changed back"
    );
    changed.set("repetition", "3").unwrap();
    assert!(!changed.tips(Lang::En).is_empty(), "no effect in Kalah");
}

#[test]
fn tips_are_read_in_each_language_and_not_inherited() {
    let text = "[[tips]]\nen = \"Count.\"\nfr = \"Comptez.\"\n";
    let game = Ruleset::parse("ours", text).unwrap();
    assert_eq!(game.tips(Lang::En), ["Count."]);
    assert_eq!(game.tips(Lang::Fr), ["Comptez."]);
    let both = Ruleset::parse("ours", "tips = [\"Count.\"]").unwrap();
    assert_eq!(both.tips(Lang::Fr), ["Count."]);
    let error = Ruleset::parse("ours", "tips = \"Count.\"").unwrap_err();
    assert_eq!((error.line, error.column), (1, 8));
    let none = Ruleset::parse("ours", "base = \"kalah\"").unwrap();
    assert!(none.tips(Lang::En).is_empty());
}

#[test]
fn control_characters_in_printed_texts_are_refused_where_they_stand() {
    for (text, key, c) in [
        (r#"title = "a\u001b[31mb""#, "title", '\u{1b}'),
        (r#"title.fr = "a\rb""#, "title.fr", '\r'),
        (r#"description.en = "\u0007""#, "description.en", '\u{7}'),
        (r#"sources = ["fine", "\u009b2J"]"#, "sources", '\u{9b}'),
        (r#"title = "a\u202Eb""#, "title", '\u{202e}'),
    ] {
        let error = Ruleset::parse("x", &format!("base = \"kalah\"\n{text}\n")).unwrap_err();
        let expected = RulesetFault::ControlCharacter(key.into(), c);
        assert_eq!((error.line, &error.what), (2, &expected), "{text}");
        for lang in Lang::ALL {
            assert!(!error.text(lang).contains(char::is_control), "{text}");
        }
    }
    let broken = Ruleset::parse("x", r#"description = "one line\nand another""#);
    assert_eq!(
        broken.unwrap().description(Lang::En),
        "one line\nand another"
    );
}

#[test]
fn a_game_file_of_earlier_rules_is_played_by_those() {
    let old = "4dda04898d6b77e8";
    let read = |tags: &str| {
        let record: Record = format!("[Rules \"oware\"]\n{tags}\n").parse().unwrap();
        let ruleset = record.ruleset().unwrap();
        let rules = std::sync::Arc::new(Rules::new(ruleset).unwrap());
        record
            .replay(rules)
            .map(|game| game.rules().switches().clone())
    };
    let earlier = read(&format!("[Fingerprint \"{old}\"]")).unwrap();
    assert_eq!(earlier.feeding, Feeding::WhenPossible);
    let mut seeds = Ruleset::builtin("oware").unwrap();
    seeds.set("feeding", "when-possible").unwrap();
    assert_eq!(seeds.fingerprint().to_string(), old);
    seeds.set("seeds", "3").unwrap();
    let print = seeds.fingerprint();
    let tags = format!("[Switches \"seeds=3\"]\n[Fingerprint \"{print}\"]");
    assert_eq!(read(&tags).unwrap(), seeds.switches);
    assert_eq!(read("").unwrap().feeding, Feeding::Always);
    assert!(read("[Fingerprint \"0000000000000000\"]").is_err());
}
