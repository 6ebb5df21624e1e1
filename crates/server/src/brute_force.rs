//! Brute-force protection of room codes: an address can try only a limited number of wrong ones.
//! Secrets cannot be guessed, so a right one is always accepted, whatever other clients of the same
//! address have tried.

use std::future::Future;
use std::net::IpAddr;
use std::time::Duration;

use protocol::{ClientEvent, ErrorCode, WireError};
use tables::{Answer, Refused};
use tokio::time::{Instant, sleep_until};

use crate::state::ServerState;

/// How a client tries to reach the table of a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CodeAttempt {
    /// With the code alone.
    Alone,
    /// With a token or an invitation, which the table requires.
    WithSecret,
}

/// Delay of the response to a wrong secret once an address is over the limit. Without it, the
/// response time would reveal whether the table exists.
const WRONG_SECRET: Duration = Duration::from_millis(250);

impl CodeAttempt {
    /// The attempt that an event makes, if it contains a code.
    pub(crate) fn of(event: &ClientEvent) -> Option<CodeAttempt> {
        let has_secret = match event {
            // A ticket identifies its table, whatever else the event contains.
            ClientEvent::JoinGame(join) if join.ticket.is_some() || join.room_code.is_none() => return None,
            ClientEvent::JoinGame(join) => join.token.is_some() || join.invite.is_some(),
            ClientEvent::WatchGame(watch) => watch.invite.is_some() || watch.token.is_some(),
            ClientEvent::DescribeTable(describe) => describe.invite.is_some(),
            _ => return None,
        };
        Some(if has_secret { CodeAttempt::WithSecret } else { CodeAttempt::Alone })
    }

    /// Runs an attempt within the limits, and counts a failure.
    pub(crate) async fn attempt(
        self,
        event: &str,
        address: IpAddr,
        state: &ServerState,
        attempt: impl Future<Output = Answer>,
    ) -> Answer {
        let (addresses, limits, begun) = (&state.addresses, &state.limits, Instant::now());
        let allowed = addresses.may_try_code(address, limits);
        if let (Err(wait), CodeAttempt::Alone) = (allowed, self) {
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

/// The response to a request over the rate limit.
pub(crate) fn slow_down(event: &str, wait: Duration) -> Refused {
    Refused::error(event, WireError::rate_limited(wait.as_millis() as u64 + 1))
}
