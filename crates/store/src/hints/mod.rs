//! Hints between nodes: "this table has an update".
//!
//! Hints may be lost, duplicated or late. A node that gets a hint queries the store; a node that
//! gets none queries it a little later anyway.

mod nats;
mod postgres;

use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use rules::GameId;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::{NodeId, Version};
pub use nats::{NatsError, NatsHints};
pub use postgres::{HintTimeouts, PostgresHints};

/// A hint about a table, with the node that gave it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The node that has the update.
    pub node: NodeId,
    /// The table.
    pub table: GameId,
    /// Version of the table; `None` if the hint is about presence or a note instead of a commit.
    pub version: Option<Version>,
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.node, self.table)?;
        self.version.map_or(Ok(()), |version| write!(f, " {}", version.0))
    }
}

/// Error for text that is not a hint, such as another program's message on the same channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a node, a table and perhaps a version")]
pub struct NoHint;

impl FromStr for Hint {
    type Err = NoHint;

    fn from_str(text: &str) -> Result<Hint, NoHint> {
        let mut words = text.split(' ');
        let node = words.next().and_then(NodeId::new).ok_or(NoHint)?;
        let table = words.next().filter(|table| !table.is_empty()).ok_or(NoHint)?;
        let version = words.next().map(str::parse).transpose().map_err(|_| NoHint)?.map(Version);
        if words.next().is_some() {
            return Err(NoHint);
        }
        Ok(Hint { node, table: GameId::new(table.to_owned()), version })
    }
}

/// Channel for hints between nodes.
#[async_trait]
pub trait Hints: Send + Sync + 'static {
    /// Sends a hint to the other nodes. Never waits: a hint that cannot be sent is lost.
    fn give(&self, hint: Hint);

    /// Waits for the next hint of any node, including this one. Only one caller may wait at a time.
    async fn next(&self) -> Hint;
}

/// The two queues of a hint channel, and the tasks that serve them.
struct HintChannels {
    outgoing: mpsc::Sender<Hint>,
    incoming: tokio::sync::Mutex<mpsc::Receiver<Hint>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl HintChannels {
    /// Maximum number of hints queued in each direction. Further hints are lost, which costs a
    /// second.
    const WAITING_MAX: usize = 8192;

    fn new() -> (HintChannels, mpsc::Receiver<Hint>, mpsc::Sender<Hint>) {
        let (outgoing, to_send) = mpsc::channel(HintChannels::WAITING_MAX);
        let (heard, incoming) = mpsc::channel(HintChannels::WAITING_MAX);
        let post =
            HintChannels { outgoing, incoming: tokio::sync::Mutex::new(incoming), tasks: Mutex::default() };
        (post, to_send, heard)
    }

    fn keep(&self, task: JoinHandle<()>) {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
    }

    fn give(&self, hint: Hint) {
        // If the queue is full, the hint is lost.
        let _ = self.outgoing.try_send(hint);
    }

    async fn next(&self) -> Hint {
        match self.incoming.lock().await.recv().await {
            Some(hint) => hint,
            // All listeners have stopped: the program is shutting down.
            None => std::future::pending().await,
        }
    }
}

impl Drop for HintChannels {
    fn drop(&mut self) {
        let tasks = self.tasks.get_mut().unwrap_or_else(PoisonError::into_inner);
        tasks.iter().for_each(JoinHandle::abort);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_round_trips_as_text() {
        for text in ["n1 0d4b-7 12", "n1 0d4b-7"] {
            assert_eq!(text.parse::<Hint>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn text_that_is_no_hint_is_refused() {
        for text in ["", "n1", "n1 ", "n1 t x", "n1 t -1", "n1 t 1 2", "n 1 t 1", "ä t 1"] {
            assert!(text.parse::<Hint>().is_err(), "{text}");
        }
    }
}
