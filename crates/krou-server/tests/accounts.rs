//! Accounts, ratings and bots over real sockets.

mod client;

use std::time::Duration;

use client::server::{PASSWORD, Server, line};
use krou_store::{SqliteStore, Store, read_games};
use serde_json::{Value, json};
use tokio::io::BufReader;

#[tokio::test]
async fn a_guest_who_signs_up_keeps_their_games() {
    let server = Server::new().await;
    let wish = json!({"rules": "kalah", "against": "engine", "level": 1, "side": "first"});
    let set = server.post("/api/games", "", wish).await;
    let guest = set.cookie();
    let id = set.json()["id"].as_str().unwrap().to_string();
    let answer = server.try_sign_up("Ama", &guest).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let ama = answer.cookie();
    assert_ne!(guest, ama, "the guest's cookie is not the account's");

    let games = server.get("/api/players/ama/games", "").await.json();
    assert_eq!(games[0]["id"], id.as_str());
    assert_eq!(games[0]["players"], json!(["Ama", "Krou level 1"]));
    let moves = format!("/api/games/{id}/moves");
    let played = server.post(&moves, &ama, json!({"move": "C"})).await;
    assert_eq!(played.status, 200, "{}", played.body);
    let stale = server.post(&moves, &guest, json!({"move": "F"})).await;
    assert_eq!(stale.status, 403, "the guest's session has ended");
}

#[tokio::test]
async fn names_are_unique_regardless_of_case_and_look() {
    let server = Server::new().await;
    server.sign_up("Paul").await;
    for alike in ["paul", "PAUL", "PauI", "pau1"] {
        assert_eq!(server.try_sign_up(alike, "").await.status, 409, "{alike}");
    }
    for bad in ["P\u{430}ul", "a", "Krou", "<b>", "two words", ""] {
        assert_eq!(server.try_sign_up(bad, "").await.status, 400, "{bad}");
    }
    let weak = json!({"name": "Kofi", "password": "short"});
    assert_eq!(server.post("/api/account", "", weak).await.status, 400);
}

#[tokio::test]
async fn a_new_password_ends_every_other_session() {
    let server = Server::new().await;
    let first = server.sign_up("Ama").await;
    let given = json!({"name": "AMA", "password": PASSWORD});
    let second = server.post("/api/session", "", given).await.cookie();
    for session in [&first, &second] {
        let me = server.get("/api/account", session).await;
        assert_eq!(me.json(), json!({"name": "Ama", "bot": false}));
    }
    let path = "/api/account/password";
    let wrong = json!({"old": "not this one", "new": "eight stones"});
    assert_eq!(server.post(path, &first, wrong).await.status, 401);
    let right = json!({"old": PASSWORD, "new": "eight stones"});
    let third = server.post(path, &first, right).await;
    assert_eq!(third.status, 204);
    let third = third.cookie();
    for ended in [&first, &second] {
        assert_eq!(server.get("/api/account", ended).await.status, 401);
    }
    assert_eq!(server.get("/api/account", &third).await.status, 200);
    let old = json!({"name": "Ama", "password": PASSWORD});
    assert_eq!(server.post("/api/session", "", old).await.status, 401);
    let out = server.ask("DELETE /api/session", &third, None).await;
    assert_eq!(out.status, 204);
    assert_eq!(server.get("/api/account", &third).await.status, 401);
}

#[tokio::test]
async fn guessing_is_slowed_down_for_an_account_whether_it_is_there_or_not() {
    let server = Server::new().await;
    server.sign_up("Ama").await;
    for name in ["Ama", "Nobody"] {
        let guess = || {
            server.post(
                "/api/session",
                "",
                json!({"name": name, "password": "guess"}),
            )
        };
        for _ in 0..10 {
            assert_eq!(guess().await.status, 401);
        }
        let slowed = guess().await;
        assert_eq!(slowed.status, 429);
        let wait: u64 = slowed.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=30).contains(&wait), "{wait}");
    }
}

