//! The connection to a client, as far as tables need to know it.

use std::net::IpAddr;

use protocol::{Outgoing, ServerEvent, WireError};
use serde_json::value::RawValue;

/// An event ready to send, serialised once for all recipients.
#[derive(Debug)]
pub struct Frame {
    /// Name of the event.
    pub name: &'static str,
    /// Payload as JSON.
    pub payload: Box<RawValue>,
}

impl Frame {
    /// Serialises an event together with the version of its table.
    pub fn new(event: impl Into<ServerEvent>, seq: Option<u64>) -> Frame {
        let outgoing = Outgoing { event: event.into(), seq };
        let payload = serde_json::value::to_raw_value(&outgoing);
        // Payloads are plain objects with string keys: serialising one cannot fail.
        Frame { name: outgoing.name(), payload: payload.unwrap_or_else(|_| RawValue::NULL.to_owned()) }
    }
}

/// Sends events to one client.
///
/// Sending never waits. A client that does not read is disconnected and has to reconnect.
pub trait ClientSink: Send + Sync + 'static {
    /// Sends an event.
    fn send(&self, frame: &Frame);
    /// Closes the connection.
    fn close(&self);
    /// Address that the client counts under where limits apply per address.
    fn address(&self) -> Option<IpAddr> {
        None
    }
    /// Counts a full state that is about to be sent, or refuses it as one too many.
    ///
    /// A full state is far longer than the request for it.
    fn count_state(&self) -> Result<(), WireError> {
        Ok(())
    }
}

/// Id of a connected client, unique while the server runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClientId(pub u64);
