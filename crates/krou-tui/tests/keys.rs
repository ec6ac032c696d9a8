//! Keys and clicks, driven through whole games.

mod common;

use std::rc::Rc;

use common::{
    app, app_with, click, context, drawn, game, guests, key, keys, rules, session, settle,
};
use crossterm::event::{Event, KeyCode, KeyEvent};
use krou_rules::{BySide, Lang, Pit, Reason, Ruleset, Side};
use krou_store::{Blocking, Filter, Seat, Store};
use krou_tui::app::{App, Context};
use krou_tui::screen::load::Load;
use krou_tui::screen::menu::Menu;
use krou_tui::screen::new_game::NewGame;
use krou_tui::screen::play::Play;
use krou_tui::screen::{Next, Screen};
use krou_tui::session::Session;

fn play(name: &str, position: &str) -> (Play, Context) {
    let ctx = context(Lang::En);
    let session = session(
        game(&rules(name, &[]), position, ""),
        guests(Lang::En),
        None,
    );
    (Play::new(session, &ctx), ctx)
}

fn press(play: &mut Play, ctx: &mut Context, code: KeyCode) {
    ctx.note = None;
    assert!(matches!(play.key(KeyEvent::from(code), ctx), Next::Stay));
}

fn line(play: &Play) -> String {
    play.session().game().line().to_string()
}

/// What stands in brackets below the board: the chosen pit.
fn chosen(app: &mut App) -> char {
    let text = drawn(app, 80, 24);
    let at = text.find('[').expect("a pit is chosen");
    text[at + 1..].chars().next().unwrap()
}

#[test]
fn two_people_play_every_game_to_its_end_with_keys() {
    for name in Ruleset::names() {
        let (mut play, mut ctx) = play(name, "");
        for step in 0..2000_usize {
            let game = play.session().game();
            if game.is_over() {
                break;
            }
            let legal = game.legal_moves();
            let m = legal[(step * step + 3) % legal.len()];
            let before = game.moves().len();
            let letter = m.pit.letter(Side::South);
            if m.burn {
                press(&mut play, &mut ctx, KeyCode::Char('!'));
                press(&mut play, &mut ctx, KeyCode::Char(letter));
            } else {
                press(&mut play, &mut ctx, KeyCode::Char(letter));
                let sow = if step % 2 == 0 {
                    KeyCode::Enter
                } else {
                    KeyCode::Char(' ')
                };
                press(&mut play, &mut ctx, sow);
            }
            let game = play.session().game();
            assert_eq!(game.moves().len(), before + 1, "{name}: {m} {:?}", ctx.note);
            assert_eq!(game.moves().last(), Some(&m));
        }
        assert!(play.session().game().is_over(), "{name} goes on");
    }
}

#[test]
fn left_and_right_stay_among_ones_own_playable_pits() {
    let kalah = rules("kalah", &[]);
    for (position, own) in [
        ("4,0,4,0,0,4/1,1,1,1,1,1/0,0/S", "ACF"),
        ("1,1,1,1,1,1/4,0,4,0,0,4/0,0/N", "acf"),
    ] {
        let mut app = app_with(game(&kalah, position, ""), context(Lang::En));
        let mut seen = String::new();
        for code in [
            KeyCode::Right,
            KeyCode::Char('l'),
            KeyCode::Char('6'),
            KeyCode::Left,
            KeyCode::Char('h'),
            KeyCode::Char('4'),
        ] {
            for _ in 0..4 {
                key(&mut app, code);
                let pit = chosen(&mut app);
                assert!(own.contains(pit), "{pit} is not among {own}");
                seen.push(pit);
            }
        }
        assert!(own.chars().all(|pit| seen.contains(pit)));
    }
}

#[test]
fn right_goes_to_the_right_of_the_screen_in_both_rows() {
    let kalah = rules("kalah", &[]);
    let mut south = app_with(game(&kalah, "", ""), context(Lang::En));
    keys(&mut south, "a\\>");
    assert_eq!(chosen(&mut south), 'B');
    // North sits above and sees the row from the other end.
    let mut north = app_with(
        game(&kalah, "4,4,4,4,4,4/4,4,4,4,4,4/0,0/N", ""),
        context(Lang::En),
    );
    keys(&mut north, "c\\>");
    assert_eq!(chosen(&mut north), 'b');
    keys(&mut north, "o\\>");
    assert_eq!(chosen(&mut north), 'c');
}