#[tokio::test]
async fn rated_games_between_accounts_change_ratings() {
    let server = Server::new().await;
    let (ama, kofi) = (server.sign_up("Ama").await, server.sign_up("Kofi").await);
    let wish = json!({"rules": "oware", "against": "friend", "side": "first", "rated": true});
    for refused in [
        json!({"rules": "oware", "against": "friend", "rated": true, "set": "seeds=3"}),
        json!({"rules": "oware", "against": "engine", "level": 3, "rated": true}),
    ] {
        assert_eq!(server.post("/api/games", &ama, refused).await.status, 400);
    }
    assert_eq!(
        server.post("/api/games", "", wish.clone()).await.status,
        403
    );
    let open = server.post("/api/games", &ama, wish.clone()).await.json();
    let join = format!("/api/games/{}/join", open["id"].as_str().unwrap());
    assert_eq!(server.post(&join, "", json!({})).await.status, 403);

    let rated = wish.clone();
    let id = server.table(wish, &ama, &kofi).await;
    let page = server.get(&format!("/g/{id}"), "").await.body;
    assert!(page.contains("Rated") && page.contains("/players/Kofi"));
    // Nobody can make or lose rating before both have completed two turns.
    let (resign, abort) = (
        format!("/api/games/{id}/resign"),
        format!("/api/games/{id}/abort"),
    );
    assert_eq!(server.post(&resign, "", json!({})).await.status, 403);
    assert_eq!(server.post(&resign, &kofi, json!({})).await.status, 409);
    assert_eq!(server.post(&abort, "", json!({})).await.status, 403);
    server.play(&id, [&ama, &kofi], "BbAa").await;
    assert_eq!(server.post(&abort, &kofi, json!({})).await.status, 409);
    assert_eq!(server.post(&resign, &kofi, json!({})).await.status, 200);
    assert_eq!(server.post(&abort, &kofi, json!({})).await.status, 409);
    let (won, lost) = (
        server.rating("Ama", "oware").await.unwrap(),
        server.rating("Kofi", "oware").await.unwrap(),
    );
    assert!(won > 1500 && lost < 1500, "{won} {lost}");

    let casual = json!({"rules": "oware", "against": "friend", "side": "first"});
    let id = server.table(casual, &ama, &kofi).await;
    server.play(&id, [&ama, &kofi], "BbAa").await;
    let resign = format!("/api/games/{id}/resign");
    assert_eq!(server.post(&resign, &ama, json!({})).await.status, 200);
    assert_eq!(server.rating("Ama", "oware").await, Some(won));

    let id = server.table(rated, &ama, &kofi).await;
    server.play(&id, [&ama, &kofi], "BbA").await;
    let abort = format!("/api/games/{id}/abort");
    let aborted = server.post(&abort, &ama, json!({})).await.json();
    assert_eq!(aborted["result"]["reason"], "aborted");
    assert_eq!(aborted["result"]["winner"], Value::Null);
    assert_eq!(server.rating("Ama", "oware").await, Some(won));
    let games = server
        .get("/api/players/Ama/games?result=aborted", "")
        .await;
    assert_eq!(games.json()[0]["rated"], false, "{}", games.body);
    let leaders = server.get("/api/leaders/oware", "").await.json();
    assert_eq!(leaders, json!([]), "one game does not make a leader");
}

