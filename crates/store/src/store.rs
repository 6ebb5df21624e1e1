//! The interface that every database stands behind.

use async_trait::async_trait;
use rules::{GameId, Seat, Timestamp};

use crate::{
    AppendError, Commit, CreateError, DailyStore, Keeping, NewTable, News, PlayerId, RoomCode, StoreError,
    StoredTable, TokenHash, Version,
};

/// Keeps what happens at every table. What it has acknowledged is on the disk.
#[async_trait]
pub trait Store: DailyStore + Keeping {
    /// Keeps a new table under a code that is free.
    async fn create(&self, table: NewTable) -> Result<(), CreateError>;

    /// A table with everything that has happened there.
    async fn load(&self, id: &GameId) -> Result<Option<StoredTable>, StoreError>;

    /// What is new at a table for somebody who knows it up to a version; `None` if there is no such table.
    async fn load_since(&self, id: &GameId, after: Version) -> Result<Option<News>, StoreError>;

    /// Keeps what was decided on the expected version, in one durable transaction. A command that was carried out before
    /// is found before a conflict is: whoever sends it again does not know the new version.
    async fn append(&self, commit: Commit) -> Result<Version, AppendError>;

    /// How a command was answered, if it was carried out.
    async fn reply_to(
        &self,
        table: &GameId,
        player: &PlayerId,
        command_id: &str,
    ) -> Result<Option<(Version, String)>, StoreError>;

    /// The table that a code finds.
    async fn find_code(&self, code: &RoomCode) -> Result<Option<GameId>, StoreError>;

    /// The waiting table of the open lobby; the newest if there are several.
    async fn waiting_open_table(&self) -> Result<Option<GameId>, StoreError>;

    /// The seats of a name at running tables of the open lobby, the latest table first, up to
    /// [`OPEN_SEATS_MAX`](crate::OPEN_SEATS_MAX).
    async fn open_seats_named(&self, name_key: &str) -> Result<Vec<(GameId, Seat)>, StoreError>;

    /// Tables to which time does something by `now`, the longest overdue first.
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<GameId>, StoreError>;

    /// The moment of the latest commit; `None` if nothing is kept. Time at the tables must not be earlier.
    async fn latest_moment(&self) -> Result<Option<Timestamp>, StoreError>;

    /// Keeps a ticket that moves a seat to another device. There must be such a table. An earlier ticket of the same seat works no
    /// more, and tickets that have expired go. A commit that changes a seat removes the ticket of that seat.
    async fn put_ticket(
        &self,
        ticket: TokenHash,
        table: &GameId,
        seat: Seat,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// The seat that a ticket moves, until it expires. That it works once is for the commit to see to that moves the seat.
    async fn find_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(GameId, Seat)>, StoreError>;

    /// Frees the codes of tables whose game ended before a moment, and says how many.
    async fn release_codes(&self, ended_before: Timestamp) -> Result<u64, StoreError>;

    /// Whether another program has written something since this was last asked, where a server has its store to itself otherwise.
    /// Where it has not, [`Commons`](crate::Commons) tell what others do.
    async fn others_have_written(&self) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// Whether the store can write: it does, and waits until that is on the disk.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Finishes what is under way and lets go of the database. Afterwards nothing is available.
    async fn close(&self);
}
