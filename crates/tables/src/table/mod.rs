//! One table: a task that handles requests in turn. It decides, stores, applies and broadcasts.
//!
//! The state is in [`Replica`] (the game), [`Members`] (clients and seats), [`Cluster`] (other
//! nodes) and [`Bots`]. This file is the path of a request through them.

mod access;
mod bots;
mod chat;
mod chat_line;
mod cluster;
mod commands;
mod commit_types;
mod deliver;
#[cfg(test)]
mod fixtures;
mod join_requests;
mod members;
mod recent_packets;
mod recovery;
mod replica;
mod replication;
mod request;
mod rule_change;
mod seating;
mod visiting;

use std::sync::Arc;

use lexicon::Lexicon;
use protocol::{
    BagRecord, BoardCache, ClientEvent, ClientMessage, CommitExtras, ErrorCode, Member, PlayerIds, RoomCode,
};
use rules::{BySeat, Command, Decision, Env, Event, EventKind, Game, Refusal, Seat, Seed, Timestamp};
use store::{AppendError, IdempotencyRecord, SeatChange, TokenHash};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::client_sink::ClientId;
use crate::cluster::Watermark;
use crate::shared::Shared;
use crate::{Accepted, Answer, Refused};

pub(crate) use access::Access;
use bots::Bots;
use cluster::Cluster;
use commit_types::{CommandError, CommandKey, CommandOptions, CommitError, CommitOptions};
use join_requests::JoinRequests;
use members::Members;
pub(crate) use members::name_key;
use recent_packets::RecentPackets;
use replica::Replica;
pub(crate) use replica::durable_due;
pub(crate) use request::{RematchAnswer, Request};
pub(crate) use seating::Claim;
pub(crate) use visiting::{RematchToWatch, WatchSecrets};

/// The task of a table.
pub(crate) struct Table {
    shared: Arc<Shared>,
    words: Arc<Lexicon>,
    access: Access,
    replica: Replica,
    members: Members,
    join_requests: JoinRequests,
    cluster: Cluster,
    bots: Bots,
    /// The board as it was last sent.
    board: BoardCache,
    recent: RecentPackets,
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
    pub(crate) access: Access,
    pub(crate) seed: Seed,
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
            let sinks = self.members.iter().map(|connection| &connection.sink);
            sinks.chain(self.join_requests.sinks()).for_each(|sink| sink.close());
        }
    }
}

impl Table {
    /// Starts the task of a table, and returns its handle.
    ///
    /// Players of a table loaded from the store are away until they reconnect. Players of a new
    /// table are just sitting down.
    pub(crate) fn start(shared: Arc<Shared>, loaded: TableSnapshot, words: Arc<Lexicon>) -> TableHandle {
        let (sender, requests) = mpsc::channel(shared.limits.queue_max);
        let TableSnapshot { game, version, bag_record, access, seed, ids, tokens, is_new } = loaded;
        let table = Table {
            members: Members::new(ids, tokens, is_new, shared.time.clone()),
            cluster: Cluster::new(shared.cluster.clone(), game.id().clone(), is_new),
            replica: Replica::new(game, version, seed, bag_record),
            bots: Bots::new(sender.downgrade()),
            recent: RecentPackets::new(shared.limits.recent_max),
            board: BoardCache::default(),
            join_requests: JoinRequests::default(),
            access,
            words,
            shared,
        };
        table.cluster.publish_version(version);
        let known = Arc::clone(table.cluster.watermark());
        tokio::spawn(table.run(requests, is_new));
        TableHandle { requests: sender, known }
    }

