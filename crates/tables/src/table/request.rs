//! Requests to a table's task.

use std::sync::Arc;

use protocol::{ClientMessage, RoomCode, Secret};
use rules::{Command, GameId, Newcomer, PlayerName, Rematch, Rules, Seat};
use store::{ClusterView, TokenHash};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{Claim, RematchToWatch, WatchSecrets};
use crate::client_sink::{ClientId, ClientSink};
use crate::{Answer, Refused};

/// A request to a table's task. If it has a `reply` channel, it is answered there.
pub(crate) enum Request {
    /// A guest wants to sit down, perhaps by a link.
    Join {
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        newcomer: Newcomer,
        invite: Option<Secret>,
        reply: oneshot::Sender<Answer>,
    },
    /// A player returns to the seat of a token.
    Return {
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        token: Secret,
        last_seq: Option<u64>,
        reply: oneshot::Sender<Answer>,
    },
    /// A player returns by name to a seat whose player is away. Only in the open lobby.
    ReturnByName {
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        name: PlayerName,
        reply: oneshot::Sender<Answer>,
    },
    /// A client presents a ticket for a seat.
    Move {
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        seat: Seat,
        ticket: TokenHash,
        last_seq: Option<u64>,
        reply: oneshot::Sender<Answer>,
    },
    /// A player of the previous game takes the seat reserved for them.
    Claim { client: ClientId, sink: Arc<dyn ClientSink>, claim: Claim, reply: oneshot::Sender<Answer> },
    /// A client wants to watch.
    Watch {
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        secrets: WatchSecrets,
        last_seq: Option<u64>,
        reply: oneshot::Sender<Answer>,
    },
    /// A client without a seat asks what it would join, perhaps with a link.
    Describe { invite: Option<Secret>, reply: oneshot::Sender<Answer> },
    /// An event of a client at the table.
    Event { client: ClientId, message: Box<ClientMessage>, reply: oneshot::Sender<Answer> },
    /// A client wants to go to another table. Refused if it holds a seat here.
    StandUp { client: ClientId, event: String, reply: oneshot::Sender<Result<(), Refused>> },
    /// A client has disconnected, or has gone to another table.
    Gone { client: ClientId },
    /// Asks for what is needed to open a rematch table.
    Rematch { client: ClientId, reply: oneshot::Sender<Result<RematchAnswer, Refused>> },
    /// A spectator wants to go on to the rematch table.
    WatchRematch { client: ClientId, reply: oneshot::Sender<Result<RematchToWatch, Refused>> },
    /// A rematch table was opened.
    RematchOpened {
        client: ClientId,
        game: GameId,
        room: RoomCode,
        instead_of: Option<GameId>,
        reply: oneshot::Sender<Result<GameId, Refused>>,
    },
    /// A bot has decided.
    BotActs { version: u64, seat: Seat, command: Command },
    /// A timer may be due.
    Wake,
    /// Another node has an update.
    Hinted { version: Option<u64> },
    /// A view of the table across all nodes, taken at a moment.
    ClusterViewTaken { view: Box<ClusterView>, taken: Instant },
}

impl Request {
    /// Whether the request keeps a table without clients in memory. Traffic between nodes does not.
    pub(super) fn is_about_the_game(&self) -> bool {
        !matches!(self, Request::Hinted { .. } | Request::ClusterViewTaken { .. })
    }
}

/// What a client needs for a rematch.
pub(crate) struct RematchAnswer {
    /// The rematch table; `None` if it has to be opened.
    pub(crate) game: Option<GameId>,
    /// The client's seat at it.
    pub(crate) seat: Seat,
    pub(crate) rules: Box<Rules>,
    pub(crate) rematch: Rematch,
    /// Stored hash of this table's link.
    pub(crate) invite: TokenHash,
}
