//! `krou play`: a game on the whole screen or line by line.

use std::io::{self, IsTerminal as _, Write};
use std::rc::Rc;
use std::sync::Arc;

use krou_rules::{BySide, First, Game, Lang, Side, side_words};
use krou_store::{Blocking, Filter, GameId, Seat, Store};
use krou_tui::mind::{KrouMind, Manner};
use krou_tui::plain::{Plain, Trouble};
use krou_tui::session::Session;
use krou_tui::settings::Settings;

use crate::args::{Common, PlayArgs, Resume, Who};
use crate::failure::{Failure, Outcome};
use crate::store::{open, told};
use crate::{Surroundings, given, text};

/// Plays as the call says.
pub fn run(args: &PlayArgs, common: &Common, here: &Surroundings, out: &mut dyn Write) -> Outcome {
    if common.json {
        return Err(Failure::Call(text::no_json(here.view(common).lang).into()));
    }
    let lang = here.view(common).lang;
    let store = if args.no_save {
        None
    } else {
        Some(Rc::new(open(common, here, lang)?))
    };
    let line_by_line = args.plain || !here.terminal;
    let says_what = args.south.is_some()
        || args.north.is_some()
        || args.resume.is_some()
        || common.rules.is_some()
        || !common.set.is_empty()
        || common.position.is_some()
        || common.moves.is_some();
    let session = if line_by_line || says_what {
        Some(session(args, common, here, store.clone(), line_by_line)?)
    } else {
        None
    };
    match session {
        Some(session) if line_by_line => plain(session, args, common, here, out),
        session => {
            let options = krou_tui::Options {
                lang: common.lang,
                system_lang: here.lang,
                data: data(common, here),
                store,
                library: given::library(None, common, here),
                ascii: args.ascii,
                look: args.look.map(Into::into),
                game: session,
            };
            krou_tui::open(options)
                .map_err(|error| Failure::No(Some(text::no_terminal(lang, &error.to_string()))))
        }
    }
}

/// Where settings are kept.
fn data(common: &Common, here: &Surroundings) -> std::path::PathBuf {
    let dir = common.data.clone().or_else(|| here.data.clone());
    dir.unwrap_or_default()
}

/// The game the call asks for.
fn session(
    args: &PlayArgs,
    common: &Common,
    here: &Surroundings,
    store: Option<Rc<Blocking>>,
    line_by_line: bool,
) -> Outcome<Session> {
    let lang = here.view(common).lang;
    if let (Some(which), Some(store)) = (&args.resume, &store) {
        let id = match which {
            Resume::Game(id) => *id,
            Resume::Last => last(store, lang)?,
        };
        let stored = store.wait(|s| s.game(id)).map_err(told(lang))?;
        return Ok(Session::resume(stored, Rc::clone(store)));
    }
    let mut game = given::game(common, lang)?;
    let by_lot = game.rules().switches().first == First::Random;
    if by_lot && common.position.is_none() && common.moves.is_none() {
        let first = match args.seed {
            Some(seed) if seed % 2 == 1 => Side::North,
            Some(_) => Side::South,
            None => krou_tui::lot(),
        };
        let rules = Arc::clone(game.rules());
        let start = rules.start_with(first);
        game = Game::from_position(rules, start);
    }
    let seat = |who: &Who, side: Side| match who {
        Who::Engine(level) => Ok(Seat::Engine(*level)),
        Who::Guest => guest(side, lang),
        Who::Player(name) => match &store {
            Some(store) => {
                let player = store.wait(|s| s.player(name)).map_err(told(lang))?;
                Ok(Seat::Player(player))
            }
            None => name
                .parse()
                .map(Seat::Guest)
                .map_err(|error| Failure::Call(krou_store::Error::BadName(error).text(lang))),
        },
    };
    // On the whole screen somebody who names nobody is alone.
    let level = Settings::load(&data(common, here)).level;
    let other = match (&args.south, line_by_line) {
        (None | Some(Who::Guest | Who::Player(_)), false) => Who::Engine(level),
        _ => Who::Guest,
    };
    let seats = BySide::new(
        seat(args.south.as_ref().unwrap_or(&Who::Guest), Side::South)?,
        seat(args.north.as_ref().unwrap_or(&other), Side::North)?,
    );
    Session::new(game, seats, !args.unrated, store).map_err(told(lang))
}

fn guest(side: Side, lang: Lang) -> Outcome<Seat> {
    let name = side_words(side, lang).parse();
    name.map(Seat::Guest)
        .map_err(|error| told(lang)(krou_store::Error::BadName(error)))
}

/// The game played last that is not over.
fn last(store: &Blocking, lang: Lang) -> Outcome<GameId> {
    let filter = Filter {
        finished: Some(false),
        limit: Some(1),
        ..Filter::default()
    };
    let games = store.wait(|s| s.games(&filter)).map_err(told(lang))?;
    let last = games.first().map(|info| info.saved.id);
    last.ok_or_else(|| Failure::No(Some(text::no_unfinished_game(lang).into())))
}

fn plain(
    session: Session,
    args: &PlayArgs,
    common: &Common,
    here: &Surroundings,
    out: &mut dyn Write,
) -> Outcome {
    let view = here.view(common);
    let rules = Arc::clone(session.game().rules());
    let mut mind = KrouMind::new(rules, Manner::steady(args.seed));
    let mut game = Plain {
        session,
        mind: &mut mind,
        lang: view.lang,
        width: view.width,
        echo: !io::stdin().is_terminal(),
    };
    let done = game.run(&mut io::stdin().lock(), out);
    done.map_err(|trouble| match trouble {
        Trouble::Lines(error) => Failure::Output(error),
        Trouble::Store(error) => told(view.lang)(error),
    })
}
