//! State that several nodes share besides the tables: presence, leases and notes.
//!
//! None of it is part of a game, and it can be lost without harm. Presence is restored by the next
//! connection, and notes are ephemeral.

use std::fmt;

use async_trait::async_trait;
use rules::{BySeat, GameId, Millis, Seat, Timestamp};

use crate::{StoreError, Version};

/// Id of a node while it runs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(String);

impl NodeId {
    /// Creates an id of letters, digits and dashes; `None` for other text, which hints cannot
    /// carry.
    pub fn new(text: &str) -> Option<NodeId> {
        let fits = (1..=64).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        fits.then(|| NodeId(text.to_owned()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where the player of a seat is connected.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlayerPresence {
    /// At a node whose lease is valid.
    At(NodeId),
    /// At no node: the player has left, or the lease of their node has expired.
    Away,
}

/// Number of a note. Numbers of one table increase, and a note becomes visible only after all lower
/// ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MessageNumber(pub i64);

/// A message from one node to the others about a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeMessage {
    /// Its number.
    pub number: MessageNumber,
    /// The node that wrote it.
    pub node: NodeId,
    /// Content, in a form that only the nodes know.
    pub text: String,
}

/// The state of a table across all nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterView {
    /// The table.
    pub table: GameId,
    /// Number of commits.
    pub version: Version,
    /// Where its players are. Seats that were never announced are missing.
    pub players: BySeat<PlayerPresence>,
    /// Notes after the requested number, in order.
    pub notes: Vec<NodeMessage>,
}

/// Operations of nodes that share a database. A node that has its database to itself needs none.
#[async_trait]
pub trait ClusterStore: Send + Sync + 'static {
    /// Renews the lease of a node, and returns the most advanced time in the cluster.
    ///
    /// The lease is measured by the database's clock alone. `now` is the time at the node. The
    /// result is the maximum of the database's clock and the times of all nodes with a valid lease,
    /// so that nodes agree on the time even if the database's clock is wrong. If that clock is set
    /// back, existing leases are shortened, so that none lasts longer.
    ///
    /// Also deletes nodes that expired long ago, and notes older than a minute.
    async fn renew(&self, node: &NodeId, now: Timestamp, lease: Millis) -> Result<Timestamp, StoreError>;

    /// Ends the lease of a node. Its players are away from now on.
    async fn retire(&self, node: &NodeId) -> Result<(), StoreError>;

    /// Announces that the player of a seat is connected to this node and no other. The table must
    /// exist.
    async fn arrive(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError>;

    /// Announces that the player of a seat has left this node.
    ///
    /// Nothing changes if they have arrived at another node in the meantime.
    async fn depart(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError>;

    /// Writes a note for the other nodes.
    async fn note(&self, node: &NodeId, table: &GameId, text: &str) -> Result<(), StoreError>;

    /// Returns the state of tables, with the notes after a number. Unknown tables are omitted.
    async fn poll(&self, tables: &[(GameId, MessageNumber)]) -> Result<Vec<ClusterView>, StoreError>;

    /// Claims tables with a timer due by `now`, the time at the node, longest overdue first.
    ///
    /// Each table is given to one node for the duration `hold` by the database's clock. If nothing
    /// is committed to it by then, another node can claim it.
    async fn claim_due(&self, now: Timestamp, hold: Millis, limit: usize) -> Result<Vec<GameId>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_id_consists_of_letters_digits_and_dashes() {
        assert_eq!(NodeId::new("node-1").unwrap().to_string(), "node-1");
        let long = "n".repeat(65);
        for bad in ["", "a b", "a.b", "ä", long.as_str()] {
            assert_eq!(NodeId::new(bad), None, "{bad}");
        }
    }
}
