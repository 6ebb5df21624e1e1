//! What whoever runs a server needs: to look, to take everything away and bring it back, and to let go of what is over.
//!
//! Rows ([`Row`]) belong to no kind of database, so what was read from one can be written to another. They always come in
//! one order, whatever database they come from, so two readings can be compared byte by byte.

mod fault;
mod forgetting;
mod pages;
mod rows;
mod statements;
mod written;

use std::io;

use async_trait::async_trait;
use rules::{GameId, Progress, Seat, Timestamp};

pub(crate) use fault::Fault;
pub use forgetting::{ForgetError, Forgotten, forget_seated};
pub(crate) use pages::{PAGE, Page};
pub use rows::{
    AttemptRow, CodeRow, CommandRow, CommitRow, DailyPlayerRow, DeviceRow, PuzzleRow, Row, SeatRow, TableRow,
    TicketRow, TransferRow,
};
pub(crate) use statements::keeping_statements;

use crate::{AppendError, DailyPlayer, Lobby, PlayerId, RoomCode, StoreError, Version};

/// How many tables are removed together, so that nobody who plays has to wait for it.
const REMOVED_TOGETHER: usize = 16;

/// How many tables are looked for before those found are removed.
const FOUND_TOGETHER: usize = 1024;

/// A table at a glance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSummary {
    /// What names its game.
    pub id: GameId,
    /// What finds it, while it has a code.
    pub code: Option<RoomCode>,
    /// How it is found.
    pub lobby: Lobby,
    /// How far it is.
    pub standing: Progress,
    /// How many commits it has had.
    pub version: Version,
    /// When it was made.
    pub opened_at: Timestamp,
    /// When something last happened there.
    pub changed_at: Timestamp,
    /// When time will next do something to it.
    pub next_due: Option<Timestamp>,
    /// How many sit there.
    pub seats: u64,
}

/// Which tables to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablePage {
    /// The last table of the page before, by when it was made and its id.
    pub after: Option<(Timestamp, GameId)>,
    /// Only tables that are so far.
    pub standing: Option<Progress>,
    /// At most so many.
    pub limit: usize,
}

/// How much there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Tables that wait for their game.
    pub waiting: u64,
    /// Tables at which a game is on.
    pub playing: u64,
    /// Tables whose game is over.
    pub ended: u64,
    /// Tables that were given up before a game began.
    pub closed: u64,
    /// Commits at all of them.
    pub commits: u64,
    /// The bytes of their events as they are written.
    pub event_bytes: u64,
    /// Seats that are taken.
    pub seats: u64,
    /// Commands that are remembered, so that none is carried out twice.
    pub commands: u64,
    /// Daily puzzles that somebody asked for.
    pub daily_puzzles: u64,
    /// Players of daily puzzles.
    pub daily_players: u64,
    /// What they made of them.
    pub daily_attempts: u64,
    /// What the database takes on the disk; `None` if it is on none.
    pub database_bytes: Option<u64>,
}

impl Stats {
    /// All tables.
    pub const fn tables(&self) -> u64 {
        self.waiting + self.playing + self.ended + self.closed
    }
}

/// Which rows to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// All of them.
    Everything,
    /// Those of tables that were over, and at which nothing has happened since, before a moment.
    EndedBefore(Timestamp),
}

/// Takes one row after the other, and may stop the reading by an error.
pub type Take<'t> = &'t mut (dyn FnMut(Row) -> io::Result<()> + Send);

/// Rows to be written. An error among them stops the writing, and nothing of it is kept.
pub type Rows<'r> = &'r mut (dyn Iterator<Item = io::Result<Row>> + Send);

