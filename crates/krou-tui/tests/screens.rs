//! Every screen as it stands, in sizes, languages and characters. After a change that is meant to
//! alter them, run with `INSTA_UPDATE=always` and read the difference.

mod common;

use std::time::Duration;

use common::{app, app_with, context, drawn, game, keys, painted, rules, settle, some_game};
use insta::assert_snapshot;
use krou_rules::{Lang, Ruleset, Side};
use krou_tui::app::App;
use krou_tui::screen::load::Load;
use krou_tui::screen::menu::Menu;
use krou_tui::screen::new_game::NewGame;
use krou_tui::screen::players::Players;
use krou_tui::screen::review::Review;
use krou_tui::screen::rules::RulesScreen;
use krou_tui::screen::settings::SettingsScreen;
use krou_tui::settings::Speed;
use krou_tui::theme::{self, Depth, Look};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

#[test]
fn a_game_in_every_size() {
    let kalah = rules("kalah", &[]);
    for (width, height) in [(60, 20), (80, 24), (100, 30), (140, 45)] {
        let mut app = app_with(some_game(&kalah, 9), context(Lang::En));
        assert_snapshot!(
            format!("kalah {width}x{height}"),
            drawn(&mut app, width, height)
        );
    }
}

#[test]
fn the_start_of_every_game() {
    for name in Ruleset::names() {
        let mut app = app_with(game(&rules(name, &[]), "", ""), context(Lang::En));
        assert_snapshot!(format!("start {name}"), drawn(&mut app, 80, 24));
    }
}

#[test]
fn twelve_pits_a_side_and_one() {
    let long = rules("kalah", &[("pits", "12"), ("seeds", "10")]);
    let position = "10,0,100,12,1,0,0,99,3,3,3,3/1,1,1,1,1,1,1,1,1,1,1,1/0,0/S";
    for (width, height) in [(60, 20), (80, 24), (160, 40)] {
        let mut app = app_with(game(&long, position, ""), context(Lang::En));
        assert_snapshot!(
            format!("twelve {width}x{height}"),
            drawn(&mut app, width, height)
        );
    }
    let short = rules("kalah", &[("pits", "1")]);
    let mut app = app_with(game(&short, "", ""), context(Lang::En));
    assert_snapshot!("one pit", drawn(&mut app, 60, 20));
}

#[test]
fn burned_columns_tuzdyks_and_heaps() {
    let fire = rules("attic-fire", &[]);
    let burned = "3,x,12,0,x,1/1,x,4,4,x,2/7,9/S";
    let mut fired = app_with(game(&fire, burned, ""), context(Lang::En));
    assert_snapshot!("burned", drawn(&mut fired, 60, 20));
    let nine = rules("togyzkumalak", &[]);
    let position = "9,t,9,10,11,0,0,9,1/9,9,9,t,23,9,9,9,9/12,15/N";
    let mut tuzdyks = app_with(game(&nine, position, ""), context(Lang::En));
    assert_snapshot!("tuzdyks", drawn(&mut tuzdyks, 80, 24));
}

#[test]
fn only_ascii_where_that_is_wanted() {
    let fire = rules("attic-fire", &[]);
    let burned = "3,x,12,0,x,1/1,x,4,4,x,2/7,9/S";
    let mut ctx = context(Lang::En);
    ctx.system_unicode = false;
    let mut app = app_with(game(&fire, burned, "A"), ctx);
    let text = drawn(&mut app, 60, 20);
    assert!(text.is_ascii(), "{text}");
    assert_snapshot!("ascii", text);
    // Also in a language that writes more than that.
    let french = || {
        let mut ctx = context(Lang::Fr);
        ctx.system_unicode = false;
        ctx
    };
    let mut play = app_with(game(&fire, burned, "A"), french());
    let mut ctx = french();
    let menu = Menu::new(&mut ctx);
    let mut menu = App::new(ctx, Box::new(menu));
    let mut ctx = french();
    let new = NewGame::new(&mut ctx);
    let mut new = App::new(ctx, Box::new(new));
    let mut settings = App::new(french(), Box::new(SettingsScreen::default()));
    for app in [&mut play, &mut menu, &mut new, &mut settings] {
        for (width, height) in [(60, 20), (140, 40), (40, 10)] {
            let text = drawn(app, width, height);
            assert!(text.is_ascii(), "{text}");
        }
    }
    keys(&mut new, "?");
    assert_snapshot!("ascii fr", drawn(&mut new, 60, 20));
}

#[test]
fn what_a_move_would_capture_is_shown_before_it_is_played() {
    let kalah = rules("kalah", &[]);
    let position = "1,0,4,4,4,4/4,4,4,4,5,4/5,5/S";
    let mut app = app_with(game(&kalah, position, ""), context(Lang::En));
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("A: captures 6"), "{text}");
    assert_snapshot!("preview", text);
}

