//! What every store must do, told as one story, and run on each kind of store.

use std::sync::Arc;

use krou_rules::{BySide, Game, Reason, Record, Rules, Ruleset, Side};
use krou_store::{
    Error, Filter, GameId, Help, Name, NameError, NewGame, Player, Rating, Saved, Seat,
    SqliteStore, Store, read_games,
};

#[tokio::test]
async fn the_story_holds_in_sqlite() {
    let dir = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(dir.path()).await.unwrap();
    story(&store).await;
}

async fn story(store: &dyn Store) {
    let [ama, kofi] = players(store).await;
    moves_and_taking_back(store, &ama, &kofi).await;
    a_result_stands(store, &ama, &kofi).await;
    what_counts(store, &ama).await;
    two_at_one_game(store, &ama).await;
    every_ruleset(store, &ama).await;
    ratings(store, &ama, &kofi).await;
    files(store).await;
    farewell(store, &ama, &kofi).await;
}

fn name(text: &str) -> Name {
    text.parse().unwrap()
}

fn kalah() -> Game {
    Game::new(Arc::new(Rules::builtin("kalah").unwrap()))
}

fn seats(south: &Player, north: &Player) -> BySide<Seat> {
    BySide::new(Seat::Player(south.clone()), Seat::Player(north.clone()))
}

fn against(south: &Player, level: u8) -> BySide<Seat> {
    BySide::new(Seat::Player(south.clone()), Seat::Engine(level))
}

fn play(game: &mut Game, line: &str) {
    for c in line.chars() {
        game.play(c.to_string().parse().unwrap()).unwrap();
    }
}

/// Players are created, found in any case, renamed; two never share a name.
async fn players(store: &dyn Store) -> [Player; 2] {
    assert_eq!(store.players().await.unwrap(), []);
    let kofi = store.create_player(&name("Kofi")).await.unwrap();
    let ama = store.create_player(&name("Amma")).await.unwrap();
    let ama = store.rename_player(ama.id, &name("Ama")).await.unwrap();
    assert_eq!(ama.name.as_str(), "Ama");
    let all = store.players().await.unwrap();
    assert_eq!(all, [ama.clone(), kofi.clone()]);
    assert_eq!(store.player("AMA").await.unwrap(), ama);

    let taken = store.create_player(&name("kOFI")).await;
    assert!(matches!(taken, Err(Error::NameTaken(_))));
    let taken = store.rename_player(ama.id, &name("KOFI")).await;
    assert!(matches!(taken, Err(Error::NameTaken(_))));
    for reserved in ["3", "guest", "level:3"] {
        let name = name(reserved);
        let created = store.create_player(&name).await;
        let renamed = store.rename_player(ama.id, &name).await;
        for refused in [created, renamed] {
            assert!(matches!(refused, Err(Error::BadName(NameError::Reserved))));
        }
    }
    let shouting = store.rename_player(kofi.id, &name("KOFI")).await.unwrap();
    assert_eq!(
        shouting.name.as_str(),
        "KOFI",
        "one's own name in other letters is free"
    );
    let kofi = store.rename_player(kofi.id, &name("Kofi")).await.unwrap();
    assert!(matches!(
        store.player("Amma").await,
        Err(Error::NoPlayer(_))
    ));
    [ama, kofi]
}

/// Every move is kept; moves taken back can be redone after a restart, until another is played.
async fn moves_and_taking_back(store: &dyn Store, ama: &Player, kofi: &Player) {
    let mut game = kalah();
    let new = NewGame::new(seats(ama, kofi), true, game.clone());
    let mut saved = store.start_game(&new).await.unwrap();
    for m in ["C", "F", "a", "A"] {
        play(&mut game, m);
        saved = store.save_game(saved, &game).await.unwrap();
        let kept = store.game(saved.id).await.unwrap();
        assert_eq!(kept.game.moves(), game.moves());
        assert_eq!(kept.info.saved, saved);
    }
    game.undo_move();
    game.undo_move();
    saved = store.save_game(saved, &game).await.unwrap();
    let mut kept = store.game(saved.id).await.unwrap();
    assert_eq!(kept.game.line().to_string(), "CF");
    assert_eq!(kept.info.plies, 2);
    assert!(kept.game.redo_move() && kept.game.redo_move() && !kept.game.redo_move());
    assert_eq!(kept.game.line().to_string(), "CF a A");

    play(&mut game, "c");
    saved = store.save_game(saved, &game).await.unwrap();
    let mut kept = store.game(saved.id).await.unwrap();
    assert_eq!(kept.game.line().to_string(), "CF c");
    assert!(!kept.game.redo_move(), "what was taken back is gone");
    assert!(saved.rated, "two people may agree to take back");

    let unfinished = Filter {
        finished: Some(false),
        ..Filter::default()
    };
    assert_eq!(
        store.games(&unfinished).await.unwrap(),
        [store.game(saved.id).await.unwrap().info]
    );
    store.delete_games(&[saved.id]).await.unwrap();
    assert!(matches!(store.game(saved.id).await, Err(Error::NoGame(_))));
    assert!(matches!(
        store.save_game(saved, &game).await,
        Err(Error::NoGame(_))
    ));
    assert_eq!(store.games(&Filter::default()).await.unwrap(), []);
}