#[tokio::test]
async fn a_players_games_are_filtered_and_paged() {
    let server = Server::new().await;
    let (ama, kofi) = (server.sign_up("Ama").await, server.sign_up("Kofi").await);
    let esi = server.sign_up("Esi").await;
    let mut ids = Vec::new();
    for i in 0..5 {
        let rules = if i % 2 == 0 { "kalah" } else { "oware" };
        let wish = json!({"rules": rules, "against": "friend", "side": "first", "rated": i == 4});
        let other = if i == 3 { &esi } else { &kofi };
        let id = server.table(wish, &ama, other).await;
        if i > 0 {
            let loser = if i == 1 { &ama } else { other };
            server.play(&id, [&ama, other], "BbAa").await;
            let resign = format!("/api/games/{id}/resign");
            assert_eq!(server.post(&resign, loser, json!({})).await.status, 200);
        }
        ids.push(id);
    }
    let list = async |query: &str| {
        let path = format!("/api/players/Ama/games?{query}");
        let games = server.get(&path, "").await.json();
        let games = games.as_array().unwrap().clone();
        let id = |game: &Value| {
            let place = ids.iter().position(|id| game["id"] == id.as_str());
            (place.unwrap(), game["number"].as_i64().unwrap())
        };
        games.iter().map(id).collect::<Vec<(usize, i64)>>()
    };
    let which = async |query: &str| {
        let games = list(query).await.into_iter();
        games.map(|(place, _)| place).collect::<Vec<usize>>()
    };
    assert_eq!(which("").await, [4, 3, 2, 1, 0]);
    assert_eq!(which("rules=oware").await, [3, 1]);
    assert_eq!(which("result=won").await, [4, 3, 2]);
    assert_eq!(which("result=lost").await, [1]);
    assert_eq!(which("result=open").await, [0]);
    assert_eq!(which("rated=yes").await, [4]);
    assert_eq!(which("opponent=esi").await, [3]);
    assert_eq!(which("opponent=kofi&rated=no&result=won").await, [2]);
    let first = list("limit=2").await;
    let next = format!("limit=2&before={}", first[1].1);
    assert_eq!(which(&next).await, [2, 1]);
    for wrong in ["result=maybe", "rated=perhaps", "before=x"] {
        let path = format!("/api/players/Ama/games?{wrong}");
        assert_eq!(server.get(&path, "").await.status, 400, "{wrong}");
    }
    assert_eq!(server.get("/api/players/nobody", "").await.status, 404);
}

#[tokio::test]
async fn an_export_can_be_imported_elsewhere() {
    let server = Server::new().await;
    let (ama, kofi) = (server.sign_up("Ama").await, server.sign_up("Kofi").await);
    for rules in ["kalah", "oware"] {
        let wish = json!({"rules": rules, "against": "friend", "side": "first"});
        let id = server.table(wish, &ama, &kofi).await;
        let moves = format!("/api/games/{id}/moves");
        let played = server.post(&moves, &ama, json!({"move": "A"})).await;
        assert_eq!(played.status, 200, "{}", played.body);
    }
    assert_eq!(server.get("/api/account/games", "").await.status, 401);
    let exported = server.get("/api/account/games", &ama).await;
    let games = read_games(&exported.body, &[]).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(elsewhere.path()).await.unwrap();
    assert_eq!(store.import(&games).await.unwrap().added.len(), 2);
    assert_eq!(store.import(&games).await.unwrap().known.len(), 2);
}

#[tokio::test]
async fn a_deleted_account_leaves_only_its_opponents_games() {
    let server = Server::new().await;
    let (ama, kofi) = (server.sign_up("Ama").await, server.sign_up("Kofi").await);
    let token = server.token(&ama).await;
    let wish = json!({"rules": "kalah", "against": "friend", "side": "first", "rated": true});
    let id = server.table(wish.clone(), &ama, &kofi).await;
    server.play(&id, [&ama, &kofi], "BbAa").await;
    server.table(wish, &ama, &kofi).await;
    let wrong = json!({"password": "not this one"});
    let path = "/api/account/delete";
    assert_eq!(server.post(path, &ama, wrong).await.status, 401);
    let right = json!({"password": PASSWORD});
    assert_eq!(server.post(path, &token, right.clone()).await.status, 403);
    assert_eq!(server.post(path, &ama, right).await.status, 204);

    for who in [&ama, &token] {
        assert_eq!(server.get("/api/account", who).await.status, 401);
    }
    assert_eq!(server.get("/api/players/Ama", "").await.status, 404);
    let games = server.get("/api/players/Kofi/games", "").await;
    assert!(!games.body.contains("Ama"), "{}", games.body);
    assert_eq!(games.json()[0]["result"], "aborted");
    assert_eq!(games.json()[1]["result"], "won", "the game was given up");
    assert!(server.rating("Kofi", "kalah").await.unwrap() > 1500);
    assert_eq!(server.try_sign_up("AMA", "").await.status, 409);
}

