//! Chat in SQLite. Messages go through the task that writes.

use async_trait::async_trait;
use rules::GameId;
use sqlx::SqliteConnection;

use super::SqliteStore;
use super::reads::ReadError;
use super::writer::Write;
use crate::chat::{CHAT_LINES_MAX, ChatColumns, INSERT, REMOVE_OLDEST, SELECT, stored_chat};
use crate::{ChatStore, StoreError, StoredChat};

/// Storing of a message.
struct PutChat {
    table: GameId,
    line: StoredChat,
}

#[async_trait]
impl Write for PutChat {
    type Answer = ();

    async fn write(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let StoredChat { player, name, text, at } = &self.line;
        sqlx::query(INSERT)
            .bind(self.table.as_str())
            .bind(player.as_str())
            .bind(name)
            .bind(text)
            .bind(at.0)
            .execute(&mut *connection)
            .await?;
        let remove = sqlx::query(REMOVE_OLDEST).bind(self.table.as_str()).bind(CHAT_LINES_MAX as i64);
        remove.execute(connection).await.map(|_| ())
    }
}

#[async_trait]
impl ChatStore for SqliteStore {
    async fn put_chat(&self, table: &GameId, line: &StoredChat) -> Result<(), StoreError> {
        self.writer.write(PutChat { table: table.clone(), line: line.clone() }).await
    }

    async fn chat(&self, table: &GameId) -> Result<Vec<StoredChat>, StoreError> {
        let pool = self.readers.pool()?;
        let rows = sqlx::query_as::<_, ChatColumns>(SELECT).bind(table.as_str()).fetch_all(&pool).await;
        let lines = rows.map(|rows| rows.into_iter().map(stored_chat).collect());
        self.readers.judge(lines.map_err(ReadError::Database))
    }
}
