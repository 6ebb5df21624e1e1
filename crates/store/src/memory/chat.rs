use async_trait::async_trait;
use rules::GameId;

use super::MemoryStore;
use crate::{CHAT_LINES_MAX, ChatStore, StoreError, StoredChat};

#[async_trait]
impl ChatStore for MemoryStore {
    async fn put_chat(&self, table: &GameId, line: &StoredChat) -> Result<(), StoreError> {
        let mut state = self.writing()?;
        if let Some(kept) = state.tables.get_mut(table) {
            kept.chat.push(line.clone());
            let excess = kept.chat.len().saturating_sub(CHAT_LINES_MAX);
            kept.chat.drain(..excess);
        }
        Ok(())
    }

    async fn chat(&self, table: &GameId) -> Result<Vec<StoredChat>, StoreError> {
        Ok(self.state()?.tables.get(table).map(|kept| kept.chat.clone()).unwrap_or_default())
    }
}
