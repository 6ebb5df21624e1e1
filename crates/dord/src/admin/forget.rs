use std::io::Write;
use std::path::Path;

use anyhow::bail;
use clap::Args;
use serde_json::json;
use store::{PlayerId, Store, forget_seated};

use crate::Outcome;
use crate::columns::{counted, printable};
use crate::database::{Database, Missing};

/// Forget a player.
///
/// Their name becomes `Deleted player` in everything that was written about the table where they sat, and about those that were opened to
/// play again; what proved that it was them goes. What they played stays, for it is the others' game too. Their games must be over:
/// close a table first if it is not.
///
/// With --daily it is a player of daily puzzles: their name, their devices and what they had begun go, and their scores stay as nobody's.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  dord admin forget 1f0c9a77e2b4d680\n  dord admin forget --daily Zoë")]
pub(crate) struct Forget {
    /// The player's id, which `dord admin inspect` shows; with --daily their name or number.
    #[arg(value_name = "PLAYER")]
    player: String,

    /// Somebody who plays the daily puzzle.
    #[arg(long)]
    daily: bool,

    #[command(flatten)]
    database: Database,

    /// Print JSON: player, and tables or dailyPlayer.
    #[arg(long)]
    json: bool,
}

impl Forget {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        self.database.ask(data_dir, Missing::Refuse, async |opened| {
            let store = &*opened.store;
            if self.daily { self.forget_daily(store).await } else { self.forget_seated(store).await }
        })?;
        Ok(Outcome::Success)
    }

    async fn forget_seated(&self, store: &dyn Store) -> anyhow::Result<()> {
        let forgotten = forget_seated(store, &PlayerId(self.player.clone())).await?;
        let tables: Vec<&str> = forgotten.tables.iter().map(rules::GameId::as_str).collect();
        let mut out = anstream::stdout();
        if self.json {
            writeln!(out, "{}", json!({"player": self.player, "tables": tables}))?;
        } else {
            writeln!(
                out,
                "Forgot player {} at {}:",
                printable(&self.player),
                counted(tables.len(), "table")
            )?;
            for table in tables {
                writeln!(out, "  {}", printable(table))?;
            }
        }
        Ok(())
    }

    async fn forget_daily(&self, store: &dyn Store) -> anyhow::Result<()> {
        let called = store.daily_players_called(&self.player).await?;
        let player = match called[..] {
            [player] => player,
            [] => bail!("no player of daily puzzles has the name or the number {:?}", self.player),
            _ => {
                let numbers: Vec<String> = called.iter().map(|player| player.0.to_string()).collect();
                bail!("several players are called {:?}: choose one of {}", self.player, numbers.join(", "))
            }
        };
        store.forget_player(player).await?;
        let mut out = anstream::stdout();
        if self.json {
            writeln!(out, "{}", json!({"player": self.player, "dailyPlayer": player.0}))?;
        } else {
            writeln!(out, "Forgot daily player {}.", player.0)?;
        }
        Ok(())
    }
}
