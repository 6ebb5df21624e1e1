//! What several nodes on one database have in common besides the tables: who is where, and notes to each other.
//!
//! None of it is part of a game. It is lost without harm: presence comes again with the next connection, a note is like a word
//! said across the room.

use std::fmt;

use async_trait::async_trait;
use rules::{BySeat, GameId, Millis, Seat, Timestamp};

use crate::{StoreError, Version};

/// What names a node for as long as it runs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(String);

impl NodeId {
    /// A name of letters, digits and dashes; `None` for anything else, which could not be told apart on the wire.
    pub fn new(text: &str) -> Option<NodeId> {
        let fits = (1..=64).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        fits.then(|| NodeId(text.to_owned()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where the player of a seat is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Whereabouts {
    /// Connected to a node whose lease runs.
    At(NodeId),
    /// Nowhere: they left, or their node has not renewed its lease.
    Away,
}

/// The number of a note; those of one table rise, and nobody sees one before all that are lower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NoteNumber(pub i64);

/// Something that one node tells the others about a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Its number.
    pub number: NoteNumber,
    /// Who wrote it.
    pub node: NodeId,
    /// What it says, in the words of those who write and read it.
    pub text: String,
}

/// How a table stands for all nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// Which table.
    pub table: GameId,
    /// How many commits it has had.
    pub version: Version,
    /// Where its players are. A seat that never was anywhere is not in it.
    pub players: BySeat<Whereabouts>,
    /// What was noted after the number that was asked for, in order.
    pub notes: Vec<Note>,
}

/// What nodes share. A database that one node has to itself needs none of it.
#[async_trait]
pub trait Commons: Send + Sync + 'static {
    /// A node is there, and will be for so long by the database's clock, which alone judges leases. What is long past is cleared away:
    /// nodes, and notes older than a minute. If that clock was set back, no lease is longer for it.
    ///
    /// `now` is how late it is at the node. The answer is how late it is: the furthest of the database's clock and the times
    /// of all nodes whose leases run, so that nodes agree about the time whatever becomes of that clock.
    async fn renew(&self, node: &NodeId, now: Timestamp, lease: Millis) -> Result<Timestamp, StoreError>;

    /// A node stops: its players are away from now on.
    async fn retire(&self, node: &NodeId) -> Result<(), StoreError>;

    /// The player of a seat is at this node now, and nowhere else. There must be such a table.
    async fn arrive(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError>;

    /// The player of a seat is no longer at this node. If they have arrived at another in the meantime, nothing changes.
    async fn depart(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError>;

    /// Leaves a note for the other nodes.
    async fn note(&self, node: &NodeId, table: &GameId, text: &str) -> Result<(), StoreError>;

    /// How tables stand, with the notes after a number. Tables that are not there are left out.
    async fn sight(&self, tables: &[(GameId, NoteNumber)]) -> Result<Vec<Sighting>, StoreError>;

    /// Tables to which time does something by `now`, which is how late it is at the node, the longest overdue first. Each is given to
    /// one node, which has it for `hold` by the database's clock; if nothing has happened to a table by then, another node gets it.
    async fn claim_due(&self, now: Timestamp, hold: Millis, limit: usize) -> Result<Vec<GameId>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_named_by_letters_digits_and_dashes() {
        assert_eq!(NodeId::new("node-1").unwrap().to_string(), "node-1");
        let long = "n".repeat(65);
        for bad in ["", "a b", "a.b", "ä", long.as_str()] {
            assert_eq!(NodeId::new(bad), None, "{bad}");
        }
    }
}
