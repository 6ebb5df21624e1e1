//! The connection to a client, as far as tables need to know it.

use std::net::IpAddr;

use protocol::{Packet, WireError};

/// Sends events to one client.
///
/// Sending never waits. A client that does not read is disconnected and has to reconnect.
pub trait ClientSink: Send + Sync + 'static {
    /// Sends an event.
    fn send(&self, packet: &Packet);
    /// Closes the connection.
    fn close(&self);
    /// Whether the client keeps its state up to date by `stateChange`.
    fn follows_state(&self) -> bool {
        false
    }
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
