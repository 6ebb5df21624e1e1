//! The events of tables, and all that a database stores.

use async_trait::async_trait;
use rules::{GameId, Seat, Timestamp};

use crate::{
    AdminStore, AppendError, ChatStore, Commit, CommitTail, CreateError, DailyStore, NewTable, PlayerId,
    RoomCode, StoreError, StoredTable, TokenHash, Version,
};

/// Stores the events of every table. Whatever it acknowledged is on disk.
#[async_trait]
pub trait EventStore: Send + Sync + 'static {
    /// Stores a new table under a free code.
    async fn create(&self, table: NewTable) -> Result<(), CreateError>;

    /// Loads a table with all its events.
    async fn load(&self, id: &GameId) -> Result<Option<StoredTable>, StoreError>;

    /// Loads what a table has beyond a version; `None` if there is no such table.
    async fn load_since(&self, id: &GameId, after: Version) -> Result<Option<CommitTail>, StoreError>;

    /// Stores what was decided on the expected version, in one durable transaction.
    ///
    /// A command that was carried out before is reported before a version conflict: a sender that
    /// repeats it does not know the new version.
    async fn append(&self, commit: Commit) -> Result<Version, AppendError>;

    /// Returns the version and the reply of a command, if it was carried out.
    async fn reply_to(
        &self,
        table: &GameId,
        player: &PlayerId,
        command_id: &str,
    ) -> Result<Option<(Version, String)>, StoreError>;

    /// Returns the table with a room code.
    async fn find_code(&self, code: &RoomCode) -> Result<Option<GameId>, StoreError>;

    /// Returns the waiting table of the open lobby; the newest if there are several.
    async fn waiting_open_table(&self) -> Result<Option<GameId>, StoreError>;

    /// Returns the seats with a name at running tables of the open lobby, newest table first.
    ///
    /// Returns at most [`OPEN_SEATS_MAX`](crate::OPEN_SEATS_MAX) seats.
    async fn open_seats_named(&self, name_key: &str) -> Result<Vec<(GameId, Seat)>, StoreError>;

    /// Returns tables with a timer due by `now`, longest overdue first.
    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<GameId>, StoreError>;

    /// Returns the time of the latest commit; `None` if the store is empty.
    ///
    /// The clock of the tables must not start earlier.
    async fn latest_moment(&self) -> Result<Option<Timestamp>, StoreError>;

    /// Stores a ticket that moves a seat to another device. The table must exist.
    ///
    /// It replaces an earlier ticket for the same seat and removes expired tickets. A commit that
    /// changes a seat removes the ticket for that seat.
    async fn put_ticket(
        &self,
        ticket: TokenHash,
        table: &GameId,
        seat: Seat,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Returns the seat that a ticket moves, until the ticket expires.
    ///
    /// The commit that moves the seat makes sure that the ticket works only once.
    async fn find_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(GameId, Seat)>, StoreError>;

    /// Releases the codes of tables whose game ended before a moment, and returns their number.
    async fn release_codes(&self, ended_before: Timestamp) -> Result<u64, StoreError>;

    /// Whether another program has written since the last call.
    ///
    /// This is for a store that a server has to itself. Nodes that share a store use
    /// [`ClusterStore`](crate::ClusterStore) instead.
    async fn others_have_written(&self) -> Result<bool, StoreError> {
        Ok(false)
    }

    /// Checks whether the store can write: writes, and waits until it is on disk.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Finishes pending work and closes the database. Afterwards the store is unavailable.
    async fn close(&self);
}

/// A database with all that a server stores. Callers ask for the part that they use.
pub trait Store: TableStore + DailyStore + AdminStore {}

impl<S: TableStore + DailyStore + AdminStore> Store for S {}

/// What live tables store: events and chat.
pub trait TableStore: EventStore + ChatStore {}

impl<S: EventStore + ChatStore> TableStore for S {}
