//! Values written to the store and read from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::{BySeat, Event, EventKind, GameId, Language, Progress, Seat, Seed, Timestamp};

use crate::{PlayerId, RoomCode, TokenHash, Version};

/// How players find a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lobby {
    /// Any player can join, without a code.
    Open,
    /// Only by its code or its link.
    Private,
}

/// The first commit of a table.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// Permanent id of the game.
    pub id: GameId,
    /// Room code.
    pub code: RoomCode,
    /// How players find the table.
    pub lobby: Lobby,
    /// Secret seed of the draws.
    pub seed: Seed,
    /// Hash of the secret in the table's link.
    pub invite: TokenHash,
    /// Time of creation.
    pub at: Timestamp,
    /// First events, beginning with [`EventKind::TableOpened`].
    pub events: Vec<Event>,
    /// Seats taken at creation.
    pub seats: Vec<SeatChange>,
    /// Progress after these events.
    pub status: Progress,
    /// When the next timer is due.
    pub next_due: Option<Timestamp>,
}

impl NewTable {
    /// Returns the language of the table, if its first event is its opening.
    pub(crate) fn language(&self) -> Option<Arc<Language>> {
        match &self.events.first()?.kind {
            EventKind::TableOpened(opening) if opening.game == self.id => {
                Some(opening.rules.language.clone())
            }
            _ => None,
        }
    }
}

/// The result of a command or a timer, stored as a whole or not at all.
#[derive(Clone, Debug)]
pub struct Commit {
    /// Table of the commit.
    pub table: GameId,
    /// Version on which it was decided.
    pub expected: Version,
    /// Time of the commit.
    pub at: Timestamp,
    /// Language of the table, in which letters are written.
    pub language: Arc<Language>,
    /// Events of the commit.
    pub events: Arc<[Event]>,
    /// The command that led to it, if its sender may repeat it.
    pub command: Option<IdempotencyRecord>,
    /// Changes to seats. For one seat, later changes override earlier ones.
    pub seats: Vec<SeatChange>,
    /// Progress of the table afterwards.
    pub status: Progress,
    /// When the next timer is due.
    pub next_due: Option<Timestamp>,
}

/// Record of a command that was carried out, so that it is not carried out again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyRecord {
    /// The player who sent it.
    pub player: PlayerId,
    /// The client's id of the command. The caller limits its length and characters (no NUL).
    pub id: String,
    /// The reply that was sent.
    pub reply: String,
}

/// Change to a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatChange {
    /// A player sits down.
    Taken {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// Hash of the player's token; a bot has none.
        token: Option<TokenHash>,
        /// The player's name in the form used for lookups.
        name_key: String,
    },
    /// The seat moves to another device, and its previous token becomes invalid.
    NewToken {
        /// The seat. A free seat does not change.
        seat: Seat,
        /// Hash of the new token.
        token: TokenHash,
    },
    /// The seat becomes free.
    Freed {
        /// The seat.
        seat: Seat,
    },
}

/// Net effect of a commit on one seat.
pub(crate) enum SeatStatus {
    Taken(StoredSeat),
    NewToken(TokenHash),
    Freed,
}

/// Combines the changes of a commit into at most one per seat.
pub(crate) fn fates(changes: &[SeatChange]) -> BTreeMap<Seat, SeatStatus> {
    let mut fates = BTreeMap::new();
    for change in changes {
        match change {
            SeatChange::Taken { seat, player, token, name_key } => {
                let (player, name_key) = (player.clone(), name_key.clone());
                fates.insert(*seat, SeatStatus::Taken(StoredSeat { player, token: *token, name_key }));
            }
            SeatChange::NewToken { seat, token } => match fates.get_mut(seat) {
                Some(SeatStatus::Taken(taken)) => taken.token = Some(*token),
                Some(SeatStatus::Freed) => {}
                Some(SeatStatus::NewToken(_)) | None => {
                    fates.insert(*seat, SeatStatus::NewToken(*token));
                }
            },
            SeatChange::Freed { seat } => {
                fates.insert(*seat, SeatStatus::Freed);
            }
        }
    }
    fates
}

/// A table as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTable {
    /// Permanent id of the game.
    pub id: GameId,
    /// Room code, while the table has one.
    pub code: Option<RoomCode>,
    /// How players find the table.
    pub lobby: Lobby,
    /// Secret seed of the draws.
    pub seed: Seed,
    /// Hash of the secret in the table's link.
    pub invite: TokenHash,
    /// Number of commits.
    pub version: Version,
    /// Progress of the game.
    pub status: Progress,
    /// Time of creation.
    pub opened_at: Timestamp,
    /// When the next timer is due.
    pub next_due: Option<Timestamp>,
    /// Occupied seats.
    pub seats: BySeat<StoredSeat>,
    /// All commits, in order.
    pub batches: Vec<Batch>,
}

impl StoredTable {
    /// Iterates over all events, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.batches.iter().flat_map(|batch| &batch.events)
    }
}

/// The part of a table after a given version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommitTail {
    /// Number of commits.
    pub version: Version,
    /// Seats that are occupied now.
    pub seats: BySeat<StoredSeat>,
    /// Commits after the given version, in order.
    pub batches: Vec<Batch>,
}

/// An occupied seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeat {
    /// The player.
    pub player: PlayerId,
    /// Hash of the player's token; a bot has none.
    pub token: Option<TokenHash>,
    /// The player's name in the form used for lookups.
    pub name_key: String,
}

/// The events of one commit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Version of the table after the commit.
    pub version: Version,
    /// Time of the commit.
    pub at: Timestamp,
    /// Its events.
    pub events: Vec<Event>,
}
