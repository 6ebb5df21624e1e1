use std::sync::Arc;

use protocol::{BagReveal, CommandId, CommitExtras, RoomCode};
use rules::{Decision, Env, Event, EventKind, Game, Refusal, Seat, Timer};
use store::{AppendError, Commit, IdempotencyRecord, SeatChange, Version};

use super::Table;
use crate::Refused;

/// Why events were not committed.
pub(super) enum CommitError {
    /// The store is unreachable. Nothing was acknowledged.
    Unavailable,
    /// Another node committed first. The table has caught up and must decide again.
    Overtaken,
    /// The same command was carried out before, with this reply.
    AlreadyDone { reply: String },
}

/// Why a command was not carried out.
pub(super) enum CommandError {
    Refused(Refusal),
    Unavailable,
    AlreadyDone { reply: String },
}

/// Idempotency key: the seat and the client's command id.
pub(super) struct CommandKey<'a> {
    pub(super) seat: Seat,
    pub(super) id: &'a CommandId,
}

impl CommandError {
    pub(super) fn refused(self, event: &str, table: &Table) -> Refused {
        match self {
            CommandError::Refused(refusal) => Refused::rule(event, &refusal, &table.game.rules().language),
            CommandError::Unavailable | CommandError::AlreadyDone { .. } => Refused::unavailable(event),
        }
    }
}

impl Table {
    /// Decides, commits and broadcasts. Decides again if another node committed first.
    pub(super) async fn carry_out(
        &mut self,
        named: Option<CommandKey<'_>>,
        decide: impl Fn(&Game, &Env<'_>) -> Result<Decision, Refusal>,
        seats: impl Fn(&[Event]) -> Vec<SeatChange>,
    ) -> Result<(), CommandError> {
        const ATTEMPTS_MAX: usize = 8;
        let mut is_up_to_date = false;
        for _ in 0..ATTEMPTS_MAX {
            if self.has_unknown_commit {
                return Err(CommandError::Unavailable);
            }
            let decision = match self.with_env(&decide) {
                Ok(decision) => decision,
                Err(refusal) if is_up_to_date => return Err(self.explain(refusal, named.as_ref()).await),
                // The command may be valid by now. Nothing is refused before the table is up to
                // date.
                Err(_) if self.is_up_to_date().await => {
                    is_up_to_date = true;
                    continue;
                }
                Err(_) => return Err(CommandError::Unavailable),
            };
            let command = named.as_ref().map(|named| IdempotencyRecord {
                player: store::PlayerId(self.ids.of(named.seat).as_str().to_owned()),
                id: named.id.as_str().to_owned(),
                reply: (self.version + 1).to_string(),
            });
            let changes = seats(&decision.events);
            match self.commit(decision, command, changes).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Overtaken) => {}
                Err(CommitError::Unavailable) => return Err(CommandError::Unavailable),
                Err(CommitError::AlreadyDone { reply }) => return Err(CommandError::AlreadyDone { reply }),
            }
        }
        Err(CommandError::Unavailable)
    }

    /// Looks up whether a refused command was carried out before and its answer was lost.
    async fn explain(&self, refusal: Refusal, named: Option<&CommandKey<'_>>) -> CommandError {
        let Some(named) = named else { return CommandError::Refused(refusal) };
        let player = store::PlayerId(self.ids.of(named.seat).as_str().to_owned());
        match self.shared.store.reply_to(self.game.id(), &player, named.id.as_str()).await {
            Ok(Some((_, reply))) => CommandError::AlreadyDone { reply },
            Ok(None) => CommandError::Refused(refusal),
            Err(_) => CommandError::Unavailable,
        }
    }

    /// Stores events, and only then applies and broadcasts them.
    pub(super) async fn commit(
        &mut self,
        decision: Decision,
        command: Option<IdempotencyRecord>,
        mut seats: Vec<SeatChange>,
    ) -> Result<(), CommitError> {
        if self.has_unknown_commit {
            return Err(CommitError::Unavailable);
        }
        let Decision { events, after } = decision;
        let events: Arc<[Event]> = events.into();
        for event in &*events {
            if let EventKind::PlayerLeft { seat } = event.kind {
                seats.push(SeatChange::Freed { seat });
            }
        }
        let commit = Commit {
            table: self.game.id().clone(),
            expected: Version(self.version),
            at: self.now(),
            language: self.game.rules().language.clone(),
            events: Arc::clone(&events),
            command,
            seats: seats.clone(),
            status: after.progress(),
            next_due: durable_due(&after),
        };
        match self.shared.store.append(commit).await {
            Ok(version) => {
                let earlier = self.seat(&seats);
                let room = self.rematch_room.take().map(|(_, room)| room);
                self.install_commit(&events, after, version.0, room.as_ref());
                self.after_leaving(earlier.as_ref());
                self.hint();
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
                tracing::error!(table = %self.game.id(), "a table is gone from the store");
                self.mark_commit_unknown();
                Err(CommitError::Unavailable)
            }
            Err(AppendError::Store(error)) => {
                tracing::warn!(table = %self.game.id(), %error, "a move could not be stored");
                self.mark_commit_unknown();
                Err(CommitError::Unavailable)
            }
        }
    }

    /// Makes a stored commit the state of the table, and broadcasts it.
    ///
    /// `rematch_room` is the code of the rematch table that the commit announces.
    pub(super) fn install_commit(
        &mut self,
        events: &[Event],
        after: Game,
        version: u64,
        rematch_room: Option<&RoomCode>,
    ) {
        self.bag_record.extend(events);
        let before = std::mem::replace(&mut self.game, after);
        self.version = version;
        let reveal = self.reveal(events);
        self.broadcast_commit(&before, events, &CommitExtras { reveal: reveal.as_ref(), rematch_room });
        for event in events {
            self.free_if_left(event);
        }
    }

    /// Frees the seat of a player who has left.
    pub(super) fn free_if_left(&mut self, event: &Event) {
        if let EventKind::PlayerLeft { seat } = event.kind {
            self.tokens.remove(seat);
            self.away.remove(seat);
            self.forget_elsewhere(seat);
            self.detach_clients(seat);
        }
    }

    /// Returns the code of the rematch table that another node's commit announces.
    pub(super) async fn remote_rematch_room(&self, events: &[Event]) -> Option<RoomCode> {
        let opened = events.iter().find_map(|event| match &event.kind {
            EventKind::RematchOpened { game, .. } => Some(game),
            _ => None,
        })?;
        let stored = self.shared.store.load(opened).await.ok()??;
        stored.code?.as_str().parse().ok()
    }

    /// Returns the data that verifies the draws, once the game is over.
    fn reveal(&self, events: &[Event]) -> Option<BagReveal> {
        let is_over = |event: &Event| matches!(event.kind, EventKind::GameEnded(_) | EventKind::TableClosed);
        events.iter().any(is_over).then(|| self.bag_record.reveal(&self.game, &self.seed, &self.ids))
    }
}

/// When the table must be woken even if no client is connected.
///
/// Absences do not count: after a restart every hold begins again.
pub(crate) fn durable_due(game: &Game) -> Option<rules::Timestamp> {
    let is_durable = |timer: &Timer| !super::is_absence(*timer);
    let timers = game.timers(&rules::BySeat::new());
    timers.into_iter().filter(|(timer, _)| is_durable(timer)).map(|(_, at)| at).min()
}
