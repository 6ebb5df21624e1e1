//! What the writing connection knows about tables without reading them.
//!
//! A move has to follow the newest version of its table, and the table's row may have to change
//! with it. Both were read or written with the move before. A connection that remembers them needs
//! one statement for a move, which reads nothing but the number of the table.

use std::collections::HashMap;

use rules::{GameId, Progress, Timestamp};

use super::writes::Append;
use crate::{Commit, Version, columns};

/// Maximum number of remembered tables. More than these are seldom in use at the same time.
const TABLES_MAX: usize = 4096;

/// The part of a table's row that a commit may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableRow {
    /// `None` if it is unreadable, so that it differs from every other.
    pub(super) status: Option<Progress>,
    /// No timer is due before this moment.
    pub(super) due_from: Option<Timestamp>,
}

impl TableRow {
    /// Reads the columns `standing` and `due_from`.
    pub(super) fn from_columns(standing: &str, due_from: Option<i64>) -> TableRow {
        TableRow { status: columns::read_standing(standing), due_from: due_from.map(Timestamp) }
    }

    /// Returns the row after a commit, if it has to change.
    ///
    /// Each commit stores when the next timer is due. The table stores only a lower bound of it,
    /// which has to change only when it has passed or a timer is due sooner.
    pub(super) fn changed_by(self, commit: &Commit) -> Option<TableRow> {
        let Commit { at, next_due, status, .. } = *commit;
        let is_bound = match (self.due_from, next_due) {
            (None, None) => true,
            (Some(bound), Some(due)) => bound == due || (bound < due && bound > at),
            (None, Some(_)) | (Some(_), None) => false,
        };
        let changed = TableRow { status: Some(status), due_from: next_due };
        (!is_bound || self.status != Some(status)).then_some(changed)
    }
}

/// The tables that the connection has written to.
///
/// If another program writes as well, an append that relies on this fails, because the version or
/// the table is not there. It is then tried again with all checks.
#[derive(Default)]
pub(super) struct KnownTables(HashMap<GameId, KnownTable>);

struct KnownTable {
    version: Version,
    row: TableRow,
}

impl KnownTables {
    /// Whether an append follows the newest version of its table, and changes nothing else.
    pub(super) fn has_state_before(&self, append: &Append) -> bool {
        let row = self.row_before(append);
        append.is_plain() && row.is_some_and(|row| row.changed_by(&append.commit).is_none())
    }

    /// The row of a table that is at the version which an append expects.
    pub(super) fn row_before(&self, append: &Append) -> Option<TableRow> {
        let known = self.0.get(&append.commit.table)?;
        (known.version == append.commit.expected).then_some(known.row)
    }

    /// Records an append of a known table.
    pub(super) fn advance(&mut self, append: &Append) {
        if let Some(known) = self.0.get_mut(&append.commit.table) {
            known.version = append.commit.expected.next();
        }
    }

    /// Records an append that was written with all checks, or was refused.
    pub(super) fn record(&mut self, append: &Append) {
        let commit = &append.commit;
        let is_running = matches!(commit.status, Progress::Waiting | Progress::Playing);
        let Some(row) = append.take_row().filter(|_| is_running) else { return self.forget(append) };
        if self.0.len() >= TABLES_MAX {
            self.0.clear();
        }
        self.0.insert(commit.table.clone(), KnownTable { version: commit.expected.next(), row });
    }

    pub(super) fn forget(&mut self, append: &Append) {
        self.0.remove(&append.commit.table);
    }
}

#[cfg(test)]
mod tests {
    use rules::Language;

    use super::*;

    fn commit(at: i64, next_due: Option<i64>) -> Commit {
        Commit {
            table: GameId::new("a"),
            expected: Version(1),
            at: Timestamp(at),
            language: Language::by_code("en").unwrap(),
            events: [].into(),
            command: None,
            seats: Vec::new(),
            status: Progress::Playing,
            next_due: next_due.map(Timestamp),
        }
    }

    #[test]
    fn a_row_changes_when_its_bound_has_passed_or_a_timer_is_due_sooner() {
        for (bound, at, next_due, changes) in [
            (None, 10, None, false),
            (None, 10, Some(20), true),
            (Some(20), 10, None, true),
            (Some(20), 10, Some(20), false),
            (Some(20), 10, Some(30), false),
            (Some(20), 10, Some(19), true),
            (Some(20), 20, Some(30), true),
            (Some(20), 25, Some(30), true),
            (Some(20), 25, Some(20), false),
        ] {
            let row = TableRow { status: Some(Progress::Playing), due_from: bound.map(Timestamp) };
            let changed = TableRow { due_from: next_due.map(Timestamp), ..row };
            let expected = changes.then_some(changed);
            assert_eq!(row.changed_by(&commit(at, next_due)), expected, "{bound:?} {at} {next_due:?}");
        }
    }

    #[test]
    fn a_row_changes_with_the_progress_of_its_table() {
        let row = TableRow { status: Some(Progress::Waiting), due_from: None };
        let playing = TableRow { status: Some(Progress::Playing), due_from: None };
        assert_eq!(row.changed_by(&commit(10, None)), Some(playing));
        assert_eq!(playing.changed_by(&commit(10, None)), None);
        assert_eq!(TableRow::from_columns("unknown", None).changed_by(&commit(10, None)), Some(playing));
    }
}