/// A finished game is locked: nothing is taken back or played on, and no help is noted.
async fn a_result_stands(store: &dyn Store, ama: &Player, kofi: &Player) {
    let new = NewGame::new(seats(ama, kofi), true, kalah());
    let start = store.start_game(&new).await.unwrap();
    let mut game = kalah();
    play(&mut game, "BbAa");
    let saved = store.save_game(start, &game).await.unwrap();
    let before = game.clone();
    game.resign(Side::North);
    let saved = store.save_game(saved, &game).await.unwrap();
    assert_eq!(store.save_game(saved, &game).await.unwrap(), saved);
    let kept = store.game(saved.id).await.unwrap();
    assert_eq!(kept.game.result(), game.result());
    let outcome = kept.info.outcome.as_ref().unwrap();
    assert_eq!(outcome.winner, Some(Side::South));
    assert_eq!(outcome.termination, "resigned N");

    let mut shorter = before.clone();
    shorter.undo_move();
    let mut other_end = before.clone();
    other_end.resign(Side::South);
    for other in [&before, &shorter, &other_end, &kalah()] {
        let refused = store.save_game(saved, other).await;
        assert!(matches!(refused, Err(Error::Finished(id)) if id == saved.id));
    }
    assert!(!store.note_help(saved.id, Help::Hint).await.unwrap());
    let still = store.game(saved.id).await.unwrap();
    assert_eq!(still.info, kept.info);
    assert!(store.standings(kofi.id).await.unwrap()[0].rating.is_some());

    // What is played on from an earlier position is another game, and unrated.
    let new = NewGame::new(seats(ama, kofi), true, shorter.clone());
    let other = store.start_game(&new).await.unwrap();
    assert!(!other.rated);
    let kept = store.game(other.id).await.unwrap();
    assert_eq!(kept.game.line(), shorter.line());
    store.delete_games(&[saved.id, other.id]).await.unwrap();
}

/// A result counts only after each side has completed two turns, however the game ends.
async fn what_counts(store: &dyn Store, ama: &Player) {
    type End = fn(&mut Game) -> bool;
    let ends: [End; 4] = [
        |game| game.resign(Side::North),
        |game| game.run_out(Side::North),
        Game::agree,
        Game::abort,
    ];
    for line in ["", "A", "AaBC"] {
        for end in ends {
            let mut game = kalah();
            let new = NewGame::new(against(ama, 10), true, game.clone());
            let saved = store.start_game(&new).await.unwrap();
            assert!(saved.rated);
            play(&mut game, line);
            let saved = store.save_game(saved, &game).await.unwrap();
            assert!(saved.rated && end(&mut game));
            let saved = store.save_game(saved, &game).await.unwrap();
            assert!(!saved.rated, "{line}");
            let kept = store.game(saved.id).await.unwrap();
            assert_eq!(
                (kept.info.saved, kept.game.result()),
                (saved, game.result())
            );
            let standing = store.standings(ama.id).await.unwrap();
            if kept.info.outcome.unwrap().is_aborted() {
                assert_eq!(standing, [], "an aborted game counts for nobody");
            } else {
                assert_eq!((standing[0].rating, standing[0].tally.games()), (None, 1));
            }
            store.delete_game(saved.id).await.unwrap();
        }
    }

    // Help, whichever it is, and at once.
    for help in [Help::Hint, Help::Values, Help::Why, Help::TakeBack] {
        let new = NewGame::new(against(ama, 10), true, kalah());
        let saved = store.start_game(&new).await.unwrap();
        assert!(store.note_help(saved.id, help).await.unwrap());
        assert!(!store.note_help(saved.id, help).await.unwrap());
        assert!(!store.game(saved.id).await.unwrap().info.saved.rated);
        store.delete_game(saved.id).await.unwrap();
    }
}

