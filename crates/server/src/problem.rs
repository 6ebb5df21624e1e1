//! Error responses in a uniform format.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::WireError;
use serde_json::json;

/// An error response. It must not be cached, because the error may be temporary.
pub(crate) fn problem(status: StatusCode, code: &str, message: &str) -> Response {
    let kept = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status, kept, Json(json!({"error": {"code": code, "message": message}}))).into_response()
}

pub(crate) fn nothing_here(message: &str) -> Response {
    problem(StatusCode::NOT_FOUND, "NOT_FOUND", message)
}

pub(crate) fn unavailable() -> Response {
    not_now("the server cannot answer this now: try again in a moment")
}

/// A 503 response with a reason.
pub(crate) fn not_now(message: &str) -> Response {
    let mut answer = problem(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE", message);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    answer
}

/// A 429 response for an error.
pub(crate) fn too_many(error: &WireError) -> Response {
    let seconds = error.details.retry_after_ms.unwrap_or_default().div_ceil(1000);
    let kept = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::RETRY_AFTER, HeaderValue::from(seconds)),
    ];
    (StatusCode::TOO_MANY_REQUESTS, kept, Json(json!({"error": error}))).into_response()
}

/// The response to a method that a path does not support.
pub(crate) async fn other_method() -> Response {
    let message = "the header Allow says how this can be asked for";
    problem(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", message)
}
