//! The server over HTTP, without a network.

use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use krou_server::{App, Settings, router};
use krou_store::SqliteStore;
use serde_json::Value;
use tower::ServiceExt as _;

struct Server {
    router: axum::Router,
    store: SqliteStore,
    _data: tempfile::TempDir,
}

impl Server {
    async fn new() -> Server {
        let data = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(data.path()).await.unwrap();
        let router = router(App::new(store.clone(), &Settings::default()));
        Server {
            router,
            store,
            _data: data,
        }
    }

    async fn ask(&self, request: Request<Body>) -> Response<Body> {
        self.router.clone().oneshot(request).await.unwrap()
    }

    async fn get(&self, path: &str) -> Response<Body> {
        self.ask(Request::get(path).body(Body::empty()).unwrap())
            .await
    }

    async fn json(&self, path: &str) -> (StatusCode, Value) {
        let response = self.get(path).await;
        let status = response.status();
        (status, serde_json::from_str(&text(response).await).unwrap())
    }
}

async fn text(response: Response<Body>) -> String {
    let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn form(path: &str) -> axum::http::request::Builder {
    Request::post(path)
        .header(header::HOST, "krou.example")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
}

#[tokio::test]
async fn show_answers_as_the_command_does() {
    let server = Server::new().await;
    let (status, shown) = server.json("/api/show?rules=kalah&moves=C").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(shown["position"], "4,4,0,5,5,5/4,4,4,4,4,4/1,0/S");
    assert_eq!(shown["to_move"], "S");
    assert_eq!(shown["scores"], serde_json::json!([1, 0]));
    assert_eq!(shown["legal"], serde_json::json!(["A", "B", "D", "E", "F"]));
    assert_eq!(shown["over"], false);
    assert_eq!(shown["result"], Value::Null);
    assert_eq!(shown["switches"]["pits"], 6);
}

#[tokio::test]
async fn analyse_proves_a_small_endgame() {
    let server = Server::new().await;
    let path = "/api/analyse?position=0,0,0,0,1,2/0,0,0,0,0,3/20,22/S&seconds=5";
    let (status, found) = server.json(path).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        (&found["value"], &found["proved"]),
        (&Value::from(2.0), &Value::from(true))
    );
}

#[tokio::test]
async fn solve_turn_explain_and_review_answer_as_the_command_does() {
    let server = Server::new().await;
    let end = "position=0,0,0,0,1,2/0,0,0,0,0,3/20,22/S";
    let path = format!("/api/solve?{end}&seconds=5&every_move=true");
    let (status, solved) = server.json(&path).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        (&solved["value"], &solved["proved"]),
        (&Value::from(2), &Value::from(true))
    );
    assert_eq!(solved["bounds"], serde_json::json!([2, 2]));
    assert_eq!(solved["moves"].as_array().map(Vec::len), Some(2));

    // Too little time leaves bounds, not a guess.
    let (status, solved) = server.json("/api/solve?seconds=0").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(
        (&solved["value"], &solved["proved"]),
        (&Value::Null, &Value::from(false))
    );
    assert!(solved["bounds"][0].as_i64() < solved["bounds"][1].as_i64());

    let path = "/api/turn?position=6,4,2,3,1,1/0,0,0,0,0,1/0,0/S";
    let (status, turn) = server.json(path).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(turn["chain"].as_array().map(Vec::len), Some(17));
    assert_eq!(
        (&turn["store"], &turn["over"]),
        (&Value::from(17), &Value::from(true))
    );

    let (status, why) = server.json("/api/explain?move=C&seconds=0.1&lang=fr").await;
    assert_eq!(status, StatusCode::OK);
    let first = why["why"][0].as_str().unwrap();
    assert!(first.contains("grenier"), "{first}");

    let (status, review) = server.json("/api/review?moves=CFb&seconds=0.3").await;
    assert_eq!(status, StatusCode::OK, "{review}");
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(3));
    assert!(
        review["accuracy"][0]
            .as_f64()
            .is_some_and(|percent| percent <= 100.0)
    );
    assert_eq!(review["moves"][0]["grade"], "best");
}