#[test]
fn digits_choose_pits_and_4_and_6_move_unless_set_otherwise() {
    let kalah = rules("kalah", &[]);
    let mut app = app_with(game(&kalah, "", ""), context(Lang::En));
    for (digit, pit) in [('3', 'C'), ('5', 'E'), ('1', 'A'), ('6', 'B'), ('4', 'A')] {
        key(&mut app, KeyCode::Char(digit));
        assert_eq!(chosen(&mut app), pit, "{digit}");
    }
    app.ctx.settings.keypad = false;
    for (digit, pit) in [('6', 'F'), ('4', 'D')] {
        key(&mut app, KeyCode::Char(digit));
        assert_eq!(chosen(&mut app), pit, "{digit}");
    }
}

#[test]
fn a_pit_that_may_not_be_played_is_refused_with_the_reason() {
    let (mut play, mut ctx) = play("kalah", "4,0,4,4,4,4/4,4,4,4,4,4/2,2/S");
    press(&mut play, &mut ctx, KeyCode::Char('B'));
    assert_eq!(ctx.note.as_deref(), Some("Pit B is empty."));
    press(&mut play, &mut ctx, KeyCode::Char('K'));
    assert_eq!(
        ctx.note.as_deref(),
        Some("There is no pit K on a board with 6 pits a side.")
    );
    press(&mut play, &mut ctx, KeyCode::Char('b'));
    assert_eq!(ctx.note.as_deref(), Some("No column burns in this game."));
    assert_eq!(line(&play), "");
}

#[test]
fn b_burns_the_chosen_column_or_says_why_not() {
    let (mut rich, mut ctx) = play("attic-fire", "3,3,3,3,3,3/3,3,3,3,3,3/3,0/S");
    press(&mut rich, &mut ctx, KeyCode::Char('c'));
    press(&mut rich, &mut ctx, KeyCode::Char('b'));
    assert_eq!(line(&rich), "!C");
    assert_eq!(
        rich.session().game().position().to_string(),
        "3,3,x,3,3,3/3,3,3,x,3,3/0,0/N"
    );
    press(&mut rich, &mut ctx, KeyCode::Char('b'));
    assert_eq!(
        ctx.note.as_deref(),
        Some("Burning a column costs 3 seeds, and the store holds 0.")
    );
    let (mut few, mut ctx) = play("attic-fire", "x,x,x,3,3,3/3,3,3,x,x,x/9,9/S");
    press(&mut few, &mut ctx, KeyCode::Char('b'));
    assert_eq!(
        ctx.note.as_deref(),
        Some("3 columns must be left, and there are no more.")
    );
}

#[test]
fn moves_and_whole_turns_are_taken_back_and_played_again() {
    let (mut play, mut ctx) = play("kalah", "");
    for letter in "CFe".chars() {
        press(&mut play, &mut ctx, KeyCode::Char(letter));
        press(&mut play, &mut ctx, KeyCode::Enter);
    }
    assert_eq!(line(&play), "CF e");
    press(&mut play, &mut ctx, KeyCode::Char('u'));
    assert_eq!(line(&play), "CF");
    press(&mut play, &mut ctx, KeyCode::Char('U'));
    assert_eq!(line(&play), "");
    press(&mut play, &mut ctx, KeyCode::Char('u'));
    assert_eq!(ctx.note.as_deref(), Some("There is nothing to take back."));
    press(&mut play, &mut ctx, KeyCode::Char('R'));
    assert_eq!(line(&play), "CF");
    press(&mut play, &mut ctx, KeyCode::Char('r'));
    assert_eq!(line(&play), "CF e");
    press(&mut play, &mut ctx, KeyCode::Char('r'));
    assert_eq!(ctx.note.as_deref(), Some("There is nothing to play again."));
}

