use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use rules::{Millis, Timestamp};
use serde_json::json;
use store::{AdminStore, RowFilter};

use super::now;
use crate::Outcome;
use crate::backup::{self, Header, Written};
use crate::database::{Database, Missing, OpenDatabase};
use crate::serve::DAYS_MAX;
use crate::text_columns::counted;

/// Move long-finished tables into a file and remove them from the database.
///
/// The file is a backup of these tables alone: `dord backup --verify` checks it, and `dord restore`
/// restores it to an empty database. Nothing is removed before the file has been written, read back
/// and checked.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  dord admin archive --older-than 90 --output 2026-q3.jsonl.gz")]
pub(crate) struct Archive {
    /// Archive only tables that finished, and saw no activity, this many days ago or earlier.
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(..=DAYS_MAX))]
    older_than: u32,

    /// File to write.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,

    #[command(flatten)]
    database: Database,

    /// Print JSON: file, rows, bytes, sha256 and removed; file is null if no table is old enough.
    #[arg(long)]
    json: bool,
}

impl Archive {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let archived =
            self.database.ask(data_dir, Missing::Refuse, async |opened| self.archive(&opened).await)?;
        let mut out = anstream::stdout();
        let file = self.output.display().to_string();
        match archived {
            None if self.json => writeln!(out, "{}", json!({"file": null, "removed": 0}))?,
            None => {
                let days = counted(self.older_than as usize, "day");
                writeln!(out, "No table was over {days} ago. Nothing was written.")?;
            }
            Some((Written { counts, bytes, sha256 }, removed)) if self.json => {
                let answer = json!({
                    "file": file, "rows": counts, "bytes": bytes, "sha256": sha256, "removed": removed,
                });
                writeln!(out, "{answer}")?;
            }
            Some((written, removed)) => {
                backup::print_written(&self.output, &written, false)?;
                writeln!(out, "The file is whole. Removed {}.", counted(removed as usize, "table"))?;
            }
        }
        Ok(Outcome::Success)
    }

    async fn archive(&self, opened: &OpenDatabase) -> anyhow::Result<Option<(Written, u64)>> {
        let store: &dyn AdminStore = &*opened.store;
        let moment = Timestamp(now().0 - Millis::hours(24 * i64::from(self.older_than)).0);
        if store.ended_before(moment, 1).await?.is_empty() {
            return Ok(None);
        }
        let header = Header::new(opened.kind, jiff::Timestamp::now());
        let written = backup::write(store, RowFilter::EndedBefore(moment), &header, &self.output).await?;
        let checked = backup::check(&self.output).context("the file is not whole, so nothing was removed")?;
        ensure!(
            checked.counts == written.counts,
            "the file is not as it was written, so nothing was removed"
        );
        // Remove exactly the tables in the file.
        let removed = store.remove_little_by_little(&checked.tables).await?;
        Ok(Some((written, removed)))
    }
}
