//! Tables in pages, each with all rows that belong to it.

use std::collections::HashMap;
use std::io;

use rules::GameId;

use super::{ChatRow, CommitRow, Row, RowSink, SeatRow, TableRow, TicketRow};

/// Number of tables read together. Their rows are in memory at the same time.
pub(crate) const PAGE: usize = 64;

/// Some tables with their rows, each kind in order.
pub(crate) struct TableBatch {
    pub(crate) tables: Vec<TableRow>,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) tickets: Vec<TicketRow>,
    pub(crate) commits: Vec<CommitRow>,
    pub(crate) chat: Vec<ChatRow>,
}

impl TableBatch {
    /// Passes on each table with its rows, in the order of ids.
    pub(crate) fn hand_over(mut self, take: RowSink<'_>) -> io::Result<()> {
        self.tables.sort_by(|one, other| one.id.cmp(&other.id));
        let mut seats = by_table(self.seats, |row| &row.table, Row::Seat);
        let mut tickets = by_table(self.tickets, |row| &row.table, Row::Ticket);
        let mut commits = by_table(self.commits, |row| &row.table, Row::Commit);
        let mut chat = by_table(self.chat, |row| &row.table, Row::Chat);
        for table in self.tables {
            let of_table =
                [&mut seats, &mut tickets, &mut commits, &mut chat].map(|rows| rows.remove(&table.id));
            take(Row::Table(table))?;
            of_table.into_iter().flatten().flatten().try_for_each(&mut *take)?;
        }
        Ok(())
    }
}

fn by_table<R>(rows: Vec<R>, table: impl Fn(&R) -> &GameId, row: fn(R) -> Row) -> HashMap<GameId, Vec<Row>> {
    let mut by_table: HashMap<GameId, Vec<Row>> = HashMap::new();
    for one in rows {
        let id = table(&one).clone();
        by_table.entry(id).or_default().push(row(one));
    }
    by_table
}
