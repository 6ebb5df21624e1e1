//! The web client: its files, and the URLs that open it.

use std::io::Write as _;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use protocol::RoomCode;
use sha2::{Digest, Sha256};
use static_files::{Content, StaticFile};

use crate::cors::is_for_programs;
use crate::problem::{nothing_here, other_method};
use crate::{BasePath, Theme};

/// The page that every client URL opens.
const INDEX: &str = "/index.html";

/// Folder of files whose names contain a content hash, so that they can be cached for ever.
const KEPT_FOR_EVER: &str = "/assets/";

/// A URL that opens the client, which then shows the right view.
#[cfg(feature = "reference")]
pub(crate) struct Link {
    /// Its form in the reference.
    pub(crate) path: &'static str,
    pub(crate) id: &'static str,
    pub(crate) summary: &'static str,
}

#[cfg(feature = "reference")]
const fn link(path: &'static str, id: &'static str, summary: &'static str) -> Link {
    Link { path, id, summary }
}

/// Every URL that opens the client, for the OpenAPI description.
#[cfg(feature = "reference")]
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
pub(crate) struct Pages {
    files: Vec<StaticFile>,
    /// Error message for programs that request an unknown path.
    nothing_here: String,
}

impl Pages {
    pub(crate) fn new(files: &'static [StaticFile], base: &BasePath, theme: Theme) -> Arc<Pages> {
        let mut files = files.to_vec();
        let is_as_built = base.is_root() && theme == Theme::default();
        if !is_as_built && let Some(page) = files.iter_mut().find(|file| file.route == INDEX) {
            *page = adapted(page, base, theme);
        }
        let nothing_here = format!("there is nothing here: {base}/docs says what there is");
        Arc::new(Pages { files, nothing_here })
    }

    /// Answers requests that no other route matches.
    pub(crate) async fn answer(self: Arc<Pages>, request: Request) -> Response {
        let path = request.uri().path();
        let Some(file) = self.file(if leads_into_the_client(path) { INDEX } else { path }) else {
            return match self.file(INDEX) {
                Some(page) if is_for_a_person(&request) => not_found(page, request.headers()),
                _ => nothing_here(&self.nothing_here),
            };
        };
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            let mut answer = other_method().await;
            answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET,HEAD"));
            return answer;
        }
        served(file, request.headers())
    }

    fn file(&self, path: &str) -> Option<&StaticFile> {
        self.files.iter().find(|file| file.route == path)
    }
}

/// A file, or the answer that the client has it already.
fn served(file: &StaticFile, asked: &HeaderMap) -> Response {
    let kept = if file.route.starts_with(KEPT_FOR_EVER) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let is_unchanged = text_of(asked, header::IF_NONE_MATCH).is_some_and(|tags| file.is_unchanged(tags));
    let mut response = if is_unchanged { Response::new(Body::empty()) } else { content(file, asked) };
    if is_unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(kept));
    let etag = HeaderValue::try_from(format!("\"{}\"", file.etag));
    headers.insert(header::ETAG, etag.expect("a tag is made of digits"));
    response
}

/// Serves the client with status 404 for an unknown path. It must not be cached, because a later
/// version may know the path.
fn not_found(page: &StaticFile, asked: &HeaderMap) -> Response {
    let mut response = content(page, asked);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A file in the form that the client prefers. The server leaves out the body for `HEAD`.
fn content(file: &StaticFile, asked: &HeaderMap) -> Response {
    let accepted = text_of(asked, header::ACCEPT_ENCODING).unwrap_or_default();
    let Content { encoding, bytes } = file.accepted(accepted);
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    if file.is_packed() {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

fn text_of(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

/// Returns the page with links that begin with the base path, and with the default theme and its
/// colours for the bar of the browser. All other files are location-independent: scripts and styles
/// use relative paths, and the script reads base path and theme from the page.
fn adapted(page: &StaticFile, base: &BasePath, theme: Theme) -> StaticFile {
    let as_built = format!("data-theme=\"{}\"", Theme::default());
    let (built, wanted) = (Theme::default().bar_colours(), theme.bar_colours());
    let text = String::from_utf8_lossy(page.plain)
        .replace("=\"/", &format!("=\"{base}/"))
        .replace(&as_built, &format!("data-theme=\"{theme}\""))
        .replace(built.light, wanted.light)
        .replace(built.dark, wanted.dark);
    let tag = rules::hex(&Sha256::digest(&text));
    // Leaked on purpose: files live as long as the program, and this runs once at startup.
    let (plain, etag): (&'static [u8], &'static str) = (text.into_bytes().leak(), tag.leak());
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(plain).and_then(|()| packed.finish()).ok();
    let gzip = packed.filter(|packed| packed.len() < plain.len()).map(|packed| &*packed.leak());
    StaticFile { plain, gzip, brotli: None, etag, ..*page }
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
