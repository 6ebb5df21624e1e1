//! The web client: its files, and the links that lead into it.

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

/// The page that every link opens.
const INDEX: &str = "/index.html";

/// The build gives these files names that change with what they hold, so a name can be kept for ever.
const KEPT_FOR_EVER: &str = "/assets/";

/// A link that opens the client, which then shows what the link is about.
pub(crate) struct Link {
    /// As the reference writes it.
    pub(crate) path: &'static str,
    pub(crate) id: &'static str,
    pub(crate) summary: &'static str,
}

const fn link(path: &'static str, id: &'static str, summary: &'static str) -> Link {
    Link { path, id, summary }
}

/// Every link that opens the client.
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

/// The client as it is served.
#[derive(Clone)]
pub(crate) struct Pages {
    files: &'static [ClientFile],
    /// Each file at its path.
    router: Router,
    /// What a program is told that asks for something else.
    nothing_here: String,
}

impl Pages {
    pub(crate) async fn new(files: &'static [ClientFile], base: &BasePath) -> Arc<Pages> {
        let files = if base.is_root() { files } else { linked_below(files, base).await };
        let nothing_here = format!("there is nothing here: {base}/docs says what there is");
        Arc::new(Pages { files, router: serve(files), nothing_here })
    }

    /// Answers whatever no other route does.
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

    /// The client for an address that it does not know, where it says so. A later version may know it: no cache keeps this.
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
    // Each file would be a line of the log, at every start.
    let silence = tracing::subscriber::NoSubscriber::new();
    tracing::subscriber::with_default(silence, || serve.into_router())
}

/// The files with a page whose links begin with the base path. Everything else in the client finds its way from where it is: scripts and
/// styles name others by relative paths, and the script takes the base path from its own address.
async fn linked_below(files: &'static [ClientFile], base: &BasePath) -> &'static [ClientFile] {
    let Some(at) = files.iter().position(|file| file.route == INDEX) else { return files };
    let page = unpacked(&files[at..=at]).await.replace("=\"/", &format!("=\"{base}/"));
    let tag: String =
        Sha256::digest(&page).iter().fold(String::new(), |tag, byte| tag + &format!("{byte:02x}"));
    // Files live as long as the program, and this is done once at the start.
    let (page, tag): (&'static [u8], &'static str) = (page.into_bytes().leak(), tag.leak());
    let linked = |file: &ClientFile| match file.route {
        INDEX => ClientFile { bytes: Some(page), is_compressed: false, etag: tag, ..*file },
        _ => ClientFile { ..*file },
    };
    files.iter().map(linked).collect::<Vec<_>>().leak()
}

/// The text of a page, which the program holds packed.
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

/// Whether a page is asked for by name. Programs accept JSON or, like curl, anything; browsers name HTML only for what a
/// person opens.
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

/// Whether a path is one of [`LINKS`]. The client says what is wrong with a table, a day or a game that is not there.
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

/// `2026-11-15`; whether the calendar has such a day is not asked here.
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
    fn links_lead_into_the_client_and_nothing_else_does() {
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
