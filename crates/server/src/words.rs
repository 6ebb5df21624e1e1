//! Word lists: metadata and lookup.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use protocol::{HttpErrorCode, WordAnswer};
use rules::{Language, Words as _};

use crate::problem::{nothing_here, problem};
use crate::state::ServerState;

/// Maximum length of a word to look up, in characters.
const WORD_MAX: usize = 50;

pub(crate) fn no_language() -> Response {
    let codes: Vec<&str> = Language::all().iter().map(|language| language.code()).collect();
    nothing_here(&format!("there is no such language: expected one of {}", codes.join(", ")))
}

/// `GET /api/words/{language}`
pub(crate) async fn word_list(
    State(state): State<Arc<ServerState>>,
    code: Result<Path<String>, PathRejection>,
) -> Response {
    let lexicon = code.ok().and_then(|Path(code)| state.words.lexicon(&code));
    lexicon.map_or_else(no_language, |lexicon| Json(lexicon.metadata().clone()).into_response())
}

/// `GET /api/words/{language}/{word}`
pub(crate) async fn word(
    State(state): State<Arc<ServerState>>,
    asked: Result<Path<(String, String)>, PathRejection>,
) -> Response {
    let Ok(Path((code, word))) = asked else {
        return problem(HttpErrorCode::BadRequest, "expected a word in UTF-8");
    };
    let Some(lexicon) = state.words.lexicon(&code) else { return no_language() };
    if word.chars().count() > WORD_MAX {
        let message = format!("expected a word of at most {WORD_MAX} characters");
        return problem(HttpErrorCode::BadRequest, &message);
    }
    let letters = lexicon.language().spell(&word).unwrap_or_default();
    let valid = lexicon.contains(&letters);
    let list = lexicon.metadata().source.clone();
    let meanings = tables::meanings(state.words.as_ref(), lexicon.language(), letters).await;
    Json(WordAnswer { language: code, list, meanings, valid, word: word.to_uppercase() }).into_response()
}
