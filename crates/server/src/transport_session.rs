//! Transport session of a client: a WebSocket, or a session of HTTP long-polling.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use protocol::WireError;
use tables::Quota;

use crate::client_stream::AbortHandle;
use crate::limits::Bucket;
use crate::state::ServerState;

/// Transport session of a client. It keeps its rate limits when the client leaves and rejoins on
/// it.
pub(crate) struct TransportSession {
    address: IpAddr,
    /// `None` for polling, whose TCP connections may be shared with other sessions.
    cutter: Option<AbortHandle>,
    pace: Mutex<Pace>,
    state: Arc<ServerState>,
}

struct Pace {
    messages: Bucket,
    chats: Bucket,
    states: Bucket,
    /// Number of consecutive messages sent despite the rate limit.
    ignored: u32,
}

/// Error for a message over the rate limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooFast {
    /// Time until the next message is allowed.
    pub(crate) wait: Duration,
    /// Whether the client has ignored the limit too often and should be disconnected.
    pub(crate) goes_on: bool,
}

/// Number of messages over the limit before a client is disconnected.
const IGNORED_MAX: u32 = 100;

impl TransportSession {
    /// Opens a session, unless its address has reached its limit. Dropping the session, at the end
    /// of its connection, frees its place.
    pub(crate) fn open(
        address: IpAddr,
        cutter: Option<AbortHandle>,
        state: Arc<ServerState>,
    ) -> Result<TransportSession, WireError> {
        const TRY_AGAIN_AFTER_MS: u64 = 10_000;
        if !state.addresses.connect(address, &state.limits) {
            let message = "this address has as many connections as it may: close one, or wait a moment";
            return Err(limited(message, TRY_AGAIN_AFTER_MS));
        }
        let pace = Pace {
            messages: Bucket::full(state.limits.messages_burst),
            chats: Bucket::full(state.limits.chats_per_second),
            states: Bucket::full(state.limits.states_burst),
            ignored: 0,
        };
        Ok(TransportSession { address, cutter, pace: Mutex::new(pace), state })
    }

    /// Counts the connection and returns how long it has to wait.
    pub(crate) fn count_connection(&self) -> Result<Duration, WireError> {
        let made = self.state.addresses.make_connection(self.address, &self.state.limits);
        made.map_err(|wait| {
            limited("this address has made as many connections as it may: wait", wait.as_millis() as u64 + 1)
        })
    }

    /// Address of the client.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// Closes a WebSocket at once, even if its client does not read. Returns `false` for polling.
    pub(crate) fn cut(&self) -> bool {
        if let Some(cutter) = &self.cutter {
            cutter.cut();
        }
        self.cutter.is_some()
    }

    /// Counts a message.
    pub(crate) fn count_message(&self) -> Result<(), TooFast> {
        let (burst, rate) = (self.state.limits.messages_burst, self.state.limits.messages_per_second);
        if burst == 0 || rate == 0 {
            return Ok(());
        }
        let per = Duration::from_secs_f64(f64::from(burst) / f64::from(rate));
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        match pace.messages.take(burst, per) {
            Ok(()) => {
                pace.ignored = 0;
                Ok(())
            }
            Err(wait) => {
                pace.ignored = pace.ignored.saturating_add(1);
                Err(TooFast { wait, goes_on: pace.ignored > IGNORED_MAX })
            }
        }
    }

    /// Counts a chat message, or returns how long to wait.
    pub(crate) fn count_chat(&self) -> Result<(), Duration> {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.chats.take(self.state.limits.chats_per_second, Duration::from_secs(1))
    }

    /// Counts a full table state, or returns how long to wait. The address's limit is checked last,
    /// so that a state refused by the session's limit does not count there.
    pub(crate) fn count_state(&self) -> Result<(), WireError> {
        let limits = &self.state.limits;
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = pace.states.take_burst(limits.states_burst, limits.states_per_minute);
        let counted = taken.and_then(|()| self.state.addresses.count_state(self.address, limits));
        let message = "the whole state was asked for too often: wait, or send lastSeq";
        // The path tells the client that its request will succeed later.
        counted.map_err(|wait| {
            let mut error = limited(message, wait.as_millis() as u64 + 1);
            error.details.path = Some("state".to_owned());
            error
        })
    }
}

impl Drop for TransportSession {
    fn drop(&mut self) {
        self.state.addresses.disconnect(self.address, &self.state.limits);
    }
}

/// Every table is counted for the address, whichever event opens it.
impl Quota for TransportSession {
    fn take_table(&self) -> Result<(), WireError> {
        let made = self.state.addresses.make_table(self.address, &self.state.limits);
        made.map_err(|wait| {
            limited("this address has opened as many tables as it may", wait.as_millis() as u64 + 1)
        })
    }

    fn give_table_back(&self) {
        self.state.addresses.table_not_made(self.address, &self.state.limits);
    }
}

fn limited(message: &str, retry_after_ms: u64) -> WireError {
    WireError { message: message.to_owned(), ..WireError::rate_limited(retry_after_ms) }
}
