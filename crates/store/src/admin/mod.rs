//! Administration: inspection, backup and restore, removal and redaction.
//!
//! A [`Row`] is independent of the kind of database, so rows read from one can be written to
//! another. Rows always come in the same order, so two readings can be compared byte by byte.

mod dialect;
mod fault;
mod forgetting;
pub(crate) mod reading;
mod row_json;
mod rows;
mod table_batch;
pub(crate) mod writing;

use std::io;

use async_trait::async_trait;
use rules::{GameId, Progress, Seat, Timestamp};

pub(crate) use dialect::{AdminConnection, Dialect};
pub(crate) use fault::Fault;
pub use forgetting::{ForgetError, Forgotten, forget_seated};
pub use rows::{
    AttemptRow, ChatRow, CodeRow, CommandRow, CommitRow, DailyPlayerRow, DeviceRow, PuzzleRow, Row, SeatRow,
    TableRow, TicketRow, TransferRow,
};
pub(crate) use table_batch::{PAGE, TableBatch};

use crate::{AppendError, DailyPlayer, Lobby, PlayerId, RoomCode, StoreError, Version};

/// Number of tables removed in one transaction, so that players do not have to wait.
const REMOVED_TOGETHER: usize = 16;

/// Number of tables searched for before they are removed.
const FOUND_TOGETHER: usize = 1024;

/// Summary of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSummary {
    /// Id of the game.
    pub id: GameId,
    /// Room code, while the table has one.
    pub code: Option<RoomCode>,
    /// How players find the table.
    pub lobby: Lobby,
    /// Progress of the game.
    pub status: Progress,
    /// Number of commits.
    pub version: Version,
    /// Time of creation.
    pub opened_at: Timestamp,
    /// Time of the last commit.
    pub changed_at: Timestamp,
    /// When the next timer is due.
    pub next_due: Option<Timestamp>,
    /// Number of occupied seats.
    pub seats: u64,
}

/// Selects a page of tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablePage {
    /// The last table of the previous page: its creation time and id.
    pub after: Option<(Timestamp, GameId)>,
    /// Only tables with this progress.
    pub status: Option<Progress>,
    /// Maximum number of tables.
    pub limit: usize,
}

/// Size of the database content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Tables whose game has not started.
    pub waiting: u64,
    /// Tables with a running game.
    pub playing: u64,
    /// Tables whose game is over.
    pub ended: u64,
    /// Tables that closed before a game started.
    pub closed: u64,
    /// Commits of all tables.
    pub commits: u64,
    /// Bytes of all events as stored.
    pub event_bytes: u64,
    /// Occupied seats.
    pub seats: u64,
    /// Commands remembered for idempotency.
    pub commands: u64,
    /// Stored daily puzzles.
    pub daily_puzzles: u64,
    /// Players of daily puzzles.
    pub daily_players: u64,
    /// Attempts at daily puzzles.
    pub daily_attempts: u64,
    /// Size of the database on disk; `None` if it is not on disk.
    pub database_bytes: Option<u64>,
}

impl Stats {
    /// Returns the total number of tables.
    pub const fn tables(&self) -> u64 {
        self.waiting + self.playing + self.ended + self.closed
    }
}

/// Selects rows to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowFilter {
    /// All rows.
    Everything,
    /// Rows of tables that are over and have not changed since a moment.
    EndedBefore(Timestamp),
}

/// Receives rows one after the other. An error stops the reading.
pub type RowSink<'t> = &'t mut (dyn FnMut(Row) -> io::Result<()> + Send);

/// Rows to write. An error among them stops the writing, and nothing is stored.
pub type RowSource<'r> = &'r mut (dyn Iterator<Item = io::Result<Row>> + Send);

