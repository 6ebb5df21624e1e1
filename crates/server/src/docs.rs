//! API reference, as a page and as OpenAPI.

use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};

use crate::BasePath;
use crate::state::ServerState;

/// OpenAPI description of one server's HTTP API.
pub(crate) struct Description {
    base: BasePath,
    /// Generated on the first request.
    text: OnceLock<Bytes>,
}

impl Description {
    pub(crate) fn new(base: BasePath) -> Description {
        Description { base, text: OnceLock::new() }
    }

    fn text(&self) -> Bytes {
        self.text.get_or_init(|| crate::openapi::text(&self.base).into()).clone()
    }
}

/// `GET /docs`. Its links are relative, so it needs no base path.
pub(crate) async fn page() -> Html<&'static str> {
    Html(include_str!("../assets/docs.html"))
}

/// `GET /docs/style.css`
pub(crate) async fn stylesheet() -> Response {
    let kind = HeaderValue::from_static("text/css; charset=utf-8");
    let kept = HeaderValue::from_static("public, max-age=3600");
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)];
    (headers, include_str!("../assets/docs.css")).into_response()
}

/// `GET /api/openapi.json`
pub(crate) async fn description(State(state): State<Arc<ServerState>>) -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], state.description.text()).into_response()
}
