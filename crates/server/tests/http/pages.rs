//! The web client as browsers get it.

use crate::client::{Reply, Running};
use crate::is_dressed;

const LINKS: [&str; 11] = [
    "/",
    "/ABCD",
    "/abcd",
    "/watch/ABCD",
    "/daily",
    "/daily/2026-11-15",
    "/games/0192f0c1-6a7e-7a51-8c3e-2f6f3f0e9b11",
    "/settings",
    "/practise",
    "/practice",
    "/index.html",
];

/// Maximum gzipped size of script and style of the first page.
const FIRST_LOAD_BYTES_MAX: usize = 100_000;

/// Paths of the scripts and styles of a page.
fn named_in(page: &str) -> Vec<&str> {
    let paths = page.split(['"', '\'']).filter(|piece| piece.starts_with("/assets/"));
    let mut paths: Vec<&str> = paths.collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// Without npm, the build has only a placeholder page.
fn is_built() -> bool {
    if !client::IS_BUILT {
        eprintln!("skipped: the client was not built, because npm is not on this machine");
    }
    client::IS_BUILT
}

async fn packed(server: &Running, path: &str, accepted: &str) -> Reply {
    server.ask("GET", path, &format!("Accept-Encoding: {accepted}\r\n")).await
}

#[tokio::test]
async fn every_link_opens_the_client_and_is_revalidated() {
    let server = Running::start(|_| {}).await;
    let menu = server.get("/").await;
    for path in LINKS {
        let reply = server.get(path).await;
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (200, Some("text/html; charset=utf-8")),
            "{path}"
        );
        assert_eq!(reply.header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(reply.text(), menu.text(), "{path}");
        is_dressed(&reply);
    }
}

#[tokio::test]
async fn the_policy_allows_only_our_own_scripts_and_styles() {
    let server = Running::start(|_| {}).await;
    let reply = server.get("/ABCD").await;
    let policy = reply.header("content-security-policy").unwrap();
    for source in ["script-src", "style-src", "worker-src", "manifest-src"] {
        assert!(policy.contains(&format!("{source} 'self';")), "{policy}");
    }
    for forbidden in ["unsafe", "http:", "https:", "*"] {
        assert!(!policy.contains(forbidden), "{policy}");
    }
    // The page must not contain what the policy forbids, because it would not work.
    let page = reply.text();
    assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onload="), "{page}");
    assert!(!page.contains("<script>"), "{page}");
}

#[tokio::test]
async fn a_page_that_has_not_changed_is_not_sent_again() {
    let server = Running::start(|_| {}).await;
    for path in ["/", "/ABCD"] {
        let tag = server.get(path).await.header("etag").unwrap().to_owned();
        let again = server.ask("GET", path, &format!("If-None-Match: {tag}\r\n")).await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
        is_dressed(&again);
        let other = server.ask("GET", path, "If-None-Match: \"another\"\r\n").await;
        assert_eq!(other.status, 200, "{path}");
    }
}

#[tokio::test]
async fn scripts_and_styles_are_compressed_and_immutable() {
    if !is_built() {
        return;
    }
    let server = Running::start(|_| {}).await;
    let page = server.get("/").await;
    let assets = named_in(page.text());
    assert!(page.text().contains(".js\""), "{assets:?}");
    for path in assets {
        let plain = server.get(path).await;
        assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{path}");
        if path.contains(".woff2") {
            // The format is compressed already.
            assert_eq!(plain.header("cache-control"), Some("public, max-age=31536000, immutable"), "{path}");
            continue;
        }
        for encoding in ["br", "gzip"] {
            let reply = packed(&server, path, encoding).await;
            assert_eq!((reply.status, reply.header("content-encoding")), (200, Some(encoding)), "{path}");
            assert!(reply.body.len() < plain.body.len(), "{path}");
            assert_eq!(reply.header("vary"), Some("accept-encoding"), "{path}");
            assert_eq!(reply.header("cache-control"), Some("public, max-age=31536000, immutable"), "{path}");
            let length = reply.body.len().to_string();
            let headers = format!("Accept-Encoding: {encoding}\r\n");
            let head = server.ask("HEAD", path, &headers).await;
            assert_eq!((head.status, head.header("content-length")), (200, Some(length.as_str())), "{path}");
            is_dressed(&reply);
        }
        let both = packed(&server, path, "gzip, deflate, br").await;
        assert_eq!(both.header("content-encoding"), Some("br"), "{path}");
    }
}

#[tokio::test]
async fn files_without_a_hash_in_their_name_are_revalidated() {
    if !is_built() {
        return;
    }
    let server = Running::start(|_| {}).await;
    let files = client::files().iter().map(|file| file.route).filter(|path| !path.starts_with("/assets/"));
    let files: Vec<&str> = files.collect();
    assert!(files.contains(&"/manifest.webmanifest"), "{files:?}");
    for path in files {
        let reply = server.get(path).await;
        assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-cache")), "{path}");
        is_dressed(&reply);
    }
}

#[tokio::test]
async fn the_first_page_is_light() {
    if !is_built() {
        return;
    }
    let server = Running::start(|_| {}).await;
    let page = server.get("/").await;
    let mut bytes = 0;
    for path in named_in(page.text()) {
        bytes += packed(&server, path, "gzip").await.body.len();
    }
    println!("script and style of the first page: {bytes} bytes with gzip");
    assert!(bytes < FIRST_LOAD_BYTES_MAX, "{bytes} bytes");
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let server = Running::start(|_| {}).await;
    for path in [
        "/nothing",
        "/ABCDE",
        "/ABC",
        "/ABCD/",
        "/watch/",
        "/watch/nobody",
        "/daily/today",
        "/games/",
        "/assets/",
        "/assets/nothing.js",
        "/assets/../index.html",
        "/%69ndex.html",
        "/src/main.ts",
        "/package.json",
        "/api/nothing",
        "/index.html/",
        "//",
    ] {
        for method in ["GET", "HEAD", "POST"] {
            let reply = server.ask(method, path, "Content-Length: 0\r\n").await;
            assert_eq!(
                (reply.status, reply.header("content-type")),
                (404, Some("application/json")),
                "{method} {path}"
            );
            is_dressed(&reply);
        }
    }
}

#[tokio::test]
async fn a_person_at_an_unknown_address_gets_a_page_and_a_program_gets_json() {
    let server = Running::start(|_| {}).await;
    let menu = server.get("/").await;
    let browser = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n";
    let tag = format!("{browser}If-None-Match: {}\r\n", menu.header("etag").unwrap());
    for path in ["/nothing", "/ABCDE", "/ABCD/", "/watch/nobody", "/daily/today", "/apiary", "//", "/%ff"] {
        for headers in [browser, tag.as_str()] {
            let page = server.ask("GET", path, headers).await;
            assert_eq!(page.status, 404, "{path}");
            assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
            assert_eq!(
                (page.header("cache-control"), page.header("etag")),
                (Some("no-store"), None),
                "{path}"
            );
            assert_eq!(page.text(), menu.text(), "{path}");
            is_dressed(&page);
        }
        let head = server.ask("HEAD", path, browser).await;
        assert_eq!((head.status, head.header("content-type")), (404, Some("text/html; charset=utf-8")));
        for accepted in ["*/*", "application/json", "text/plain", "text/htmlx", ""] {
            let reply = server.ask("GET", path, &format!("Accept: {accepted}\r\n")).await;
            assert_eq!(
                (reply.status, reply.header("content-type")),
                (404, Some("application/json")),
                "{path}"
            );
        }
    }
    for path in ["/api", "/api/nothing", "/api/games/none", "/api/daily/nothing"] {
        let reply = server.ask("GET", path, browser).await;
        assert_eq!(reply.header("content-type"), Some("application/json"), "{path}");
    }
    let posted = server.ask("POST", "/nothing", &format!("{browser}Content-Length: 0\r\n")).await;
    assert_eq!((posted.status, posted.header("content-type")), (404, Some("application/json")));
}

#[tokio::test]
async fn a_server_without_a_client_serves_everything_else() {
    let server = Running::start(|server| server.client = &[]).await;
    assert_eq!(server.get("/").await.status, 404);
    assert_eq!(server.get("/ABCD").await.status, 404);
    assert_eq!(server.get("/docs").await.status, 200);
}
