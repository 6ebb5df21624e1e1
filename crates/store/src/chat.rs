//! Chat messages of tables.

use async_trait::async_trait;
use rules::{GameId, Timestamp};

use crate::{PlayerId, StoreError};

/// Maximum number of messages kept for a table. Older ones are removed.
pub const CHAT_LINES_MAX: usize = 200;

/// A chat message as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChat {
    /// The player who sent it.
    pub player: PlayerId,
    /// The player's name at that time.
    pub name: String,
    /// The message.
    pub text: String,
    /// When it was sent.
    pub at: Timestamp,
}

/// Stores the chat of every table. It is removed with the table, and with the player's name.
#[async_trait]
pub trait ChatStore: Send + Sync + 'static {
    /// Stores a message, and removes the oldest beyond [`CHAT_LINES_MAX`]. The table must exist.
    async fn put_chat(&self, table: &GameId, line: &StoredChat) -> Result<(), StoreError>;

    /// Returns the messages of a table, oldest first; none if there is no such table.
    async fn chat(&self, table: &GameId) -> Result<Vec<StoredChat>, StoreError>;
}

/// Inserts a message, if its table exists.
pub(crate) const INSERT: &str = "INSERT INTO chat (table_id, player, name, text, at) \
                                 SELECT id, $2, $3, $4, $5 FROM tables WHERE id = $1";

/// Removes the messages of a table that are older than the newest `$2`.
pub(crate) const REMOVE_OLDEST: &str = "DELETE FROM chat WHERE table_id = $1 AND place <= \
    (SELECT place FROM chat WHERE table_id = $1 ORDER BY place DESC LIMIT 1 OFFSET $2)";

/// Reads the messages of a table.
pub(crate) const SELECT: &str = "SELECT player, name, text, at FROM chat WHERE table_id = $1 ORDER BY place";

/// Columns of [`SELECT`].
pub(crate) type ChatColumns = (String, String, String, i64);

/// Reads a message from its columns.
pub(crate) fn stored_chat((player, name, text, at): ChatColumns) -> StoredChat {
    StoredChat { player: PlayerId::new(player), name, text, at: Timestamp(at) }
}
