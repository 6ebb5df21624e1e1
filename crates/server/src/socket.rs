//! A client's socket: messages are processed in order, within limits, and always answered.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

use protocol::{
    Ack as AckBody, BadRequest, ClientEvent, ClientMessage, ErrorCode, Handshake, Packet as OutPacket,
    ParseError, ReplyEvent, WireError,
};
use serde_json::Value as Json;
use socketioxide::extract::{AckSender, SocketRef};
use socketioxide::handler::{FromConnectParts, FromMessageParts, MessageHandler, Value};
use socketioxide::socket::Socket;
use tables::{Answer, Client, ClientId, ClientSink, Refused};

use crate::brute_force::{CodeAttempt, slow_down};
use crate::metrics::RefusedHandshake;
pub(crate) use crate::socket_sink::Ack;
use crate::socket_sink::{DirectAdapter, Outgoing, SocketSink};
use crate::state::ServerState;
use crate::transport_session::{TooFast, TransportSession};

/// Queue of messages to process. An idle socket has no task.
struct Inbox {
    waiting: VecDeque<Incoming>,
    is_served: bool,
}

struct Incoming {
    packet: Packet,
    ack: Ack,
}

/// A message as it arrived.
#[derive(Clone, Copy)]
pub(crate) enum Received<'t> {
    Text(&'t str),
    Binary,
}

/// A message after the first checks.
enum Packet {
    Text(String),
    Refused(WireError),
}

/// A client's connection.
pub(crate) struct Connection {
    client: Client,
    sink: Arc<SocketSink>,
    transport: Arc<TransportSession>,
    state: Arc<ServerState>,
    inbox: Mutex<Inbox>,
    presence: Mutex<ConnectionState>,
}

/// State of a connection. Separate tasks report that it was accepted and that it closed, in either
/// order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ConnectionState {
    Coming,
    LetIn,
    Gone,
}

/// Maximum number of queued messages; more than a burst never wait.
const WAITING_MAX: usize = 64;

impl Connection {
    pub(crate) fn new(
        outgoing: Outgoing,
        transport: Arc<TransportSession>,
        state: Arc<ServerState>,
    ) -> Arc<Connection> {
        Arc::new_cyclic(|connection| {
            let sink = SocketSink::new(outgoing, Weak::clone(connection), Arc::clone(&transport));
            let sink = Arc::new(sink);
            let client = Client::new(state.next_client(), sink.clone(), state.tables.clone());
            let client = client.within(transport.clone());
            // Messages before the greeting wait for it.
            let inbox = Inbox { waiting: VecDeque::new(), is_served: true };
            let presence = Mutex::new(ConnectionState::Coming);
            Connection { client, sink, transport, state, inbox: Mutex::new(inbox), presence }
        })
    }

    /// Counts an accepted connection, unless it has closed already.
    fn enter(&self) -> ConnectionState {
        let mut presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
        if *presence == ConnectionState::Coming {
            self.state.metrics.sockets.inc();
            *presence = ConnectionState::LetIn;
        }
        *presence
    }

    /// Whether a client with a direct WebSocket is connected.
    pub(crate) fn is_connected(&self) -> bool {
        self.sink.is_connected()
    }

    /// Sends nothing more to a client with a direct WebSocket.
    pub(crate) fn disconnect(&self) {
        self.sink.disconnect();
    }

