use protocol::{Announcements, BagReveal, CommandId, RoomCode};
use rules::{Event, EventKind, Game, Refusal, Seat, Surroundings, Timer};
use store::{AppendError, Commit, DoneCommand, SeatChange, Version};

use super::Table;
use crate::Refused;

/// Why something that was decided did not come to be.
pub(super) enum NotCommitted {
    /// The store cannot be reached. Nothing was acknowledged.
    Unavailable,
    /// Another node was faster; the table has caught up, and must decide again.
    Overtaken,
    /// The same command was done before: this was the answer.
    AlreadyDone { reply: String },
}

/// Why a decision was not carried out.
pub(super) enum NotDone {
    Refused(Refusal),
    Unavailable,
    AlreadyDone { reply: String },
}

/// What a player calls a command, and how it will be answered.
pub(super) struct Named<'a> {
    pub(super) seat: Seat,
    pub(super) id: &'a CommandId,
}

impl NotDone {
    pub(super) fn refused(self, event: &str, table: &Table) -> Refused {
        match self {
            NotDone::Refused(refusal) => Refused::rule(event, &refusal, &table.game.rules().language),
            NotDone::Unavailable | NotDone::AlreadyDone { .. } => Refused::unavailable(event),
        }
    }
}

impl Table {
    /// Decides, stores and tells; decides anew if another node was faster.
    pub(super) async fn carry_out(
        &mut self,
        named: Option<Named<'_>>,
        decide: impl Fn(&Game, &Surroundings<'_>) -> Result<Vec<Event>, Refusal>,
        seats: impl Fn(&[Event]) -> Vec<SeatChange>,
    ) -> Result<(), NotDone> {
        const ATTEMPTS_MAX: usize = 8;
        let mut is_up_to_date = false;
        for _ in 0..ATTEMPTS_MAX {
            if self.is_in_doubt {
                return Err(NotDone::Unavailable);
            }
            let events = match self.surrounded(&decide) {
                Ok(events) => events,
                Err(refusal) if is_up_to_date => return Err(self.explain(refusal, named.as_ref()).await),
                // What is wrong here may be right by now: nobody is refused before that is known.
                Err(_) if self.is_up_to_date().await => {
                    is_up_to_date = true;
                    continue;
                }
                Err(_) => return Err(NotDone::Unavailable),
            };
            let command = named.as_ref().map(|named| DoneCommand {
                player: store::PlayerId(self.ids.of(named.seat).as_str().to_owned()),
                id: named.id.as_str().to_owned(),
                reply: (self.version + 1).to_string(),
            });
            let changes = seats(&events);
            match self.commit(events, command, changes).await {
                Ok(()) => return Ok(()),
                Err(NotCommitted::Overtaken) => {}
                Err(NotCommitted::Unavailable) => return Err(NotDone::Unavailable),
                Err(NotCommitted::AlreadyDone { reply }) => return Err(NotDone::AlreadyDone { reply }),
            }
        }
        Err(NotDone::Unavailable)
    }

    /// A command that is refused now may have been done before, and its answer was lost.
    async fn explain(&self, refusal: Refusal, named: Option<&Named<'_>>) -> NotDone {
        let Some(named) = named else { return NotDone::Refused(refusal) };
        let player = store::PlayerId(self.ids.of(named.seat).as_str().to_owned());
        match self.shared.store.reply_to(self.game.id(), &player, named.id.as_str()).await {
            Ok(Some((_, reply))) => NotDone::AlreadyDone { reply },
            Ok(None) => NotDone::Refused(refusal),
            Err(_) => NotDone::Unavailable,
        }
    }

    /// Stores events, and only then lets them happen and tells everybody.
    pub(super) async fn commit(
        &mut self,
        events: Vec<Event>,
        command: Option<DoneCommand>,
        mut seats: Vec<SeatChange>,
    ) -> Result<(), NotCommitted> {
        if self.is_in_doubt {
            return Err(NotCommitted::Unavailable);
        }
        let mut after = self.game.clone();
        for event in &events {
            after.apply(event);
            if let EventKind::PlayerLeft { seat } = event.kind {
                seats.push(SeatChange::Freed { seat });
            }
        }
        let commit = Commit {
            table: self.game.id().clone(),
            expected: Version(self.version),
            at: self.now(),
            language: self.game.rules().language.clone(),
            events: events.clone(),
            command,
            seats: seats.clone(),
            standing: after.progress(),
            next_due: durable_due(&after),
        };
        match self.shared.store.append(commit).await {
            Ok(version) => {
                let earlier = self.seat(&seats);
                self.happened(&events, after, version.0).await;
                self.leave_behind(earlier.as_ref());
                self.hint();
                Ok(())
            }
            Err(AppendError::AlreadyDone { reply, .. }) => {
                // It was done by another node, or by this one without knowing it. If that cannot be read now, it is later.
                let _ = self.fall_behind().await;
                Err(NotCommitted::AlreadyDone { reply })
            }
            Err(AppendError::Conflict { .. }) => match self.fall_behind().await {
                Ok(()) => Err(NotCommitted::Overtaken),
                Err(_) => Err(NotCommitted::Unavailable),
            },
            Err(AppendError::NoSuchTable) => {
                tracing::error!(table = %self.game.id(), "a table is gone from the store");
                self.doubt();
                Err(NotCommitted::Unavailable)
            }
            Err(AppendError::Store(error)) => {
                tracing::warn!(table = %self.game.id(), %error, "a move could not be stored");
                self.doubt();
                Err(NotCommitted::Unavailable)
            }
        }
    }

    pub(super) async fn happened(&mut self, events: &[Event], after: Game, version: u64) {
        let reveal = self.reveal(events).await;
        let room = self.rematch_room(events).await;
        let before = std::mem::replace(&mut self.game, after);
        self.version = version;
        let announcements = Announcements { reveal: reveal.as_ref(), rematch_room: room.as_ref() };
        self.tell_events(&before, events, &announcements);
        for event in events {
            self.free_if_left(event);
        }
    }

    /// The seat of whoever has left is nobody's.
    pub(super) fn free_if_left(&mut self, event: &Event) {
        if let EventKind::PlayerLeft { seat } = event.kind {
            self.tokens.remove(seat);
            self.away.remove(seat);
            self.forget_elsewhere(seat);
            self.let_go(seat);
        }
    }

    /// What finds the table to play again that events tell of. Another node may have opened it.
    async fn rematch_room(&self, events: &[Event]) -> Option<RoomCode> {
        let opened = events.iter().find_map(|event| match &event.kind {
            EventKind::RematchOpened { game, .. } => Some(game),
            _ => None,
        })?;
        if let Some((_, room)) = self.rematch_room.as_ref().filter(|(game, _)| game == opened) {
            return Some(room.clone());
        }
        let stored = self.shared.store.load(opened).await.ok()??;
        stored.code?.as_str().parse().ok()
    }

    /// What the draws can be verified by, once the game is over. If the log cannot be read now, the record of the
    /// game still has it.
    async fn reveal(&self, events: &[Event]) -> Option<BagReveal> {
        let is_over = |event: &Event| matches!(event.kind, EventKind::GameEnded(_) | EventKind::TableClosed);
        if !events.iter().any(is_over) {
            return None;
        }
        let stored = self.shared.store.load(self.game.id()).await.ok()??;
        let log: Vec<Event> = stored.batches.into_iter().flat_map(|batch| batch.events).collect();
        protocol::bag_reveal(&log, &self.seed, &self.ids)
    }
}

/// When the table must be looked at even if nobody is there. Absences are not durable: every hold starts anew.
pub(crate) fn durable_due(game: &Game) -> Option<rules::Timestamp> {
    let is_durable = |timer: &Timer| !super::is_absence(*timer);
    let timers = game.timers(&rules::BySeat::new());
    timers.into_iter().filter(|(timer, _)| is_durable(timer)).map(|(_, at)| at).min()
}
