//! Access to the database of the local server for commands.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use store::{PostgresStore, Remains, SqliteSettings, SqliteStore, Store};

use crate::serve;

/// Options that select the database.
#[derive(Debug, Args)]
pub(crate) struct Database {
    /// PostgreSQL database to use instead of the file in the data folder.
    #[arg(long, env = "DORD_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,

    /// File with the server's settings, which can name the database.
    #[arg(long, env = "DORD_CONFIG", value_name = "FILE", default_value = "dord.toml")]
    config: PathBuf,
}

/// What to do if the database does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missing {
    /// Create it.
    Make,
    /// Fail. A new, empty database would look as if all data were lost.
    Refuse,
}

/// An open database.
pub(crate) struct OpenDatabase {
    pub(crate) store: Arc<dyn Store>,
    /// Kind of the database: `sqlite` or `postgresql`.
    pub(crate) kind: &'static str,
}

impl Database {
    /// Opens the database, runs a query, and closes the database.
    pub(crate) fn ask<T>(
        &self,
        data_dir: &Path,
        missing: Missing,
        ask: impl AsyncFnOnce(OpenDatabase) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let url = match &self.database_url {
            Some(url) => Some(url.clone()),
            None => serve::configured_database(&self.config)?,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .context("cannot start a thread")?;
        runtime.block_on(async {
            let opened = open(url.as_deref(), data_dir, missing).await?;
            let store = Arc::clone(&opened.store);
            let answer = ask(opened).await;
            store.close().await;
            answer
        })
    }
}

/// How completely deleted names were erased from the database files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Erased {
    /// The whole file was rewritten.
    Everywhere,
    /// Another program has the database open, so only data that this release wrote is erased.
    WhileInUse,
    /// Another program is reading the database, so the log could not be truncated.
    NotFromLog,
    /// PostgreSQL erases deleted data when it vacuums.
    ByServer,
}

impl Database {
    /// Erases all remains of deleted names. `remains` is what the store could not erase.
    pub(crate) fn erase(data_dir: &Path, remains: Remains) -> anyhow::Result<Erased> {
        if remains == Remains::InServer {
            return Ok(Erased::ByServer);
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let is_rebuilt = runtime.block_on(SqliteStore::rebuild(&file_in(data_dir))).context(
            "the player is forgotten, but the file could not be written again without what was deleted",
        )?;
        Ok(match (is_rebuilt, remains) {
            (true, _) => Erased::Everywhere,
            (false, Remains::InLog) => Erased::NotFromLog,
            (false, _) => Erased::WhileInUse,
        })
    }
}

fn file_in(data_dir: &Path) -> PathBuf {
    data_dir.join("dord.sqlite")
}

/// Opens the database at an address, or the file in the data folder if there is none.
async fn open(url: Option<&str>, data_dir: &Path, missing: Missing) -> anyhow::Result<OpenDatabase> {
    Ok(match url {
        Some(url) => OpenDatabase { store: Arc::new(open_server(url).await?), kind: "postgresql" },
        None => OpenDatabase { store: Arc::new(open_file(data_dir, missing).await?), kind: "sqlite" },
    })
}

/// Opens a PostgreSQL database.
pub(crate) async fn open_server(url: &str) -> anyhow::Result<PostgresStore> {
    PostgresStore::connect(url).await.context("cannot open the database of --database-url")
}

/// Opens the SQLite file in the data folder.
pub(crate) async fn open_file(data_dir: &Path, missing: Missing) -> anyhow::Result<SqliteStore> {
    let path = file_in(data_dir);
    if missing == Missing::Refuse && !path.exists() {
        bail!("there is no database in {}: name its folder with --data-dir", data_dir.display());
    }
    let opened = SqliteStore::open(&path, SqliteSettings::default()).await;
    opened.map_err(|error| {
        anyhow!("cannot keep games in {}: {error}; choose another folder with --data-dir", data_dir.display())
    })
}
