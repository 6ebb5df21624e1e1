//! Types around a commit: what is stored with it, and why it may fail.

use protocol::{CommandId, RoomCode};
use rules::{Event, EventKind, Refusal, Seat};
use store::{IdempotencyRecord, SeatChange};

use super::Table;
use super::members::{Arrival, SeatGrant};
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

/// What belongs to a command besides the decision.
#[derive(Default)]
pub(super) struct CommandOptions<'a> {
    /// Set if the client may repeat the command.
    pub(super) key: Option<CommandKey<'a>>,
    /// The player who sits down with the command.
    pub(super) grant: Option<&'a SeatGrant>,
    /// Code of the rematch table that the command announces.
    pub(super) rematch_room: Option<&'a RoomCode>,
}

/// What belongs to a commit besides its events.
#[derive(Default)]
pub(super) struct CommitOptions<'a> {
    pub(super) command: Option<IdempotencyRecord>,
    pub(super) seats: Vec<SeatChange>,
    /// The client that the commit seats, if it gives a seat to a person.
    pub(super) arrival: Option<&'a Arrival>,
    /// Code of the rematch table that the commit announces.
    pub(super) rematch_room: Option<&'a RoomCode>,
}

impl CommandError {
    pub(super) fn refused(self, event: &str, table: &Table) -> Refused {
        match self {
            CommandError::Refused(refusal) => table.refused(event, &refusal),
            CommandError::Unavailable | CommandError::AlreadyDone { .. } => Refused::unavailable(event),
        }
    }
}

impl Table {
    /// Refusal of an event by the rules.
    pub(super) fn refused(&self, event: &str, refusal: &Refusal) -> Refused {
        Refused::rule(event, refusal, &self.replica.game().rules().language)
    }

    /// Looks up whether a refused command was carried out before and its answer was lost.
    pub(super) async fn explain(&self, refusal: Refusal, key: Option<&CommandKey<'_>>) -> CommandError {
        let Some(key) = key else { return CommandError::Refused(refusal) };
        let player = self.members.ids().of(key.seat);
        match self.shared.store.reply_to(self.replica.game().id(), &player, key.id.as_str()).await {
            Ok(Some((_, reply))) => CommandError::AlreadyDone { reply },
            Ok(None) => CommandError::Refused(refusal),
            Err(_) => CommandError::Unavailable,
        }
    }

    /// Frees the seat of a player who has left.
    pub(super) fn free_if_left(&mut self, event: &Event) {
        if let EventKind::PlayerLeft { seat } = event.kind {
            self.members.free(seat);
            self.cluster.forget(seat);
            self.detach_clients(seat);
        }
    }

    /// Returns the code of the rematch table that another node's commit announces.
    pub(super) async fn remote_rematch_room(&self, events: &[Event]) -> Option<RoomCode> {
        let opened = events.iter().find_map(|event| match &event.kind {
            EventKind::RematchOpened { game, .. } => Some(game),
            _ => None,
        })?;
        self.shared.store.load(opened).await.ok()??.code
    }
}