#[tokio::test]
async fn a_token_is_shown_once_kept_hashed_and_can_be_revoked() {
    let server = Server::new().await;
    let ama = server.sign_up("Ama").await;
    let token = server.token(&ama).await;
    let me = server.get("/api/account", &token).await;
    assert_eq!(me.json()["name"], "Ama");
    let listed = server.get("/api/account/tokens", &ama).await;
    let secret = token.rsplit(' ').next().unwrap();
    assert!(!listed.body.contains(secret));
    let file = server.data.path().join(SqliteStore::FILE);
    for file in [file.clone(), file.with_extension("db-wal")] {
        let kept = std::fs::read(file).unwrap_or_default();
        let kept = String::from_utf8_lossy(&kept);
        assert!(!kept.contains(secret) && !kept.contains(PASSWORD));
    }
    // A token is for playing only, and no cookie.
    let label = json!({"label": "another"});
    let another = server.post("/api/account/tokens", &token, label).await;
    assert_eq!(another.status, 403);
    for page in [
        "/account/delete",
        "/account/password",
        "/account/tokens",
        "/account/bot",
    ] {
        let form = "content-type: application/x-www-form-urlencoded";
        let who = format!("{token}\r\n{form}");
        let refused = server.ask(&format!("POST {page}"), &who, None).await;
        assert_eq!(refused.status, 403, "{page}");
    }
    let as_cookie = format!("cookie: visitor={secret}");
    assert_eq!(server.get("/api/account", &as_cookie).await.status, 401);
    let id = &listed.json()[0]["id"];
    let call = format!("DELETE /api/account/tokens/{id}");
    let kofi = server.sign_up("Kofi").await;
    assert_eq!(server.ask(&call, &kofi, None).await.status, 404);
    assert_eq!(server.ask(&call, &ama, None).await.status, 204);
    let gone = server.get("/api/account", &token).await;
    assert_eq!(gone.status, 401);
    assert_eq!(gone.header("www-authenticate"), Some("Bearer"));
}

#[tokio::test]
async fn what_happens_while_a_stream_opens_is_told_once() {
    let server = Server::new().await;
    let ama = server.sign_up("Ama").await;
    let robi = server.sign_up("Robi").await;
    let robi = server.token(&robi).await;
    let wish = || json!({"rules": "kalah", "invite": "robi"});
    for round in 0..20 {
        let challenge = async {
            tokio::time::sleep(Duration::from_micros(100 * round)).await;
            server.post("/api/games", &ama, wish()).await
        };
        let opening = server.open("GET /api/events", &robi, None);
        let (events, set) = tokio::join!(opening, challenge);
        let mut events = BufReader::new(events);
        let mut sets = [set.json(), json!(null)];
        for n in 0..2 {
            let told = line(&mut events).await.unwrap();
            assert_eq!(told["id"], sets[n]["id"], "{told}");
            let decline = format!("/api/games/{}/decline", sets[n]["id"].as_str().unwrap());
            assert_eq!(server.post(&decline, &robi, json!({})).await.status, 204);
            if n == 0 {
                sets[1] = server.post("/api/games", &ama, wish()).await.json();
            }
        }
    }
}

