//! The web client: its files, and the URLs that open it.

use std::sync::Arc;

use axum::Router;
use axum::body::{self, Body};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::Response;
use memory_serve::{CacheControl, MemoryServe};
use protocol::RoomCode;
use sha2::{Digest, Sha256};
use tower::ServiceExt;

use crate::cors::is_for_programs;
use crate::problem::{nothing_here, other_method};
use crate::{BasePath, ClientFile};

/// The page that every client URL opens.
const INDEX: &str = "/index.html";

/// Folder of files whose names contain a content hash, so that they can be cached for ever.
const KEPT_FOR_EVER: &str = "/assets/";

/// A URL that opens the client, which then shows the right view.
pub(crate) struct Link {
    /// Its form in the reference.
    pub(crate) path: &'static str,
    pub(crate) id: &'static str,
    pub(crate) summary: &'static str,
}

const fn link(path: &'static str, id: &'static str, summary: &'static str) -> Link {
    Link { path, id, summary }
}

/// Every URL that opens the client.
pub(crate) const LINKS: [Link; 8] = [
    link("/", "menu", "The web client"),
    link("/{code}", "table", "A table in the web client, by the code of its room"),
    link("/watch/{code}", "watch", "A table to watch"),
    link("/daily", "dailyPuzzle", "Today's puzzle"),
    link("/daily/{date}", "dailyPuzzleOfADay", "The puzzle of a day"),
    link("/games/{id}", "finishedGame", "A finished game to look at"),
    link("/settings", "settings", "The settings of this device"),
    link("/practise", "practise", "Practice against the computer"),
];

/// The web client as it is served.
#[derive(Clone)]
pub(crate) struct Pages {
    files: &'static [ClientFile],
    /// Serves each file at its path.
    router: Router,
    /// Error message for programs that request an unknown path.
    nothing_here: String,
}

impl Pages {
    pub(crate) async fn new(files: &'static [ClientFile], base: &BasePath) -> Arc<Pages> {
        let files = if base.is_root() { files } else { linked_below(files, base).await };
        let nothing_here = format!("there is nothing here: {base}/docs says what there is");
        Arc::new(Pages { files, router: serve(files), nothing_here })
    }

    /// Answers requests that no other route matches.
    pub(crate) async fn answer(self: Arc<Pages>, mut request: Request) -> Response {
        let path = request.uri().path();
        let is_kept = path.starts_with(KEPT_FOR_EVER);
        let is_link = leads_into_the_client(path);
        if !self.has(if is_link { INDEX } else { path }) {
            if self.has(INDEX) && is_for_a_person(&request) {
                return self.not_found(request).await;
            }
            return nothing_here(&self.nothing_here);
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let mut answer = other_method().await;
            answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
            return answer;
        }
        if is_link {
            *request.uri_mut() = Uri::from_static(INDEX);
        }
        let Ok(mut response) = self.router.clone().oneshot(request).await;
        let headers = response.headers_mut();
        if is_kept {
            let kept = HeaderValue::from_static("public, max-age=31536000, immutable");
            headers.insert(header::CACHE_CONTROL, kept);
        }
        name_charset(headers);
        response
    }

    /// Serves the client with status 404 for an unknown path. It must not be cached, because a
    /// later version may know the path.
    async fn not_found(&self, mut request: Request) -> Response {
        *request.uri_mut() = Uri::from_static(INDEX);
        request.headers_mut().remove(header::IF_NONE_MATCH);
        let Ok(mut response) = self.router.clone().oneshot(request).await;
        *response.status_mut() = StatusCode::NOT_FOUND;
        let headers = response.headers_mut();
        headers.remove(header::ETAG);
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        name_charset(headers);
        response
    }

    fn has(&self, path: &str) -> bool {
        self.files.iter().any(|file| file.route == path)
    }
}

fn serve(files: &'static [ClientFile]) -> Router {
    let serve = MemoryServe::new(files)
        .index_file(None)
        .enable_brotli(true)
        .enable_gzip(true)
        .html_cache_control(CacheControl::NoCache)
        .cache_control(CacheControl::NoCache);
    // Without this, every file would be a log line at every start.
    let silence = tracing::subscriber::NoSubscriber::new();
    tracing::subscriber::with_default(silence, || serve.into_router())
}

