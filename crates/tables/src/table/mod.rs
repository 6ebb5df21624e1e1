//! One table: a task that handles requests in turn. It decides, stores, applies and broadcasts.

mod bots;
mod chat_line;
mod commands;
mod commit;
mod deliver;
mod join_requests;
mod recovery;
mod replication;
mod seating;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, OnceLock};

use protocol::{BagRecord, BoardCache, ClientMessage, Member, PlayerIds, RoomCode, Secret, TableContext};
use rules::{
    BySeat, Command, Env, Game, GameId, Key, Millis, Newcomer, PlayerName, Progress, Rematch, Rules, Seat,
    Seed, TileSource, Timer, Timestamp,
};
use store::{ClusterView, Lobby, TokenHash};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::client_sink::{ClientId, ClientSink};
use crate::cluster::Watermark;
use crate::shared::Shared;
use crate::time::Reading;
use crate::{Answer, Refused};

pub(crate) use commit::durable_due;
pub(crate) use deliver::Recent;
use join_requests::JoinRequests;
pub(crate) use seating::name_key;

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
    /// A player of the previous game takes the seat reserved for them. `invite` is checked as the
    /// link.
    Claim {
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        seat: Seat,
        invite: Secret,
        reply: oneshot::Sender<Answer>,
    },
    /// A client wants to watch.
    Watch {
        client: ClientId,
        sink: Arc<dyn ClientSink>,
        invite: Option<Secret>,
        last_seq: Option<u64>,
        reply: oneshot::Sender<Answer>,
    },
    /// An event of a client at the table.
    Event { client: ClientId, message: Box<ClientMessage>, reply: oneshot::Sender<Answer> },
    /// A client wants to go to another table. Refused if it holds a seat here.
    StandUp { client: ClientId, event: String, reply: oneshot::Sender<Result<(), Refused>> },
    /// A client has disconnected, or has gone to another table.
    Gone { client: ClientId },
    /// Asks for what is needed to open a rematch table.
    Rematch { client: ClientId, reply: oneshot::Sender<Result<RematchAnswer, Refused>> },
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
    fn is_about_the_game(&self) -> bool {
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

/// A client at the table.
struct Seated {
    sink: Arc<dyn ClientSink>,
    who: Member,
}

pub(crate) struct Table {
    shared: Arc<Shared>,
    game: Game,
    version: u64,
    /// What the bag gave and took back so far.
    bag_record: BagRecord,
    /// The board as it was last sent.
    board: BoardCache,
    /// The key of the draws, once the game has started.
    draw_key: OnceLock<Key>,
    code: RoomCode,
    lobby: Lobby,
    seed: Seed,
    invite: TokenHash,
    ids: PlayerIds,
    tokens: BySeat<TokenHash>,
    members: BTreeMap<ClientId, Seated>,
    /// Since when players are away.
    away: BySeat<Timestamp>,
    /// How far the clock had been advanced when `away` was last adjusted.
    forward: Millis,
    join_requests: JoinRequests,
    /// The client that the next commit seats, if that commit gives a seat to a person.
    arriving: Option<(ClientId, Arc<dyn ClientSink>)>,
    recent: VecDeque<Recent>,
    words: Arc<lexicon::Lexicon>,
    /// For sending requests to itself.
    sender: mpsc::WeakSender<Request>,
    /// The version for which a bot is thinking.
    thinking: Option<u64>,
    /// Room code of a rematch table that is about to be announced.
    rematch_room: Option<(GameId, RoomCode)>,
    /// Whether a commit's outcome is unknown, because the store did not answer.
    has_unknown_commit: bool,
    unconfirmed_tokens: Vec<recovery::UnconfirmedToken>,
    /// The store was unreachable: due timers wait until this moment.
    retry_at: Option<Instant>,
    /// What the table knows of other nodes.
    remote: replication::RemotePresence,
    /// Progress of the table, readable without waiting for its task.
    known: Arc<Watermark>,
}

/// A table in memory.
#[derive(Clone)]
pub(crate) struct TableHandle {
    pub(crate) requests: mpsc::Sender<Request>,
    pub(crate) known: Arc<Watermark>,
}

/// State of a table when its task starts.
pub(crate) struct TableSnapshot {
    pub(crate) game: Game,
    pub(crate) version: u64,
    pub(crate) bag_record: BagRecord,
    pub(crate) code: RoomCode,
    pub(crate) lobby: Lobby,
    pub(crate) seed: Seed,
    pub(crate) invite: TokenHash,
    pub(crate) ids: PlayerIds,
    pub(crate) tokens: BySeat<TokenHash>,
    /// Whether the table was created just now.
    pub(crate) is_new: bool,
}

/// Disconnects all clients when the task panics.
///
/// The table is then no longer in memory. When the clients reconnect, it is loaded as the store has
/// it.
impl Drop for Table {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let sinks = self.members.values().map(|seated| &seated.sink);
            sinks.chain(self.join_requests.sinks()).for_each(|sink| sink.close());
        }
    }
}

