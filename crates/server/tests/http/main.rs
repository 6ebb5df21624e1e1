//! Everything served besides sockets, requested over real connections.

mod base_path;
mod client;
mod connections;
mod cross_origin;
mod daily;
mod daily_secrecy;
mod defined_words;
mod device;
mod expensive_requests;
mod fixtures;
mod hosts;
mod pages;
mod review;
mod schemas;
mod words;

use client::{Reply, Running};
use fixtures::{FINISHED, FOUR, RUNNING};
use protocol::{GameRecord, verify_record};
use rules::notation::Gcg;
use rules::{Language, Score};
use schemas::Schemas;
use server::MetricsPlace;

fn is_dressed(reply: &Reply) {
    let policy = reply.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe-inline"), "{policy}");
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
}

#[tokio::test]
async fn the_record_of_a_finished_game_can_be_verified_and_cached() {
    let server = Running::start(|_| {}).await;
    let reply = server.get(&format!("/api/games/{FINISHED}")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")));
    is_dressed(&reply);
    assert_eq!(reply.header("cache-control"), Some("public, max-age=3600"));
    let record = GameRecord::parse(reply.text()).unwrap();
    verify_record(&record).unwrap();
    assert_eq!(record.id, FINISHED);

    let tag = reply.header("etag").unwrap();
    let again =
        server.ask("GET", &format!("/api/games/{FINISHED}"), &format!("If-None-Match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let unknown = server.ask("GET", "/api/games/unknown", &format!("If-None-Match: {tag}\r\n")).await;
    assert_eq!(unknown.status, 404);
}

#[tokio::test]
async fn responses_have_the_form_that_the_description_names() {
    let server = Running::start(|_| {}).await;
    let schemas = Schemas::of(&server).await;
    for (path, schema) in [
        (format!("/api/games/{FINISHED}"), "GameRecord"),
        (format!("/api/games/{FOUR}"), "GameRecord"),
        ("/api/games/none".to_owned(), "Problem"),
        ("/api/words/en".to_owned(), "WordList"),
        ("/api/words/en/quiz".to_owned(), "WordAnswer"),
        ("/api/words/en/%ff".to_owned(), "Problem"),
        ("/nothing".to_owned(), "Problem"),
    ] {
        schemas.check(schema, &serde_json::from_str(server.get(&path).await.text()).unwrap());
    }
}

#[tokio::test]
async fn the_notation_replays_to_the_same_scores() {
    let server = Running::start(|_| {}).await;
    let reply = server.get(&format!("/api/games/{FINISHED}.gcg")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/plain; charset=utf-8")));
    is_dressed(&reply);
    let gcg = Gcg::parse(reply.text()).unwrap();
    assert!(gcg.lexicon.is_some());
    let replay = gcg.replay(&Language::by_code("en").unwrap()).unwrap();
    let record = GameRecord::parse(server.get(&format!("/api/games/{FINISHED}")).await.text()).unwrap();
    for (player, score) in gcg.players().iter().zip(replay.scores) {
        let found =
            record.outcome.final_scores.iter().find(|other| other.player_name == player.name.as_str());
        assert_eq!(Score(found.unwrap().score), score, "{}", player.name.as_str());
    }
}

#[tokio::test]
async fn the_pictures_are_well_formed_and_load_nothing() {
    let server = Running::start(|_| {}).await;
    for game in [FINISHED, FOUR] {
        let reply = server.get(&format!("/api/games/{game}.svg")).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/svg+xml")));
        is_dressed(&reply);
        let tree = resvg::usvg::roxmltree::Document::parse(reply.text()).unwrap();
        assert!(tree.root_element().attribute("viewBox").is_some());
        for node in tree.descendants().filter(resvg::usvg::roxmltree::Node::is_element) {
            assert!(["svg", "title", "rect", "text"].contains(&node.tag_name().name()), "{node:?}");
            for attribute in node.attributes() {
                let name = attribute.name();
                assert!(!name.starts_with("on") && !["href", "style"].contains(&name), "{name}");
            }
        }
        let reply = server.get(&format!("/api/games/{game}.png")).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/png")));
        assert_eq!(&reply.body[..8], b"\x89PNG\r\n\x1a\n");
        let side = |at: usize| u32::from_be_bytes(reply.body[at..at + 4].try_into().unwrap());
        assert_eq!((side(16), side(20)), (1506, 1008));
        assert!(reply.body.len() < 300_000, "{}", reply.body.len());
        if let Ok(folder) = std::env::var("DORD_PICTURES") {
            std::fs::write(format!("{folder}/{game}.png"), &reply.body).unwrap();
        }
    }
}

#[tokio::test]
async fn a_running_game_an_unknown_one_and_nonsense_are_answered_alike() {
    let server = Running::start(|_| {}).await;
    let unknown = server.get("/api/games/0b6e5d8e-6d3e-4b1c-9a55-0d6c1d7a2f10").await;
    assert_eq!(unknown.status, 404);
    is_dressed(&unknown);
    let long = "a".repeat(4000);
    for name in [RUNNING, "..%2f..%2fetc%2fpasswd", "%ff%fe", "%00", &long, "a%20b", "%C3%A9", "?x", "*"] {
        for end in ["", ".gcg", ".svg", ".png"] {
            let reply = server.get(&format!("/api/games/{name}{end}")).await;
            if name == "?x" {
                assert_eq!(reply.status, 404);
                continue;
            }
            assert_eq!((reply.status, reply.text()), (404, unknown.text()), "{name}{end}");
            assert_eq!(reply.header("cache-control"), Some("no-store"));
        }
    }
}

#[tokio::test]
async fn head_is_get_without_a_body_and_other_methods_are_refused() {
    let server = Running::start(|_| {}).await;
    for path in [
        "/",
        "/ABCD",
        "/docs",
        "/healthz",
        "/api/openapi.json",
        "/api/words/en",
        &format!("/api/games/{FINISHED}"),
    ] {
        let (head, get) = (server.ask("HEAD", path, "").await, server.get(path).await);
        assert_eq!((head.status, head.body.len()), (get.status, 0), "{path}");
        assert_eq!(head.header("content-length"), get.header("content-length"), "{path}");
        for method in ["POST", "DELETE", "BREW"] {
            let reply = server.ask(method, path, "Content-Length: 0\r\n").await;
            assert_eq!((reply.status, reply.header("allow")), (405, Some("GET,HEAD")), "{method} {path}");
            is_dressed(&reply);
        }
    }
}

#[tokio::test]
async fn every_other_route_has_its_content_type() {
    let server = Running::start(|_| {}).await;
    for (path, status, kind, piece) in [
        ("/", 200, "text/html; charset=utf-8", "Dord"),
        ("/docs", 200, "text/html; charset=utf-8", "href=\"docs/style.css\""),
        ("/docs", 200, "text/html; charset=utf-8", "href=\"api/openapi.json\""),
        ("/docs/style.css", 200, "text/css; charset=utf-8", "body"),
        ("/api/openapi.json", 200, "application/json", "\"3.1.0\""),
        ("/api/words/en", 200, "application/json", "172820"),
        ("/api/words/en/quiz", 200, "application/json", "\"valid\":true"),
        ("/api/words/en/zzzz", 200, "application/json", "\"valid\":false"),
        ("/api/words/en/caf%C3%A9", 200, "application/json", "\"valid\":true"),
        ("/api/words/nl/caf%C3%A9", 200, "application/json", "\"valid\":true"),
        ("/api/words/nl/re%C3%BCnie", 200, "application/json", "\"valid\":true"),
        ("/api/words/nl/%C3%A9%C3%A9n", 200, "application/json", "\"valid\":true"),
        ("/api/words/nl/reunie", 200, "application/json", "\"valid\":true"),
        ("/api/words/xx", 404, "application/json", "NOT_FOUND"),
        ("/api/words/en/%ff", 400, "application/json", "BAD_REQUEST"),
        ("/healthz", 200, "text/plain; charset=utf-8", "ok"),
        ("/readyz", 200, "text/plain; charset=utf-8", "ready"),
        ("/metrics", 404, "application/json", "NOT_FOUND"),
        ("/nothing", 404, "application/json", "NOT_FOUND"),
    ] {
        let reply = server.get(path).await;
        assert_eq!((reply.status, reply.header("content-type")), (status, Some(kind)), "{path}");
        assert!(reply.text().contains(piece), "{path}: {}", reply.text());
        is_dressed(&reply);
    }
}

#[tokio::test]
async fn metrics_have_their_own_listener() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = Running::start(|server| server.metrics_place = MetricsPlace::Own(listener)).await;
    assert_eq!(server.get("/metrics").await.status, 404);
    assert_eq!(server.get("/healthz").await.status, 200);
    assert_eq!(client::ask(address, "GET", "/metrics", "").await.status, 200);
    assert_eq!(client::ask(address, "GET", "/docs", "").await.status, 404);
    // DNS rebinding: a page's name resolves to this machine.
    let rebound = b"GET /metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
    let mut connection = client::Connection::open(address).await;
    connection.send(rebound).await;
    assert_eq!(connection.reply("GET").await.status, 421);
}

#[tokio::test]
async fn metrics_are_on_the_main_listener_only_if_configured() {
    let server = Running::start(|server| server.metrics_place = MetricsPlace::Main).await;
    let reply = server.get("/metrics").await;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    assert_eq!((reply.status, reply.header("content-type")), (200, Some(kind)));
    assert!(reply.text().contains("dord_sockets"), "{}", reply.text());
    is_dressed(&reply);
}

#[tokio::test]
async fn frame_ancestors_are_configurable() {
    let server = Running::start(|server| {
        server.frame_ancestors = "https://club.example".parse().unwrap();
    })
    .await;
    let reply = server.get("/docs").await;
    let policy = reply.header("content-security-policy").unwrap();
    assert!(policy.ends_with("frame-ancestors https://club.example"), "{policy}");
}

#[tokio::test]
async fn an_unavailable_store_is_reported() {
    let server = Running::start(|_| {}).await;
    server.store.set_failing(true);
    for path in ["/readyz", &format!("/api/games/{FINISHED}")] {
        let reply = server.get(path).await;
        assert_eq!((reply.status, reply.header("retry-after")), (503, Some("5")), "{path}");
    }
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn requests_in_progress_are_answered_before_the_server_stops() {
    let server = Running::start(|_| {}).await;
    let mut begun = server.connect().await;
    begun.send(b"GET /healthz HTTP/1.1\r\nHost: a\r\n").await;
    server.answers().await;
    let stopped = server.stop();
    begun.send(b"Connection: close\r\n\r\n").await;
    assert_eq!(begun.reply("GET").await.status, 200);
    stopped.await.unwrap().unwrap();
}

#[test]
fn the_description_in_the_tree_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let found = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        found == server::openapi(),
        "docs/openapi.json is stale: run `cargo xtask generate` and commit it"
    );
}
