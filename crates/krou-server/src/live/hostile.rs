//! Whatever two players send, in whatever order, the game stays a game and each their own.

use std::sync::{Arc, LazyLock};

use krou_rules::{BySide, Game, Reason, Rules, Side};
use krou_store::{Clocks, Control, NewGame, Seat, SqliteStore, Store, Table, VisitorId, Web};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use tokio::runtime::Runtime;

use super::Room;
use super::message::Deal;
use super::socket::answer;
use crate::{App, Settings};

const RULES: [&str; 4] = ["kalah", "awale", "attic-fire", "togyzkumalak"];
const BEGIN: i64 = 60_000;
const INCREMENT: i64 = 3000;

/// What happens at a table.
#[derive(Clone, Debug)]
enum Step {
    /// A legal move, by whoever it is, on a version that is off by so many.
    Move { by: usize, choice: usize, off: i64 },
    /// Something else is said; `None` watches.
    Say { by: usize, text: String },
    /// So many milliseconds go by.
    Wait(i64),
    /// The timekeeper looks.
    Flag,
    /// The server is killed and started again.
    Restart,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let deal = prop_oneof![
        Just("back"),
        Just("back-one"),
        Just("end"),
        Just("rematch"),
        Just("all")
    ];
    let said = prop_oneof![
        4 => (prop_oneof![Just("offer"), Just("decline")], deal)
            .prop_map(|(kind, deal)| format!(r#"{{"type":"{kind}","deal":"{deal}"}}"#)),
        1 => Just(r#"{"type":"resign"}"#.to_string()),
        1 => Just(r#"{"type":"abort"}"#.to_string()),
        1 => Just(r#"{"type":"say","what":"hello"}"#.to_string()),
        2 => ("[A-La-l!]{0,3}", -3i64..30)
            .prop_map(|(m, v)| format!(r#"{{"type":"move","move":"{m}","v":{v}}}"#)),
        1 => Just(r#"{"type":"move","move":"A","v":1,"side":"N"}"#.to_string()),
        1 => "\\PC{0,40}",
    ];
    let step = prop_oneof![
        12 => (0usize..3, 0usize..12, prop_oneof![6 => Just(0i64), 1 => -2i64..=2])
            .prop_map(|(by, choice, off)| Step::Move { by, choice, off }),
        6 => (0usize..3, said).prop_map(|(by, text)| Step::Say { by, text }),
        1 => (0i64..20_000).prop_map(Step::Wait),
        1 => Just(Step::Flag),
        1 => Just(Step::Restart),
    ];
    proptest::collection::vec(step, 1..24)
}

/// How a table stands.
#[derive(Clone, Debug)]
struct Stand {
    game: Game,
    revision: i64,
    clocks: Clocks,
    offers: Vec<(Deal, Side)>,
}

async fn stand(room: &Room) -> Stand {
    let inner = room.inner.lock().await;
    Stand {
        game: inner.game.clone(),
        revision: inner.saved.revision,
        clocks: inner.clocks.clone().expect("a clock"),
        offers: inner.offers.clone(),
    }
}

/// A table of two people with a clock.
pub(super) async fn table(app: &App, rules: &str) -> (String, u16) {
    static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let mut secret = [0; 32];
    secret[..4].copy_from_slice(&number.to_le_bytes());
    let mut people = Vec::new();
    for seat in 0..2u8 {
        secret[31] = seat + 1;
        let name = "Ama".parse().unwrap();
        people.push(app.store.create_visitor(&secret, &name).await.unwrap());
    }
    let game = Game::new(Arc::new(Rules::builtin(rules).unwrap()));
    let seeds = seeds(&game);
    let seats = BySide::new(people[0].seat(), people[1].seat());
    let mut new = NewGame::new(seats, false, game);
    let clock = Control::minutes(1, 3).unwrap();
    new.clocks = Some(Clocks::start(clock, Side::South, app.clocks.time().now()));
    let saved = app.store.start_game(&new).await.unwrap();
    let table = Table {
        slug: format!("t{number}"),
        question: String::new(),
        host: people[0].id,
        host_side: Side::South,
        guest: Some(people[1].id),
        level: None,
        invited: None,
        rated: false,
        game: Some(saved.id),
        next: None,
        clock: Some(clock),
        open: false,
    };
    app.store.set_table(&table).await.unwrap();
    (table.slug, seeds)
}

/// All seeds, on the board, in the stores, and burned.
fn seeds(game: &Game) -> u16 {
    let position = game.position();
    let on = |side| u16::from(position.row_seeds(side)) + u16::from(position.store(side));
    on(Side::South) + on(Side::North)
}

/// Whether a step may have led from one stand to the other.
fn allowed(
    before: &Stand,
    after: &Stand,
    by: Option<Side>,
    total: u16,
) -> Result<(), TestCaseError> {
    let (old, new) = (before.game.moves(), after.game.moves());
    let result = after.game.result().map(|result| result.reason);
    let reopened = before.game.is_over() && !after.game.is_over();
    prop_assert!(!reopened, "a game ends once");
    prop_assert!(after.revision - before.revision <= 1);
    let changed = after.revision > before.revision;
    prop_assert!(changed || (old == new && before.game.is_over() == after.game.is_over()));
    // Burning a column pays seeds to nobody; everything else keeps them.
    prop_assert!(seeds(&after.game) <= total);
    if !after.game.rules().switches().burn {
        prop_assert_eq!(seeds(&after.game), total);
    }
    // A clock runs while the game does, for whoever is to move, and never past its bounds.
    let clocks = &after.clocks;
    let turn = (!after.game.is_over()).then(|| after.game.position().turn());
    prop_assert_eq!(clocks.running.map(|(side, _)| side), turn);
    for side in Side::BOTH {
        let most = before.clocks.left[side] + INCREMENT;
        prop_assert!((0..=most).contains(&clocks.left[side]));
        prop_assert!(clocks.left[side] <= BEGIN + INCREMENT * after.revision);
        // Only whoever moves, and so passes the turn, is given time.
        let gains = clocks.left[side] > before.clocks.left[side];
        prop_assert!(!gains || (by == Some(side) && turn == Some(!side) && new.len() > old.len()));
    }
    if !changed {
        return Ok(());
    }
    let Some(by) = by else {
        let late = before.game.position().turn();
        prop_assert_eq!(result, Some(Reason::OutOfTime(late)), "nobody did that");
        return Ok(());
    };
    if new.len() == old.len() + 1 {
        prop_assert_eq!(before.game.position().turn(), by, "in turn");
        prop_assert_eq!(new[old.len()].side, by, "one's own seeds");
        prop_assert!(before.game.legal_moves().contains(&new[old.len()]));
    } else if new.len() < old.len() {
        let agreed = [Deal::Back, Deal::BackOne];
        prop_assert!(
            agreed
                .iter()
                .any(|deal| before.offers.contains(&(*deal, !by)))
        );
        prop_assert_eq!(new, &old[..new.len()]);
    } else {
        match result {
            Some(Reason::Resigned(side)) => {
                prop_assert_eq!(side, by);
                prop_assert!(before.game.counts());
            }
            Some(Reason::Aborted) => prop_assert!(!before.game.counts()),
            Some(Reason::Agreed) => prop_assert!(before.offers.contains(&(Deal::End, !by))),
            Some(Reason::OutOfTime(side)) => {
                prop_assert_eq!(side, before.game.position().turn());
            }
            other => prop_assert!(false, "ended by nothing: {other:?}"),
        }
    }
    Ok(())
}

async fn hold(app: &App, rules: &str, steps: Vec<Step>) -> Result<(), TestCaseError> {
    let (slug, total) = table(app, rules).await;
    let (other, _) = table(app, "kalah").await;
    let mut room = app.rooms.enter(app, &slug).await.unwrap();
    // The seats are a visitor's own, and nobody else has one.
    prop_assert_eq!(room.side_of(None), None);
    prop_assert_eq!(room.side_of(Some(VisitorId(i64::MAX))), None);
    let people = [Some(Side::South), Some(Side::North), None];
    for step in steps {
        let before = stand(&room).await;
        let by = match step {
            Step::Move { by, choice, off } => {
                let moves = before.game.legal_moves();
                if let Some(m) = moves.get(choice % moves.len().max(1)) {
                    let v = before.revision + off;
                    let text = format!(r#"{{"type":"move","move":"{m}","v":{v}}}"#);
                    // A refusal is an answer; what it did is looked at below. Said twice is said
                    // once.
                    let _ = answer(app, &room, people[by], &text).await;
                    let once = stand(&room).await.revision;
                    let _ = answer(app, &room, people[by], &text).await;
                    prop_assert_eq!(stand(&room).await.revision, once);
                }
                people[by]
            }
            Step::Say { by, text } => {
                let _ = answer(app, &room, people[by], &text).await;
                people[by]
            }
            Step::Wait(time) => {
                let mut inner = room.inner.lock().await;
                let clocks = inner.clocks.as_mut().expect("a clock");
                clocks.running = clocks.running.map(|(side, since)| (side, since - time));
                continue;
            }
            Step::Flag => {
                room.run_out(app).await.unwrap();
                None
            }
            Step::Restart => {
                let unsaved = stand(&room).await.clocks;
                room = app.rooms.forget(app, &slug).await;
                // Time that was only waited is as if the server had slept: put it back.
                room.inner.lock().await.clocks = Some(unsaved);
                None
            }
        };
        let after = stand(&room).await;
        allowed(&before, &after, by, total)?;
    }
    // What is kept is what is shown.
    let shown = stand(&room).await;
    let table = app.store.table(&slug).await.unwrap().unwrap();
    let kept = app.store.game(table.game.unwrap()).await.unwrap();
    prop_assert_eq!(kept.game.moves(), shown.game.moves());
    prop_assert_eq!(kept.game.result(), shown.game.result());
    prop_assert_eq!(kept.info.saved.revision, shown.revision);
    prop_assert_eq!(kept.clocks.unwrap().left, shown.clocks.left);
    // The neighbours have not noticed.
    let other = app.store.table(&other).await.unwrap().unwrap();
    let untouched = app.store.game(other.game.unwrap()).await.unwrap();
    prop_assert!(untouched.game.moves().is_empty() && other.next.is_none());
    let strangers = [&table.host, table.guest.as_ref().unwrap()];
    prop_assert!(strangers.iter().all(|v| other.side_of(**v).is_none()));
    let guests = matches!(kept.info.seats.south, Seat::Guest(_));
    prop_assert!(guests);
    Ok(())
}

/// One server for all sequences, its file where writing is quick.
fn server() -> &'static (Runtime, App, tempfile::TempDir) {
    static SERVER: LazyLock<(Runtime, App, tempfile::TempDir)> = LazyLock::new(|| {
        let quick = std::path::Path::new("/dev/shm");
        let dir = if quick.is_dir() {
            tempfile::tempdir_in(quick).unwrap()
        } else {
            tempfile::tempdir().unwrap()
        };
        let runtime = Runtime::new().unwrap();
        let store = runtime.block_on(SqliteStore::open(dir.path())).unwrap();
        let settings = Settings::default();
        let app = runtime.block_on(async { App::new(store, &settings) });
        (runtime, app, dir)
    });
    &SERVER
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        max_shrink_iters: 500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn no_sequence_of_messages_breaks_a_game(
        rules in proptest::sample::select(&RULES[..]),
        steps in steps(),
    ) {
        let (runtime, app, _) = server();
        runtime.block_on(hold(app, rules, steps))?;
    }
}
