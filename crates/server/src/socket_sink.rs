//! Outgoing side of a client's socket.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use protocol::{Packet, WireError};
use serde::Serialize;
use socketioxide::adapter::Emitter;
use socketioxide::extract::AckSender;
use socketioxide::socket::Socket;
use socketioxide::{SendError, SocketError};
use socketioxide_core::adapter::{
    BroadcastOptions, CoreAdapter, CoreLocalAdapter, DefinedAdapter, SocketEmitter,
};
use socketioxide_core::packet::Packet as SocketPacket;
use socketioxide_core::{Sid, Str, Value};
use tables::ClientSink;

use crate::limits::network;
use crate::socket::Connection;
use crate::transport_session::TransportSession;

/// Sends frames to a client's socket, without keeping the socket alive.
///
/// A client that reads too slowly eventually misses a frame. From then on nothing more is sent: the
/// table treats the client as disconnected, and the connection is closed. The client resyncs when
/// it reconnects.
pub(crate) struct SocketSink {
    id: Sid,
    adapter: AdapterSlot,
    socket: Weak<Socket<DirectAdapter>>,
    connection: Weak<Connection>,
    transport: Arc<TransportSession>,
    is_cut: AtomicBool,
    follows_state: AtomicBool,
}

/// Interval and maximum number of retries for closing a connection whose buffer is full.
const AGAIN: Duration = Duration::from_millis(100);
const TRIES_MAX: u32 = 600;

impl SocketSink {
    pub(crate) fn new(
        socket: &Arc<Socket<DirectAdapter>>,
        adapter: AdapterSlot,
        connection: Weak<Connection>,
        transport: Arc<TransportSession>,
    ) -> SocketSink {
        SocketSink {
            id: socket.id,
            adapter,
            socket: Arc::downgrade(socket),
            connection,
            transport,
            is_cut: AtomicBool::new(false),
            follows_state: AtomicBool::new(false),
        }
    }

    /// Whether the client has missed a frame.
    pub(crate) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::SeqCst)
    }

    /// Sends `stateChange` from now on.
    pub(crate) fn follow_state(&self) {
        self.follows_state.store(true, Ordering::Relaxed);
    }

    /// Acknowledges a message.
    pub(crate) fn answer(&self, ack: AckSender<DirectAdapter>, answer: &impl Serialize) {
        if !self.is_cut() && is_full(&ack.send(answer)) {
            self.cut_off();
        }
    }

    fn cut_off(&self) {
        if self.is_cut.swap(true, Ordering::SeqCst) {
            return;
        }
        if let Some(connection) = self.connection.upgrade() {
            tokio::spawn(async move { connection.cut_off().await });
        }
        if !self.transport.cut() {
            tokio::spawn(disconnect(Weak::clone(&self.socket)));
        }
    }
}

impl ClientSink for SocketSink {
    fn send(&self, packet: &Packet) {
        if self.is_cut() {
            return;
        }
        let Some(adapter) = self.adapter.0.get().and_then(Weak::upgrade) else { return };
        let text = Value::Str(Str::from(packet.text().to_owned()), None);
        let sent = adapter.local.broadcast(SocketPacket::event("/", text), BroadcastOptions::new(self.id));
        // A disconnected client has nothing to miss.
        let first = sent.err().and_then(|errors| errors.into_iter().next());
        if let Some(SocketError::InternalChannelFull) = first {
            self.cut_off();
        }
    }

    fn follows_state(&self) -> bool {
        self.follows_state.load(Ordering::Relaxed)
    }

    fn address(&self) -> Option<IpAddr> {
        Some(network(self.transport.address()))
    }

    fn count_state(&self) -> Result<(), WireError> {
        self.transport.count_state()
    }

    fn close(&self) {
        let Some(socket) = self.socket.upgrade() else { return };
        if matches!(socket.disconnect(), Err(SocketError::InternalChannelFull)) {
            self.cut_off();
        }
    }
}

/// Whether the send failed because the client's buffer is full. A disconnected client has nothing
/// to miss.
fn is_full(sent: &Result<(), SendError>) -> bool {
    matches!(sent, Err(SendError::Socket(SocketError::InternalChannelFull)))
}

/// Disconnects a socket once its buffer has room. A client that never reads fails the ping.
async fn disconnect(socket: Weak<Socket<DirectAdapter>>) {
    for _ in 0..TRIES_MAX {
        let Some(socket) = socket.upgrade() else { return };
        if !matches!(socket.disconnect(), Err(SocketError::InternalChannelFull)) {
            return;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

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
        packet: SocketPacket,
        options: BroadcastOptions,
        timeout: Option<Duration>,
    ) -> Result<Self::AckStream, Infallible> {
        Ok(self.local.broadcast_with_ack(packet, options, timeout).0)
    }

    fn get_local(&self) -> &CoreLocalAdapter<Emitter> {
        &self.local
    }
}
