//! What is served besides sockets.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use rules::{Language, Words};
use serde_json::json;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::state::ServerState;

/// Pages load nothing from elsewhere and run no script that is not a file of ours.
const POLICY: &str = "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; \
                      object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

pub(crate) fn routes(state: Arc<ServerState>) -> Router {
    let header = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(HeaderName::from_static(name), HeaderValue::from_static(value))
    };
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/docs", get(docs))
        .route("/api/words/{language}", get(word_list))
        .route("/api/words/{language}/{word}", get(word))
        .route("/", get(front_page))
        .fallback(nothing_here)
        .layer(header("x-content-type-options", "nosniff"))
        .layer(header("content-security-policy", POLICY))
        .layer(header("referrer-policy", "no-referrer"))
        .with_state(state)
}

/// Refuses sockets that pages from elsewhere open.
pub(crate) fn check_origin(state: Arc<ServerState>, router: Router) -> Router {
    router.layer(middleware::from_fn(move |request: Request, next: Next| {
        let state = Arc::clone(&state);
        async move {
            if request.uri().path().starts_with("/socket.io") && !state.origins.allow(request.headers()) {
                return (StatusCode::FORBIDDEN, "this page may not connect here\n").into_response();
            }
            next.run(request).await
        }
    }))
}

async fn ready(State(state): State<Arc<ServerState>>) -> Response {
    match state.tables.store().ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be reached\n").into_response(),
    }
}

async fn metrics(State(state): State<Arc<ServerState>>) -> Response {
    let text = state.metrics.text(state.tables.live_count().await);
    let kind = HeaderValue::from_static("application/openmetrics-text; version=1.0.0; charset=utf-8");
    ([(header::CONTENT_TYPE, kind)], text).into_response()
}

async fn docs() -> Html<String> {
    Html(protocol::reference_html())
}

async fn front_page() -> Html<&'static str> {
    Html(include_str!("front_page.html"))
}

async fn nothing_here() -> Response {
    problem(StatusCode::NOT_FOUND, "NOT_FOUND", "there is nothing here: /docs says what there is")
}

fn problem(status: StatusCode, code: &str, message: &str) -> Response {
    (status, Json(json!({"error": {"code": code, "message": message}}))).into_response()
}

fn no_language() -> Response {
    let codes: Vec<&str> = Language::all().iter().map(|language| language.code()).collect();
    let message = format!("there is no such language: expected one of {}", codes.join(", "));
    problem(StatusCode::NOT_FOUND, "NOT_FOUND", &message)
}

async fn word_list(State(state): State<Arc<ServerState>>, Path(code): Path<String>) -> Response {
    match state.words.lexicon(&code) {
        Some(lexicon) => Json(lexicon.metadata().clone()).into_response(),
        None => no_language(),
    }
}

async fn word(State(state): State<Arc<ServerState>>, Path((code, word)): Path<(String, String)>) -> Response {
    let Some(lexicon) = state.words.lexicon(&code) else { return no_language() };
    if word.chars().count() > 50 {
        return problem(StatusCode::BAD_REQUEST, "BAD_REQUEST", "expected a word of at most 50 characters");
    }
    let valid = lexicon.language().spell(&word).is_ok_and(|letters| lexicon.contains(&letters));
    let list = &lexicon.metadata().source;
    Json(json!({"language": code, "word": word.to_uppercase(), "valid": valid, "list": list})).into_response()
}
