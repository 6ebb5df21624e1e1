use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use rules::{BySeat, Decision, Env, Game, GameId, Letter, Progress};
use serde_json::json;
use store::{AppendError, Commit, EventStore};

use super::{NamedTable, now, status};
use crate::Outcome;
use crate::database::{Database, Missing};

/// Maximum number of attempts when other commits to the table win the race.
const ATTEMPTS_MAX: usize = 8;

/// Close a table permanently.
///
/// A running game ends as abandoned, without a winner. A table whose game has not started is
/// closed. A running server notices within a second and notifies the players.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  dord admin close ABCD\n  dord admin close ABCD --data-dir /var/lib/dord --json"
)]
pub(crate) struct Close {
    #[command(flatten)]
    table: NamedTable,

    #[command(flatten)]
    database: Database,

    /// Print JSON: id, standing and version.
    #[arg(long)]
    json: bool,
}

/// A closed table.
struct Closed {
    id: GameId,
    status: Progress,
    version: u64,
}

impl Close {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let closed =
            self.database.ask(data_dir, Missing::Refuse, async |opened| self.close(&*opened.store).await)?;
        let Closed { id, status: progress, version } = closed;
        let mut out = anstream::stdout();
        if self.json {
            let answer = json!({"id": id.as_str(), "standing": status(progress), "version": version});
            writeln!(out, "{answer}")?;
        } else {
            let what = match progress {
                Progress::Closed => "closed before a game began",
                _ => "over: its game ended abandoned",
            };
            writeln!(out, "Table {id} is {what}.")?;
        }
        Ok(Outcome::Success)
    }

    async fn close(&self, store: &dyn EventStore) -> anyhow::Result<Closed> {
        for _ in 0..ATTEMPTS_MAX {
            let stored = self.table.load(store).await?;
            let game = Game::replay(stored.events()).context("the table's log is broken")?;
            let draws = game.draws(&stored.seed, &stored.id);
            // Closing a table looks up no words.
            let words = |_: &[Letter]| true;
            let env = Env { words: &words, now: now(), draws: &draws, away: &BySeat::new() };
            let Ok(Decision { events, after }) = game.close(&env) else {
                bail!("table {} is over already", stored.id);
            };
            let commit = Commit {
                table: stored.id.clone(),
                expected: stored.version,
                at: env.now,
                language: game.rules().language.clone(),
                events: events.into(),
                command: None,
                seats: Vec::new(),
                status: after.progress(),
                next_due: None,
            };
            match store.append(commit).await {
                Ok(version) => {
                    return Ok(Closed { id: stored.id, status: after.progress(), version: version.0 });
                }
                Err(AppendError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        bail!("so much happens at the table that it could not be closed: try again")
    }
}