#[tokio::test]
async fn a_bot_hears_of_challenges_and_plays_through_streams() {
    let server = Server::new().await;
    let ama = server.sign_up("Ama").await;
    let owner = server.sign_up("Robi").await;
    let robi = server.token(&owner).await;
    let marked = server.post("/api/account/bot", &robi, json!({"bot": true}));
    assert_eq!(marked.await.status, 204);
    assert!(server.get("/players/Robi", "").await.body.contains(">bot<"));
    assert_eq!(server.get("/api/events", "").await.status, 401);
    let mut events = BufReader::new(server.open("GET /api/events", &robi, None).await);

    let wish = json!({"rules": "kalah", "invite": "robi", "side": "first", "rated": true});
    let set = server.post("/api/games", &ama, wish).await.json();
    let id = set["id"].as_str().unwrap();
    let challenge = line(&mut events).await.unwrap();
    assert_eq!(
        challenge,
        json!({"type": "challenge", "id": id, "rules": "kalah", "set": "", "rated": true,
               "side": "N", "opponent": "Ama"})
    );
    let stranger = server.sign_up("Kofi").await;
    let join = format!("/api/games/{id}/join");
    assert_eq!(server.post(&join, &stranger, json!({})).await.status, 403);
    assert_eq!(server.post(&join, &robi, json!({})).await.status, 200);
    assert_eq!(line(&mut events).await.unwrap()["type"], "start");

    let path = format!("GET /api/games/{id}/stream");
    let mut game = BufReader::new(server.open(&path, &robi, None).await);
    let state = line(&mut game).await.unwrap();
    assert_eq!(state["shown"]["to_move"], "S");
    let moves = format!("/api/games/{id}/moves");
    let wrong = server.post(&moves, &robi, json!({"move": "a"})).await;
    assert_eq!(wrong.status, 403, "it is not the bot's turn");
    let v = &state["v"];
    for _ in 0..2 {
        let played = server
            .post(&moves, &ama, json!({"move": "A", "v": v}))
            .await;
        assert_eq!(played.status, 200, "{}", played.body);
    }
    let told = loop {
        let told = line(&mut game).await.unwrap();
        if told["type"] == "move" {
            break told;
        }
    };
    assert_eq!(told["shown"]["line"], "A");
    let answer = told["shown"]["legal"][0].clone();
    let played = server.post(&moves, &robi, json!({"move": answer})).await;
    assert_eq!(played.status, 200, "{}", played.body);
    server.play(id, [&ama, &robi], "Cc").await;
    let resign = format!("/api/games/{id}/resign");
    assert_eq!(server.post(&resign, &ama, json!({})).await.status, 200);
    let mut over = false;
    while let Some(told) = line(&mut game).await {
        over = over || told["shown"]["over"] == true;
    }
    assert!(over, "the stream ends with the game");
    assert!(server.rating("Robi", "kalah").await.unwrap() > 1500);

    let again = json!({"rules": "kalah", "invite": "robi"});
    let set = server.post("/api/games", &ama, again).await.json();
    let decline = format!("/api/games/{}/decline", set["id"].as_str().unwrap());
    assert_eq!(
        server.post(&decline, &stranger, json!({})).await.status,
        403
    );
    assert_eq!(server.post(&decline, &robi, json!({})).await.status, 204);
    assert_eq!(server.post(&decline, &robi, json!({})).await.status, 404);
}

#[tokio::test]
async fn nothing_changes_by_get_or_from_another_site() {
    let server = Server::new().await;
    let ama = server.sign_up("Ama").await;
    for path in [
        "/signout",
        "/account/delete",
        "/account/password",
        "/api/session",
    ] {
        assert_eq!(server.get(path, &ama).await.status, 405, "{path}");
    }
    let foreign = [
        "origin: http://evil.example",
        "origin: null",
        "sec-fetch-site: cross-site",
        "sec-fetch-site: same-site",
    ];
    for header in foreign {
        let who = format!("{ama}\r\n{header}");
        let refused = server.post("/api/account/bot", &who, json!({"bot": true}));
        assert_eq!(refused.await.status, 403, "{header}");
        let refused = server.post("/signout", &who, json!({})).await;
        assert_eq!(refused.status, 403, "{header}");
    }
    let me = server.get("/api/account", &ama).await;
    assert_eq!(me.json(), json!({"name": "Ama", "bot": false}));
}

#[tokio::test]
async fn the_whole_interface_is_described() {
    let server = Server::new().await;
    let described = server.get("/api/openapi.json", "").await.json();
    for path in [
        "/api/account",
        "/api/session",
        "/api/account/password",
        "/api/account/bot",
        "/api/account/delete",
        "/api/account/tokens",
        "/api/account/tokens/{id}",
        "/api/account/games",
        "/api/players/{name}",
        "/api/players/{name}/games",
        "/api/leaders/{rules}",
        "/api/events",
        "/api/games",
        "/api/games/{id}",
        "/api/games/{id}/join",
        "/api/games/{id}/decline",
        "/api/games/{id}/moves",
        "/api/games/{id}/resign",
        "/api/games/{id}/abort",
        "/api/games/{id}/stream",
    ] {
        assert!(described["paths"][path].is_object(), "{path}");
    }
    let scheme = &described["components"]["securitySchemes"]["token"];
    assert_eq!(scheme["scheme"], "bearer");
}