#[tokio::test]
async fn refusals_are_in_the_language_of_whoever_asks() {
    let server = Server::new().await;
    for (path, said) in [
        ("/api/show?rules=chess", "il n’y a pas de jeu"),
        ("/api/show?moves=Z", "n’est pas une case"),
        ("/api/show?moves=c", "coup 1 (c)"),
        ("/api/show?position=4,4", "une liste de toutes les cases"),
        ("/api/show?position=4/4/0,0/S", "ce jeu en a"),
        ("/api/show?set=seeds%3D99", "un nombre de"),
        ("/api/show?set=sow-own-store%3Dfalse", "dernière graine"),
        ("/api/analyse?seconds=11", "un nombre de 0 à 10"),
        ("/api/explain?move=c", "à Sud de jouer"),
        ("/g/nobody/game.txt", "il n’y a rien ici"),
    ] {
        let french = Request::get(path).header(header::ACCEPT_LANGUAGE, "fr");
        let response = server.ask(french.body(Body::empty()).unwrap()).await;
        assert!(response.status().is_client_error(), "{path}");
        let body: Value = serde_json::from_str(&text(response).await).unwrap();
        let why = body["error"].as_str().unwrap().replace('\u{a0}', " ");
        assert!(why.contains(said), "{path}: {why}");
    }
}

