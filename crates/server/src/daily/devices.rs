//! Players: guests, identified by the tokens of their devices.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use daily::Day;
use protocol::{DeviceToken, ErrorCode, RedeemCode, Rename, Secret, TransferCode, WireError};
use rules::{Millis, PlayerName};
use store::{Renamed, daily_name_key};

use super::extract::{Answer, Problem, Request, body, json_no_store, too_many};
use crate::state::ServerState;

/// Lifetime of a transfer code.
const TRANSFER: Millis = Millis::minutes(10);

/// Letters of transfer codes: no vowels, so that they spell nothing, and none that look like
/// digits.
const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH: usize = 8;

/// `POST /api/daily/devices`
pub(super) async fn add(State(state): State<Arc<ServerState>>, request: Request) -> Answer {
    let address = state.proxies.client_address(&request.parts);
    state.addresses.add_device(address, &state.limits).map_err(too_many)?;
    let token = tables::token(&*state.secrets);
    state.daily_store.add_player(tables::token_hash(&token), state.tables.time().by_calendar()).await?;
    Ok(json_no_store(StatusCode::CREATED, &DeviceToken { token: Secret::new(token) }))
}

/// `PUT /api/daily/name`
pub(super) async fn rename(
    State(state): State<Arc<ServerState>>,
    request: Request,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let wish = Rename::parse(&body(bytes)?)?;
    let (player, _) = request.somebody(&state).await?;
    let name = match wish.name {
        None => None,
        Some(name) => Some(
            name.as_str()
                .parse::<PlayerName>()
                .map_err(|error| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, WireError::from(&error)))?,
        ),
    };
    if name.as_ref().is_some_and(|name| daily_name_key(name.as_str()).is_empty()) {
        let error = WireError::new(ErrorCode::NameInvalid, "expected a name with a visible letter or digit");
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error));
    }
    match state.daily_store.rename_player(player, name.map(|name| name.to_string())).await? {
        Renamed::Done => Ok(StatusCode::NO_CONTENT.into_response()),
        Renamed::Taken => {
            let error =
                WireError::new(ErrorCode::NameTaken, "another player of the daily puzzle has that name");
            Err(Problem::new(StatusCode::CONFLICT, error))
        }
    }
}

/// `DELETE /api/daily/me`
pub(super) async fn forget(State(state): State<Arc<ServerState>>, request: Request) -> Answer {
    let (player, _) = request.somebody(&state).await?;
    let today = Day::of(state.tables.time().by_calendar());
    state.daily_store.forget_player(player, &today.to_string()).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `POST /api/daily/transfer`
pub(super) async fn offer_transfer(State(state): State<Arc<ServerState>>, request: Request) -> Answer {
    let (player, _) = request.somebody(&state).await?;
    let code = code(&*state.secrets);
    let now = state.tables.time().by_calendar();
    let expires = now + TRANSFER;
    state.daily_store.put_transfer(tables::token_hash(&code), player, expires, now).await?;
    let (first, second) = code.split_at(CODE_LENGTH / 2);
    let shown = TransferCode { code: Secret::new(format!("{first}-{second}")), expires_at: expires.0 };
    Ok(json_no_store(StatusCode::OK, &shown))
}

/// `POST /api/daily/transfer/redeem`
pub(super) async fn redeem_transfer(
    State(state): State<Arc<ServerState>>,
    request: Request,
    bytes: Result<Bytes, BytesRejection>,
) -> Answer {
    let wish = RedeemCode::parse(&body(bytes)?)?;
    let address = state.proxies.client_address(&request.parts);
    state.addresses.may_try_code(address, &state.limits).map_err(too_many)?;
    let letters = wish.code.as_str().chars().filter(|letter| !matches!(letter, ' ' | '-'));
    let code = letters.collect::<String>().to_ascii_uppercase();
    let token = tables::token(&*state.secrets);
    let now = state.tables.time().by_calendar();
    let redeemed =
        state.daily_store.redeem_transfer(tables::token_hash(&code), tables::token_hash(&token), now).await?;
    if redeemed.is_none() {
        state.addresses.failed_code(address, &state.limits);
        return Err(Problem::nothing(
            "this code is not valid, or not any more: ask the other device for a new one",
        ));
    }
    Ok(json_no_store(StatusCode::OK, &DeviceToken { token: Secret::new(token) }))
}

/// A code that cannot be guessed within its lifetime.
fn code(secrets: &dyn tables::Secrets) -> String {
    let mut code = String::with_capacity(CODE_LENGTH);
    while code.len() < CODE_LENGTH {
        let mut byte = [0];
        secrets.fill(&mut byte);
        // 240 is the largest multiple of 20 below 256: larger bytes would bias the letters.
        if byte[0] < 240 {
            code.push(char::from(LETTERS[usize::from(byte[0] % 20)]));
        }
    }
    code
}
