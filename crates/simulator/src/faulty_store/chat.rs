use async_trait::async_trait;
use rules::GameId;
use store::{ChatStore, StoreError, StoredChat};

use super::{Call, FaultyStore};

#[async_trait]
impl ChatStore for FaultyStore {
    async fn put_chat(&self, table: &GameId, line: &StoredChat) -> Result<(), StoreError> {
        self.before("put_chat").await?;
        let put = self.store().put_chat(table, line).await;
        self.after("put_chat", Call::Write).await?;
        put
    }

    async fn chat(&self, table: &GameId) -> Result<Vec<StoredChat>, StoreError> {
        self.before("chat").await?;
        let read = self.store().chat(table).await;
        self.after("chat", Call::Read).await?;
        read
    }
}
