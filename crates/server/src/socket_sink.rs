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
use crate::websocket::{self, QueueFull, SendQueue};

/// Sends frames to a client's socket, without keeping the socket alive.
///
/// A client that reads too slowly eventually misses a frame. From then on nothing more is sent: the
/// table treats the client as disconnected, and the connection is closed. The client resyncs when
/// it reconnects.
pub(crate) struct SocketSink {
    outgoing: Outgoing,
    connection: Weak<Connection>,
    transport: Arc<TransportSession>,
    is_cut: AtomicBool,
    follows_state: AtomicBool,
}

/// Where the frames go.
pub(crate) enum Outgoing {
    /// The queue of a WebSocket, and whether the client is connected to the namespace.
    Direct { queue: Arc<SendQueue>, is_connected: AtomicBool },
    /// A socket of the library, for long-polling and its upgrades.
    Library { id: Sid, adapter: AdapterSlot, socket: Weak<Socket<DirectAdapter>> },
}

impl Outgoing {
    pub(crate) fn direct(queue: &Arc<SendQueue>) -> Outgoing {
        Outgoing::Direct { queue: Arc::clone(queue), is_connected: AtomicBool::new(true) }
    }

    pub(crate) fn library(socket: &Arc<Socket<DirectAdapter>>, adapter: AdapterSlot) -> Outgoing {
        Outgoing::Library { id: socket.id, adapter, socket: Arc::downgrade(socket) }
    }
}

/// The ack of a message.
pub(crate) enum Ack {
    /// Its number, if the client waits for one.
    Direct(Option<i64>),
    Library(AckSender<DirectAdapter>),
}

/// Interval and maximum number of retries for closing a connection whose buffer is full.
const AGAIN: Duration = Duration::from_millis(100);
const TRIES_MAX: u32 = 600;

impl SocketSink {
    pub(crate) fn new(
        outgoing: Outgoing,
        connection: Weak<Connection>,
        transport: Arc<TransportSession>,
    ) -> SocketSink {
        let (is_cut, follows_state) = (AtomicBool::new(false), AtomicBool::new(false));
        SocketSink { outgoing, connection, transport, is_cut, follows_state }
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
    pub(crate) fn answer(&self, ack: Ack, answer: &impl Serialize) {
        if self.is_cut() {
            return;
        }
        let is_too_slow = match (ack, &self.outgoing) {
            (Ack::Direct(Some(id)), Outgoing::Direct { queue, is_connected }) => {
                is_connected.load(Ordering::Relaxed)
                    && queue.push(websocket::ack_text(id, answer)) == Err(QueueFull)
            }
            (Ack::Library(ack), _) => is_full(&ack.send(answer)),
            (Ack::Direct(_), _) => false,
        };
        if is_too_slow {
            self.cut_off();
        }
    }

    /// Sends nothing more over a direct WebSocket.
    pub(crate) fn disconnect(&self) {
        if let Outgoing::Direct { is_connected, .. } = &self.outgoing {
            is_connected.store(false, Ordering::Relaxed);
        }
    }

    /// Whether a client with a direct WebSocket is connected to the namespace.
    pub(crate) fn is_connected(&self) -> bool {
        match &self.outgoing {
            Outgoing::Direct { is_connected, .. } => is_connected.load(Ordering::Relaxed),
            Outgoing::Library { .. } => true,
        }
    }

    fn cut_off(&self) {
        if self.is_cut.swap(true, Ordering::SeqCst) {
            return;
        }
        if let Some(connection) = self.connection.upgrade() {
            tokio::spawn(async move { connection.cut_off().await });
        }
        if let (false, Outgoing::Library { socket, .. }) = (self.transport.cut(), &self.outgoing) {
            tokio::spawn(disconnect(Weak::clone(socket)));
        }
    }
}

impl ClientSink for SocketSink {
    fn send(&self, packet: &Packet) {
        if self.is_cut() {
            return;
        }
        let is_too_slow = match &self.outgoing {
            Outgoing::Direct { queue, is_connected } => {
                is_connected.load(Ordering::Relaxed)
                    && queue.push(websocket::event_text(packet)) == Err(QueueFull)
            }
            Outgoing::Library { id, adapter, .. } => adapter.send(*id, packet),
        };
        if is_too_slow {
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
        let is_too_slow = match &self.outgoing {
            Outgoing::Direct { queue, is_connected } => {
                if !is_connected.swap(false, Ordering::Relaxed) {
                    return;
                }
                if let Some(connection) = self.connection.upgrade() {
                    tokio::spawn(async move { connection.leave().await });
                }
                queue.push(websocket::DISCONNECT.into()) == Err(QueueFull)
            }
            Outgoing::Library { socket, .. } => socket
                .upgrade()
                .is_some_and(|socket| matches!(socket.disconnect(), Err(SocketError::InternalChannelFull))),
        };
        if is_too_slow {
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

impl AdapterSlot {
    /// Sends a packet to a socket. Returns whether its buffer is full.
    fn send(&self, id: Sid, packet: &Packet) -> bool {
        let Some(adapter) = self.0.get().and_then(Weak::upgrade) else { return false };
        let text = Value::Str(Str::from(packet.text().to_owned()), None);
        let sent = adapter.local.broadcast(SocketPacket::event("/", text), BroadcastOptions::new(id));
        // A disconnected client has nothing to miss.
        let first = sent.err().and_then(|errors| errors.into_iter().next());
        matches!(first, Some(SocketError::InternalChannelFull))
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