#[test]
fn seeds_travel_one_by_one() {
    let kalah = rules("kalah", &[]);
    let mut ctx = context(Lang::En);
    ctx.settings.speed = Speed::Normal;
    let mut app = app_with(game(&kalah, "", ""), ctx);
    keys(&mut app, "d\n");
    let start = app.ctx.now;
    for (ms, name) in [(50, "lifted"), (480, "on its way")] {
        app.tick_at(start + Duration::from_millis(ms));
        assert_snapshot!(format!("travel {name}"), drawn(&mut app, 60, 20));
    }
    app.tick_at(start + Duration::from_secs(5));
    assert_snapshot!("travel arrived", drawn(&mut app, 60, 20));
}

#[test]
fn values_and_the_hint_stand_beside_the_pits() {
    let kalah = rules("kalah", &[]);
    for (width, height) in [(60, 20), (120, 30)] {
        let mut app = app_with(game(&kalah, "", "C"), context(Lang::En));
        keys(&mut app, "v");
        settle(&mut app, |app| drawn(app, 60, 20).contains("moves deep"));
        keys(&mut app, "t");
        settle(&mut app, |app| {
            app.ctx
                .note
                .as_ref()
                .is_some_and(|note| note.contains("Try"))
        });
        assert_snapshot!(
            format!("values {width}x{height}"),
            drawn(&mut app, width, height)
        );
    }
}

#[test]
fn the_end_tells_who_won_and_why() {
    let kalah = rules("kalah", &[]);
    let position = "0,0,0,0,0,1/0,4,0,0,0,2/20,21/S";
    for lang in Lang::ALL {
        let mut app = app_with(game(&kalah, position, ""), context(lang));
        keys(&mut app, "\n");
        assert_snapshot!(format!("end {lang}"), drawn(&mut app, 80, 24));
    }
}

#[test]
fn the_review_shows_a_graph_and_the_mistakes() {
    let kalah = rules("kalah", &[]);
    let mut finished = some_game(&kalah, 17);
    finished.resign(Side::South);
    for (width, height) in [(60, 20), (140, 40)] {
        let names = krou_rules::BySide::new("Ama".to_string(), "Kofi".to_string());
        let mut app = app(
            |ctx| Box::new(Review::new(&finished, names, Side::South, ctx)),
            Lang::En,
        );
        settle(&mut app, |app| drawn(app, 60, 20).contains("Mistakes"));
        keys(&mut app, "m");
        assert_snapshot!(
            format!("review {width}x{height}"),
            drawn(&mut app, width, height)
        );
    }
}

#[test]
fn menus_and_forms_in_both_languages() {
    for lang in Lang::ALL {
        let mut menu = app(|ctx| Box::new(Menu::new(ctx)), lang);
        assert_snapshot!(format!("menu {lang}"), drawn(&mut menu, 60, 20));
        let mut new = app(|ctx| Box::new(NewGame::new(ctx)), lang);
        assert_snapshot!(format!("new game {lang}"), drawn(&mut new, 80, 24));
        keys(&mut new, "\\^\n\\v\\v\\>");
        assert_snapshot!(format!("switches {lang}"), drawn(&mut new, 120, 40));
        let mut settings = app(|_| Box::new(SettingsScreen::default()), lang);
        assert_snapshot!(format!("settings {lang}"), drawn(&mut settings, 60, 20));
        let mut text = app(|_| Box::new(RulesScreen::default()), lang);
        keys(&mut text, "\\^\\^");
        assert_snapshot!(format!("rules {lang}"), drawn(&mut text, 80, 24));
        let mut players = app(|ctx| Box::new(Players::new(ctx)), lang);
        assert_snapshot!(format!("no players {lang}"), drawn(&mut players, 60, 20));
        let mut games = app(|ctx| Box::new(Load::new(ctx)), lang);
        assert_snapshot!(format!("no games {lang}"), drawn(&mut games, 60, 20));
        let mut play = app_with(game(&rules("oware", &[]), "", "C d"), context(lang));
        assert_snapshot!(format!("oware {lang}"), drawn(&mut play, 80, 24));
        keys(&mut play, "?");
        assert_snapshot!(format!("keys {lang}"), drawn(&mut play, 60, 20));
    }
}