/// Why not all rows were read.
#[derive(Debug, thiserror::Error)]
pub enum ReadRowsError {
    /// The store cannot answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The receiver stopped the reading.
    #[error(transparent)]
    Stopped(#[from] io::Error),
}

/// Why no rows were written.
#[derive(Debug, thiserror::Error)]
pub enum WriteRowsError {
    /// The database is not empty.
    #[error("the database is not empty")]
    NotEmpty,
    /// A commit, seat or ticket does not follow its table.
    #[error("a row of table {0} does not follow it")]
    OutOfPlace(GameId),
    /// The rows could not be read.
    #[error(transparent)]
    Source(#[from] io::Error),
    /// The store cannot answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Replacement of events of a table, and removal of a player's identity.
#[derive(Clone, Debug)]
pub struct Redaction {
    /// The table.
    pub table: GameId,
    /// Version that the table must be at.
    pub expected: Version,
    /// New events by version, in storage format.
    pub events: Vec<(Version, String)>,
    /// Seat whose token, name, tickets and chat are removed.
    pub seat: Option<Seat>,
    /// Name whose chat is removed.
    pub name: String,
}

/// What was removed, and has to be erased from the database files as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// Whole rows.
    Rows,
    /// Names within remaining rows.
    Names,
}

/// Where copies of removed data may still be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remains {
    /// Nowhere.
    None,
    /// In SQLite's write-ahead log, because another program has been reading for a long time.
    InLog,
    /// In old row versions of PostgreSQL, until it vacuums them.
    InServer,
}

/// Administrative operations on a store.
#[async_trait]
pub trait AdminStore: Send + Sync + 'static {
    /// Lists tables, newest first.
    async fn list_tables(&self, page: &TablePage) -> Result<Vec<TableSummary>, StoreError>;

    /// Counts the content of the database.
    async fn stats(&self) -> Result<Stats, StoreError>;

    /// Reads rows as of one moment, while writes continue.
    async fn read_rows(&self, which: RowFilter, take: RowSink<'_>) -> Result<(), ReadRowsError>;

    /// Writes rows in the order of [`AdminStore::read_rows`], all of them or none.
    ///
    /// The database must be empty.
    async fn write_rows(&self, rows: RowSource<'_>) -> Result<(), WriteRowsError>;

    /// Returns tables that are over and have not changed since a moment, with their versions.
    async fn ended_before(
        &self,
        moment: Timestamp,
        limit: usize,
    ) -> Result<Vec<(GameId, Version)>, StoreError>;

    /// Removes tables permanently if they are still at these versions, and returns their number.
    async fn remove_tables(&self, tables: &[(GameId, Version)]) -> Result<u64, StoreError>;

    /// Returns the seat of a player.
    async fn seat_of(&self, player: &PlayerId) -> Result<Option<(GameId, Seat)>, StoreError>;

    /// Returns the puzzle players with a given name or number.
    async fn daily_players_called(&self, name_or_number: &str) -> Result<Vec<DailyPlayer>, StoreError>;

    /// Replaces events of a table.
    async fn rewrite(&self, rewriting: Redaction) -> Result<(), AppendError>;

    /// Erases the copies of removed rows and names from the database files, where the store can.
    async fn erase_remains(&self, _: Removed) -> Result<Remains, StoreError> {
        Ok(Remains::InServer)
    }

    /// Removes tables like [`AdminStore::remove_tables`], a few at a time, and erases their copies.
    async fn remove_little_by_little(&self, tables: &[(GameId, Version)]) -> Result<u64, StoreError> {
        let mut removed = 0;
        for group in tables.chunks(REMOVED_TOGETHER) {
            removed += self.remove_tables(group).await?;
        }
        if removed > 0 {
            // The removal counts even if the copies are erased only with the next one.
            let _ = self.erase_remains(Removed::Rows).await;
        }
        Ok(removed)
    }

    /// Removes all tables that were over before a moment, and returns their number.
    async fn remove_ended_before(&self, moment: Timestamp) -> Result<u64, StoreError> {
        let mut removed = 0;
        loop {
            let found = self.ended_before(moment, FOUND_TOGETHER).await?;
            let gone = self.remove_little_by_little(&found).await?;
            removed += gone;
            // If other nodes change these tables at the same time, the next hourly run is early
            // enough.
            if found.len() < FOUND_TOGETHER || gone == 0 {
                return Ok(removed);
            }
        }
    }
}