/// Returns the files with a page whose links begin with the base path. All other files are
/// location-independent: scripts and styles use relative paths, and the script derives the base
/// path from its own URL.
async fn linked_below(files: &'static [ClientFile], base: &BasePath) -> &'static [ClientFile] {
    let Some(at) = files.iter().position(|file| file.route == INDEX) else { return files };
    let page = unpacked(&files[at..=at]).await.replace("=\"/", &format!("=\"{base}/"));
    let tag: String =
        Sha256::digest(&page).iter().fold(String::new(), |tag, byte| tag + &format!("{byte:02x}"));
    // Leaked on purpose: files live as long as the program, and this runs once at startup.
    let (page, tag): (&'static [u8], &'static str) = (page.into_bytes().leak(), tag.leak());
    let linked = |file: &ClientFile| match file.route {
        INDEX => ClientFile { bytes: Some(page), is_compressed: false, etag: tag, ..*file },
        _ => ClientFile { ..*file },
    };
    files.iter().map(linked).collect::<Vec<_>>().leak()
}

/// Decompressed text of a page.
async fn unpacked(page: &'static [ClientFile]) -> String {
    let request = Request::get(INDEX).body(Body::empty()).expect("the path of a page is well-formed");
    let Ok(response) = serve(page).oneshot(request).await;
    let bytes = body::to_bytes(response.into_body(), usize::MAX).await.expect("a page in memory can be read");
    String::from_utf8(bytes.into()).expect("a page is written in UTF-8")
}

fn name_charset(headers: &mut HeaderMap) {
    if headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/html") {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    }
}

/// Whether the request accepts HTML explicitly. Programs accept JSON or, like curl, anything;
/// browsers name HTML only for navigation.
fn is_for_a_person(request: &Request) -> bool {
    let accepts_html = |value: &HeaderValue| {
        let ranges = value.to_str().unwrap_or_default().split(',');
        ranges
            .filter_map(|range| range.split(';').next())
            .any(|kind| kind.trim().eq_ignore_ascii_case("text/html"))
    };
    matches!(*request.method(), Method::GET | Method::HEAD)
        && !is_for_programs(request.uri().path())
        && request.headers().get_all(header::ACCEPT).iter().any(accepts_html)
}

/// Whether a path is one of [`LINKS`]. The client itself reports a missing table, day or game.
fn leads_into_the_client(path: &str) -> bool {
    let Some(path) = path.strip_prefix('/') else { return false };
    match path.split('/').collect::<Vec<_>>()[..] {
        ["" | "daily" | "settings" | "practise" | "practice"] => true,
        [code] | ["watch", code] => code.parse::<RoomCode>().is_ok(),
        ["daily", date] => is_a_date(date),
        ["games", id] => is_a_name(id),
        _ => false,
    }
}

/// Whether a text looks like `2026-11-15`. The date need not exist.
fn is_a_date(text: &str) -> bool {
    let fits = |(index, byte): (usize, u8)| {
        if matches!(index, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
    };
    text.len() == 10 && text.bytes().enumerate().all(fits)
}

fn is_a_name(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_client_links_open_the_client() {
        for path in [
            "/",
            "/ABCD",
            "/abcd",
            "/watch/ABCD",
            "/watch/abcd",
            "/daily",
            "/daily/2026-11-15",
            "/games/0192f0c1-6a7e-7a51-8c3e-2f6f3f0e9b11",
            "/settings",
            "/practise",
            "/practice",
        ] {
            assert!(leads_into_the_client(path), "{path}");
        }
        for path in [
            "",
            "//",
            "/ABC",
            "/ABCDE",
            "/AB1D",
            "/%41BCD",
            "/ABCD/",
            "/watch",
            "/watch/",
            "/watch/ABC",
            "/daily/",
            "/daily/today",
            "/daily/2026-11-150",
            "/daily/2026/11/15",
            "/games",
            "/games/",
            "/games/..",
            "/games/a/b",
            "/settings/",
            "/api",
            "/assets/",
            "/index",
        ] {
            assert!(!leads_into_the_client(path), "{path}");
        }
    }
}
