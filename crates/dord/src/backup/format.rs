//! What a backup is: gzip of lines of JSON.
//!
//! The first line says what it is, then there is a line for each row of the database, and the last says how many there are
//! of each kind and what all lines before it hash to. Nothing in it depends on the kind of the database.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::Row;

use crate::hex::hex;

/// The newest form, which is the one that is written.
pub(super) const FORMAT: u32 = 1;

/// No row is longer; what is, is no backup.
pub(super) const LINE_BYTES_MAX: usize = 4 << 20;

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Header {
    /// The form of the lines after it.
    pub(crate) dord_backup: u32,
    /// The release that wrote it.
    pub(crate) program: String,
    /// When, in milliseconds since 1970.
    pub(crate) made_at: i64,
    /// What it was read from: `sqlite` or `postgresql`.
    pub(crate) database: String,
}

impl Header {
    /// That of a backup which is made now.
    pub(crate) fn new(database: &str, made_at: jiff::Timestamp) -> Header {
        Header {
            dord_backup: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            made_at: made_at.as_millisecond(),
            database: database.to_owned(),
        }
    }
}

/// The last line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Footer {
    pub(super) end: End,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct End {
    /// How many rows there are of each kind.
    pub(super) rows: Counts,
    /// The SHA-256 of all lines before, with their ends.
    pub(super) sha256: String,
}

/// How many rows there are of each kind, by its name in the file.
pub(crate) type Counts = BTreeMap<String, u64>;

/// What a kind of row is called in the file.
pub(crate) const fn kind(row: &Row) -> &'static str {
    match row {
        Row::Table(_) => "table",
        Row::Seat(_) => "seat",
        Row::Ticket(_) => "ticket",
        Row::Commit(_) => "commit",
        Row::DailyPuzzle(_) => "dailyPuzzle",
        Row::DailyPlayer(_) => "dailyPlayer",
        Row::DailyDevice(_) => "dailyDevice",
        Row::DailyTransfer(_) => "dailyTransfer",
        Row::DailyAttempt(_) => "dailyAttempt",
    }
}

/// What lines hash to.
#[derive(Clone, Default)]
pub(crate) struct Digesting(Sha256);

impl Digesting {
    pub(crate) fn line(&mut self, line: &[u8]) {
        self.0.update(line);
        self.0.update(b"\n");
    }

    /// In hexadecimal digits.
    pub(crate) fn hex(self) -> String {
        hex(&self.0.finalize())
    }
}

/// Rows in a few numbers: how many, and what they hash to. Two databases with the same sum have the same in them, byte by
/// byte.
#[derive(Clone, Default)]
pub(crate) struct RowSum {
    pub(crate) counts: Counts,
    digesting: Digesting,
}

impl RowSum {
    /// Adds a row, and gives it as the line that it is in a file.
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
