//! What the tests of the screens share: a program without a terminal, and a mind that is quick and
//! always of the same opinion.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use krou_engine::{Analysis, MoveValue, StopFlag, Value};
use krou_rules::{BySide, Game, Lang, Move, Rules, Ruleset, Side, side_words};
use krou_store::{Blocking, Seat};
use krou_tui::app::{App, Asked, Context};
use krou_tui::mind::Mind;
use krou_tui::screen::Screen;
use krou_tui::screen::play::Play;
use krou_tui::session::Session;
use krou_tui::settings::{Settings, Speed};
use krou_tui::theme::Depth;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::Color;

/// Plays the last legal move and values moves by their pit.
pub struct Simple;

impl Mind for Simple {
    fn choose(
        &mut self,
        game: &Game,
        _: u8,
        _: &StopFlag,
        _: &mut dyn FnMut(&Analysis),
    ) -> Option<Move> {
        game.legal_moves().last().copied()
    }

    fn analyse(&mut self, game: &Game, _: &StopFlag, heard: &mut dyn FnMut(&Analysis)) -> Analysis {
        let mut moves: Vec<MoveValue> = game
            .legal_moves()
            .iter()
            .map(|&m| MoveValue {
                m,
                value: match m.pit.index() {
                    n @ (0 | 1) => Value::Proved(4 * n as i16 - 12),
                    n => Value::Estimated(n as f32 * 1.5 - 6.0),
                },
                line: vec![m],
            })
            .collect();
        moves.sort_by(|a, b| b.value.margin().total_cmp(&a.value.margin()));
        let analysis = Analysis {
            value: moves.first().map_or(Value::Proved(0), |best| best.value),
            best: moves.first().map(|best| best.m),
            line: moves
                .first()
                .map(|best| best.line.clone())
                .unwrap_or_default(),
            moves,
            depth: 7,
            nodes: 12_345,
            seconds: 0.1,
        };
        heard(&analysis);
        analysis
    }

    fn glance(&mut self, game: &Game, stop: &StopFlag) -> Analysis {
        self.analyse(game, stop, &mut |_| {})
    }

    fn explain(&mut self, _: &Game, m: Move, _: Lang, _: &StopFlag) -> Vec<String> {
        vec![format!("{m} is what it is.")]
    }
}

pub fn context(lang: Lang) -> Context {
    Context {
        settings: Settings {
            speed: Speed::Off,
            ..Settings::default()
        },
        asked: Asked::default(),
        data: PathBuf::from("there is no such directory/at all"),
        store: None,
        make_mind: Arc::new(|_| Box::new(Simple)),
        system_lang: lang,
        system_unicode: true,
        depth: Depth::Many,
        now: Instant::now(),
        note: None,
        copied: None,
    }
}

pub fn rules(name: &str, sets: &[(&str, &str)]) -> Arc<Rules> {
    let mut ruleset = Ruleset::builtin(name).unwrap();
    for (key, value) in sets {
        ruleset.set(key, value).unwrap();
    }
    Arc::new(Rules::new(ruleset).unwrap())
}

/// A game from a position, or the start, with moves made.
pub fn game(rules: &Arc<Rules>, position: &str, moves: &str) -> Game {
    let start = match position {
        "" => rules.start(),
        text => rules.position(&text.parse().unwrap()).unwrap(),
    };
    let mut game = Game::from_position(Arc::clone(rules), start);
    for m in moves.parse::<krou_rules::Line>().unwrap().0 {
        game.play(m).unwrap();
    }
    game
}

/// A game in which some moves or other were made, always the same.
pub fn some_game(rules: &Arc<Rules>, moves: usize) -> Game {
    let mut game = Game::new(Arc::clone(rules));
    for i in 0..moves {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        game.play(legal[(i * i + 2) % legal.len()]).unwrap();
    }
    game
}

pub fn guests(lang: Lang) -> BySide<Seat> {
    BySide::new(Side::South, Side::North)
        .map(|side| Seat::Guest(side_words(side, lang).parse().unwrap()))
}

pub fn session(game: Game, seats: BySide<Seat>, store: Option<Rc<Blocking>>) -> Session {
    Session::new(game, seats, true, store).unwrap()
}

/// A program showing a game between guests.
pub fn app_with(game: Game, ctx: Context) -> App {
    let session = session(game, guests(ctx.lang()), None);
    let play = Play::new(session, &ctx);
    App::new(ctx, Box::new(play))
}

pub fn app(screen: impl FnOnce(&mut Context) -> Box<dyn Screen>, lang: Lang) -> App {
    let mut ctx = context(lang);
    let screen = screen(&mut ctx);
    App::new(ctx, screen)
}

/// What stands on a screen of this size.
pub fn drawn(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.render(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let rows = (0..height).map(|y| {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        row.trim_end().to_string()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// What stands on a screen of this size, and below each line how: a letter for each style, blank
/// where it is that of the ground. The styles are listed at the end.
pub fn painted(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.render(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let mut styles = vec![buffer[(width - 1, height - 1)].style()];
    let mut lines = Vec::new();
    for y in 0..height {
        let cells: Vec<_> = (0..width).map(|x| &buffer[(x, y)]).collect();
        lines.push(cells.iter().map(|cell| cell.symbol()).collect::<String>());
        let letters = cells.iter().map(|cell| {
            let known = styles.iter().position(|style| *style == cell.style());
            let at = known.unwrap_or_else(|| {
                styles.push(cell.style());
                styles.len() - 1
            });
            if at == 0 {
                ' '
            } else {
                char::from(b'a' + at as u8 - 1)
            }
        });
        lines.push(letters.collect());
    }
    for (at, style) in styles.iter().enumerate() {
        let name = if at == 0 {
            "ground".to_string()
        } else {
            char::from(b'a' + at as u8 - 1).to_string()
        };
        let colour = |colour: Option<Color>| colour.unwrap_or_default().to_string();
        let (fg, bg) = (colour(style.fg), colour(style.bg));
        lines.push(format!("{name}: {fg} on {bg} {:?}", style.add_modifier));
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n")
}

pub fn key(app: &mut App, code: KeyCode) {
    app.handle(&Event::Key(code.into()));
}

/// Presses keys: letters, `>` `<` `^` `v` for arrows after a backslash, `\n` for Enter.
pub fn keys(app: &mut App, text: &str) {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let code = match c {
            '\n' => KeyCode::Enter,
            '\\' => match chars.next() {
                Some('>') => KeyCode::Right,
                Some('<') => KeyCode::Left,
                Some('^') => KeyCode::Up,
                Some('v') => KeyCode::Down,
                Some('e') => KeyCode::Esc,
                other => panic!("no such key: {other:?}"),
            },
            c => KeyCode::Char(c),
        };
        key(app, code);
    }
}

pub fn click(app: &mut App, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    app.handle(&Event::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers,
    }));
}

/// Lets the background answer, for at most some seconds.
pub fn settle(app: &mut App, done: impl Fn(&mut App) -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !done(app) {
        assert!(Instant::now() < until, "nothing came of it");
        app.tick();
        std::thread::sleep(Duration::from_millis(2));
    }
}
