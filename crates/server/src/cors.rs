//! CORS: pages of allowed origins may read the responses of the sockets and the API.

use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{Method, StatusCode, header};
use tower::ServiceExt;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::Origins;
use crate::origins::AllowedOrigins;

/// How long a browser may cache a preflight response; Chromium caches none longer.
const PREFLIGHT_MAX_AGE: Duration = Duration::from_secs(2 * 60 * 60);

/// Whether a path belongs to the API or to Socket.IO.
pub(crate) fn is_for_programs(path: &str) -> bool {
    ["/api", "/socket.io"]
        .into_iter()
        .any(|start| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// Adds CORS headers to all API and Socket.IO responses, errors included, and answers preflights.
///
/// Credentials are not allowed: seats and devices use tokens, which a browser never sends by
/// itself. So even `*` gives a page no more than any program has. Without allowed origins, this
/// adds nothing and costs nothing.
pub(crate) fn with_cors(origins: &Origins, app: Router) -> Router {
    let allowed = match &origins.0 {
        AllowedOrigins::Any => AllowOrigin::any(),
        AllowedOrigins::Listed(origins) if origins.is_empty() => return app,
        AllowedOrigins::Listed(origins) => AllowOrigin::list(origins.iter().cloned()),
    };
    let cors = CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, header::IF_NONE_MATCH])
        .expose_headers([header::ETAG, header::RETRY_AFTER])
        .max_age(PREFLIGHT_MAX_AGE)
        .vary([header::ORIGIN]);
    let shared = app.clone().layer(cors);
    let origins = origins.clone();
    // A fallback matches no path. A route would pass its path parameters on to the next router.
    Router::new().fallback(move |request: Request| {
        let is_options = *request.method() == Method::OPTIONS;
        let is_allowed_preflight = || {
            let headers = request.headers();
            headers.contains_key(header::ORIGIN)
                && headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
                && origins.allow(headers)
        };
        let is_shared = is_for_programs(request.uri().path()) && (!is_options || is_allowed_preflight());
        let router = if is_shared { shared.clone() } else { app.clone() };
        async move {
            let Ok(mut response) = router.oneshot(request).await;
            if is_shared && is_options {
                *response.status_mut() = StatusCode::NO_CONTENT;
            }
            response
        }
    })
}

#[cfg(test)]
mod tests {
    use super::is_for_programs;

    #[test]
    fn only_the_api_and_sockets_are_for_programs() {
        for path in ["/api", "/api/", "/api/games/x", "/socket.io/", "/socket.io"] {
            assert!(is_for_programs(path), "{path}");
        }
        for path in ["/", "/apiary", "/docs", "/ABCD", "/healthz", "/socket.iox"] {
            assert!(!is_for_programs(path), "{path}");
        }
    }
}
