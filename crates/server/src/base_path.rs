//! Base path: the path at which a reverse proxy serves this server, if it is not the root.
//!
//! Some proxies remove the base path before they forward a request, others do not. Both work
//! without a setting: requests are answered with and without the base path, and all links of the
//! server begin with it.

use std::fmt;
use std::str::FromStr;

use axum::Router;
use axum::extract::Request;
use axum::http::uri::PathAndQuery;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use tower::ServiceExt;

/// Maximum length of a base path in bytes.
const LENGTH_MAX: usize = 128;

/// First segments of the server's own paths. With a base path below one of these, the server could
/// not tell whether a proxy has removed it.
const OWN_FOLDERS: [&str; 4] = ["api", "assets", "docs", "socket.io"];

/// Other paths of the server. A base path can begin with one, but cannot be equal to one.
const OWN_PATHS: [&str; 9] =
    ["daily", "games", "healthz", "metrics", "practice", "practise", "readyz", "settings", "watch"];

/// Path that every link of the server begins with, such as `/games/dord`; by default the root.
///
/// ```
/// let base: server::BasePath = "games/dord/".parse().unwrap();
/// assert_eq!(base.to_string(), "/games/dord");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BasePath(
    /// Empty, or with a leading and no trailing slash.
    String,
);

/// Error for a text that is not a base path.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{found:?} is not a base path such as /games/dord: {reason}")]
pub struct NotABasePath {
    /// The text.
    pub found: String,
    /// What is wrong with it.
    pub reason: String,
}

impl FromStr for BasePath {
    type Err = NotABasePath;

    /// Parses a path with or without leading and trailing slashes. The empty text and `/` are the
    /// root.
    fn from_str(text: &str) -> Result<BasePath, NotABasePath> {
        normalized(text).map(BasePath).map_err(|reason| NotABasePath { found: text.to_owned(), reason })
    }
}

fn normalized(text: &str) -> Result<String, String> {
    if text.contains("://") {
        return Err("give the path alone, without scheme and host".into());
    }
    if text.len() > LENGTH_MAX {
        return Err(format!("it is longer than {LENGTH_MAX} characters"));
    }
    let path = text.strip_prefix('/').unwrap_or(text);
    let path = path.strip_suffix('/').unwrap_or(path);
    if path.is_empty() {
        return Ok(String::new());
    }
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._~/".contains(c);
    if let Some(other) = path.chars().find(|c| !is_allowed(*c)) {
        return Err(format!("{other:?} is not possible in it; use letters, digits and - . _ ~"));
    }
    let segments: Vec<&str> = path.split('/').collect();
    if segments.contains(&"") {
        return Err("two slashes follow each other".into());
    }
    if segments.iter().any(|segment| [".", ".."].contains(segment)) {
        return Err("it must not contain the segments . and ..".into());
    }
    let first = segments[0];
    if OWN_FOLDERS.contains(&first) || (segments.len() == 1 && OWN_PATHS.contains(&first)) {
        return Err(format!("the server has a path /{first} itself; choose another name"));
    }
    Ok(format!("/{path}"))
}

/// The path without a trailing slash, so that `{base}/daily` is a link; empty for the root.
impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl BasePath {
    /// Whether the base path is the root.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes the base path from a request's URI.
    fn resolve(&self, uri: &Uri) -> Resolved {
        let asked = uri.path_and_query().map_or("/", PathAndQuery::as_str);
        match asked.strip_prefix(&self.0) {
            Some(rest) if rest.is_empty() || rest.starts_with('?') => {
                Resolved::Redirect(format!("{}/{rest}", self.0))
            }
            Some(rest) if rest.starts_with('/') => {
                let mut parts = uri.clone().into_parts();
                parts.path_and_query = rest.parse().ok();
                Uri::from_parts(parts).map_or(Resolved::Unchanged, Resolved::Below)
            }
            _ => Resolved::Unchanged,
        }
    }
}

