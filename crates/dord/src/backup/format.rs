//! File format of a backup: gzip-compressed JSON lines.
//!
//! The first line is the [`Header`]. One line per database row follows. The last line is the
//! [`Footer`] with the row counts and the hash of all lines before it. The format does not depend
//! on the kind of database.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::Row;

/// Current format version, which is the one written.
pub(super) const FORMAT: u32 = 1;

/// Maximum length of a line in bytes. A longer one means the file is not a backup.
pub(super) const LINE_BYTES_MAX: usize = 4 << 20;

/// First line of a backup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Header {
    /// Format version of the lines that follow.
    pub(crate) dord_backup: u32,
    /// Release that wrote the backup.
    pub(crate) program: String,
    /// Time of the backup, in milliseconds since 1970.
    pub(crate) made_at: i64,
    /// Kind of the source database: `sqlite` or `postgresql`.
    pub(crate) database: String,
}

impl Header {
    /// The header of a backup that is made now.
    pub(crate) fn new(database: &str, made_at: jiff::Timestamp) -> Header {
        Header {
            dord_backup: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            made_at: made_at.as_millisecond(),
            database: database.to_owned(),
        }
    }
}

/// Last line of a backup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Footer {
    pub(super) end: End,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    /// Number of rows of each kind.
    pub(super) rows: Counts,
    /// SHA-256 of all lines before it, line endings included.
    pub(super) sha256: String,
}

/// Number of rows of each kind, by its name in the file.
pub(crate) type Counts = BTreeMap<String, u64>;

/// Name of a row's kind in the file.
pub(crate) const fn kind(row: &Row) -> &'static str {
    match row {
        Row::Table(_) => "table",
        Row::Seat(_) => "seat",
        Row::Ticket(_) => "ticket",
        Row::Commit(_) => "commit",
        Row::Chat(_) => "chat",
        Row::DailyPuzzle(_) => "dailyPuzzle",
        Row::DailyPlayer(_) => "dailyPlayer",
        Row::DailyDevice(_) => "dailyDevice",
        Row::DailyTransfer(_) => "dailyTransfer",
        Row::DailyAttempt(_) => "dailyAttempt",
    }
}

/// Incremental hash of lines.
#[derive(Clone, Default)]
pub(crate) struct Digesting(Sha256);

impl Digesting {
    pub(crate) fn line(&mut self, line: &[u8]) {
        self.0.update(line);
        self.0.update(b"\n");
    }

    /// The hash in hexadecimal digits.
    pub(crate) fn hex(self) -> String {
        rules::hex(&self.0.finalize())
    }
}

/// Row counts and hash of a set of rows. Two databases with the same sum have byte-identical
/// contents.
#[derive(Clone, Default)]
pub(crate) struct RowSum {
    pub(crate) counts: Counts,
    digesting: Digesting,
}

impl RowSum {
    /// Adds a row and returns it as a line of the file.
    pub(crate) fn add(&mut self, row: &Row) -> std::io::Result<String> {
        let line = serde_json::to_string(row)?;
        self.digesting.line(line.as_bytes());
        *self.counts.entry(kind(row).to_owned()).or_default() += 1;
        Ok(line)
    }

    pub(crate) fn digest(self) -> String {
        self.digesting.hex()
    }
}