    async fn run(mut self, mut requests: mpsc::Receiver<Request>, is_new: bool) {
        if !is_new {
            // Players who are away here may be at another node. If that cannot be read now, it is
            // later.
            self.poll_cluster().await;
            self.cluster.hint_to_look();
        }
        let mut idle_since = Instant::now();
        loop {
            self.wake_bots();
            let next_due = self.replica.next_due(self.members.away(), &self.shared.time);
            let idle_end = idle_since + self.shared.limits.idle_max;
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
                () = sleep_until(idle_end), if self.can_rest() => break,
            }
            let Table { cluster, members, replica, .. } = &mut self;
            cluster.announce(|seat| members.is_here(seat)).await;
            cluster.publish_version(replica.version());
        }
        // Requests that arrive now are refused as unavailable. On the next attempt the client finds
        // the table in the store. A client seated here would be at a table that no other client can
        // reach.
        drop(requests);
    }

    /// Whether nothing would be lost if the table were unloaded.
    fn can_rest(&self) -> bool {
        self.members.is_empty()
            && self.join_requests.is_empty()
            && !self.replica.has_absence_timers(self.members.away())
            && self.cluster.has_told_of_all_who_left(|seat| self.members.is_here(seat))
    }

    async fn take(&mut self, request: Request) {
        self.members.follow_time();
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
            Request::Claim { client, sink, claim, reply } => {
                let _ = reply.send(self.claim(client, sink, claim).await);
            }
            Request::Watch { client, sink, secrets, last_seq, reply } => {
                let _ = reply.send(self.watch(client, sink, &secrets, last_seq));
            }
            Request::Describe { invite, reply } => {
                let _ = reply.send(self.describe(invite.as_ref()).await);
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
            Request::WatchRematch { client, reply } => {
                let _ = reply.send(self.rematch_to_watch(client).await);
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

    /// Handles an event of a client at the table.
    async fn event(&mut self, client: ClientId, message: ClientMessage) -> Answer {
        let name = message.event.name();
        let Some(connection) = self.members.get(client) else {
            return Err(Refused::code(name, ErrorCode::NotAPlayer, "you are not at this table"));
        };
        match (connection.who, &message.event) {
            (who, ClientEvent::Resync(resync)) => {
                let sink = Arc::clone(&connection.sink);
                self.count_catch_up(sink.as_ref(), name, who, resync.last_seq)?;
                self.catch_up_client(sink.as_ref(), who, resync.last_seq);
                Ok(self.done())
            }
            (_, ClientEvent::LookupWord(lookup)) => self.look_up(lookup.word.as_str()).await,
            (_, ClientEvent::ChatHistory(_)) => self.chat_history().await,
            (Member::Spectator, ClientEvent::LeaveGame(_)) => {
                self.members.remove(client);
                Ok(self.done())
            }
            (Member::Spectator, _) => {
                Err(Refused::code(name, ErrorCode::NotAPlayer, "those who watch cannot do this"))
            }
            (Member::Player(seat), _) => self.player_event(seat, message).await,
        }
    }

    async fn player_event(&mut self, seat: Seat, message: ClientMessage) -> Answer {
        let ClientMessage { command_id, event } = message;
        let (name, game) = (event.name(), self.replica.game());
        let command = match event {
            ClientEvent::PreviewMove(submit) => return self.preview(seat, &submit),
            ClientEvent::Chat(chat) => return self.chat(seat, chat.text.as_str()).await,
            ClientEvent::CreateTicket(_) => return self.create_ticket(seat).await,
            ClientEvent::UpdateRules(update) => match self.new_rules(&update) {
                Ok(rules) => Command::ChangeRules(Box::new(rules)),
                Err(error) => return Err(Refused::error(name, error)),
            },
            ClientEvent::AddBot(add) => return self.add_bot(seat, add.level).await,
            ClientEvent::AdmitPlayer(answer) => {
                if game.host() != Some(seat) {
                    return Err(self.refused(name, &Refusal::NotHost));
                }
                return self.admit(&answer.request_id, answer.admit).await;
            }
            ClientEvent::LeaveGame(_) if self.replica.is_over() => {
                self.detach_clients(seat);
                self.members.mark_away(seat);
                return Ok(self.done());
            }
            other => match protocol::command_of(&other, &game.rules().language, self.members.ids()) {
                Ok(Some(command)) => command,
                Ok(None) => return Err(Refused::code(name, ErrorCode::NotAllowed, "not at a table")),
                Err(error) => return Err(Refused::error(name, error)),
            },
        };
        let is_leaving = command == Command::Leave;
        let key = command_id.as_ref().map(|id| CommandKey { seat, id });
        let options = CommandOptions { key, ..CommandOptions::default() };
        match self.carry_out(|game, env| game.decide(seat, command.clone(), env), options).await {
            Ok(()) => {
                if is_leaving {
                    self.detach_clients(seat);
                }
                Ok(self.done())
            }
            // The reply stored the first time is the version.
            Err(CommandError::AlreadyDone { reply }) => {
                Ok(Accepted::done(reply.parse().unwrap_or(self.replica.version())))
            }
            Err(not_done) => Err(not_done.refused(name, self)),
        }
    }

    /// Decides, commits and broadcasts. Decides again if another node committed first.
    async fn carry_out(
        &mut self,
        decide: impl Fn(&Game, &Env<'_>) -> Result<Decision, Refusal>,
        options: CommandOptions<'_>,
    ) -> Result<(), CommandError> {
        const ATTEMPTS_MAX: usize = 8;
        let CommandOptions { key, grant, rematch_room } = options;
        let mut is_up_to_date = false;
        for _ in 0..ATTEMPTS_MAX {
            if self.replica.has_unknown_commit() {
                return Err(CommandError::Unavailable);
            }
            let decision = match self.with_env(&decide) {
                Ok(decision) => decision,
                Err(refusal) if is_up_to_date => return Err(self.explain(refusal, key.as_ref()).await),
                // The command may be valid by now. Nothing is refused before the table is up to
                // date.
                Err(_) if self.bring_up_to_date().await => {
                    is_up_to_date = true;
                    continue;
                }
                Err(_) => return Err(CommandError::Unavailable),
            };
            let command = key.as_ref().map(|key| IdempotencyRecord {
                player: self.members.ids().of(key.seat),
                id: key.id.as_str().to_owned(),
                reply: (self.replica.version() + 1).to_string(),
            });
            let seats = grant.map_or_else(Vec::new, |grant| grant.changes(&decision.events));
            let arrival = grant.and_then(members::SeatGrant::arrival);
            match self.commit(decision, CommitOptions { command, seats, arrival, rematch_room }).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Overtaken) => {}
                Err(CommitError::Unavailable) => return Err(CommandError::Unavailable),
                Err(CommitError::AlreadyDone { reply }) => return Err(CommandError::AlreadyDone { reply }),
            }
        }
        Err(CommandError::Unavailable)
    }

    /// Stores events, and only then applies and broadcasts them.
    async fn commit(&mut self, decision: Decision, options: CommitOptions<'_>) -> Result<(), CommitError> {
        if self.replica.has_unknown_commit() {
            return Err(CommitError::Unavailable);
        }
        let Decision { events, after } = decision;
        let CommitOptions { command, mut seats, arrival, rematch_room } = options;
        let events: Arc<[Event]> = events.into();
        for event in &*events {
            if let EventKind::PlayerLeft { seat } = event.kind {
                seats.push(SeatChange::Freed { seat });
            }
        }
        let commit = self.replica.commit(self.now(), &events, &after, command, seats.clone());
        match self.shared.store.append(commit).await {
            Ok(version) => {
                let earlier = self.members.sit_down(&seats, arrival);
                self.install_commit(&events, after, version.0, rematch_room);
                self.after_leaving(earlier.as_ref());
                self.cluster.hint(version.0);
                Ok(())
            }
            Err(AppendError::AlreadyDone { reply, .. }) => {
                // Another node carried it out, or this one without knowing. If the store cannot be
                // read now, retry later.
                let _ = self.resync_from_store().await;
                Err(CommitError::AlreadyDone { reply })
            }
            Err(AppendError::Conflict { .. }) => match self.resync_from_store().await {
                Ok(()) => Err(CommitError::Overtaken),
                Err(_) => Err(CommitError::Unavailable),
            },
            Err(AppendError::NoSuchTable) => {
                tracing::error!(table = %self.replica.game().id(), "a table is gone from the store");
                self.replica.mark_commit_unknown();
                Err(CommitError::Unavailable)
            }
            Err(AppendError::Store(error)) => {
                tracing::warn!(table = %self.replica.game().id(), %error, "a move could not be stored");
                self.replica.mark_commit_unknown();
                Err(CommitError::Unavailable)
            }
        }
    }

    /// Makes a stored commit the state of the table, and broadcasts it.
    ///
    /// `rematch_room` is the code of the rematch table that the commit announces.
    fn install_commit(
        &mut self,
        events: &[Event],
        after: Game,
        version: u64,
        rematch_room: Option<&RoomCode>,
    ) {
        let before = self.replica.install(events, after, version);
        self.follow_language();
        let reveal = self.replica.reveal(events, self.members.ids());
        self.broadcast_commit(&before, events, &CommitExtras { reveal: reveal.as_ref(), rematch_room });
        for event in events {
            self.free_if_left(event);
        }
    }

    /// Fires all due timers in order.
    async fn fire_due(&mut self) {
        self.resolve_unknown_commit().await;
        if self.replica.has_unknown_commit() {
            self.replica.mark_commit_unknown();
            return;
        }
        let mut has_looked = false;
        loop {
            let now = self.members.follow_time();
            let timers = self.replica.timers(self.members.away()).into_iter();
            let due = timers.filter(|&(_, at)| at <= now).min_by_key(|&(_, at)| at);
            let Some((timer, _)) = due else {
                self.replica.stop_waiting();
                return;
            };
            // Players connected to another node by now are not removed.
            if replica::is_absence(timer) && !has_looked {
                has_looked = self.poll_cluster().await;
                if !has_looked {
                    self.replica.retry_later();
                    return;
                }
                continue;
            }
            let Ok(decision) = self.with_env(|game, env| game.fire(timer, env)) else {
                self.replica.retry_later();
                return;
            };
            if self.commit(decision, CommitOptions::default()).await.is_err() {
                // The store is unreachable, or another node was faster. A timer that is still due
                // fires again.
                self.replica.retry_later();
                return;
            }
        }
    }

    fn now(&self) -> Timestamp {
        self.shared.time.now()
    }

    /// Calls a function with everything that the rules need from outside.
    fn with_env<T>(&self, decide: impl FnOnce(&Game, &Env<'_>) -> T) -> T {
        self.replica.with_env(self.words.as_ref(), self.now(), self.members.away(), decide)
    }

    /// The answer to an event that was carried out.
    fn done(&self) -> Accepted {
        Accepted::done(self.replica.version())
    }
}
