//! The line to a client: what the tables know of a socket.

use std::net::IpAddr;

use protocol::{Outgoing, ServerEvent, WireError};
use serde_json::value::RawValue;

/// An event ready to be sent: written once, however many get it.
#[derive(Debug)]
pub struct Frame {
    /// What the event is called.
    pub name: &'static str,
    /// Its payload as JSON.
    pub payload: Box<RawValue>,
}

impl Frame {
    /// Writes an event with the version of its table.
    pub fn new(event: impl Into<ServerEvent>, seq: Option<u64>) -> Frame {
        let outgoing = Outgoing { event: event.into(), seq };
        let payload = serde_json::value::to_raw_value(&outgoing);
        // Payloads are plain objects with names for keys: writing one cannot fail.
        Frame { name: outgoing.name(), payload: payload.unwrap_or_else(|_| RawValue::NULL.to_owned()) }
    }
}

/// A client that can be sent to. Sending never waits: a client that does not read is cut off, and comes back.
pub trait Line: Send + Sync + 'static {
    /// Sends an event.
    fn send(&self, frame: &Frame);
    /// Ends the connection.
    fn hang_up(&self);
    /// The address that the client counts under, where addresses are limited.
    fn address(&self) -> Option<IpAddr> {
        None
    }
    /// Counts a whole state that is about to be sent, or says that it is one too many. It is far longer than what asks for it.
    fn count_state(&self) -> Result<(), WireError> {
        Ok(())
    }
}

/// What tells clients apart while the server runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId(pub u64);
