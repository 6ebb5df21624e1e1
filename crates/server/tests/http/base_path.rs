//! The server at a base path, behind proxies that remove the path and proxies that do not.

use serde_json::Value;
use server::Origins;

use crate::client::{Reply, Running};
use crate::fixtures::FINISHED;
use crate::is_dressed;

const BASE: &str = "/games/dord";

async fn below(base: &str) -> Running {
    Running::start(|server| server.base_path = base.parse().unwrap()).await
}

/// Absolute paths of a page's links. Relative ones are resolved from the page's folder, which is
/// the base path.
fn links(page: &Reply) -> Vec<String> {
    let values = ["href=\"", "src=\""].into_iter().flat_map(|name| page.text().split(name).skip(1));
    values
        .filter_map(|rest| rest.split('"').next())
        .filter(|link| !link.starts_with("https://") && !link.starts_with('#'))
        .map(|link| {
            let relative = link.strip_prefix("./").unwrap_or(link);
            if relative.starts_with('/') { relative.to_owned() } else { format!("{BASE}/{relative}") }
        })
        .collect()
}

#[tokio::test]
async fn everything_is_answered_with_and_without_the_base_path() {
    let server = below(BASE).await;
    for path in [
        "/",
        "/ABCD",
        "/daily?language=nl",
        "/games/0192f0c1-6a7e-7a51-8c3e-2f6f3f0e9b11",
        "/docs",
        "/docs/style.css",
        "/api/openapi.json",
        "/api/words/en/quiz",
        &format!("/api/games/{FINISHED}"),
        "/api/nothing",
        "/nothing",
        "/healthz",
        "/readyz",
        "/metrics",
    ] {
        let (with, without) = (server.get(&format!("{BASE}{path}")).await, server.get(path).await);
        assert_eq!(with.status, without.status, "{path}");
        assert_eq!(with.header("content-type"), without.header("content-type"), "{path}");
        assert_eq!(with.body, without.body, "{path}");
        is_dressed(&with);
    }
}

#[tokio::test]
async fn links_of_pages_begin_with_the_base_path_and_work() {
    let server = below(BASE).await;
    for path in ["/", "/ABCD", "/docs"] {
        let page = server.get(&format!("{BASE}{path}")).await;
        let links = links(&page);
        assert!(!links.is_empty(), "{path}: {}", page.text());
        for link in links {
            assert!(link.starts_with("/games/dord/"), "{path} leads to {link}");
            assert_eq!(server.get(&link).await.status, 200, "{path} leads to {link}");
        }
    }
    let description = server.get("/games/dord/api/openapi.json").await;
    let description: Value = serde_json::from_str(description.text()).unwrap();
    assert_eq!(description["servers"][0]["url"], BASE);
    let nothing = server.get("/games/dord/api/nothing").await;
    assert!(nothing.text().contains("/games/dord/docs"), "{}", nothing.text());
}

#[tokio::test]
async fn the_page_is_still_cacheable_and_compressed() {
    let (server, elsewhere) = (below(BASE).await, below("/elsewhere").await);
    let plain = server.get("/games/dord/").await;
    let tag = plain.header("etag").unwrap().to_owned();
    assert_ne!(Some(tag.as_str()), elsewhere.get("/elsewhere/").await.header("etag"));
    assert_eq!(plain.header("cache-control"), Some("no-cache"));
    let again = server.ask("GET", "/games/dord/", &format!("If-None-Match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    // The page is made at the start, and only gzip is quick enough for that.
    let packed = server.ask("GET", "/games/dord/", "Accept-Encoding: gzip, deflate, br\r\n").await;
    assert_eq!((packed.status, packed.header("content-encoding")), (200, Some("gzip")));
    assert!(packed.body.len() < plain.body.len());
    for file in client::files().iter().filter(|file| file.route.starts_with("/assets/")) {
        let reply = server.get(&format!("{BASE}{}", file.route)).await;
        let kept = Some("public, max-age=31536000, immutable");
        assert_eq!((reply.status, reply.header("cache-control")), (200, kept), "{}", file.route);
    }
}

#[tokio::test]
async fn the_base_path_without_its_slash_redirects_to_the_page() {
    let server = below(BASE).await;
    for (path, to) in [("/games/dord", "/games/dord/"), ("/games/dord?x=1", "/games/dord/?x=1")] {
        for method in ["GET", "HEAD"] {
            let reply = server.ask(method, path, "").await;
            assert_eq!((reply.status, reply.header("location")), (308, Some(to)), "{method} {path}");
        }
    }
    for path in ["/games/dord/games/dord/", "/games/dordrecht/", "/GAMES/DORD/"] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn sockets_are_below_the_base_path_and_checked_there() {
    let allowed = ["https://club.example".to_owned()];
    let server = Running::start(|server| {
        server.base_path = BASE.parse().unwrap();
        server.origins = Origins::new(&allowed).unwrap();
    })
    .await;
    let polling = "/games/dord/socket.io/?EIO=4&transport=polling";
    let opened = server.get(polling).await;
    assert_eq!(opened.status, 200);
    assert!(opened.text().starts_with("0{\"sid\""), "{}", opened.text());
    assert_eq!(server.ask("GET", polling, "Origin: https://evil.example\r\n").await.status, 403);
    let shared = server.ask("GET", polling, "Origin: https://club.example\r\n").await;
    assert_eq!(shared.header("access-control-allow-origin"), Some("https://club.example"));
    let websocket = "/games/dord/socket.io/?EIO=4&transport=websocket";
    assert_eq!(server.get(websocket).await.status, 400, "an upgrade that a proxy took away is told at once");
}

#[tokio::test]
async fn the_page_has_the_theme_of_the_server() {
    let retro = Running::start(|server| server.theme = server::Theme::Retro).await;
    let page = retro.get("/").await;
    assert!(page.text().contains("data-theme=\"retro\""), "{}", page.text());
    assert!(links(&page).iter().all(|link| link.starts_with('/') && !link.starts_with("//")));
    let parlour = Running::start(|_| {}).await.get("/").await;
    assert!(parlour.text().contains("data-theme=\"parlour\""), "{}", parlour.text());
    assert_ne!(page.header("etag"), parlour.header("etag"));
    let bar = |page: &Reply| -> Vec<String> {
        let text = page.text();
        let metas = text.split('<').filter(|tag| tag.contains("\"theme-color\""));
        metas.filter_map(|tag| Some(tag.split_once("content=\"")?.1.split('"').next()?.to_owned())).collect()
    };
    assert_eq!(bar(&page), ["#c6d0c6", "#000000"], "for a light and a dark system");
    assert_eq!(bar(&parlour), ["#f4eee2", "#14181c"]);
}

#[tokio::test]
async fn without_a_base_path_pages_are_as_they_were_built() {
    let (server, root) = (Running::start(|_| {}).await, below("/").await);
    let (page, same) = (server.get("/").await, root.get("/").await);
    assert_eq!((&page.body, page.header("etag")), (&same.body, same.header("etag")));
    let index = client::files().iter().find(|file| file.route == "/index.html").unwrap();
    assert_eq!(page.header("etag"), Some(format!("\"{}\"", index.etag).as_str()));
    assert_eq!(server.get("/games/dord/").await.status, 404);
}