    /// Takes the client from its table.
    pub(crate) async fn leave(&self) {
        let before = {
            let mut presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *presence, ConnectionState::Gone)
        };
        self.client.gone().await;
        if before == ConnectionState::LetIn {
            self.state.metrics.sockets.dec();
        }
    }

    /// Disconnects a client that has missed a frame.
    pub(crate) async fn cut_off(&self) {
        self.state.metrics.cut_off.inc();
        self.leave().await;
    }

    /// Queues a message, in the order of arrival.
    pub(crate) fn receive(self: &Arc<Self>, data: Received<'_>, ack: Ack) {
        if self.sink.is_cut() {
            return;
        }
        let packet = match self.transport.count_message() {
            Ok(()) => self.look_at(data),
            Err(TooFast { goes_on: true, .. }) => return self.sink.close(),
            Err(TooFast { wait, .. }) => {
                Packet::Refused(WireError::rate_limited(wait.as_millis() as u64 + 1))
            }
        };
        let mut inbox = self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        if inbox.waiting.len() >= WAITING_MAX {
            return self.sink.close();
        }
        self.state.metrics.messages.inc();
        inbox.waiting.push_back(Incoming { packet, ack });
        if !inbox.is_served {
            inbox.is_served = true;
            tokio::spawn(Arc::clone(self).serve());
        }
    }

    fn look_at(&self, data: Received<'_>) -> Packet {
        let most = self.state.limits.message_bytes;
        match data {
            Received::Text(text) if most == 0 || text.len() <= most => Packet::Text(text.to_owned()),
            Received::Text(_) => {
                let error = BadRequest::new("message", format!("expected at most {most} bytes"));
                Packet::Refused(error.into())
            }
            Received::Binary => {
                Packet::Refused(BadRequest::new("message", "expected JSON, not binary").into())
            }
        }
    }

    /// Processes the queued messages one after the other.
    async fn serve(self: Arc<Self>) {
        loop {
            let next = {
                let mut inbox = self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
                let next = inbox.waiting.pop_front();
                inbox.is_served = next.is_some();
                next
            };
            let Some(Incoming { packet, ack }) = next else { return };
            let started = Instant::now();
            let answer = self.answer(packet).await;
            self.state.metrics.record_answer(&answer, started.elapsed());
            self.reply(answer, ack);
        }
    }

    async fn answer(&self, packet: Packet) -> Answer {
        let text = match packet {
            Packet::Text(text) => text,
            Packet::Refused(error) => return Err(Refused::error("", error)),
        };
        let message = ClientMessage::from_text(&text)
            .map_err(|ParseError { event, error }| Refused::error(&event, error.into()))?;
        let (name, tried) = (message.event.name(), CodeAttempt::of(&message.event));
        tracing::trace!(event = name, "a client's message");
        if matches!(message.event, ClientEvent::Chat(_)) {
            self.transport.count_chat().map_err(|wait| slow_down(name, wait))?;
        }
        let answer = self.client.handle(message);
        match tried {
            // On the heap, because it is rare and large.
            Some(tried) => Box::pin(tried.attempt(name, self.transport.address(), &self.state, answer)).await,
            None => answer.await,
        }
    }

    /// Handles the credentials that a client sends when it connects.
    async fn greet(&self, auth: Option<&Json>) -> Option<Answer> {
        let begun = Instant::now();
        let handshake = Handshake::parse(auth);
        if let Ok(Handshake { state_changes: Some(true), .. }) = handshake {
            self.sink.follow_state();
        }
        let answer = match handshake {
            Ok(Handshake { room_code: None, .. } | Handshake { token: None, .. }) => return None,
            Ok(handshake) => {
                let event = "joinGame";
                let greeting = async {
                    let greeting = self.client.greet(handshake).await;
                    greeting.unwrap_or_else(|| Err(Refused::unavailable(event)))
                };
                CodeAttempt::WithSecret.attempt(event, self.transport.address(), &self.state, greeting).await
            }
            Err(bad) => Err(Refused::error("connect", bad.into())),
        };
        self.state.metrics.record_answer(&answer, begun.elapsed());
        Some(answer)
    }

    fn reply(&self, answer: Answer, ack: Ack) {
        let ack_body = match answer {
            Ok(accepted) => accepted.into_ack(),
            Err(Refused { event, error }) => {
                self.sink.send(&OutPacket::new(*event, None));
                AckBody::Refused(*error)
            }
        };
        // A client that is disconnected or does not read will reconnect and ask again.
        self.sink.answer(ack, &ack_body);
    }
}

/// Receives messages of one connection. It runs in the socket's read task, which preserves the
/// order.
struct OrderedHandler(Arc<Connection>);

/// Marker type that distinguishes this handler from functions.
struct InOrder;

