//! Chat in PostgreSQL.

use async_trait::async_trait;
use rules::GameId;

use super::PostgresStore;
use crate::chat::{CHAT_LINES_MAX, ChatColumns, INSERT, REMOVE_OLDEST, SELECT, stored_chat};
use crate::{ChatStore, StoreError, StoredChat};

#[async_trait]
impl ChatStore for PostgresStore {
    async fn put_chat(&self, table: &GameId, line: &StoredChat) -> Result<(), StoreError> {
        let StoredChat { player, name, text, at } = line;
        let put = async {
            let mut transaction = self.pool.begin().await?;
            sqlx::query(INSERT)
                .bind(table.as_str())
                .bind(player.as_str())
                .bind(name)
                .bind(text)
                .bind(at.0)
                .execute(&mut *transaction)
                .await?;
            let remove = sqlx::query(REMOVE_OLDEST).bind(table.as_str()).bind(CHAT_LINES_MAX as i64);
            remove.execute(&mut *transaction).await?;
            transaction.commit().await
        };
        self.judge(put).await
    }

    async fn chat(&self, table: &GameId) -> Result<Vec<StoredChat>, StoreError> {
        let rows = sqlx::query_as::<_, ChatColumns>(SELECT).bind(table.as_str()).fetch_all(&self.pool);
        let rows = self.judge(rows).await?;
        Ok(rows.into_iter().map(stored_chat).collect())
    }
}
