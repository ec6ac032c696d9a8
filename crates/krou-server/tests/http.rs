//! The server over HTTP, without a network.

use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use krou_server::{App, Settings, router};
use krou_store::SqliteStore;
use serde_json::Value;
use tower::ServiceExt as _;

struct Server {
    router: axum::Router,
    _data: tempfile::TempDir,
}

impl Server {
    async fn new() -> Server {
        let data = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(data.path()).await.unwrap();
        let router = router(App::new(store, &Settings::default()));
        Server {
            router,
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
    ] {
        assert!(described["paths"][path].is_object(), "{path}");
    }
}
