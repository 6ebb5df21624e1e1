//! The event store: every event of every table, stored before any client is notified.
//!
//! A table is the list of its commits. A commit is a batch of events together with all that changes
//! with them: seats, the command it answers, and the next due timer.
//!
//! - [`EventStore`] is the interface of tables. [`Store`] is all that a database stores.
//! - [`SqliteStore`] is the database inside the program, [`PostgresStore`] the one beside it.
//! - [`codec`] is the stored form of events.
//! - [`DailyStore`] stores the daily puzzle, in the same databases.
//! - [`ChatStore`] stores the chat of the tables.
//! - [`AdminStore`] has the administrative operations.
//!
//! All stores fulfil one contract, which `tests/contract` checks.

mod admin;
mod chat;
mod cluster;
pub mod codec;
mod columns;
mod daily;
mod error;
mod hints;
mod ids;
#[cfg(feature = "memory")]
mod memory;
mod migrations;
mod outage_log;
mod postgres;
mod sql;
mod sqlite;
mod store;
mod table;

pub use admin::{
    AdminStore, AttemptRow, ChatRow, CodeRow, CommandRow, CommitRow, DailyPlayerRow, DeviceRow, ForgetError,
    Forgotten, PuzzleRow, ReadRowsError, Redaction, Remains, Removed, Row, RowFilter, RowSink, RowSource,
    SeatRow, Stats, TablePage, TableRow, TableSummary, TicketRow, TransferRow, WriteRowsError, forget_seated,
};
pub use chat::{CHAT_LINES_MAX, ChatStore, StoredChat};
pub use cluster::{ClusterStore, ClusterView, MessageNumber, NodeId, NodeMessage, PlayerPresence};
pub use daily::{
    BegunDay, DailyPlayer, DailyStore, Finished, Finisher, KeptPuzzle, NewTurn, PuzzleKey, Renamed,
    StoredAttempt, StoredPuzzle, TurnKept, daily_name_key,
};
pub use error::{AppendError, CreateError, OpenError, StoreError};
pub use hints::{Hint, HintTimeouts, Hints, NatsError, NatsHints, NoHint, PostgresHints};
pub use ids::{TokenHash, Version};
#[cfg(feature = "memory")]
pub use memory::MemoryStore;
pub use postgres::PostgresStore;
pub use rules::{PlayerId, RoomCode};
pub use sqlite::{SqliteSettings, SqliteStore};
pub use store::{EventStore, Store, TableStore};
pub use table::{
    Batch, Commit, CommitTail, IdempotencyRecord, Lobby, NewTable, SeatChange, StoredSeat, StoredTable,
};

/// Maximum number of seats that [`EventStore::open_seats_named`] returns.
pub const OPEN_SEATS_MAX: usize = 64;