/// Result of removing the base path.
#[derive(PartialEq, Eq, Debug)]
enum Resolved {
    /// The request is answered as it is: a proxy has removed the base path, or there was no proxy.
    Unchanged,
    /// The request is answered at this URI, without the base path.
    Below(Uri),
    /// The request is for the base path without its trailing slash, and is redirected. The scope of
    /// the service worker begins with that slash.
    Redirect(String),
}

/// Serves the app below the base path as well. For the root, this adds nothing and costs nothing.
pub(crate) fn mount(base: &BasePath, app: Router) -> Router {
    if base.is_root() {
        return app;
    }
    let base = base.clone();
    // A fallback matches no path, so the routes of `app` see only their own parameters.
    Router::new().fallback(move |mut request: Request| {
        let app = app.clone();
        let resolved = base.resolve(request.uri());
        async move {
            match resolved {
                Resolved::Redirect(to) if [Method::GET, Method::HEAD].contains(request.method()) => {
                    return redirect(to);
                }
                Resolved::Below(uri) => *request.uri_mut() = uri,
                Resolved::Redirect(_) | Resolved::Unchanged => {}
            }
            let Ok(response) = app.oneshot(request).await;
            response
        }
    })
}

fn redirect(to: String) -> Response {
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, to)]).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_has_a_slash_at_its_beginning_and_none_at_its_end() {
        for (given, kept) in [
            ("/games/dord", "/games/dord"),
            ("/games/dord/", "/games/dord"),
            ("games/dord", "/games/dord"),
            ("dord", "/dord"),
            ("/~ann/dord_2.0", "/~ann/dord_2.0"),
            ("/daily/dord", "/daily/dord"),
            ("/", ""),
            ("", ""),
        ] {
            assert_eq!(given.parse::<BasePath>().unwrap().to_string(), kept, "{given}");
        }
    }

    #[test]
    fn a_malformed_base_path_is_refused_with_the_reason() {
        for (given, reason) in [
            ("https://club.example/dord", "without scheme and host"),
            ("//club.example/dord", "two slashes"),
            ("/games//dord", "two slashes"),
            ("/dord//", "two slashes"),
            ("/games/../dord", "segments . and .."),
            ("/./dord", "segments . and .."),
            ("/dord?x=1", "'?' is not possible"),
            ("/dord#x", "'#' is not possible"),
            ("/my games", "' ' is not possible"),
            ("/my%20games", "'%' is not possible"),
            ("/dörd", "'ö' is not possible"),
            ("/dord\"><script>", "'\"' is not possible"),
            ("/dord\r\nx: y", "is not possible"),
            ("/api", "has a path /api itself"),
            ("/api/dord", "has a path /api itself"),
            ("/games", "has a path /games itself"),
            (&"/x".repeat(65), "longer than 128"),
        ] {
            let error = given.parse::<BasePath>().unwrap_err();
            assert_eq!(error.found, given);
            assert!(error.to_string().contains(reason), "{given}: {error}");
        }
    }

    #[test]
    fn the_base_path_is_removed_once_and_only_where_a_segment_ends() {
        let base: BasePath = "/games/dord".parse().unwrap();
        let below = |uri: &'static str| Resolved::Below(Uri::from_static(uri));
        for (asked, resolved) in [
            ("/games/dord/", below("/")),
            ("/games/dord/ABCD", below("/ABCD")),
            ("/games/dord/daily?language=nl", below("/daily?language=nl")),
            ("http://club.example/games/dord/ABCD", below("http://club.example/ABCD")),
            ("/games/dord/games/dord/ABCD", below("/games/dord/ABCD")),
            ("/games/dord//", below("//")),
            ("/games/dord", Resolved::Redirect("/games/dord/".to_owned())),
            ("/games/dord?x", Resolved::Redirect("/games/dord/?x".to_owned())),
            ("/", Resolved::Unchanged),
            ("/ABCD", Resolved::Unchanged),
            ("/games/dordrecht", Resolved::Unchanged),
            ("/Games/Dord/", Resolved::Unchanged),
            ("/x/games/dord/", Resolved::Unchanged),
        ] {
            assert_eq!(base.resolve(&Uri::from_static(asked)), resolved, "{asked}");
        }
    }
}