/// Of two who change one game, the second is told; saying the same twice is harmless.
async fn two_at_one_game(store: &dyn Store, ama: &Player) {
    let mut game = kalah();
    let new = NewGame::new(against(ama, 2), true, game.clone());
    let start = store.start_game(&new).await.unwrap();
    let mut other = game.clone();
    play(&mut game, "C");
    play(&mut other, "D");
    let saved = store.save_game(start, &game).await.unwrap();
    let refused = store.save_game(start, &other).await;
    assert!(matches!(refused, Err(Error::Changed(id)) if id == saved.id));
    assert_eq!(
        store.save_game(start, &game).await.unwrap(),
        saved,
        "a retry"
    );
    assert_eq!(
        store.game(saved.id).await.unwrap().game.moves(),
        game.moves()
    );

    // By other rules, or from another start, it is another game.
    let oware = Game::new(Arc::new(Rules::builtin("oware").unwrap()));
    assert!(matches!(
        store.save_game(saved, &oware).await,
        Err(Error::Changed(_))
    ));

    // Taking back against the engine, and help, end the rating.
    assert!(store.game(saved.id).await.unwrap().info.saved.rated);
    game.undo_move();
    let saved = store.save_game(saved, &game).await.unwrap();
    assert!(!saved.rated);
    assert_eq!(store.game(saved.id).await.unwrap().info.saved, saved);
    store.delete_games(&[saved.id]).await.unwrap();
}

/// Games are kept with their rules: of every ruleset, and of one that goes by a known name but is
/// another, as if the known one had changed since.
async fn every_ruleset(store: &dyn Store, ama: &Player) {
    let mut rulesets = Ruleset::all();
    let mut other = Ruleset::builtin("togyzkumalak").unwrap();
    other.set("pits", "4").unwrap();
    let mut own = Ruleset::builtin("attic-fire").unwrap();
    own.name = "our village's".into();
    rulesets.extend([other, own]);
    for ruleset in rulesets {
        let mut game = Game::new(Arc::new(Rules::new(ruleset.clone()).unwrap()));
        // The last legal move: a burn, where there is one.
        while let Some(&m) = game.legal_moves().last() {
            game.play(m).unwrap();
        }
        let new = NewGame::new(against(ama, 10), false, game.clone());
        let saved = store.start_game(&new).await.unwrap();
        let kept = store.game(saved.id).await.unwrap();
        assert_eq!(kept.game.rules().ruleset().switches, ruleset.switches);
        assert_eq!(kept.info.rules, ruleset.name);
        assert_eq!(kept.game.positions(), game.positions());
        assert_eq!(kept.game.result(), game.result());
        store.delete_game(saved.id).await.unwrap();
    }
}

async fn resigned(store: &dyn Store, seats: BySide<Seat>, rated: bool, loser: Side) -> Saved {
    let mut game = kalah();
    let saved = store
        .start_game(&NewGame::new(seats, rated, game.clone()))
        .await
        .unwrap();
    play(&mut game, "BbAa");
    let saved = store.save_game(saved, &game).await.unwrap();
    game.resign(loser);
    store.save_game(saved, &game).await.unwrap()
}

/// Ratings are what the rated games, in order, make them; statistics count all finished games.
async fn ratings(store: &dyn Store, ama: &Player, kofi: &Player) {
    let start = Rating::default();
    let first = resigned(store, seats(ama, kofi), true, Side::North).await;
    let (after_first, kofi_after) = Rating::after(start, start, Some(Side::South));
    let second = resigned(store, against(ama, 4), true, Side::South).await;
    let (after_second, _) = Rating::after(after_first, Rating::of_level(4), Some(Side::North));
    // Unrated: casual, with a guest, from a position of one's own, against oneself.
    resigned(store, seats(ama, kofi), false, Side::North).await;
    let guest = Seat::Guest(name("Yaw"));
    resigned(
        store,
        BySide::new(guest, Seat::Player(ama.clone())),
        true,
        Side::North,
    )
    .await;
    resigned(store, seats(ama, ama), true, Side::North).await;
    let rules = Arc::new(Rules::builtin("kalah").unwrap());
    let setup = "1,0,0,0,0,1/1,0,0,0,0,1/0,0/S".parse().unwrap();
    let mut odd = Game::from_position(Arc::clone(&rules), rules.position(&setup).unwrap());
    odd.agree();
    store
        .start_game(&NewGame::new(seats(ama, kofi), true, odd))
        .await
        .unwrap();

    let [standing] = &store.standings(ama.id).await.unwrap()[..] else {
        panic!("one exact game")
    };
    assert_eq!(
        (standing.rules.as_str(), standing.rating),
        ("kalah", Some(after_second))
    );
    let t = standing.tally;
    assert_eq!((t.wins, t.draws, t.losses, t.games()), (2, 1, 2, 5));
    // No seed came into a store or over to the other side, so each owns 24 when somebody resigns;
    // 2 each at the end.
    assert_eq!((t.seeds, t.seeds_against), (4 * 24 + 2, 4 * 24 + 2));
    let opponents = standing.opponents.iter();
    let opponents: Vec<_> = opponents
        .map(|(seat, t)| (seat.to_string(), t.games()))
        .collect();
    assert_eq!(opponents[0], ("Kofi".to_string(), 3));
    assert_eq!(opponents.len(), 3);
    let steps: Vec<_> = standing
        .history
        .iter()
        .map(|(id, _, rating)| (*id, *rating))
        .collect();
    assert_eq!(steps, [(first.id, after_first), (second.id, after_second)]);
    assert_eq!(
        store.standings(kofi.id).await.unwrap()[0].rating,
        Some(kofi_after)
    );

    // Without the first game, the second counts from the start.
    store.delete_games(&[first.id]).await.unwrap();
    let (alone, _) = Rating::after(start, Rating::of_level(4), Some(Side::North));
    assert_eq!(
        store.standings(ama.id).await.unwrap()[0].rating,
        Some(alone)
    );
    assert_eq!(store.standings(kofi.id).await.unwrap()[0].rating, None);
    store.delete_games(&[second.id]).await.unwrap();
    assert_eq!(store.standings(ama.id).await.unwrap()[0].rating, None);
}

