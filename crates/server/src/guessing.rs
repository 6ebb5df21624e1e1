//! Codes can be guessed, so an address can try only so many that are wrong. A secret cannot be guessed: whoever has one that is right
//! gets through however many others of the same address have tried.

use std::future::Future;
use std::net::IpAddr;
use std::time::Duration;

use protocol::{ClientEvent, ErrorCode, WireError};
use tables::{Answer, Refused};
use tokio::time::{Instant, sleep_until};

use crate::state::ServerState;

/// How somebody means to get to the table of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CodeTry {
    /// By the code alone.
    Alone,
    /// With a token or a link, without which the table lets nobody in.
    WithSecret,
}

/// After how long a wrong secret is answered where no more codes may be tried. How long the answer took would tell whether there is
/// such a table.
const WRONG_SECRET: Duration = Duration::from_millis(250);

impl CodeTry {
    /// What an event tries, if it names a code.
    pub(crate) fn of(event: &ClientEvent) -> Option<CodeTry> {
        let has_secret = match event {
            // A ticket finds its table by itself, whatever else is named.
            ClientEvent::JoinGame(join) if join.ticket.is_some() || join.room_code.is_none() => return None,
            ClientEvent::JoinGame(join) => join.token.is_some() || join.invite.is_some(),
            ClientEvent::WatchGame(watch) => watch.invite.is_some(),
            _ => return None,
        };
        Some(if has_secret { CodeTry::WithSecret } else { CodeTry::Alone })
    }

    /// Lets an address try, and counts what was wrong.
    pub(crate) async fn attempt(
        self,
        event: &str,
        address: IpAddr,
        state: &ServerState,
        attempt: impl Future<Output = Answer>,
    ) -> Answer {
        let (addresses, limits, begun) = (&state.addresses, &state.limits, Instant::now());
        let allowed = addresses.may_try_code(address, limits);
        if let (Err(wait), CodeTry::Alone) = (allowed, self) {
            return Err(slow_down(event, wait));
        }
        let answer = attempt.await;
        if !answer.as_ref().is_err_and(is_wrong) {
            return answer;
        }
        match allowed {
            Ok(()) => {
                addresses.failed_code(address, limits);
                answer
            }
            Err(wait) => {
                sleep_until(begun + WRONG_SECRET).await;
                Err(slow_down(event, wait))
            }
        }
    }
}

fn is_wrong(refused: &Refused) -> bool {
    matches!(refused.error.code, ErrorCode::RoomNotFound | ErrorCode::BadToken)
}

/// The answer to what came too soon or too often.
pub(crate) fn slow_down(event: &str, wait: Duration) -> Refused {
    Refused::error(event, WireError::rate_limited(wait.as_millis() as u64 + 1))
}
