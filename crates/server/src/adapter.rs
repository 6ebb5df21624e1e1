//! Sends packets that are encoded already.

use std::convert::Infallible;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use socketioxide::adapter::Emitter;
use socketioxide_core::Value;
use socketioxide_core::adapter::errors::SocketError;
use socketioxide_core::adapter::{
    BroadcastOptions, CoreAdapter, CoreLocalAdapter, DefinedAdapter, SocketEmitter,
};
use socketioxide_core::packet::Packet;
use socketioxide_core::{Sid, Str};

/// The adapter of the only namespace.
///
/// `Socket::emit` encodes an event for each recipient; rooms encode it once, but do not report which
/// recipient was too slow for it. This adapter does both: the text is encoded once, and each send
/// has its own result.
pub(crate) struct DirectAdapter {
    local: CoreLocalAdapter<Emitter>,
    slot: AdapterSlot,
}

/// Where the adapter is found once its namespace exists.
#[derive(Clone, Default)]
pub(crate) struct AdapterSlot(Arc<OnceLock<Weak<DirectAdapter>>>);

impl AdapterSlot {
    /// Sends the text of an event, a list in JSON, to one socket.
    pub(crate) fn send(&self, socket: Sid, text: String) -> Result<(), SocketError> {
        let Some(adapter) = self.0.get().and_then(Weak::upgrade) else { return Err(SocketError::Closed) };
        let packet = Packet::event("/", Value::Str(Str::from(text), None));
        let sent = adapter.local.broadcast(packet, BroadcastOptions::new(socket));
        sent.map_err(|errors| errors.into_iter().next().unwrap_or(SocketError::Closed))
    }
}

impl DefinedAdapter for DirectAdapter {}

impl CoreAdapter<Emitter> for DirectAdapter {
    type Error = Infallible;
    type State = AdapterSlot;
    type AckStream = <Emitter as SocketEmitter>::AckStream;
    type InitRes = ();

    fn new(slot: &AdapterSlot, local: CoreLocalAdapter<Emitter>) -> DirectAdapter {
        DirectAdapter { local, slot: slot.clone() }
    }

    fn init(self: Arc<Self>, on_success: impl FnOnce() + Send + 'static) {
        // There is only one namespace.
        let _ = self.slot.0.set(Arc::downgrade(&self));
        on_success();
    }

    async fn broadcast_with_ack(
        &self,
        packet: Packet,
        options: BroadcastOptions,
        timeout: Option<Duration>,
    ) -> Result<Self::AckStream, Infallible> {
        Ok(self.local.broadcast_with_ack(packet, options, timeout).0)
    }

    fn get_local(&self) -> &CoreLocalAdapter<Emitter> {
        &self.local
    }
}
