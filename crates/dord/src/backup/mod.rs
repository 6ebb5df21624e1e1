//! `dord backup`: writes all data to one file while the server is running.

mod format;
mod progress;
mod reading;
pub(crate) mod restore;
mod value_bounds;
mod verify;
mod writing;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use store::RowFilter;

pub(crate) use format::{Counts, Header};
pub(crate) use verify::{Checked, check};
pub(crate) use writing::{Written, write};

use crate::database::{Database, Missing};
use crate::text_columns::{counted, listed, printable};
use crate::{Outcome, style};

/// Back up all data of the server to one file.
///
/// The server can keep running: the backup is a consistent snapshot. The file does not depend on
/// the kind of database: `dord restore` restores it to SQLite or PostgreSQL. It contains the seeds
/// of running games, so only its owner can read it: keep it private.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        dord backup\n  \
        dord backup --data-dir /var/lib/dord --output /backups/monday.jsonl.gz\n  \
        dord backup --database-url postgres://dord@db/dord\n  \
        dord backup --verify /backups/monday.jsonl.gz")]
pub(crate) struct BackUp {
    /// File to write [default: dord-backup-YYYYMMDD-HHMMSS.jsonl.gz, in UTC].
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Check an existing backup instead: checksum, counts, and that every game log replays. The
    /// exit status is 1 if it is damaged.
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    verify: Option<PathBuf>,

    #[command(flatten)]
    database: Database,

    /// Print JSON: file, rows, bytes and sha256 (of all rows, as printed by `dord restore`); with
    /// --verify, verified, and rows and sha256 or error.
    #[arg(long)]
    json: bool,
}

impl BackUp {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        match &self.verify {
            Some(file) => verify(file, self.json),
            None => self.back_up(data_dir),
        }
    }

    fn back_up(&self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let now = jiff::Timestamp::now();
        let path = self
            .output
            .clone()
            .unwrap_or_else(|| PathBuf::from(now.strftime("dord-backup-%Y%m%d-%H%M%S.jsonl.gz").to_string()));
        let written = self.database.ask(data_dir, Missing::Refuse, async |opened| {
            write(&*opened.store, RowFilter::Everything, &Header::new(opened.kind, now), &path).await
        })?;
        print_written(&path, &written, self.json)?;
        Ok(Outcome::Success)
    }
}

/// Prints a summary of a written backup.
pub(crate) fn print_written(path: &Path, written: &Written, is_json: bool) -> anyhow::Result<()> {
    let mut out = anstream::stdout();
    let Written { counts, bytes, sha256 } = written;
    let file = path.display().to_string();
    if is_json {
        writeln!(out, "{}", json!({"file": file, "rows": counts, "bytes": bytes, "sha256": sha256}))?;
    } else {
        writeln!(out, "Kept {} in {}, {bytes} bytes.", contents(counts), style::strong(printable(&file)))?;
        writeln!(out, "{}", checksum(sha256))?;
    }
    Ok(())
}

fn verify(path: &Path, is_json: bool) -> anyhow::Result<Outcome> {
    let name = printable(&path.display().to_string());
    let checked = match check(path) {
        Err(error) if error.kind() != std::io::ErrorKind::InvalidData => {
            return Err(anyhow::Error::new(error).context(format!("cannot read {name}")));
        }
        checked => checked,
    };
    let mut out = anstream::stdout();
    match &checked {
        Ok(checked) if is_json => {
            let Checked { header, counts, row_digest, .. } = checked;
            let answer = json!({"verified": true, "header": header, "rows": counts, "sha256": row_digest});
            writeln!(out, "{answer}")?;
        }
        Ok(checked) => {
            writeln!(out, "{name} has {}.", contents(&checked.counts))?;
            writeln!(out, "{}", checksum(&checked.row_digest))?;
            writeln!(out, "Its checksum is right, and every log tells a game.")?;
            writeln!(out, "{}", style::good("The backup is whole."))?;
        }
        Err(error) if is_json => {
            writeln!(out, "{}", json!({"verified": false, "error": error.to_string()}))?;
        }
        Err(error) => {
            let problem = printable(&error.to_string());
            writeln!(out, "{}: {problem}.", style::bad(format_args!("{name} is no whole backup")))?;
        }
    }
    Ok(if checked.is_ok() { Outcome::Success } else { Outcome::No })
}

/// Checksum of the rows: the same for the source database, the file and the restored database.
pub(crate) fn checksum(sha256: &str) -> String {
    format!("SHA-256 of the rows: {sha256}")
}

/// Summary of a backup's contents for people.
pub(crate) fn contents(counts: &Counts) -> String {
    let of = |kind: &str, thing: &str| counted(counts.get(kind).copied().unwrap_or(0) as usize, thing);
    listed(&[of("table", "table"), of("commit", "commit"), of("dailyPlayer", "daily player")])
}
