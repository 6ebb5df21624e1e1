//! The event store: every event of every table, stored before any client is notified.
//!
//! A table is the list of its commits. A commit is a batch of events together with all that changes
//! with them: seats, the command it answers, and the next due timer.
//!
//! - [`Store`] is the interface.
//! - [`SqliteStore`] is the database inside the program, [`PostgresStore`] the one beside it.
//! - [`codec`] is the stored form of events.
//! - [`DailyStore`] stores the daily puzzle, in the same databases.
//! - [`Keeping`] has the administrative operations.
//!
//! All stores fulfil one contract, which `tests/contract` checks.

pub mod codec;
mod columns;
mod commons;
mod daily;
mod error;
mod health;
mod hints;
mod keeping;
#[cfg(feature = "memory")]
mod memory;
mod migrations;
mod names;
mod postgres;
mod sqlite;
mod store;
mod table;

pub use commons::{Commons, NodeId, Note, NoteNumber, Sighting, Whereabouts};
pub use daily::{
    BegunDay, DailyPlayer, DailyStore, Finished, Finisher, KeptPuzzle, NewTurn, PuzzleKey, Renamed,
    StoredAttempt, StoredPuzzle, TurnKept, daily_name_key,
};
pub use error::{AppendError, CreateError, OpenError, StoreError};
pub use hints::{Hint, Hints, NatsError, NatsHints, NoHint, Patience, PostgresHints};
pub use keeping::{
    AttemptRow, CodeRow, CommandRow, CommitRow, DailyPlayerRow, DeviceRow, ForgetError, Forgotten, Keeping,
    PuzzleRow, ReadRowsError, Remains, Removed, Rewriting, Row, Rows, SeatRow, Stats, TablePage, TableRow,
    TableSummary, Take, TicketRow, TransferRow, Which, WriteRowsError, forget_seated,
};
#[cfg(feature = "memory")]
pub use memory::MemoryStore;
pub use names::{PlayerId, RoomCode, TokenHash, Version};
pub use postgres::PostgresStore;
pub use sqlite::{SqliteSettings, SqliteStore};
pub use store::Store;
pub use table::{Batch, Commit, DoneCommand, Lobby, NewTable, News, SeatChange, StoredSeat, StoredTable};

/// Maximum number of seats that [`Store::open_seats_named`] returns.
pub const OPEN_SEATS_MAX: usize = 64;