#[test]
fn giving_up_and_agreeing_are_asked_about_first() {
    let (mut play, mut ctx) = play("kalah", "");
    // Before each has completed two turns there is only calling off.
    press(&mut play, &mut ctx, KeyCode::Char('n'));
    assert!(ctx.note.take().unwrap().contains("abort the game instead"));
    press(&mut play, &mut ctx, KeyCode::Char('x'));
    press(&mut play, &mut ctx, KeyCode::Enter);
    let reason = play.session().game().result().unwrap().reason;
    assert_eq!(reason, Reason::Aborted);
    press(&mut play, &mut ctx, KeyCode::Char('u'));
    for letter in "BBAA".chars() {
        press(&mut play, &mut ctx, KeyCode::Char(letter));
        press(&mut play, &mut ctx, KeyCode::Enter);
    }
    assert_eq!(line(&play), "B b A a");
    press(&mut play, &mut ctx, KeyCode::Char('x'));
    press(&mut play, &mut ctx, KeyCode::Esc);
    assert!(!play.session().game().is_over());
    press(&mut play, &mut ctx, KeyCode::Char('n'));
    press(&mut play, &mut ctx, KeyCode::Char('y'));
    assert_eq!(
        play.session().game().result().unwrap().reason,
        Reason::Agreed
    );
    press(&mut play, &mut ctx, KeyCode::Char('u'));
    assert!(!play.session().game().is_over());
    press(&mut play, &mut ctx, KeyCode::Char('x'));
    press(&mut play, &mut ctx, KeyCode::Enter);
    let reason = play.session().game().result().unwrap().reason;
    assert_eq!(reason, Reason::Resigned(Side::South));
    // Once more, with sides changed.
    assert!(matches!(
        play.key(KeyEvent::from(KeyCode::Char('n')), &mut ctx),
        Next::Instead(_)
    ));
}

#[test]
fn the_position_and_the_game_are_copied_and_shown() {
    let mut app = app_with(game(&rules("kalah", &[]), "", "C"), context(Lang::En));
    keys(&mut app, "y");
    assert_eq!(
        app.ctx.copied.take().as_deref(),
        Some("4,4,0,5,5,5/4,4,4,4,4,4/1,0/S")
    );
    let text = drawn(&mut app, 80, 24);
    assert!(
        text.contains("4,4,0,5,5,5/4,4,4,4,4,4/1,0/S") && text.contains("[Rules \"kalah\"]"),
        "{text}"
    );
    keys(&mut app, "\\eY");
    assert!(app.ctx.copied.take().unwrap().ends_with("\nC *\n"));
}

#[test]
fn a_click_chooses_a_pit_and_a_second_one_sows_it() {
    let mut app = app_with(game(&rules("kalah", &[]), "", ""), context(Lang::En));
    let text = drawn(&mut app, 80, 24);
    let letters = text.lines().position(|line| line.contains("[A]")).unwrap();
    let row = text.lines().nth(letters).unwrap();
    let at = row.chars().position(|c| c == 'D').unwrap() as u16;
    click(&mut app, at, letters as u16 - 2);
    assert_eq!(chosen(&mut app), 'D');
    click(&mut app, at, letters as u16 - 2);
    assert!(drawn(&mut app, 80, 24).contains("South sowed 4 from D."));
    // The keys below can be clicked, too.
    let text = drawn(&mut app, 80, 24);
    let keys_line = text.lines().last().unwrap();
    let undo = keys_line.chars().collect::<String>().find("undo").unwrap();
    let undo = keys_line[..undo].chars().count() as u16;
    click(&mut app, undo, 23);
    assert!(drawn(&mut app, 80, 24).contains("start"));
}

fn kept() -> (tempfile::TempDir, Rc<Blocking>) {
    let dir = tempfile::tempdir().unwrap();
    let store = Rc::new(Blocking::open(dir.path()).unwrap());
    (dir, store)
}

fn line_kept(store: &Blocking) -> String {
    let all = Filter::default();
    let games = store.wait(|s| s.games(&all)).unwrap();
    let stored = store.wait(|s| s.game(games[0].saved.id)).unwrap();
    stored.game.line().to_string()
}

#[test]
fn the_engine_answers_and_every_move_is_kept_before_it_is_shown() {
    let (_dir, store) = kept();
    let seats = BySide::new(guests(Lang::En).south, Seat::Engine(1));
    let session = session(
        game(&rules("oware", &[]), "", ""),
        seats,
        Some(Rc::clone(&store)),
    );
    let ctx = context(Lang::En);
    let play = Play::new(session, &ctx);
    let mut app = App::new(ctx, Box::new(play));
    keys(&mut app, "c\n");
    assert_eq!(line_kept(&store), "C");
    settle(&mut app, |app| drawn(app, 80, 24).contains("2 moves"));
    assert_eq!(line_kept(&store), "C f");
    // Undo takes back the answer, too.
    keys(&mut app, "u");
    assert_eq!(line_kept(&store), "");
    keys(&mut app, "r");
    assert_eq!(line_kept(&store), "C f");
}