#[tokio::test]
async fn wrong_questions_are_refused_in_one_sentence() {
    let server = Server::new().await;
    for path in [
        "/api/show?rules=chess",
        "/api/show?position=nonsense",
        "/api/show?moves=AZ",
        "/api/analyse?seconds=11",
        "/api/analyse?seconds=-1",
        "/api/analyse?seconds=NaN",
        "/api/rules?lang=de",
        "/api/solve?seconds=60",
        "/api/explain?rules=kalah",
        "/api/explain?move=g",
        "/api/review?rules=kalah",
    ] {
        let (status, body) = server.json(path).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{path}");
        assert!(body["error"].as_str().is_some_and(|why| !why.is_empty()));
    }
    for path in [
        "/nothing",
        "/g/nobody",
        "/rules/chess",
        "/assets/../Cargo.toml",
    ] {
        assert_eq!(
            server.get(path).await.status(),
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

#[tokio::test]
async fn nothing_from_elsewhere_and_nothing_inline() {
    let server = Server::new().await;
    let paths = [
        "/",
        "/rules",
        "/rules/awale",
        "/analysis",
        "/new",
        "/compare",
        "/settings",
    ];
    for path in paths {
        let response = server.get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let policy = &response.headers()[header::CONTENT_SECURITY_POLICY];
        assert!(policy.to_str().unwrap().contains("default-src 'none'"));
        let page = text(response).await;
        assert!(
            !page.contains("style=\"") && !page.contains("onclick"),
            "{path}"
        );
        for part in page.split("<script").skip(1) {
            assert!(part.contains("src=\"/assets/"), "{path}: <script{part:.40}");
        }
        for part in page.split("src=\"").skip(1) {
            assert!(part.starts_with('/'), "{path}: {part:.40}");
        }
    }
}

#[tokio::test]
async fn what_a_visitor_writes_is_escaped() {
    let server = Server::new().await;
    let path = "/analysis?rules=%3Cscript%3Ealert(1)%3C/script%3E&set=%22%3E%3Cb%3E";
    let page = text(server.get(path).await).await;
    assert!(!page.contains("<script>alert") && !page.contains("\"><b>"));
}

#[tokio::test]
async fn a_table_is_set_by_our_own_pages_only() {
    let server = Server::new().await;
    let body = "rules=kalah&against=engine&level=1&side=first";
    let foreign = form("/games").header(header::ORIGIN, "http://evil.example");
    let refused = server.ask(foreign.body(Body::from(body)).unwrap()).await;
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);

    let own = form("/games").header(header::ORIGIN, "http://krou.example");
    let set = server.ask(own.body(Body::from(body)).unwrap()).await;
    assert_eq!(set.status(), StatusCode::SEE_OTHER);
    let cookie = set.headers()[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"));
    let table = set.headers()[header::LOCATION]
        .to_str()
        .unwrap()
        .to_string();
    let page = text(server.get(&table).await).await;
    assert!(page.contains("data-you=\"\""), "a stranger only watches");
    let mine = Request::get(&table).header(header::COOKIE, cookie.split(';').next().unwrap());
    let page = text(server.ask(mine.body(Body::empty()).unwrap()).await).await;
    assert!(page.contains("data-you=\"S\""));
    let record = text(server.get(&format!("{table}/game.txt")).await).await;
    assert!(record.contains("kalah"), "{record}");
}

#[tokio::test]
async fn a_table_that_makes_no_sense_is_not_set() {
    let server = Server::new().await;
    for body in [
        "rules=chess",
        "rules=kalah&level=11",
        "rules=kalah&set=seeds%3D0",
        "rules=kalah&position=0,0,0,0,0,0/0,0,0,0,0,0/24,24/S",
    ] {
        let answer = server
            .ask(form("/games").body(Body::from(body)).unwrap())
            .await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{body}");
    }
    let long = "x".repeat(70 << 10);
    let request = Request::post("/games")
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(long));
    let answer = server.ask(request.unwrap()).await;
    assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn the_interface_is_described() {
    let server = Server::new().await;
    let (status, described) = server.json("/api/openapi.json").await;
    assert_eq!(status, StatusCode::OK);
    for path in [
        "/api/show",
        "/api/analyse",
        "/api/analyse/stream",
        "/api/rules",
        "/api/lobby",
    ] {
        assert!(described["paths"][path].is_object(), "{path}");
    }
}

/// A table at which a game is played, from a position a few moves before its end; `moves` of it
/// are made.
async fn table(server: &Server, slug: &str, level: Option<u8>, moves: usize) -> krou_store::GameId {
    use krou_store::{NewGame, Seat, Store as _, Table, Web as _};
    let rules = std::sync::Arc::new(krou_rules::Rules::builtin("kalah").unwrap());
    let setup = "0,0,0,2,1,2/0,0,0,1,1,3/18,20/S".parse().unwrap();
    let start = rules.position(&setup).unwrap();
    let mut game = krou_rules::Game::from_position(rules, start);
    for _ in 0..moves {
        let Some(&m) = game.legal_moves().first() else {
            break;
        };
        game.play(m).unwrap();
    }
    let name: krou_store::Name = "Ama".parse().unwrap();
    let host = server.store.create_visitor(&[7; 32], &name).await.unwrap();
    let other = level.map_or(Seat::Guest(name.clone()), Seat::Engine);
    let seats = krou_rules::BySide::new(Seat::Guest(name), other);
    let saved = server
        .store
        .start_game(&NewGame::new(seats, false, game))
        .await
        .unwrap();
    let table = Table {
        slug: slug.into(),
        question: String::new(),
        host: host.id,
        host_side: krou_rules::Side::South,
        guest: None,
        level,
        invited: None,
        rated: false,
        game: Some(saved.id),
        next: None,
        clock: None,
        open: false,
    };
    server.store.set_table(&table).await.unwrap();
    saved.id
}

#[tokio::test]
async fn a_finished_game_is_reviewed_once_and_the_review_is_kept() {
    use krou_store::Web as _;
    let server = Server::new().await;
    let game = table(&server, "ended", None, 100).await;
    let mut answers = Vec::new();
    // Bounded; each answer says how far it is.
    while answers.last() != Some(&StatusCode::OK) && answers.len() < 600 {
        let (status, body) = server.json("/api/games/ended/review").await;
        if status == StatusCode::ACCEPTED {
            assert!(body["done"].as_u64() <= body["of"].as_u64());
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        answers.push(status);
    }
    assert_eq!(answers[0], StatusCode::ACCEPTED);
    assert_eq!(answers.last(), Some(&StatusCode::OK));
    let kept = server
        .store
        .review(game)
        .await
        .unwrap()
        .expect("it is kept");
    let kept: Value = serde_json::from_str(&kept).unwrap();
    assert!(kept["moves"][0]["proved"].as_bool().unwrap());

    let page = text(server.get("/g/ended/review").await).await;
    for part in [
        "class=\"course\"",
        "Accuracy",
        "data-at=\"1\"",
        "/analysis?rules=kalah",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let french = Request::get("/g/ended/review").header(header::ACCEPT_LANGUAGE, "fr");
    let page = text(server.ask(french.body(Body::empty()).unwrap()).await).await;
    assert!(page.contains("Précision") && page.contains("prouvé"));
}

#[tokio::test]
async fn a_game_that_goes_on_has_no_review_and_no_help_but_against_the_engine() {
    let server = Server::new().await;
    table(&server, "going", None, 0).await;
    for path in [
        "/g/going/review",
        "/api/games/going/review",
        "/g/going/review/progress",
    ] {
        assert_eq!(
            server.get(path).await.status(),
            StatusCode::CONFLICT,
            "{path}"
        );
    }
    let ask = form("/g/going/help").body(Body::empty()).unwrap();
    assert_eq!(server.ask(ask).await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_picture_is_drawn_from_a_question() {
    let server = Server::new().await;
    let svg = server.get("/board.svg?moves=C").await;
    assert_eq!(svg.headers()[header::CONTENT_TYPE], "image/svg+xml");
    assert!(text(svg).await.starts_with("<svg"));
    let png = server.get("/board.png?rules=awale").await;
    assert_eq!(png.headers()[header::CONTENT_TYPE], "image/png");
    assert_eq!(
        server.get("/board.svg?moves=Z").await.status(),
        StatusCode::BAD_REQUEST
    );
}
