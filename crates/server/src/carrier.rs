//! What carries sockets: a WebSocket, or a session of polling.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use protocol::WireError;
use tables::Allowance;

use crate::limits::Bucket;
use crate::state::ServerState;
use crate::wire::Cutter;

/// What carries a client's socket. A client can leave and come again on the same one: what it has used up stays used up.
pub(crate) struct Carrier {
    address: IpAddr,
    /// Polling has none: its connections may be those of others as well.
    cutter: Option<Cutter>,
    pace: Mutex<Pace>,
    state: Arc<ServerState>,
}

struct Pace {
    messages: Bucket,
    chats: Bucket,
    states: Bucket,
    /// How often in a row it went on after it was told to slow down.
    ignored: u32,
}

/// A message that came too soon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TooFast {
    /// After how long another may come.
    pub(crate) wait: Duration,
    /// Whether it was told so often that telling it again is in vain.
    pub(crate) goes_on: bool,
}

/// How often a client can go on after it was told to slow down.
const IGNORED_MAX: u32 = 100;

impl Carrier {
    /// A new one, unless its address has as many as it may. It gives its place back when it is dropped, which is when its connection
    /// is gone.
    pub(crate) fn open(
        address: IpAddr,
        cutter: Option<Cutter>,
        state: Arc<ServerState>,
    ) -> Result<Carrier, WireError> {
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
        Ok(Carrier { address, cutter, pace: Mutex::new(pace), state })
    }

    /// Counts that it is made, and says how long that has to wait.
    pub(crate) fn count_connection(&self) -> Result<Duration, WireError> {
        let made = self.state.addresses.make_connection(self.address, &self.state.limits);
        made.map_err(|wait| {
            limited("this address has made as many connections as it may: wait", wait.as_millis() as u64 + 1)
        })
    }

    /// Where the client is.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// Ends a WebSocket at once, whether its client listens or not. Says whether it could.
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

    /// Counts a line of chat, or says how long to wait.
    pub(crate) fn count_chat(&self) -> Result<(), Duration> {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        pace.chats.take(self.state.limits.chats_per_second, Duration::from_secs(1))
    }

    /// Counts a whole state of a table, or says how long to wait. The address is asked last: what it is not given is not taken from it.
    pub(crate) fn count_state(&self) -> Result<(), WireError> {
        let limits = &self.state.limits;
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = pace.states.take_burst(limits.states_burst, limits.states_per_minute);
        let counted = taken.and_then(|()| self.state.addresses.count_state(self.address, limits));
        let message = "the whole state was asked for too often: wait, or send lastSeq";
        // The path tells a client that what it asked for will be there later.
        counted.map_err(|wait| {
            let mut error = limited(message, wait.as_millis() as u64 + 1);
            error.details.path = Some("state".to_owned());
            error
        })
    }
}

impl Drop for Carrier {
    fn drop(&mut self) {
        self.state.addresses.disconnect(self.address, &self.state.limits);
    }
}

/// Whichever event opens a table, the address has made it.
impl Allowance for Carrier {
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