/// A rated game of Ama against the engine, shown, after these moves.
fn rated(store: &Rc<Blocking>, moves: &str, lang: Lang) -> App {
    let name = "Ama".parse().unwrap();
    let ama = match store.wait(|s| s.player("Ama")) {
        Ok(ama) => ama,
        Err(_) => store.wait(|s| s.create_player(&name)).unwrap(),
    };
    let seats = BySide::new(Seat::Player(ama), Seat::Engine(9));
    let start = game(&rules("kalah", &[]), "", "");
    let mut session = session(start, seats, Some(Rc::clone(store)));
    for m in moves.parse::<krou_rules::Line>().unwrap().0 {
        session.play(m).unwrap();
    }
    let mut ctx = context(lang);
    ctx.store = Some(Rc::clone(store));
    let play = Play::new(session, &ctx);
    App::new(ctx, Box::new(play))
}

/// The game changed last, as it is kept.
fn last_kept(store: &Blocking) -> krou_store::StoredGame {
    let all = Filter::default();
    let games = store.wait(|s| s.games(&all)).unwrap();
    store.wait(|s| s.game(games[0].saved.id)).unwrap()
}

#[test]
fn help_and_taking_back_end_the_rating_and_the_screen_says_so_at_once() {
    for (key, moves, answer) in [
        ("w", "C", "is what it is"),
        ("t", "C", "Try F"),
        ("v", "C", "about +1.5"),
        ("u", "C", "start"),
    ] {
        let (_dir, store) = kept();
        let mut app = rated(&store, moves, Lang::En);
        let header = |app: &mut App| drawn(app, 80, 24).lines().next().unwrap().to_string();
        assert!(header(&mut app).ends_with("rated"), "{key}");
        keys(&mut app, key);
        settle(&mut app, |app| drawn(app, 80, 24).contains(answer));
        let text = drawn(&mut app, 80, 24);
        let said = "The game no longer counts for ratings.";
        assert!(text.contains(said), "{key}: {text}");
        assert!(!header(&mut app).contains("rated"), "{key}");
        assert!(!last_kept(&store).info.saved.rated, "{key}");
    }
}

#[test]
fn the_engine_agrees_only_where_it_has_proved_that_nothing_is_to_be_gained() {
    let (_dir, store) = kept();
    let mut app = rated(&store, "BbAa", Lang::En);
    keys(&mut app, "ny");
    let plays_on = "The engine does not agree";
    settle(&mut app, |app| drawn(app, 80, 24).contains(plays_on));
    let kept = last_kept(&store).info;
    assert!(kept.outcome.is_none() && kept.saved.rated);
}

#[test]
fn a_finished_game_is_locked_and_undo_only_looks_back() {
    let (_dir, store) = kept();
    let mut app = rated(&store, "BbAa", Lang::En);
    keys(&mut app, "x\n");
    let lost = last_kept(&store).info;
    assert!(lost.saved.rated && lost.outcome.is_some());
    // At the end there is nothing to play on from.
    keys(&mut app, "p");
    assert!(drawn(&mut app, 80, 24).contains("look back first"));
    // The first step is to before the seeds were shared out, the next ones take back moves.
    keys(&mut app, "uuu");
    let text = drawn(&mut app, 80, 24);
    assert!(
        text.contains("2 moves") && text.contains("looking back"),
        "{text}"
    );
    // No move is played there, by nobody.
    keys(&mut app, "d\n");
    app.tick();
    assert!(drawn(&mut app, 80, 24).contains("2 moves"));
    assert_eq!(last_kept(&store).info, lost);
    keys(&mut app, "rrr");
    let text = drawn(&mut app, 80, 24);
    assert!(
        text.contains("gave up") && !text.contains("looking back"),
        "{text}"
    );
    // What is played on from there is another game, and unrated.
    keys(&mut app, "uuup");
    assert!(!drawn(&mut app, 80, 24).contains("rated"));
    keys(&mut app, "d\n");
    let other = last_kept(&store);
    assert_eq!(other.game.line().to_string(), "B b D");
    assert!(other.info.saved.id != lost.saved.id && !other.info.saved.rated);
    let kept = store.wait(|s| s.game(lost.saved.id)).unwrap();
    assert_eq!(kept.info, lost);
}

