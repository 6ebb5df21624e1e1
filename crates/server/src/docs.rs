//! The reference, for people and for programs.

use std::sync::LazyLock;

use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};

static OPENAPI: LazyLock<String> = LazyLock::new(crate::openapi::text);

/// `GET /docs`
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
pub(crate) async fn description() -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], OPENAPI.as_str()).into_response()
}