/// Why not all rows were read.
#[derive(Debug, thiserror::Error)]
pub enum ReadRowsError {
    /// The store has no answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Whoever took them had enough.
    #[error(transparent)]
    Stopped(#[from] io::Error),
}

/// Why no rows were written.
#[derive(Debug, thiserror::Error)]
pub enum WriteRowsError {
    /// There is something in the database already.
    #[error("the database is not empty")]
    NotEmpty,
    /// A commit, a seat or a ticket does not follow its table.
    #[error("a row of table {0} does not follow it")]
    OutOfPlace(GameId),
    /// The rows could not be read.
    #[error(transparent)]
    Source(#[from] io::Error),
    /// The store has no answer.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The events of a table in other words: those of some commits, and who is to be forgotten there.
#[derive(Clone, Debug)]
pub struct Rewriting {
    /// Which table.
    pub table: GameId,
    /// The version that it must be at.
    pub expected: Version,
    /// Versions with the events that they are to have, as they are written.
    pub events: Vec<(Version, String)>,
    /// The seat whose token, name and tickets go.
    pub seat: Option<Seat>,
}

/// What was removed, when its copies in the database's files are to go, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Removed {
    /// Whole rows.
    Rows,
    /// Names in rows that stay.
    Names,
}

/// Where copies of what was removed may still be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remains {
    /// Nowhere.
    None,
    /// In the log of SQLite, because another program has been reading for a long time.
    InLog,
    /// Wherever PostgreSQL keeps old versions of rows, until it vacuums them.
    InServer,
}

/// What whoever runs a server asks of a store.
#[async_trait]
pub trait Keeping: Send + Sync + 'static {
    /// Tables at a glance, the latest to be made first.
    async fn list_tables(&self, page: &TablePage) -> Result<Vec<TableSummary>, StoreError>;

    /// How much there is.
    async fn stats(&self) -> Result<Stats, StoreError>;

    /// Hands over rows as they all are at one moment, while others go on writing.
    async fn read_rows(&self, which: Which, take: Take<'_>) -> Result<(), ReadRowsError>;

    /// Writes rows in the order in which [`Keeping::read_rows`] hands them over, all of them or none. There must be nothing
    /// in the database.
    async fn write_rows(&self, rows: Rows<'_>) -> Result<(), WriteRowsError>;

    /// Tables that are over and at which nothing has happened since a moment, up to a limit, with their versions.
    async fn ended_before(
        &self,
        moment: Timestamp,
        limit: usize,
    ) -> Result<Vec<(GameId, Version)>, StoreError>;

    /// Removes tables for good, if they are still at these versions, and says how many.
    async fn remove_tables(&self, tables: &[(GameId, Version)]) -> Result<u64, StoreError>;

    /// Where a player sits.
    async fn seat_of(&self, player: &PlayerId) -> Result<Option<(GameId, Seat)>, StoreError>;

    /// The players of daily puzzles who have a name, or a number.
    async fn daily_players_called(&self, name_or_number: &str) -> Result<Vec<DailyPlayer>, StoreError>;

    /// Says in other words what happened at a table.
    async fn rewrite(&self, rewriting: Rewriting) -> Result<(), AppendError>;

    /// Erases the copies that removed rows and names have left in the database's files, where the store can.
    async fn erase_remains(&self, _: Removed) -> Result<Remains, StoreError> {
        Ok(Remains::InServer)
    }

    /// Removes tables as [`Keeping::remove_tables`] does, a few at a time, and erases what they leave behind.
    async fn remove_little_by_little(&self, tables: &[(GameId, Version)]) -> Result<u64, StoreError> {
        let mut removed = 0;
        for group in tables.chunks(REMOVED_TOGETHER) {
            removed += self.remove_tables(group).await?;
        }
        if removed > 0 {
            // They are removed whether their copies are gone at once or with the next tables that are removed.
            let _ = self.erase_remains(Removed::Rows).await;
        }
        Ok(removed)
    }

    /// Removes all tables that were over before a moment, a few at a time, and says how many.
    async fn remove_ended_before(&self, moment: Timestamp) -> Result<u64, StoreError> {
        let mut removed = 0;
        loop {
            let found = self.ended_before(moment, FOUND_TOGETHER).await?;
            let gone = self.remove_little_by_little(&found).await?;
            removed += gone;
            // If others change them at the same time, the next hour is early enough.
            if found.len() < FOUND_TOGETHER || gone == 0 {
                return Ok(removed);
            }
        }
    }
}
