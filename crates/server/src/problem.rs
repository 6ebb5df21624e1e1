//! Error responses in a uniform format.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{HttpErrorCode, HttpProblem, WireError};

/// An error response.
pub(crate) fn problem(code: HttpErrorCode, message: &str) -> Response {
    response(&HttpProblem::new(code, message))
}

/// The response for a problem. It must not be cached, because the problem may be temporary.
fn response(problem: &HttpProblem) -> Response {
    let kept = [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    (status(problem.error.code), kept, Json(problem)).into_response()
}

const fn status(code: HttpErrorCode) -> StatusCode {
    match code {
        HttpErrorCode::BadRequest => StatusCode::BAD_REQUEST,
        HttpErrorCode::NotFound => StatusCode::NOT_FOUND,
        HttpErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        HttpErrorCode::MisdirectedRequest => StatusCode::MISDIRECTED_REQUEST,
        HttpErrorCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        HttpErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

pub(crate) fn nothing_here(message: &str) -> Response {
    problem(HttpErrorCode::NotFound, message)
}

pub(crate) fn unavailable() -> Response {
    not_now("the server cannot answer this now: try again in a moment")
}

/// A 503 response with a reason.
pub(crate) fn not_now(message: &str) -> Response {
    let mut answer = problem(HttpErrorCode::Unavailable, message);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    answer
}

/// A 429 response for the error of a limit.
pub(crate) fn too_many(error: &WireError) -> Response {
    let wait_ms = error.details.retry_after_ms;
    let mut problem = HttpProblem::new(HttpErrorCode::RateLimited, error.message.as_str());
    problem.error.retry_after_ms = wait_ms;
    let mut answer = response(&problem);
    let seconds = wait_ms.unwrap_or_default().div_ceil(1000);
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    answer
}

/// The response to a method that a path does not support.
pub(crate) async fn other_method() -> Response {
    problem(HttpErrorCode::MethodNotAllowed, "the header Allow says how this can be asked for")
}