impl MessageHandler<DirectAdapter, InOrder> for OrderedHandler {
    fn call(&self, socket: Arc<Socket<DirectAdapter>>, mut data: Value, ack_id: Option<i64>) {
        let Ok(ack) = AckSender::from_message_parts(&socket, &mut data, &ack_id);
        let data = match &data {
            Value::Str(text, None) => Received::Text(text),
            Value::Str(_, Some(_)) | Value::Bytes(_) => Received::Binary,
        };
        self.0.receive(data, Ack::Library(ack));
    }
}

/// A newly connected socket with its credentials.
pub(crate) struct Arrival {
    socket: Arc<Socket<DirectAdapter>>,
    auth: Option<String>,
}

impl FromConnectParts<DirectAdapter> for Arrival {
    type Error = std::convert::Infallible;

    fn from_connect_parts(
        socket: &Arc<Socket<DirectAdapter>>,
        auth: &Option<Value>,
    ) -> Result<Self, Self::Error> {
        let auth = match auth {
            Some(Value::Str(text, _)) => Some(text.to_string()),
            Some(Value::Bytes(_)) | None => None,
        };
        Ok(Arrival { socket: Arc::clone(socket), auth })
    }
}

/// Why a socket is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum HandshakeError {
    /// The client has sent too many messages.
    #[error("too many messages: wait a moment")]
    TooFast,
    /// The request did not pass the checks that attach a transport session.
    #[error("this connection is not known")]
    Unknown,
}

/// Counts a connection to the namespace, which counts as a message.
pub(crate) fn admit(transport: &TransportSession, state: &ServerState) -> Result<(), HandshakeError> {
    let Err(TooFast { goes_on, .. }) = transport.count_message() else { return Ok(()) };
    if goes_on {
        transport.cut();
    }
    state.metrics.handshake_refused(RefusedHandshake::TooFast);
    Err(HandshakeError::TooFast)
}

/// Attaches handlers to a socket before the client is notified that it is connected. So neither its
/// first message nor its end is missed.
pub(crate) fn listen(arrival: &Arrival, state: &Arc<ServerState>) -> Result<(), HandshakeError> {
    let socket = &arrival.socket;
    let transport =
        socket.req_parts().extensions.get::<Arc<TransportSession>>().ok_or(HandshakeError::Unknown)?;
    admit(transport, state)?;
    let outgoing = Outgoing::library(socket, state.adapter.clone());
    let connection = Connection::new(outgoing, Arc::clone(transport), Arc::clone(state));
    socket.on_fallback(OrderedHandler(Arc::clone(&connection)));
    let gone = Arc::clone(&connection);
    socket.on_disconnect(async move |_: SocketRef<DirectAdapter>| gone.leave().await);
    socket.extensions.insert(connection);
    Ok(())
}

/// Accepts a socket of the library.
pub(crate) async fn connected(arrival: Arrival) {
    let Arrival { socket, auth } = arrival;
    let Some(connection) = socket.extensions.get::<Arc<Connection>>() else { return };
    drop(socket);
    connection.start(auth).await;
}

impl Connection {
    /// Greets a client that is connected, and processes its messages.
    pub(crate) async fn start(self: Arc<Self>, auth: Option<String>) {
        if self.state.is_closing() {
            return self.sink.close();
        }
        if self.enter() == ConnectionState::Gone {
            return;
        }
        let auth = auth.map(|text| serde_json::from_str::<Json>(&text).unwrap_or(Json::Null));
        if let Some(Err(refused)) = Box::pin(self.greet(auth.as_ref())).await {
            let is_for_now = matches!(refused.error.code, ErrorCode::Unavailable | ErrorCode::RateLimited);
            self.sink.send(&OutPacket::new(ReplyEvent::Error(*refused.error), None));
            if is_for_now {
                // A client that resumes a seat reconnects, to this node or another.
                self.sink.close();
            }
        }
        self.serve().await;
    }
}

/// Generator of client ids.
#[derive(Default)]
pub(crate) struct ClientIds(std::sync::atomic::AtomicU64);

impl ClientIds {
    pub(crate) fn next(&self) -> ClientId {
        ClientId(self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
    }
}
