//! The event store: what happened at every table, kept before anybody hears of it.
//!
//! A table is the list of its commits, and a commit is a batch of events with whatever else has to change with them:
//! who sits where, which command it answers, when time will next act. [`Store`] is the interface,
//! [`SqliteStore`] the database inside the program, [`PostgresStore`] the one beside it, and [`codec`] the form in which events
//! are written. [`DailyStore`] keeps what the daily puzzle needs, in the same databases, and [`Keeping`] is what whoever runs a server asks for. All of them keep to one contract, which `tests/contract` tells.

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

/// The most seats that [`Store::open_seats_named`] finds.
pub const OPEN_SEATS_MAX: usize = 64;
