use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};
use rules::Progress;
use serde_json::{Value, json};
use store::{AdminStore, TablePage, TableSummary};

use super::{lobby, minute, status};
use crate::database::{Database, Missing};
use crate::{Outcome, style};

/// Number of tables read per query.
const PAGE: usize = 500;

/// List tables, latest first.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  dord admin tables\n  dord admin tables --standing playing --limit 0 --json"
)]
pub(crate) struct ListTables {
    /// List only tables with this standing.
    #[arg(long = "standing", value_name = "STANDING")]
    status: Option<Status>,

    /// Maximum number of tables to list; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,

    #[command(flatten)]
    database: Database,

    /// Print JSON: an array with one object per table; times are milliseconds since 1970.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Status {
    Waiting,
    Playing,
    Ended,
    Closed,
}

impl From<Status> for Progress {
    fn from(status: Status) -> Progress {
        match status {
            Status::Waiting => Progress::Waiting,
            Status::Playing => Progress::Playing,
            Status::Ended => Progress::Ended,
            Status::Closed => Progress::Closed,
        }
    }
}

impl ListTables {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let tables =
            self.database.ask(data_dir, Missing::Refuse, async |opened| self.list(&*opened.store).await)?;
        let mut out = anstream::stdout();
        if self.json {
            writeln!(out, "{}", tables.iter().map(as_json).collect::<Value>())?;
            return Ok(Outcome::Success);
        }
        let titles =
            ["code", "standing", "lobby", "seats", "version", "opened (UTC)", "changed (UTC)", "game"];
        writeln!(out, "{}", style::strong(line(titles.map(str::to_owned))))?;
        for table in &tables {
            let cells = [
                table.code.as_ref().map_or("-".to_owned(), ToString::to_string),
                status(table.status).to_owned(),
                lobby(table.lobby).to_owned(),
                table.seats.to_string(),
                table.version.0.to_string(),
                minute(table.opened_at),
                minute(table.changed_at),
                table.id.to_string(),
            ];
            writeln!(out, "{}", line(cells))?;
        }
        Ok(Outcome::Success)
    }

    async fn list(&self, store: &dyn AdminStore) -> anyhow::Result<Vec<TableSummary>> {
        let limit = if self.limit == 0 { usize::MAX } else { self.limit };
        let mut tables: Vec<TableSummary> = Vec::new();
        loop {
            let after = tables.last().map(|last| (last.opened_at, last.id.clone()));
            let page = TablePage {
                after,
                status: self.status.map(Progress::from),
                limit: PAGE.min(limit - tables.len()),
            };
            let found = store.list_tables(&page).await?;
            let is_last = found.len() < page.limit;
            tables.extend(found);
            if is_last || tables.len() >= limit {
                return Ok(tables);
            }
        }
    }
}

fn line([code, status, lobby, seats, version, opened, changed, id]: [String; 8]) -> String {
    format!("{code:<5} {status:<8} {lobby:<7} {seats:>5} {version:>7}  {opened:<16}  {changed:<16}  {id}")
}

fn as_json(table: &TableSummary) -> Value {
    json!({
        "id": table.id.as_str(),
        "code": table.code.as_ref().map(store::RoomCode::as_str),
        "lobby": lobby(table.lobby),
        "standing": status(table.status),
        "version": table.version.0,
        "openedAt": table.opened_at.0,
        "changedAt": table.changed_at.0,
        "nextDue": table.next_due.map(|due| due.0),
        "seats": table.seats,
    })
}