impl Table {
    /// Starts the task of a table, and returns its handle.
    ///
    /// Players of a table loaded from the store are away until they reconnect. Players of a new
    /// table are just sitting down.
    pub(crate) fn start(
        shared: Arc<Shared>,
        loaded: TableSnapshot,
        words: Arc<lexicon::Lexicon>,
    ) -> TableHandle {
        let (sender, requests) = mpsc::channel(shared.limits.queue_max);
        let Reading { now, forward } = shared.time.read();
        // After a restart every hold begins again.
        let away = if loaded.is_new {
            BySeat::new()
        } else {
            loaded.tokens.seats().map(|seat| (seat, now)).collect()
        };
        let known = Arc::new(Watermark::default());
        let is_new = loaded.is_new;
        let remote = if is_new {
            replication::RemotePresence::of_a_new_table()
        } else {
            replication::RemotePresence::default()
        };
        let table = Table {
            shared,
            game: loaded.game,
            version: loaded.version,
            bag_record: loaded.bag_record,
            board: BoardCache::default(),
            draw_key: OnceLock::new(),
            code: loaded.code,
            lobby: loaded.lobby,
            seed: loaded.seed,
            invite: loaded.invite,
            ids: loaded.ids,
            tokens: loaded.tokens,
            members: BTreeMap::new(),
            away,
            forward,
            join_requests: JoinRequests::default(),
            arriving: None,
            recent: VecDeque::new(),
            words,
            sender: sender.downgrade(),
            thinking: None,
            rematch_room: None,
            has_unknown_commit: false,
            unconfirmed_tokens: Vec::new(),
            retry_at: None,
            remote,
            known: Arc::clone(&known),
        };
        table.note_version();
        tokio::spawn(table.run(requests, is_new));
        TableHandle { requests: sender, known }
    }

    async fn run(mut self, mut requests: mpsc::Receiver<Request>, is_new: bool) {
        if !is_new {
            // Players who are away here may be at another node. If that cannot be read now, it is
            // later.
            self.poll_cluster().await;
            self.hint_to_look();
        }
        let mut idle_since = Instant::now();
        loop {
            self.wake_bots();
            let next_due = self.next_due();
            let idle_end = idle_since + self.shared.limits.idle_max;
            let is_empty = self.members.is_empty() && self.join_requests.is_empty();
            let can_rest = is_empty && !self.absences_matter() && self.has_told_of_all_who_left();
            // In a fixed order, so that a run is reproducible: due timers come before later
            // requests.
            tokio::select! {
                biased;
                () = sleep_until(next_due.unwrap_or(idle_end)), if next_due.is_some() => self.fire_due().await,
                request = requests.recv() => match request {
                    Some(request) => {
                        if request.is_about_the_game() {
                            idle_since = Instant::now();
                        }
                        self.take(request).await;
                    }
                    None => break,
                },
                () = sleep_until(idle_end), if can_rest => break,
            }
            self.announce().await;
            self.note_version();
        }
        // Requests that arrive now are refused as unavailable. On the next attempt the client finds
        // the table in the store. A client seated here would be at a table that no other client can
        // reach.
        drop(requests);
    }

    async fn take(&mut self, request: Request) {
        self.follow_time();
        self.resolve_unknown_commit().await;
        // A client that has disconnected in the meantime does not receive the reply.
        match request {
            Request::Join { client, sink, newcomer, invite, reply } => {
                let _ = reply.send(self.join(client, sink, newcomer, invite.as_ref()).await);
            }
            Request::Return { client, sink, token, last_seq, reply } => {
                let _ = reply.send(self.come_back(client, &sink, &token, last_seq).await);
            }
            Request::ReturnByName { client, sink, name, reply } => {
                let _ = reply.send(self.come_back_by_name(client, sink, &name).await);
            }
            Request::Move { client, sink, seat, ticket, last_seq, reply } => {
                let _ = reply.send(self.move_seat(client, sink, seat, ticket, last_seq).await);
            }
            Request::Claim { client, sink, seat, invite, reply } => {
                let _ = reply.send(self.claim(client, sink, seat, invite).await);
            }
            Request::Watch { client, sink, invite, last_seq, reply } => {
                let _ = reply.send(self.watch(client, sink, invite.as_ref(), last_seq));
            }
            Request::Event { client, message, reply } => {
                let answer = self.event(client, *message).await;
                let _ = reply.send(answer);
            }
            Request::StandUp { client, event, reply } => {
                let _ = reply.send(self.stand_up(client, &event).await);
            }
            Request::Gone { client } => self.gone(client).await,
            Request::Rematch { client, reply } => {
                let _ = reply.send(self.rematch(client));
            }
            Request::RematchOpened { client, game, room, instead_of, reply } => {
                let _ = reply.send(self.rematch_opened(client, game, &room, instead_of).await);
            }
            Request::BotActs { version, seat, command } => self.bot_acts(version, seat, command).await,
            Request::Wake => self.fire_due().await,
            Request::Hinted { version } => self.hinted(version).await,
            Request::ClusterViewTaken { view, taken } => {
                // What could not be merged is part of the next view.
                self.merge_cluster_view(*view, taken).await;
            }
        }
    }

