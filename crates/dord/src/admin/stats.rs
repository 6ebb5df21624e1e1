use std::io::Write;
use std::path::Path;

use clap::Args;
use serde_json::json;
use store::Stats;

use crate::Outcome;
use crate::database::{Database, Missing};

/// Print statistics of the database.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  dord admin stats\n  dord admin stats --json")]
pub(crate) struct Count {
    #[command(flatten)]
    database: Database,

    /// Print JSON: tables by standing, commits, eventBytes, seats, commands, dailyPuzzles,
    /// dailyPlayers, dailyAttempts and databaseBytes.
    #[arg(long)]
    json: bool,
}

impl Count {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let stats =
            self.database.ask(data_dir, Missing::Refuse, async |opened| Ok(opened.store.stats().await?))?;
        let mut out = anstream::stdout();
        let Stats { waiting, playing, ended, closed, commits, event_bytes, seats, commands, .. } = stats;
        let Stats { daily_puzzles, daily_players, daily_attempts, database_bytes, .. } = stats;
        if self.json {
            let counts = json!({
                "tables": {"waiting": waiting, "playing": playing, "ended": ended, "closed": closed},
                "commits": commits,
                "eventBytes": event_bytes,
                "seats": seats,
                "commands": commands,
                "dailyPuzzles": daily_puzzles,
                "dailyPlayers": daily_players,
                "dailyAttempts": daily_attempts,
                "databaseBytes": database_bytes,
            });
            writeln!(out, "{counts}")?;
            return Ok(Outcome::Success);
        }
        let rows = [
            ("tables", stats.tables()),
            ("  waiting", waiting),
            ("  playing", playing),
            ("  ended", ended),
            ("  closed", closed),
            ("seats", seats),
            ("commits", commits),
            ("bytes of events", event_bytes),
            ("commands", commands),
            ("daily puzzles", daily_puzzles),
            ("daily players", daily_players),
            ("daily attempts", daily_attempts),
        ];
        let bytes = database_bytes.map(|bytes| ("bytes on the disk", bytes));
        for (what, count) in rows.into_iter().chain(bytes) {
            writeln!(out, "{what:<18}{count:>14}")?;
        }
        Ok(Outcome::Success)
    }
}
