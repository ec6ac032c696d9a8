//! Runs every command shown in the documentation and in `tests/calls`, and compares what it says.
//!
//! After a change that is meant to alter them: `cargo xtask bless`.

fn cases() -> trycmd::TestCases {
    let cases = trycmd::TestCases::new();
    for key in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        cases.env(key, "C");
    }
    cases
}

#[test]
fn the_documentation_shows_what_the_commands_say() {
    cases()
        .case("../../README.md")
        .case("../../docs/*.md")
        .case("../../docs/guide/*.md")
        .case("../../docs/games/*.md");
}

#[test]
fn every_game_has_its_page() {
    for name in krou_rules::Ruleset::names() {
        let page = format!("../../docs/games/{name}.md");
        assert!(
            std::path::Path::new(&page).exists(),
            "write docs/games/{name}.md"
        );
    }
}

#[test]
fn every_call_is_answered_as_recorded() {
    cases().case("tests/calls/*.md");
}