    fn now(&self) -> Timestamp {
        self.shared.time.now()
    }

    /// Returns the time, and adjusts absences if the clock was advanced.
    ///
    /// Advancing the clock does not make an absence longer: a seat is held for as long as
    /// announced.
    fn follow_time(&mut self) -> Timestamp {
        let Reading { now, forward } = self.shared.time.read();
        let skipped = Millis(forward.0 - self.forward.0);
        if skipped > Millis::ZERO {
            self.away = self.away.iter().map(|(seat, &since)| (seat, since + skipped)).collect();
            self.forward = forward;
        }
        now
    }

    /// Marks a player as away from now on.
    fn mark_away(&mut self, seat: Seat) {
        let now = self.follow_time();
        self.away.insert(seat, now);
    }

    fn context<'a>(&'a self, ids: &'a PlayerIds) -> TableContext<'a> {
        TableContext { ids, away: &self.away, room_code: &self.code, now: self.now(), board: &self.board }
    }

    /// Calls a function with everything that the rules need from outside.
    fn with_env<T>(&self, decide: impl FnOnce(&Game, &Env<'_>) -> T) -> T {
        let starting;
        let draws: &dyn TileSource = match self.game.progress() {
            // The nonces may still change.
            Progress::Waiting => {
                starting = self.game.draws(&self.seed, self.game.id());
                &starting
            }
            Progress::Playing | Progress::Ended | Progress::Closed => {
                self.draw_key.get_or_init(|| self.game.key(&self.seed))
            }
        };
        let env = Env { words: self.words.as_ref(), now: self.now(), draws, away: &self.away };
        decide(&self.game, &env)
    }

    fn timers(&self) -> Vec<(Timer, Timestamp)> {
        self.game.timers(&self.away)
    }

    fn next_due(&self) -> Option<Instant> {
        if self.has_unknown_commit {
            return self.retry_at;
        }
        let next = self.timers().into_iter().map(|(_, at)| at).min()?;
        let due = self.shared.time.instant(next);
        Some(self.retry_at.map_or(due, |retry_at| retry_at.max(due)))
    }

    /// Whether a player's absence has a timer, which only this task knows.
    fn absences_matter(&self) -> bool {
        self.timers().into_iter().any(|(timer, _)| is_absence(timer))
    }

    /// Fires all due timers in order.
    async fn fire_due(&mut self) {
        self.resolve_unknown_commit().await;
        if self.has_unknown_commit {
            self.mark_commit_unknown();
            return;
        }
        let mut has_looked = false;
        loop {
            let now = self.follow_time();
            let due = self.timers().into_iter().filter(|&(_, at)| at <= now).min_by_key(|&(_, at)| at);
            let Some((timer, _)) = due else {
                self.retry_at = None;
                return;
            };
            // Players connected to another node by now are not removed.
            if is_absence(timer) && !has_looked {
                has_looked = self.poll_cluster().await;
                if !has_looked {
                    self.retry_at = Some(Instant::now() + recovery::RETRY);
                    return;
                }
                continue;
            }
            let Ok(decision) = self.with_env(|game, env| game.fire(timer, env)) else {
                self.retry_at = Some(Instant::now() + recovery::RETRY);
                return;
            };
            if self.commit(decision, None, Vec::new()).await.is_err() {
                // The store is unreachable, or another node was faster. A timer that is still due
                // fires again.
                self.retry_at = Some(Instant::now() + recovery::RETRY);
                return;
            }
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.game.progress(), Progress::Ended | Progress::Closed)
    }
}

fn is_absence(timer: Timer) -> bool {
    matches!(timer, Timer::Absence(_) | Timer::HostAway)
}
