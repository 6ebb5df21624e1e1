//! What is written to the store and what comes back.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{BySeat, Event, EventKind, GameId, Language, Progress, Seat, Seed, Timestamp};

use crate::{PlayerId, RoomCode, TokenHash, Version};

/// How a table is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lobby {
    /// By whoever wants to play, without a code.
    Open,
    /// By its code or its link only.
    Private,
}

/// The first commit of a table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// What names its game for ever.
    pub id: GameId,
    /// What finds it.
    pub code: RoomCode,
    /// How it is found.
    pub lobby: Lobby,
    /// The secret behind its draws.
    pub seed: Seed,
    /// The hash of the secret in its link.
    pub invite: TokenHash,
    /// When it is made.
    pub at: Timestamp,
    /// What has happened, beginning with [`EventKind::TableOpened`].
    pub events: Vec<Event>,
    /// Who sits down with it.
    pub seats: Vec<SeatChange>,
    /// How far it is after these events.
    pub standing: Progress,
    /// When time will next do something to it.
    pub next_due: Option<Timestamp>,
}

impl NewTable {
    /// The language of the table, if its events begin as they must.
    pub(crate) fn language(&self) -> Option<Arc<Language>> {
        match &self.events.first()?.kind {
            EventKind::TableOpened(opening) if opening.game == self.id => {
                Some(opening.rules.language.clone())
            }
            _ => None,
        }
    }
}

/// What a command or a timer led to: all of it is kept, or nothing.
#[derive(Clone, Debug)]
pub struct Commit {
    /// At which table.
    pub table: GameId,
    /// The version that it was decided on.
    pub expected: Version,
    /// When.
    pub at: Timestamp,
    /// The language that the table plays in, which is what letters are written in.
    pub language: Arc<Language>,
    /// What happened.
    pub events: Vec<Event>,
    /// The command that led to it, if its sender may send it again.
    pub command: Option<DoneCommand>,
    /// What it changes about who sits there; later ones count.
    pub seats: Vec<SeatChange>,
    /// How far the table is after it.
    pub standing: Progress,
    /// When time will next do something to the table.
    pub next_due: Option<Timestamp>,
}

/// A command that was carried out, so that it is not carried out again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoneCommand {
    /// Who sent it.
    pub player: PlayerId,
    /// What the sender calls it. The caller limits its length and its characters (no NUL).
    pub id: String,
    /// What it was answered with.
    pub reply: String,
}

/// Something about who sits where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatChange {
    /// Somebody sits down.
    Taken {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// The hash of what proves it; a bot has none.
        token: Option<TokenHash>,
        /// Their name as it is looked for.
        name_key: String,
    },
    /// The seat moves to another device: the token from before is worth nothing.
    NewToken {
        /// Which seat; nothing happens if nobody sits there.
        seat: Seat,
        /// The hash of the new token.
        token: TokenHash,
    },
    /// The seat is empty again.
    Freed {
        /// Which.
        seat: Seat,
    },
}

/// What becomes of one seat in a commit, however many changes it names.
pub(crate) enum SeatFate {
    Taken(StoredSeat),
    NewToken(TokenHash),
    Freed,
}

/// The changes of a commit as at most one for each seat.
pub(crate) fn fates(changes: &[SeatChange]) -> BTreeMap<Seat, SeatFate> {
    let mut fates = BTreeMap::new();
    for change in changes {
        match change {
            SeatChange::Taken { seat, player, token, name_key } => {
                let (player, name_key) = (player.clone(), name_key.clone());
                fates.insert(*seat, SeatFate::Taken(StoredSeat { player, token: *token, name_key }));
            }
            SeatChange::NewToken { seat, token } => match fates.get_mut(seat) {
                Some(SeatFate::Taken(taken)) => taken.token = Some(*token),
                Some(SeatFate::Freed) => {}
                Some(SeatFate::NewToken(_)) | None => {
                    fates.insert(*seat, SeatFate::NewToken(*token));
                }
            },
            SeatChange::Freed { seat } => {
                fates.insert(*seat, SeatFate::Freed);
            }
        }
    }
    fates
}

/// A table as the store has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTable {
    /// What names its game for ever.
    pub id: GameId,
    /// What finds it, while it has a code.
    pub code: Option<RoomCode>,
    /// How it is found.
    pub lobby: Lobby,
    /// The secret behind its draws.
    pub seed: Seed,
    /// The hash of the secret in its link.
    pub invite: TokenHash,
    /// How many commits it has had.
    pub version: Version,
    /// How far it is.
    pub standing: Progress,
    /// When it was made.
    pub opened_at: Timestamp,
    /// When time will next do something to it.
    pub next_due: Option<Timestamp>,
    /// Who sits there.
    pub seats: BySeat<StoredSeat>,
    /// Everything that has happened, in order.
    pub batches: Vec<Batch>,
}

impl StoredTable {
    /// Everything that has happened, event by event.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.batches.iter().flat_map(|batch| &batch.events)
    }
}

/// What is new at a table for somebody who knows it up to a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// How many commits it has had.
    pub version: Version,
    /// Who sits there now.
    pub seats: BySeat<StoredSeat>,
    /// What has happened since, in order.
    pub batches: Vec<Batch>,
}

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeat {
    /// Who.
    pub player: PlayerId,
    /// The hash of what proves it; a bot has none.
    pub token: Option<TokenHash>,
    /// Their name as it is looked for.
    pub name_key: String,
}

/// The events of one commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// The version that the table had after it.
    pub version: Version,
    /// When.
    pub at: Timestamp,
    /// What happened.
    pub events: Vec<Event>,
}