#[test]
fn only_a_game_that_can_count_is_offered_as_counting() {
    let counts = "Counts for ratings";
    let row = |app: &mut App| {
        let text = drawn(app, 80, 24);
        let row = text.lines().find(|line| line.contains(counts)).unwrap();
        row.trim_end_matches(['│', ' ']).to_string()
    };
    let (_dir, store) = kept();
    let mut ctx = context(Lang::En);
    ctx.store = Some(Rc::clone(&store));
    let screen = NewGame::new(&mut ctx);
    let mut app = App::new(ctx, Box::new(screen));
    assert!(row(&mut app).contains("no"), "a guest: {}", row(&mut app));
    let name = "Ama".parse().unwrap();
    store.wait(|s| s.create_player(&name)).unwrap();
    let mut ctx = context(Lang::En);
    ctx.store = Some(store);
    let screen = NewGame::new(&mut ctx);
    let mut app = App::new(ctx, Box::new(screen));
    assert!(row(&mut app).contains("yes"), "{}", row(&mut app));
}

#[test]
fn the_menu_offers_the_game_that_was_left() {
    let (_dir, store) = kept();
    let ama = store
        .wait(|s| {
            let name = "Ama".parse().unwrap();
            async move { s.create_player(&name).await }
        })
        .unwrap();
    let seats = BySide::new(Seat::Player(ama), Seat::Engine(2));
    let mut session = session(
        game(&rules("kalah", &[]), "", ""),
        seats,
        Some(Rc::clone(&store)),
    );
    session.play("C".parse().unwrap()).unwrap();
    drop(session);
    let mut ctx = context(Lang::Fr);
    ctx.store = Some(Rc::clone(&store));
    let menu = Menu::new(&mut ctx);
    let mut app = App::new(ctx, Box::new(menu));
    let text = drawn(&mut app, 80, 24);
    assert!(
        text.contains("Continuer\u{a0}: Kalah, Ama – Krou niveau 2"),
        "{text}"
    );
    keys(&mut app, "\n");
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("1 coup") && text.contains("Ama"), "{text}");
    // Back in the menu, the list of games and the players know it, too.
    keys(&mut app, "q\\v\\v\n");
    assert!(drawn(&mut app, 80, 24).contains("Ama - Krou niveau 2  (1 coup)"));
    keys(&mut app, "q\\v\\v\n");
    assert!(drawn(&mut app, 80, 24).contains("joue ici depuis"));
}

#[test]
fn players_are_created_renamed_and_deleted() {
    let (_dir, store) = kept();
    let mut ctx = context(Lang::En);
    ctx.store = Some(Rc::clone(&store));
    let players = krou_tui::screen::players::Players::new(&mut ctx);
    let mut app = App::new(ctx, Box::new(players));
    keys(&mut app, "cKofi?\n");
    assert!(drawn(&mut app, 80, 24).contains("Kofi?"));
    key(&mut app, KeyCode::Char('r'));
    key(&mut app, KeyCode::Backspace);
    keys(&mut app, "\n");
    assert_eq!(store.wait(Store::players).unwrap()[0].name.as_str(), "Kofi");
    keys(&mut app, "ckofi\n");
    assert_eq!(
        app.ctx.note.as_deref(),
        Some("There is already a player called kofi; choose another name.")
    );
    keys(&mut app, "\\ec3\n");
    assert_eq!(
        app.ctx.note.as_deref(),
        Some("This means something else where a player is named; choose another name.")
    );
    keys(&mut app, "\\ed\n");
    assert!(store.wait(Store::players).unwrap().is_empty());
}

#[test]
fn a_new_game_is_begun_from_its_form() {
    let (_dir, store) = kept();
    let mut ctx = context(Lang::En);
    ctx.store = Some(Rc::clone(&store));
    let menu = Menu::new(&mut ctx);
    let mut app = App::new(ctx, Box::new(menu));
    // The second game; both sides guests: from level 3 back to the guest.
    keys(&mut app, "\n\\v\\>\\v\\v\\<\\<\\<");
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("Little Kalah"), "{text}");
    keys(&mut app, "\\^\\^\\^\nc\n");
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("South sowed 2 from C"), "{text}");
    assert_eq!(line_kept(&store), "C");
    assert_eq!(Pit::first(5).count(), 5);
}

