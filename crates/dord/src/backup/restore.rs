//! `dord restore`: writes the contents of a backup to an empty database.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde_json::json;
use store::{AdminStore, RowFilter, WriteRowsError};

use super::format::RowSum;
use super::progress::Progress;
use super::reading::{Reader, damaged};
use super::verify::{Checked, check};
use super::{checksum, contents};
use crate::database::{Database, Missing};
use crate::text_columns::{counted, printable};
use crate::{Outcome, style};

/// Restore a backup to an empty database.
///
/// The backup is read and checked first. Then all of it is written in one transaction, read back,
/// and compared with the file byte by byte. If anything is wrong, the database is not changed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        dord restore monday.jsonl.gz --data-dir /var/lib/dord\n  \
        dord restore monday.jsonl.gz --database-url postgres://dord@db/dord")]
pub(crate) struct Restore {
    /// Backup file written by `dord backup`.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    database: Database,

    /// Print JSON: rows and sha256 of all rows, read back from the database.
    #[arg(long)]
    json: bool,
}

impl Restore {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let name = printable(&self.file.display().to_string());
        let checked = check(&self.file).with_context(|| format!("{name} cannot be brought back"))?;
        self.database.ask(data_dir, Missing::Make, async |opened| {
            restore(&*opened.store, &self.file, &checked).await
        })?;
        let mut out = anstream::stdout();
        if self.json {
            writeln!(out, "{}", json!({"rows": checked.counts, "sha256": checked.row_digest}))?;
        } else {
            writeln!(out, "Brought back {} from {name}.", contents(&checked.counts))?;
            writeln!(out, "{}", checksum(&checked.row_digest))?;
            writeln!(
                out,
                "{}",
                style::good("Read again, everything is byte for byte as it is in the backup.")
            )?;
        }
        Ok(Outcome::Success)
    }
}

async fn restore(store: &dyn AdminStore, file: &Path, checked: &Checked) -> anyhow::Result<()> {
    let mut reader = Reader::open(file).context("cannot read the backup")?;
    let progress = Progress::of_rows("written");
    // Only the checked file is restored. If it has changed since, the last row is an error, and the
    // transaction is rolled back.
    let mut sum = RowSum::default();
    let mut rows = (&mut reader)
        .map(Some)
        .chain([None])
        .map(|row| match row {
            Some(row) => row.and_then(|row| {
                progress.row();
                sum.add(&row)?;
                Ok(Some(row))
            }),
            None if std::mem::take(&mut sum).digest() == checked.row_digest => Ok(None),
            None => Err(damaged("the file has changed since it was checked")),
        })
        .filter_map(io::Result::transpose);
    match store.write_rows(&mut rows).await {
        Ok(()) => {}
        Err(WriteRowsError::NotEmpty) => {
            let stats = store.stats().await?;
            bail!(
                "the database is not empty: it has {}, {} and {}. A backup is brought back \
                 only where there is nothing yet, so name another database; nothing was changed",
                counted(stats.tables() as usize, "table"),
                counted(stats.daily_players as usize, "daily player"),
                counted(stats.daily_puzzles as usize, "daily puzzle")
            );
        }
        Err(error) => return Err(error).context("nothing was brought back"),
    }
    progress.done();
    let mut found = RowSum::default();
    let progress = Progress::of_rows("compared");
    store
        .read_rows(RowFilter::Everything, &mut |row| {
            progress.row();
            found.add(&row).map(|_| ())
        })
        .await
        .context("cannot read again what was brought back")?;
    progress.done();
    let is_same = found.counts == checked.counts && found.digest() == checked.row_digest;
    ensure!(
        is_same,
        "what was brought back is not what is in the backup; is a server using this database already?"
    );
    Ok(())
}
