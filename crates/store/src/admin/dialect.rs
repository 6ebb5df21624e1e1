//! Where the SQL of administration differs between the databases.

use async_trait::async_trait;

use super::{CommitRow, TableRow};
use crate::sql::Connection;

/// The parts of statements that differ.
pub(crate) struct Dialect {
    /// The tables with their codes and their last commits.
    pub(crate) tables: &'static str,
    /// The time of a table's last commit.
    pub(crate) changed_at: &'static str,
    /// The commits of tables, up to the condition on the table.
    pub(crate) commits: &'static str,
    /// The condition that a column is in a JSON list.
    pub(crate) in_list: &'static str,
    /// The collation that compares bytes.
    pub(crate) collation: &'static str,
    /// The clause that allows choosing a generated number.
    pub(crate) chosen: &'static str,
    /// All commits.
    pub(crate) all_commits: &'static str,
    /// All commands.
    pub(crate) all_commands: &'static str,
    /// The size on disk.
    pub(crate) bytes: &'static str,
}

/// A connection to either database, for administration.
#[async_trait]
pub(crate) trait AdminConnection: Connection {
    /// The parts of statements that differ.
    const DIALECT: Dialect;

    /// Stores a table, without its code.
    async fn insert_table(&mut self, row: &TableRow) -> Result<(), sqlx::Error>;

    /// Stores a commit of a table.
    async fn insert_commit(&mut self, table: &TableRow, row: &CommitRow) -> Result<(), sqlx::Error>;
}