#[test]
fn nonsense_in_a_position_is_told_and_nothing_begins() {
    let mut ctx = context(Lang::En);
    let form = krou_tui::screen::new_game::NewGame::analysis(&mut ctx);
    let mut app = App::new(ctx, Box::new(form));
    keys(&mut app, "\\v\\v\n4,4/4,4/0,0/S\n\\^\\^\n");
    let text = drawn(&mut app, 80, 24);
    assert!(
        text.contains("South's row has 2 pits; this game has 6 a side."),
        "{text}"
    );
    keys(&mut app, "\\v\\v\n");
    for _ in 0..20 {
        key(&mut app, KeyCode::Backspace);
    }
    keys(&mut app, "0,0,0,0,0,3/1,0,0,0,0,0/20,24/S\n\\^\\^\n");
    settle(&mut app, |app| drawn(app, 80, 24).contains("moves deep"));
}

/// A session is what the screens share; its types must not keep a test from being read.
#[test]
fn a_game_against_oneself_is_not_rated() {
    let session: Session = session(game(&rules("kalah", &[]), "", ""), guests(Lang::En), None);
    assert!(!session.is_rated());
}

#[test]
fn a_game_file_is_imported_from_the_list_of_games() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.txt");
    std::fs::write(&file, "[Rules \"oware\"]\n[South \"Ama\"]\n\nC d *\n").unwrap();
    let mut ctx = context(Lang::En);
    ctx.store = Some(Rc::new(Blocking::open(dir.path()).unwrap()));
    let load = Load::new(&mut ctx);
    let mut app = App::new(ctx, Box::new(load));

    // While a name is typed, `?` is a character of it.
    assert!(drawn(&mut app, 80, 24).contains("? keys"));
    keys(&mut app, "i");
    assert!(!drawn(&mut app, 80, 24).contains("? keys"));

    // A file that is not there is told, and its name can be mended.
    app.handle(&Event::Paste(format!("{}x", file.display())));
    keys(&mut app, "\n");
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("This file cannot be read"), "{text}");
    key(&mut app, KeyCode::Backspace);
    keys(&mut app, "\n");
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("1 game imported."), "{text}");
    assert!(text.contains("Oware"), "{text}");
    assert!(text.contains("Ama - ?"), "{text}");

    // A second time it is here already; a bad one changes nothing and says where it is bad.
    keys(&mut app, "i");
    app.handle(&Event::Paste(file.display().to_string()));
    keys(&mut app, "\n");
    assert!(drawn(&mut app, 80, 24).contains("0 games imported, 1 already here."));
    std::fs::write(&file, "[Rules \"oware\"]\nC C *\n").unwrap();
    app.ctx.asked.lang = Some(Lang::Fr);
    keys(&mut app, "i");
    app.handle(&Event::Paste(file.display().to_string()));
    keys(&mut app, "\n");
    let text = drawn(&mut app, 80, 24);
    assert!(text.contains("coup 2, C"), "{text}");
    keys(&mut app, "\\e\n");
    assert!(drawn(&mut app, 80, 24).contains("2 coups"));
}

#[test]
fn pasted_text_is_typed_where_text_is_asked_for_and_never_plays() {
    let mut app = app_with(game(&rules("kalah", &[]), "", ""), context(Lang::En));
    app.handle(&Event::Paste("c x y".into()));
    assert_eq!(chosen(&mut app), 'A');
    assert!(!drawn(&mut app, 80, 24).contains("Give up"));
}

#[test]
fn a_position_typed_wrong_is_told_whole_and_can_be_mended() {
    let mut app = app(|ctx| Box::new(NewGame::new(ctx)), Lang::Fr);
    keys(&mut app, "\\v\\v\\v\\v\\v\n4,4\n");
    let text = drawn(&mut app, 60, 20);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("une liste de toutes les cases a ici 14 nombres, il y en a 2"),
        "{text}"
    );
    assert!(words.contains("à qui de jouer)."), "{text}");
    key(&mut app, KeyCode::Backspace);
    keys(&mut app, "4,4,4,4,4,4/4,4,4,4,4,9/0,0/S\n");
    assert!(drawn(&mut app, 60, 20).contains("La rangée de Sud a 7 cases"));
    for _ in 0..30 {
        key(&mut app, KeyCode::Backspace);
    }
    keys(&mut app, "4,4,4,4,4,4/4,4,4,4,4,9/0,0/N\n\\^\\^\\^\\^\\^\n");
    assert!(drawn(&mut app, 60, 20).contains("▶ Krou niveau 3"));
}
