use std::io::Write;
use std::path::Path;

use anyhow::bail;
use clap::Args;
use rules::GameId;
use serde_json::json;
use store::{DailyPlayer, PlayerId, Removed, Store, forget_seated};

use crate::Outcome;
use crate::database::{Database, Erased, Missing};
use crate::text_columns::{counted, printable};

/// Delete a player's personal data.
///
/// Their name becomes `Deleted player` in all records of the table where they sat and of its
/// rematches; their credentials are deleted. Their moves stay, because the game belongs to the
/// other players too. Their games must be over: close an unfinished table first.
///
/// The name is overwritten in the database files, even while a server is running. If no server is
/// running, the whole file is rewritten.
///
/// With --daily, this deletes a player of daily puzzles: their name, devices, unfinished attempts
/// and today's scores. Scores of earlier days stay, without a name.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  dord admin forget 1f0c9a77e2b4d680\n  dord admin forget --daily Zoë")]
pub(crate) struct Forget {
    /// Player id, as shown by `dord admin inspect`; with --daily, the name or number.
    #[arg(value_name = "PLAYER")]
    player: String,

    /// Delete a player of the daily puzzle.
    #[arg(long)]
    daily: bool,

    #[command(flatten)]
    database: Database,

    /// Print JSON: player, tables or dailyPlayer, and erased (everywhere, whileInUse, notFromLog, byServer).
    #[arg(long)]
    json: bool,
}

/// The deleted player.
enum Forgotten {
    Seated(Vec<GameId>),
    Daily(DailyPlayer),
}

impl Forget {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let (forgotten, remains) = self.database.ask(data_dir, Missing::Refuse, async |opened| {
            let store = &*opened.store;
            let forgotten = if self.daily {
                Forgotten::Daily(self.forget_daily(store).await?)
            } else {
                Forgotten::Seated(forget_seated(store, &PlayerId::new(self.player.as_str())).await?.tables)
            };
            Ok((forgotten, store.erase_remains(Removed::Names).await?))
        })?;
        let erased = Database::erase(data_dir, remains)?;
        self.print(&forgotten, erased)?;
        Ok(Outcome::Success)
    }

    async fn forget_daily(&self, store: &dyn Store) -> anyhow::Result<DailyPlayer> {
        let called = store.daily_players_called(&self.player).await?;
        let player = match called[..] {
            [player] => player,
            [] => bail!("no player of daily puzzles has the name or the number {:?}", self.player),
            _ => {
                let numbers: Vec<String> = called.iter().map(|player| player.0.to_string()).collect();
                bail!("several players are called {:?}: choose one of {}", self.player, numbers.join(", "))
            }
        };
        store.forget_player(player, &crate::daily::today().to_string()).await?;
        Ok(player)
    }

    fn print(&self, forgotten: &Forgotten, erased: Erased) -> anyhow::Result<()> {
        let mut out = anstream::stdout();
        if self.json {
            let mut answer = match forgotten {
                Forgotten::Seated(tables) => {
                    let tables: Vec<&str> = tables.iter().map(GameId::as_str).collect();
                    json!({"player": self.player, "tables": tables})
                }
                Forgotten::Daily(player) => json!({"player": self.player, "dailyPlayer": player.0}),
            };
            answer["erased"] = json!(match erased {
                Erased::Everywhere => "everywhere",
                Erased::WhileInUse => "whileInUse",
                Erased::NotFromLog => "notFromLog",
                Erased::ByServer => "byServer",
            });
            writeln!(out, "{answer}")?;
            return Ok(());
        }
        match forgotten {
            Forgotten::Seated(tables) => {
                let player = printable(&self.player);
                writeln!(out, "Forgot player {player} at {}:", counted(tables.len(), "table"))?;
                for table in tables {
                    writeln!(out, "  {}", printable(table.as_str()))?;
                }
            }
            Forgotten::Daily(player) => writeln!(out, "Forgot daily player {}.", player.0)?,
        }
        writeln!(
            out,
            "{}",
            match erased {
                Erased::Everywhere => "The name is in no file of the database any more.",
                Erased::WhileInUse => {
                    "The name was overwritten in the database and its log. A server has the database open: what releases \
                     before this one left in unused pages goes when this command is run without it."
                }
                Erased::NotFromLog => {
                    "The name is still in the database's log, because another program reads the database. Run this command \
                     again when that has ended; a server that stops empties the log, too."
                }
                Erased::ByServer => {
                    "PostgreSQL overwrites old versions of rows when it vacuums; `VACUUM` does so at once."
                }
            }
        )?;
        Ok(())
    }
}