/// Games go out into files and come back, once.
async fn files(store: &dyn Store) {
    let all = store.games(&Filter::default()).await.unwrap();
    let mut file = String::new();
    for info in &all {
        file += &store
            .game(info.saved.id)
            .await
            .unwrap()
            .record()
            .to_string();
        file.push('\n');
    }
    let players = store.players().await.unwrap();
    let games = read_games(&file, &players).unwrap();
    let again = store.import(&games).await.unwrap();
    assert_eq!((again.added.len(), again.known.len()), (0, all.len()));

    let text = "[Rules \"oware\"]\n[South \"ama\"]\n[North \"Krou level 7\"]\n[Date \"2020-02-29\"]\n\
                [Event \"Village\"]\n\nC {good} a F *\n";
    let twice = format!("{text}\n{text}");
    let games = read_games(&twice, &players).unwrap();
    assert!(matches!(&games[0].seats.south, Seat::Player(p) if p.name.as_str() == "Ama"));
    assert_eq!(games[0].seats.north, Seat::Engine(7));
    let added = store.import(&games).await.unwrap().added;
    assert_eq!(added.len(), 2, "two equal games in one file are two games");
    assert_eq!(store.import(&games).await.unwrap().known, added);
    let kept = store.game(added[0]).await.unwrap();
    let record: Record = kept.record();
    assert_eq!(record.tag("Event"), Some("Village"));
    assert_eq!(record.tag("Date"), Some("2020-02-29"));
    assert_eq!(record.comments, [(1, "good".to_string())]);
    assert_eq!(record.to_string().parse::<Record>().unwrap(), record);
    let wrong = [added[0], GameId(999_999)];
    assert!(matches!(
        store.delete_games(&wrong).await,
        Err(Error::NoGame(_))
    ));
    store.game(added[0]).await.expect("all are deleted or none");
    store.delete_games(&added).await.unwrap();

    let illegal = format!("{text}\n[Rules \"kalah\"]\nA A *\n");
    let error = read_games(&illegal, &players).unwrap_err().to_string();
    assert_eq!(
        error,
        "game 2, which begins on line 9: move 2, A: it is North's turn, and A is not North's pit"
    );
}

/// A player who leaves becomes a guest of the same name in the games that stay.
async fn farewell(store: &dyn Store, ama: &Player, kofi: &Player) {
    let rated = resigned(store, seats(ama, kofi), true, Side::North).await;
    let before = store.standings(ama.id).await.unwrap()[0].rating;
    let games = store.games(&Filter::default()).await.unwrap().len();
    store.delete_player(kofi.id).await.unwrap();
    assert!(matches!(
        store.delete_player(kofi.id).await,
        Err(Error::NoPlayer(_))
    ));
    assert_eq!(store.games(&Filter::default()).await.unwrap().len(), games);
    let kept = store.game(rated.id).await.unwrap();
    assert_eq!(kept.info.seats.north, Seat::Guest(name("Kofi")));
    assert_eq!(
        kept.game.result().unwrap().reason,
        Reason::Resigned(Side::North)
    );
    assert_eq!(store.standings(ama.id).await.unwrap()[0].rating, before);
    let of_ama = Filter {
        player: Some(ama.id),
        rules: Some("kalah".into()),
        limit: Some(1),
        ..Filter::default()
    };
    assert_eq!(store.games(&of_ama).await.unwrap()[0].saved.id, rated.id);
    let again = store.create_player(&name("Kofi")).await.unwrap();
    assert_ne!(again.id, kofi.id);
    assert_eq!(store.standings(again.id).await.unwrap(), []);
}
