//! Taking the terminal and giving it back, whatever happens.

use std::env;
use std::io;
use std::panic;
use std::path::PathBuf;
use std::rc::Rc;
#[cfg(unix)]
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use std::thread;
#[cfg(unix)]
use std::time::Duration;
use std::time::Instant;

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use krou_rules::Lang;
use krou_store::Blocking;
use krou_tables::Library;

use crate::app::{App, Asked, Context};
use crate::mind::{KrouMind, Manner};
use crate::screen::menu::Menu;
use crate::screen::play::Play;
use crate::session::Session;
use crate::settings::Settings;
use crate::theme::{Depth, Look, speaks_unicode};

/// What the call and the system say.
pub struct Options {
    /// The language, if one was asked for.
    pub lang: Option<Lang>,
    /// The language of the system.
    pub system_lang: Lang,
    /// Where settings are kept.
    pub data: PathBuf,
    /// Where players and games are kept; nothing is kept without.
    pub store: Option<Rc<Blocking>>,
    /// Where endgame tables are looked for.
    pub library: Library,
    /// Only ASCII.
    pub ascii: bool,
    /// The colours, if some were asked for.
    pub look: Option<Look>,
    /// The game to show first; the menu if none.
    pub game: Option<Session>,
}

/// Plays in the whole terminal until the player leaves.
pub fn open(options: Options) -> io::Result<()> {
    let mut ctx = context(&options);
    let menu = Menu::new(&mut ctx);
    let game = options.game.map(|session| Play::new(session, &ctx));
    let mut app = App::new(ctx, Box::new(menu));
    if let Some(game) = game {
        app.open(Box::new(game));
    }
    run(app)
}

/// Takes the terminal, runs a program in it, and gives it back whatever happens: also when the
/// program panics, or is told by a signal to end.
pub fn run(mut app: App) -> io::Result<()> {
    let ended = Signals::heard()?;
    let mut terminal = ratatui::try_init()?;
    restore_on_panic();
    crossterm::execute!(io::stdout(), EnableMouseCapture, EnableBracketedPaste)?;
    let done = app.run(&mut terminal, || ended.any());
    restore();
    drop(app);
    ended.obey()?;
    done
}

/// The signals that ask a program to end. What was played is stored by then; only the terminal
/// must still be given back.
#[cfg(unix)]
struct Signals(Arc<AtomicUsize>);

#[cfg(unix)]
impl Signals {
    /// Notes such signals from now on.
    fn heard() -> io::Result<Signals> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let last = Arc::new(AtomicUsize::new(0));
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let number = signal.unsigned_abs() as usize;
            signal_hook::flag::register_usize(signal, Arc::clone(&last), number)?;
        }
        let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
        // Reading keys from a terminal that was closed never returns; then nobody else obeys.
        thread::spawn(move || {
            for signal in signals.forever() {
                thread::sleep(Duration::from_secs(1));
                restore();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
        Ok(Signals(last))
    }

    fn any(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Ends as the signal would have ended the program, so that whoever sent it can tell.
    fn obey(&self) -> io::Result<()> {
        match self.0.load(Ordering::Relaxed) {
            0 => Ok(()),
            signal => signal_hook::low_level::emulate_default_handler(signal as i32),
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn heard() -> io::Result<Signals> {
        Ok(Signals)
    }

    fn any(&self) -> bool {
        false
    }

    fn obey(&self) -> io::Result<()> {
        Ok(())
    }
}

/// What all screens share, as the call and the system say.
pub fn context(options: &Options) -> Context {
    let var = |name: &str| env::var(name).ok();
    Context {
        settings: Settings::load(&options.data),
        asked: Asked {
            lang: options.lang,
            look: options.look,
            unicode: options.ascii.then_some(false),
        },
        data: options.data.clone(),
        store: options.store.clone(),
        make_mind: KrouMind::maker(Manner::live(options.library.clone())),
        system_lang: options.system_lang,
        system_unicode: speaks_unicode(var),
        depth: Depth::of(var),
        now: Instant::now(),
        note: None,
        copied: None,
    }
}

fn restore() {
    // Where the terminal is gone there is nothing to give back.
    let _ = crossterm::execute!(
        io::stdout(),
        DisableMouseCapture,
        DisableBracketedPaste,
        Show
    );
    let _ = ratatui::try_restore();
}

/// A panic gives the terminal back before it is told. One on another thread is the engine's: the
/// game goes on without, and its message would only spoil the screen.
fn restore_on_panic() {
    let main = thread::current().id();
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == main {
            restore();
            tell(info);
        }
    }));
}
