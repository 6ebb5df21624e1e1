//! Extraction and validation of requests: everything that must be right before a puzzle is loaded.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::FromRequestParts;
use axum::extract::rejection::BytesRejection;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use daily::Day;
use lexicon::Lexicon;
use protocol::{DailyProblem, DailyState, DailyTurn, ErrorCode, WireError};
use rules::{Language, Timestamp};
use serde::Serialize;
use store::{DailyPlayer, PuzzleKey, StoreError};

use super::{BODY_MAX, first_day};
use crate::problem::unavailable;
use crate::state::ServerState;

/// Error response.
pub(super) struct Problem(Box<Response>);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        *self.0
    }
}

/// Result of every handler.
pub(super) type Answer = Result<Response, Problem>;

impl Problem {
    pub(super) fn new(status: StatusCode, error: WireError) -> Problem {
        Problem::with(status, DailyProblem { error, turn: None, state: None })
    }

    /// An error with the rejected turn.
    pub(super) fn of_turn(status: StatusCode, error: WireError, turn: Option<DailyTurn>) -> Problem {
        Problem::with(status, DailyProblem { error, turn, state: None })
    }

    /// An error with the current state, for a device that is out of date.
    pub(super) fn of_state(code: ErrorCode, message: &str, state: DailyState) -> Problem {
        let error = WireError::new(code, message);
        Problem::with(StatusCode::CONFLICT, DailyProblem { error, turn: None, state: Some(state) })
    }

    fn with(status: StatusCode, problem: DailyProblem) -> Problem {
        Problem(Box::new((status, NOT_KEPT, Json(problem)).into_response()))
    }

    pub(super) fn unavailable() -> Problem {
        Problem(Box::new(unavailable()))
    }

    /// A 404 response.
    pub(super) fn nothing(message: &str) -> Problem {
        Problem(Box::new(crate::problem::nothing_here(message)))
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        tracing::warn!(%error, "could not read or store the daily puzzle");
        Problem::unavailable()
    }
}

impl From<protocol::BadRequest> for Problem {
    fn from(bad: protocol::BadRequest) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, bad.into())
    }
}

const NOT_KEPT: [(header::HeaderName, HeaderValue); 1] =
    [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];

/// A JSON response that must not be cached.
pub(super) fn json_no_store(status: StatusCode, value: &impl Serialize) -> Response {
    (status, NOT_KEPT, Json(value)).into_response()
}

/// A request within the rate limit of its address.
pub(super) struct Request {
    pub(super) parts: Parts,
}

impl FromRequestParts<Arc<ServerState>> for Request {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &Arc<ServerState>) -> Result<Request, Problem> {
        if !state.origins.allow(&parts.headers) {
            let error = WireError::new(ErrorCode::NotAllowed, "this page may not connect here");
            return Err(Problem::new(StatusCode::FORBIDDEN, error));
        }
        let address = state.proxies.client_address(parts);
        state.addresses.ask(address, &state.limits).map_err(too_many)?;
        Ok(Request { parts: parts.clone() })
    }
}

/// The response to an address over its rate limit.
pub(super) fn too_many(wait: Duration) -> Problem {
    let milliseconds = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    let Problem(mut answer) =
        Problem::new(StatusCode::TOO_MANY_REQUESTS, WireError::rate_limited(milliseconds));
    answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
    Problem(answer)
}

/// A body that was read completely.
pub(super) fn body(body: Result<Bytes, BytesRejection>) -> Result<Bytes, Problem> {
    body.map_err(|rejection| {
        let message = format!("payload: expected a JSON object of at most {BODY_MAX} bytes");
        Problem::new(rejection.status(), WireError::new(ErrorCode::BadRequest, message))
    })
}

impl Request {
    /// The language in the query; `en` by default.
    pub(super) fn language(&self) -> String {
        let query = self.parts.uri.query().unwrap_or_default();
        let asked = query.split('&').find_map(|pair| pair.strip_prefix("language="));
        asked.unwrap_or("en").chars().take(16).collect()
    }

    /// The status of a turn that the rules do not allow: 422, or 200 with `refusals=ok`.
    ///
    /// Browsers log every other status as an error, and a page previews many unfinished words.
    pub(super) fn refusal_status(&self) -> StatusCode {
        let query = self.parts.uri.query().unwrap_or_default();
        if query.split('&').any(|pair| pair == "refusals=ok") {
            StatusCode::OK
        } else {
            StatusCode::UNPROCESSABLE_ENTITY
        }
    }

    /// The player of the token, if there is one. An unknown token is refused rather than ignored:
    /// its owner would lose turns.
    pub(super) async fn player(
        &self,
        state: &ServerState,
    ) -> Result<Option<(DailyPlayer, Option<String>)>, Problem> {
        let Some(token) = bearer(&self.parts.headers)? else { return Ok(None) };
        match state.daily_store.player_of(tables::token_hash(token)).await? {
            Some(player) => Ok(Some(player)),
            None => Err(bad_token("this device is not known here: ask for another token")),
        }
    }

    /// The player of the token, which is required.
    pub(super) async fn somebody(
        &self,
        state: &ServerState,
    ) -> Result<(DailyPlayer, Option<String>), Problem> {
        let nobody = "expected the header Authorization: Bearer with a token of POST /api/daily/devices";
        self.player(state).await?.ok_or_else(|| bad_token(nobody))
    }
}

fn bad_token(message: &str) -> Problem {
    let Problem(mut answer) =
        Problem::new(StatusCode::UNAUTHORIZED, WireError::new(ErrorCode::BadToken, message));
    answer.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    Problem(answer)
}

/// The bearer token of a request. A malformed header is an error.
fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(header) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
    let is_token = |token: &&str| token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
    token.filter(is_token).map(Some).ok_or_else(|| bad_token("expected a token of 64 hexadecimal digits"))
}

/// A puzzle that is available now.
pub(super) struct Asked {
    pub(super) day: Day,
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) now: Timestamp,
}

impl Asked {
    /// The puzzle of a date in a language. Future days have none, whatever the device's clock says.
    pub(super) fn new(state: &ServerState, date: &str, language: &str) -> Result<Asked, Problem> {
        let lexicon = list(state, language)?;
        let now = state.tables.time().by_calendar();
        let day: Day = date.parse().map_err(|error: daily::NotADay| {
            let path = protocol::BadRequest::new("date", error.to_string());
            Problem::from(path)
        })?;
        let today = Day::of(now);
        if day > today {
            let message = format!("there is no puzzle of {day} yet: today is {today}, by UTC");
            return Err(Problem::new(StatusCode::NOT_FOUND, WireError::new(ErrorCode::NotYet, message)));
        }
        if day < first_day() {
            return Err(Problem::nothing(&format!("the first puzzle is that of {}", first_day())));
        }
        Ok(Asked { day, lexicon, now })
    }

    /// Whether the puzzle's day is over, after which its seed and best line are public.
    pub(super) fn is_day_over(&self) -> bool {
        Day::of(self.now) > self.day
    }

    pub(super) fn language(&self) -> &Arc<Language> {
        self.lexicon.language()
    }

    pub(super) fn key(&self) -> PuzzleKey {
        PuzzleKey { day: self.day.to_string(), language: self.language().code().to_owned() }
    }
}

/// The word list of a language.
pub(super) fn list(state: &ServerState, language: &str) -> Result<Arc<Lexicon>, Problem> {
    state.words.lexicon(language).ok_or_else(|| Problem(Box::new(crate::words::no_language())))
}
