//! Cross-origin requests: which origins may read the responses of the sockets and the API.

use server::{Origins, Server};

use crate::client::{Reply, Running};
use crate::fixtures::FINISHED;

const CLUB: &str = "https://club.example";
const POLLING: &str = "/socket.io/?EIO=4&transport=polling";

/// A server that allows an origin, or all with `*`.
async fn allowing(origin: &str) -> Running {
    let origins = Origins::new(&[origin.to_owned()]).unwrap();
    Running::start(|server| server.origins = origins).await
}

async fn from(server: &Running, origin: &str, method: &str, path: &str) -> Reply {
    server.ask(method, path, &format!("Origin: {origin}\r\n")).await
}

async fn preflight(server: &Running, origin: &str, path: &str) -> Reply {
    let headers = format!(
        "Origin: {origin}\r\nAccess-Control-Request-Method: POST\r\n\
         Access-Control-Request-Headers: authorization,content-type\r\n"
    );
    server.ask("OPTIONS", path, &headers).await
}

/// Asserts that a browser would pass the response to the page.
fn is_readable(reply: &Reply, origin: &str) {
    assert_eq!(reply.header("access-control-allow-origin"), Some(origin), "{reply:?}");
    assert_eq!(reply.header("access-control-allow-credentials"), None, "{reply:?}");
    assert!(varies_by_origin(reply), "{reply:?}");
}

fn varies_by_origin(reply: &Reply) -> bool {
    reply.header("vary").is_some_and(|names| names.contains("origin"))
}

#[tokio::test]
async fn a_page_of_an_allowed_origin_polls_and_reads_the_api() {
    let server = allowing(CLUB).await;
    let game = format!("/api/games/{FINISHED}");
    for path in [POLLING, "/api/words/en", "/api/openapi.json", game.as_str()] {
        let reply = from(&server, CLUB, "GET", path).await;
        assert_eq!(reply.status, 200, "{path}");
        is_readable(&reply, CLUB);
        let exposed = reply.header("access-control-expose-headers").unwrap();
        assert!(exposed.contains("retry-after") && exposed.contains("etag"), "{exposed}");
    }
}

#[tokio::test]
async fn a_preflight_of_an_allowed_origin_is_answered_on_sockets_and_the_api() {
    let server = allowing(CLUB).await;
    for path in [POLLING, "/api/daily/2026-11-15/turns", "/api/nothing"] {
        let reply = preflight(&server, CLUB, path).await;
        assert_eq!((reply.status, reply.body.len()), (204, 0), "{path}");
        is_readable(&reply, CLUB);
        for method in ["GET", "POST", "PUT", "DELETE"] {
            let methods = reply.header("access-control-allow-methods").unwrap();
            assert!(methods.contains(method), "{methods}");
        }
        for header in ["authorization", "content-type", "if-none-match"] {
            let headers = reply.header("access-control-allow-headers").unwrap();
            assert!(headers.contains(header), "{headers}");
        }
        assert_eq!(reply.header("access-control-max-age"), Some("7200"));
    }
}

#[tokio::test]
async fn a_page_of_an_allowed_origin_can_read_what_went_wrong() {
    let origins = Origins::new(&[CLUB.to_owned()]).unwrap();
    let server = Running::start(|server: &mut Server| {
        server.origins = origins;
        server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        server.limits.sockets_per_address = 1;
    })
    .await;
    for path in ["/api/nothing", "/api/games/none"] {
        let reply = from(&server, CLUB, "GET", path).await;
        assert_eq!(reply.status, 404, "{path}");
        is_readable(&reply, CLUB);
    }
    let reply = from(&server, CLUB, "DELETE", "/api/words/en").await;
    assert_eq!(reply.status, 405);
    is_readable(&reply, CLUB);

    let headers = format!("Origin: {CLUB}\r\nX-Forwarded-For: 203.0.113.7\r\n");
    assert_eq!(server.ask("GET", POLLING, &headers).await.status, 200);
    let crowded = server.ask("GET", POLLING, &headers).await;
    assert_eq!(crowded.status, 429);
    assert!(crowded.header("retry-after").is_some());
    is_readable(&crowded, CLUB);
}

#[tokio::test]
async fn a_page_of_another_origin_neither_connects_nor_reads() {
    let server = allowing(CLUB).await;
    for origin in ["https://elsewhere.example", "http://club.example", "https://club.example:8443", "null"] {
        for reply in [
            from(&server, origin, "GET", POLLING).await,
            from(&server, origin, "POST", POLLING).await,
            preflight(&server, origin, POLLING).await,
        ] {
            assert_eq!(reply.status, 403, "{origin}");
            assert_eq!(reply.header("access-control-allow-origin"), None, "{origin}");
        }
        let reply = from(&server, origin, "GET", "/api/words/en").await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, None), "{origin}");
        // A cache must not use this response for the allowed page.
        assert!(varies_by_origin(&reply), "{reply:?}");
        let reply = preflight(&server, origin, "/api/words/en").await;
        assert_eq!((reply.status, reply.header("access-control-allow-origin")), (405, None), "{origin}");
    }
}

#[tokio::test]
async fn the_servers_own_page_and_programs_need_no_permission() {
    let server = allowing(CLUB).await;
    let own = from(&server, "http://localhost", "GET", POLLING).await;
    assert_eq!((own.status, own.header("access-control-allow-origin")), (200, None));
    let program = server.get(POLLING).await;
    assert_eq!((program.status, program.header("access-control-allow-origin")), (200, None));
    assert!(varies_by_origin(&program));
    // Other paths are not affected.
    let page = from(&server, CLUB, "GET", "/").await;
    assert_eq!((page.status, page.header("access-control-allow-origin")), (200, None));
    assert!(!varies_by_origin(&page));
}

#[tokio::test]
async fn a_star_allows_every_origin() {
    let server = allowing("*").await;
    for origin in [CLUB, "http://localhost:5173", "null"] {
        for reply in [
            from(&server, origin, "GET", POLLING).await,
            from(&server, origin, "GET", "/api/words/en").await,
            from(&server, origin, "GET", "/api/nothing").await,
            preflight(&server, origin, POLLING).await,
        ] {
            assert!([200, 204, 404].contains(&reply.status), "{reply:?}");
            is_readable(&reply, "*");
        }
    }
}

#[tokio::test]
async fn without_allowed_origins_nothing_is_added() {
    let server = Running::start(|_| {}).await;
    for path in [POLLING, "/api/words/en"] {
        let reply = server.get(path).await;
        assert_eq!(reply.status, 200);
        assert!(!varies_by_origin(&reply) && reply.header("access-control-expose-headers").is_none());
    }
    assert_eq!(from(&server, CLUB, "GET", POLLING).await.status, 403);
    assert_eq!(preflight(&server, CLUB, POLLING).await.status, 403);
    assert_eq!(preflight(&server, CLUB, "/api/words/en").await.status, 405);
}
