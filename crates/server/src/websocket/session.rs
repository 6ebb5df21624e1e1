//! The task of a WebSocket: reads packets, writes queued ones, and pings.

use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use socketioxide_core::Sid;
use tokio::time::{Instant, Sleep, sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

use super::packet::{self, ClientPacket, Malformed, NAMESPACE};
use super::send_queue::SendQueue;
use super::sessions::SessionPlace;
use crate::socket::{self, Ack, Connection, Received};
use crate::socket_sink::Outgoing;
use crate::state::ServerState;
use crate::transport_session::TransportSession;
use crate::{CONNECT_MAX, MESSAGE_BYTES_MAX, PING_INTERVAL, PING_TIMEOUT};

/// Maximum time to say goodbye to a client.
const CLOSE_MAX: Duration = Duration::from_secs(1);

/// A WebSocket and the client behind it.
pub(super) struct Session {
    stream: WebSocketStream<TokioIo<Upgraded>>,
    queue: Arc<SendQueue>,
    _place: SessionPlace,
    sid: Sid,
    transport: Arc<TransportSession>,
    state: Arc<ServerState>,
    /// The connection to the namespace.
    connection: Option<Arc<Connection>>,
    has_connected: bool,
    attachments: Option<Attachments>,
    heartbeat: Heartbeat,
    /// Packets on their way from the queue to the stream.
    packets: Vec<Utf8Bytes>,
    is_flushed: bool,
}

/// Attachments that have to follow an event.
struct Attachments {
    missing: u32,
    then: AfterAttachments,
}

/// What happens to a packet when all its attachments are there.
#[derive(Clone, Copy)]
enum AfterAttachments {
    /// It is an event, which is refused with this ack.
    Refuse(Option<i64>),
    Ignore,
}

struct Heartbeat {
    due: Pin<Box<Sleep>>,
    opened_at: Instant,
    pinged_at: Instant,
    awaits_pong: bool,
}

enum Happening {
    Received(Message),
    HeartbeatDue,
    /// The client closed the connection, or it failed.
    Gone,
    /// The server ends the connection.
    Ended,
}

/// Why a session ends.
#[derive(Debug)]
enum End {
    ByClient,
    ByServer,
}

impl Session {
    pub(super) fn new(
        stream: WebSocketStream<TokioIo<Upgraded>>,
        transport: Arc<TransportSession>,
        state: Arc<ServerState>,
    ) -> Session {
        let (queue, now) = (Arc::new(SendQueue::default()), Instant::now());
        // The first ping is sent at once: it shows that the connection works in both directions.
        let due = Box::pin(sleep(Duration::ZERO));
        Session {
            _place: SessionPlace::new(&queue, &state),
            stream,
            queue,
            sid: Sid::new(),
            transport,
            state,
            connection: None,
            has_connected: false,
            attachments: None,
            heartbeat: Heartbeat { due, opened_at: now, pinged_at: now, awaits_pong: false },
            packets: Vec::new(),
            is_flushed: true,
        }
    }

    /// Serves the client until one side ends the connection.
    pub(super) async fn run(mut self) {
        tracing::debug!("a WebSocket is open");
        let (interval, patience) = (PING_INTERVAL.as_millis(), PING_TIMEOUT.as_millis());
        self.send(packet::open_text(self.sid.as_str(), interval, patience, MESSAGE_BYTES_MAX));
        let end = loop {
            let step = match poll_fn(|context| self.poll(context)).await {
                Happening::Received(message) => self.receive(&message),
                Happening::HeartbeatDue => self.beat(),
                Happening::Gone => ControlFlow::Break(End::ByClient),
                Happening::Ended => ControlFlow::Break(End::ByServer),
            };
            if let ControlFlow::Break(end) = step {
                break end;
            }
        };
        tracing::debug!(?end, "a WebSocket ends");
        self.queue.end();
        if let Some(connection) = self.connection.take() {
            connection.disconnect();
            connection.leave().await;
        }
        if matches!(end, End::ByServer) {
            // A client that does not read is not waited for.
            let _ = timeout(CLOSE_MAX, self.say_goodbye()).await;
        } else {
            let _ = timeout(CLOSE_MAX, self.stream.close(None)).await;
        }
    }

    async fn say_goodbye(&mut self) -> Result<(), tungstenite::Error> {
        self.stream.send(Message::Text("1".into())).await?;
        self.stream.close(None).await
    }

    /// Waits for what happens next. Queued packets are written in the meantime.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Happening> {
        if let Poll::Ready(happening) = self.poll_write(context) {
            return Poll::Ready(happening);
        }
        match self.stream.poll_next_unpin(context) {
            Poll::Ready(Some(Ok(message))) => return Poll::Ready(Happening::Received(message)),
            Poll::Ready(Some(Err(tungstenite::Error::Capacity(_)))) => return Poll::Ready(Happening::Ended),
            Poll::Ready(Some(Err(_)) | None) => return Poll::Ready(Happening::Gone),
            Poll::Pending => {}
        }
        self.heartbeat.due.as_mut().poll(context).map(|()| Happening::HeartbeatDue)
    }

    /// Writes queued packets, as many as there are with one system call.
    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<Happening> {
        loop {
            if !self.is_flushed {
                match self.stream.poll_flush_unpin(context) {
                    Poll::Ready(Ok(())) => self.is_flushed = true,
                    Poll::Ready(Err(_)) => return Poll::Ready(Happening::Gone),
                    // Later packets stay in the queue, which has a limit.
                    Poll::Pending => return Poll::Pending,
                }
            }
            match self.queue.poll_take(&mut self.packets, context) {
                Poll::Ready(true) => {}
                Poll::Ready(false) => return Poll::Ready(Happening::Ended),
                Poll::Pending => return Poll::Pending,
            }
            for packet in self.packets.drain(..) {
                if self.stream.start_send_unpin(Message::Text(packet)).is_err() {
                    return Poll::Ready(Happening::Gone);
                }
            }
            self.is_flushed = false;
        }
    }

    fn receive(&mut self, message: &Message) -> ControlFlow<End> {
        let received = match message {
            Message::Text(text) => ClientPacket::parse(text.as_str()).and_then(|packet| self.take(packet)),
            Message::Binary(_) => self.take_attachment(),
            Message::Close(_) => return ControlFlow::Break(End::ByClient),
            // The library answers pings of WebSockets.
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(ControlFlow::Continue(())),
        };
        received.unwrap_or(ControlFlow::Break(End::ByServer))
    }

    fn take(&mut self, packet: ClientPacket<'_>) -> Result<ControlFlow<End>, Malformed> {
        match packet {
            ClientPacket::Close => return Ok(ControlFlow::Break(End::ByClient)),
            ClientPacket::Pong => self.heartbeat.pong(),
            // Attachments must follow their event directly.
            _ if self.attachments.is_some() => return Err(Malformed),
            ClientPacket::Connect { namespace: NAMESPACE, auth } => self.connect(auth),
            ClientPacket::Connect { namespace, .. } => {
                self.send(packet::connect_error_text(namespace, "Invalid namespace"));
            }
            ClientPacket::Disconnect { namespace: NAMESPACE } => {
                let connection = self.connection.take().ok_or(Malformed)?;
                connection.disconnect();
                tokio::spawn(async move { connection.leave().await });
            }
            ClientPacket::Event { namespace: NAMESPACE, ack, text } => {
                self.connected()?.receive(Received::Text(text), Ack::Direct(ack));
            }
            ClientPacket::BinaryEvent { namespace, ack, attachments } => {
                let is_ours = namespace == NAMESPACE;
                let then = if is_ours { AfterAttachments::Refuse(ack) } else { AfterAttachments::Ignore };
                self.expect_attachments(attachments, then)?;
            }
            ClientPacket::Ack { attachments } => {
                self.connected()?;
                self.expect_attachments(attachments, AfterAttachments::Ignore)?;
            }
            // No client has anything in another namespace.
            ClientPacket::Disconnect { .. } | ClientPacket::Event { .. } => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The connection to the namespace. Without one, a client must not send anything.
    fn connected(&self) -> Result<&Arc<Connection>, Malformed> {
        self.connection.as_ref().filter(|connection| connection.is_connected()).ok_or(Malformed)
    }

    /// Connects the client to the namespace. If it is connected, nothing happens.
    fn connect(&mut self, auth: Option<&str>) {
        if self.connected().is_ok() {
            return;
        }
        if let Err(error) = socket::admit(&self.transport, &self.state) {
            return self.send(packet::connect_error_text(NAMESPACE, &error.to_string()));
        }
        let outgoing = Outgoing::direct(&self.queue);
        let connection = Connection::new(outgoing, Arc::clone(&self.transport), Arc::clone(&self.state));
        self.send(packet::connected_text(self.sid.as_str()));
        self.has_connected = true;
        tokio::spawn(Arc::clone(&connection).start(auth.map(str::to_owned)));
        self.connection = Some(connection);
    }

    fn expect_attachments(&mut self, missing: u32, then: AfterAttachments) -> Result<(), Malformed> {
        self.attachments = Some(Attachments { missing, then });
        self.complete_attachments()
    }

    fn take_attachment(&mut self) -> Result<ControlFlow<End>, Malformed> {
        let attachments = self.attachments.as_mut().ok_or(Malformed)?;
        attachments.missing -= 1;
        self.complete_attachments()?;
        Ok(ControlFlow::Continue(()))
    }

    /// Refuses an event with attachments once they are there.
    fn complete_attachments(&mut self) -> Result<(), Malformed> {
        let complete = self.attachments.take_if(|waiting| waiting.missing == 0);
        if let Some(Attachments { then: AfterAttachments::Refuse(ack), .. }) = complete {
            self.connected()?.receive(Received::Binary, Ack::Direct(ack));
        }
        Ok(())
    }

    /// Pings, unless the client has not answered the last one or never connected to the namespace.
    fn beat(&mut self) -> ControlFlow<End> {
        let Heartbeat { due, opened_at, pinged_at, awaits_pong } = &mut self.heartbeat;
        let has_failed_to_connect = !self.has_connected && opened_at.elapsed() >= CONNECT_MAX;
        if *awaits_pong || has_failed_to_connect {
            return ControlFlow::Break(End::ByServer);
        }
        (*pinged_at, *awaits_pong) = (Instant::now(), true);
        due.as_mut().reset(*pinged_at + PING_TIMEOUT);
        self.send("2".to_owned());
        ControlFlow::Continue(())
    }

    /// Queues a packet of the connection itself.
    fn send(&self, packet: String) {
        if self.queue.push(packet.into()).is_err() {
            // A client that is this far behind has missed an event as well.
            self.transport.cut();
        }
    }
}

impl Heartbeat {
    /// Schedules the next ping.
    fn pong(&mut self) {
        if std::mem::take(&mut self.awaits_pong) {
            self.due.as_mut().reset(self.pinged_at + PING_INTERVAL);
        }
    }
}
