//! The database that a command looks after: the same that the server here keeps its games in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use store::{PostgresStore, Remains, SqliteSettings, SqliteStore, Store};

use crate::serve;

/// Which database.
#[derive(Debug, Args)]
pub(crate) struct Database {
    /// A PostgreSQL database, instead of the file in the data folder.
    #[arg(long, env = "DORD_DATABASE_URL", value_name = "URL", hide_env_values = true)]
    database_url: Option<String>,

    /// The file with the server's settings, which may name the database.
    #[arg(long, env = "DORD_CONFIG", value_name = "FILE", default_value = "dord.toml")]
    config: PathBuf,
}

/// What to do where there is no database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missing {
    /// Make one.
    Make,
    /// Say so: an empty one in its place would seem to have lost everything.
    Refuse,
}

/// A database that is open.
pub(crate) struct Opened {
    pub(crate) store: Arc<dyn Store>,
    /// Which kind it is: `sqlite` or `postgresql`.
    pub(crate) kind: &'static str,
}

impl Database {
    /// Opens the database, asks it something, and lets go of it.
    pub(crate) fn ask<T>(
        &self,
        data_dir: &Path,
        missing: Missing,
        ask: impl AsyncFnOnce(Opened) -> anyhow::Result<T>,
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

/// What became of the copies of names that were forgotten, in the files of the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Erased {
    /// The whole file was written again.
    Everywhere,
    /// Another program has the database open, so only what this release wrote is erased.
    WhileInUse,
    /// Another program reads the database, and keeps the log from being truncated.
    NotFromLog,
    /// PostgreSQL erases what it keeps when it vacuums.
    ByServer,
}

impl Database {
    /// Makes sure that nothing is left of names that were forgotten. `remains` is what the store could not erase.
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

/// Opens the database of an address, or else the file in the data folder.
async fn open(url: Option<&str>, data_dir: &Path, missing: Missing) -> anyhow::Result<Opened> {
    Ok(match url {
        Some(url) => Opened { store: Arc::new(open_server(url).await?), kind: "postgresql" },
        None => Opened { store: Arc::new(open_file(data_dir, missing).await?), kind: "sqlite" },
    })
}

/// The database beside the program.
pub(crate) async fn open_server(url: &str) -> anyhow::Result<PostgresStore> {
    PostgresStore::connect(url).await.context("cannot open the database of --database-url")
}

/// The database inside the program.
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