#[test]
fn every_key_is_told_in_full_on_the_smallest_screen() {
    for lang in Lang::ALL {
        for (name, moves) in [("attic-fire", ""), ("kalah", "C"), ("kalah", "B b A a")] {
            let mut app = app_with(game(&rules(name, &[]), "", moves), context(lang));
            keys(&mut app, "?");
            let text = drawn(&mut app, 60, 20);
            let t = krou_tui::text::text(lang);
            for words in [
                t.sow,
                t.hint,
                t.undo,
                t.values,
                t.why,
                t.redo,
                t.undo_turn,
                t.redo_turn,
                t.choose_pit,
                if moves.len() > 1 { t.resign } else { t.abort },
                if moves.len() > 1 { t.agree } else { t.abort },
                t.flip,
                t.speed,
                t.copy_position,
                t.copy_game,
                t.menu,
                t.leave,
            ] {
                assert!(text.contains(words), "{words}\n{text}");
            }
            if name == "attic-fire" {
                assert!(
                    text.contains(t.burn) && text.contains(t.burn_other),
                    "{text}"
                );
            }
        }
    }
}

#[test]
fn a_terminal_too_small_shows_the_bare_board_and_says_so() {
    let mut app = app_with(game(&rules("kalah", &[]), "", "C"), context(Lang::En));
    assert_snapshot!("too small", drawn(&mut app, 45, 12));
    // Whatever the size, nothing breaks.
    for width in 1..70 {
        for height in [1, 2, 5, 19, 20, 21] {
            drawn(&mut app, width, height);
        }
    }
}

/// A moment with most of what can be seen at once: a burned column, the last move, a chosen pit
/// that captures, values, the best of them, and what the engine thinks.
fn much_to_see(look: Look, depth: Depth, unicode: bool) -> App {
    let mut ctx = context(Lang::En);
    ctx.depth = depth;
    ctx.settings.look = look;
    ctx.system_unicode = unicode;
    let fire = rules("attic-fire", &[]);
    let position = "3,x,12,1,0,1/3,3,4,0,x,2/7,9/N";
    let mut app = app_with(game(&fire, position, "a"), ctx);
    keys(&mut app, "dv");
    settle(&mut app, |app| drawn(app, 60, 20).contains("moves deep"));
    app
}

#[test]
fn every_theme_as_it_is_painted() {
    for (name, look, depth, unicode) in [
        ("dark", Look::Dark, Depth::Many, true),
        ("light", Look::Light, Depth::Many, true),
        ("high contrast", Look::Contrast, Depth::Many, true),
        ("dark of 16 colours", Look::Dark, Depth::Sixteen, true),
        ("light of 16 colours", Look::Light, Depth::Sixteen, true),
        ("no colour", Look::Dark, Depth::None, true),
        ("no colour and ascii", Look::Dark, Depth::None, false),
    ] {
        let mut app = much_to_see(look, depth, unicode);
        assert_snapshot!(format!("painted {name}"), painted(&mut app, 60, 20));
        if !unicode {
            assert!(painted(&mut app, 60, 20).is_ascii());
        }
    }
    // Lists and questions have their own styles.
    let mut menu = app(|ctx| Box::new(Menu::new(ctx)), Lang::En);
    assert_snapshot!("painted menu", painted(&mut menu, 60, 20));
    let mut asked = much_to_see(Look::Dark, Depth::Many, true);
    keys(&mut asked, "x");
    assert_snapshot!("painted question", painted(&mut asked, 60, 20));
}

/// The chosen pit of Kalah's start in 80 by 24, by its count.
fn chosen_cell(look: Look, depth: Depth) -> (ratatui::style::Style, Vec<Color>) {
    let mut ctx = context(Lang::En);
    ctx.depth = depth;
    ctx.settings.look = look;
    let mut app = app_with(game(&rules("kalah", &[]), "", ""), ctx);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| app.render(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let text = drawn(&mut app, 80, 24);
    let y = text.lines().position(|line| line.contains("[A]")).unwrap();
    let line = text.lines().nth(y).unwrap();
    let x = line.chars().position(|c| c == '[').unwrap();
    let colours = buffer.content().iter().flat_map(|cell| [cell.fg, cell.bg]);
    (buffer[(x as u16, y as u16)].style(), colours.collect())
}

#[test]
fn every_theme_draws_with_its_own_colours_and_no_colour_with_none() {
    for look in Look::ALL {
        for depth in [Depth::Many, Depth::Sixteen, Depth::None] {
            let (chosen, colours) = chosen_cell(look, depth);
            let wanted = theme::theme(look, depth).chosen;
            if depth == Depth::None {
                assert!(colours.iter().all(|colour| *colour == Color::Reset));
            } else {
                assert_eq!(
                    (chosen.fg, chosen.bg),
                    (wanted.fg, wanted.bg),
                    "{look:?} {depth:?}"
                );
            }
            assert!(chosen.add_modifier.contains(wanted.add_modifier));
            if depth == Depth::Sixteen {
                let indexed = |colour: &Color| matches!(colour, Color::Indexed(_) | Color::Rgb(..));
                assert!(!colours.iter().any(indexed));
            }
        }
    }
}
