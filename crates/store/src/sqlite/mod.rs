//! The database inside the program.

mod admin;
mod appends;
mod chat;
mod connection;
mod daily;
mod erase_remains;
mod file;
mod known_tables;
mod readers;
mod reads;
mod writer;
mod writes;

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use rules::{GameId, Seat, Timestamp};

pub use connection::SqliteSettings;

use crate::{
    AppendError, Commit, CommitTail, CreateError, EventStore, NewTable, OpenError, PlayerId, RoomCode,
    StoreError, StoredTable, TokenHash, Version, codec,
};
use erase_remains::Eraser;
use file::DatabaseFile;
use readers::Readers;
use writer::Writer;

/// Stores tables in a file, with nothing to install.
///
/// One task writes, combining all commits that are waiting; other connections read concurrently.
/// After a fault (a full disk, a locked or missing file) every request is answered with
/// [`StoreError::Unavailable`] until the fault is fixed. No restart is needed.
pub struct SqliteStore {
    writer: Writer,
    readers: Readers,
    eraser: Eraser,
    /// Reconnection count and SQLite's `data_version`, which changes when another program writes.
    written_by_others: Mutex<(u64, i64)>,
}

impl SqliteStore {
    /// Opens the database in a file. Creates the file, readable only by the owner, if missing.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// use store::{RoomCode, SqliteSettings, SqliteStore, EventStore};
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let store = SqliteStore::open(folder.path().join("dord.db"), SqliteSettings::default()).await.unwrap();
    /// assert_eq!(store.find_code(&RoomCode::new("DORD").unwrap()).await.unwrap(), None);
    /// store.close().await;
    /// # }
    /// ```
    pub async fn open(path: impl AsRef<Path>, settings: SqliteSettings) -> Result<SqliteStore, OpenError> {
        let file = DatabaseFile::at(path.as_ref());
        file.prepare()?;
        let first = connection::connect(&file, &settings).await?;
        Ok(SqliteStore {
            writer: Writer::start(file.clone(), settings.clone(), first),
            eraser: Eraser::new(file.clone(), &settings),
            readers: Readers::new(file, settings),
            written_by_others: Mutex::default(),
        })
    }
}

#[async_trait]
impl EventStore for SqliteStore {
    async fn create(&self, table: NewTable) -> Result<(), CreateError> {
        let Some(language) = table.language() else { return Err(CreateError::NoOpening(table.id)) };
        let events = codec::encode(&table.events, &language);
        self.writer.write(writes::Create { table, events }).await?
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredTable>, StoreError> {
        self.readers.judge(reads::load(&self.readers.pool()?, id).await)
    }

    async fn load_since(&self, id: &GameId, after: Version) -> Result<Option<CommitTail>, StoreError> {
        self.readers.judge(reads::load_since(&self.readers.pool()?, id, after).await)
    }

    async fn append(&self, commit: Commit) -> Result<Version, AppendError> {
        let events = codec::encode(&commit.events, &commit.language);
        self.writer.write(writes::Append::new(commit, events)).await?
    }

    async fn reply_to(
        &self,
        table: &GameId,
        player: &PlayerId,
        command_id: &str,
    ) -> Result<Option<(Version, String)>, StoreError> {
        self.readers.judge(reads::reply_to(&self.readers.pool()?, table, player, command_id).await)
    }

    async fn find_code(&self, code: &RoomCode) -> Result<Option<GameId>, StoreError> {
        self.readers.judge(reads::find_code(&self.readers.pool()?, code).await)
    }

    async fn waiting_open_table(&self) -> Result<Option<GameId>, StoreError> {
        self.readers.judge(reads::waiting_open_table(&self.readers.pool()?).await)
    }

    async fn open_seats_named(&self, name_key: &str) -> Result<Vec<(GameId, Seat)>, StoreError> {
        self.readers.judge(reads::open_seats_named(&self.readers.pool()?, name_key).await)
    }

    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<GameId>, StoreError> {
        self.readers.judge(reads::due(&self.readers.pool()?, now, limit).await)
    }

    async fn latest_moment(&self) -> Result<Option<Timestamp>, StoreError> {
        self.readers.judge(reads::latest_moment(&self.readers.pool()?).await)
    }

    async fn put_ticket(
        &self,
        ticket: TokenHash,
        table: &GameId,
        seat: Seat,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.writer.write(writes::PutTicket { ticket, table: table.clone(), seat, expires, now }).await
    }

    async fn find_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(GameId, Seat)>, StoreError> {
        self.readers.judge(reads::find_ticket(&self.readers.pool()?, ticket, now).await)
    }

    async fn release_codes(&self, ended_before: Timestamp) -> Result<u64, StoreError> {
        self.writer.write(writes::ReleaseCodes(ended_before)).await
    }

    async fn others_have_written(&self) -> Result<bool, StoreError> {
        let number = self.writer.write(writes::LookForOthers).await?;
        // `data_version` is relative to a connection, so a new connection counts as a change.
        let now = (self.writer.reconnections(), number);
        let mut before = self.written_by_others.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::replace(&mut *before, now) != now)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.writer.write(writes::Ping).await
    }

    async fn close(&self) {
        // The last closed connection merges the write-ahead log into the file, and it has to be one
        // that writes.
        self.readers.close().await;
        self.writer.close().await;
    }
}
