//! `dord admin`: administration of a server's tables and players.

mod archive;
mod close;
mod forget;
mod inspect;
mod list_tables;
mod stats;

use std::path::Path;

use anyhow::Context;
use clap::{Args, Subcommand};
use rules::{GameId, Progress, Timestamp};
use store::{EventStore, RoomCode, StoredTable};

use crate::Outcome;

/// Administer the tables of a server, even while it is running.
#[derive(Debug, Subcommand)]
#[command(after_help = "Examples:\n  \
    dord admin stats\n  \
    dord admin tables --standing playing\n  \
    dord admin inspect ABCD\n  \
    dord admin close ABCD\n  \
    dord admin forget 1f0c9a77e2b4d680\n  \
    dord admin archive --older-than 90 --output 2026-q3.jsonl.gz")]
pub(crate) enum AdminCommand {
    Stats(stats::Count),
    Tables(list_tables::ListTables),
    Inspect(inspect::Inspect),
    Close(close::Close),
    Forget(forget::Forget),
    Archive(archive::Archive),
}

impl AdminCommand {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        match self {
            AdminCommand::Stats(command) => command.run(data_dir),
            AdminCommand::Tables(command) => command.run(data_dir),
            AdminCommand::Inspect(command) => command.run(data_dir),
            AdminCommand::Close(command) => command.run(data_dir),
            AdminCommand::Forget(command) => command.run(data_dir),
            AdminCommand::Archive(command) => command.run(data_dir),
        }
    }
}

/// The table that a command acts on.
#[derive(Debug, Args)]
struct NamedTable {
    /// Room code or game id of the table.
    #[arg(value_name = "TABLE")]
    table: String,
}

impl NamedTable {
    async fn load(&self, store: &dyn EventStore) -> anyhow::Result<StoredTable> {
        let by_code = match RoomCode::new(&self.table.to_ascii_uppercase()) {
            Some(code) => store.find_code(&code).await?,
            None => None,
        };
        let id = by_code.unwrap_or_else(|| GameId::new(&*self.table));
        let nowhere = || format!("no table has the code or the id {:?}", self.table);
        store.load(&id).await?.with_context(nowhere)
    }
}

const fn status(progress: Progress) -> &'static str {
    match progress {
        Progress::Waiting => "waiting",
        Progress::Playing => "playing",
        Progress::Ended => "ended",
        Progress::Closed => "closed",
    }
}

const fn lobby(lobby: store::Lobby) -> &'static str {
    match lobby {
        store::Lobby::Open => "open",
        store::Lobby::Private => "private",
    }
}

/// Formats a timestamp to the minute, in UTC.
fn minute(moment: Timestamp) -> String {
    match jiff::Timestamp::from_millisecond(moment.0) {
        Ok(moment) => moment.strftime("%Y-%m-%d %H:%M").to_string(),
        Err(_) => "?".to_owned(),
    }
}

fn now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}
