//! `dord serve`: the server.

mod log;
mod settings;
mod welcome;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use lexicon::Lexicon;
use rules::Language;
use server::{Origins, Server};
use store::{Hints, NatsHints, NodeId, PostgresHints, PostgresStore, SqliteStore, Store};
use tables::{Neighbours, OperatingSystem, Time};
use tokio::net::TcpListener;
use wordlists::WordLists;

use crate::Outcome;

pub(crate) use settings::ServeGame;
use settings::Settings;

impl ServeGame {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let settings = self.settle()?;
        log::begin(&settings.log)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(worker_threads())
            .enable_all()
            .build()
            .context("cannot start the server's threads")?;
        runtime.block_on(serve(settings, data_dir))?;
        Ok(Outcome::Success)
    }
}

/// How many threads serve: one processor is left to the thread that writes to the disk. With as many threads as processors
/// they wake each other so often that a move cost two fifths more processor time (docs/performance.md).
fn worker_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |processors| processors.get().saturating_sub(1).max(1))
}

async fn serve(settings: Settings, data_dir: &Path) -> anyhow::Result<()> {
    let words = judges(data_dir)?;
    let Kept { store, neighbours, time } = open_store(&settings, data_dir).await?;
    let listener = TcpListener::bind(&settings.listen).await.with_context(|| {
        format!("cannot listen on {}: choose another address with --listen", settings.listen)
    })?;
    welcome::print(listener.local_addr().context("the listener has no address")?, settings.is_quiet);

    let mut server = Server::new(store, Arc::new(words));
    server.client = client::files();
    server.neighbours = neighbours;
    server.time = time;
    server.limits = settings.limits;
    server.trusted_proxies = settings.trusted_proxies;
    server.origins = Origins { allowed: settings.allowed_origins };
    server.frame_ancestors = settings.frame_ancestors;
    if let Some(address) = &settings.metrics_listen {
        let context = || format!("cannot listen on {address}: choose another --metrics-listen");
        server.metrics_listener = Some(TcpListener::bind(address).await.with_context(context)?);
    }
    server.serve(listener, shutdown()).await.context("the server stopped")
}

/// Where everything is kept, with whom, and by which clock.
struct Kept {
    store: Arc<dyn Store>,
    neighbours: Option<Neighbours>,
    time: Time,
}

async fn open_store(settings: &Settings, data_dir: &Path) -> anyhow::Result<Kept> {
    if let Some(url) = &settings.database_url {
        return open_shared_store(url, settings.nats_url.as_deref()).await;
    }
    let path = data_dir.join("dord.sqlite");
    let context = || format!("cannot keep games in {}: choose another --data-dir", data_dir.display());
    let store = SqliteStore::open(&path, store::SqliteSettings::default()).await.with_context(context)?;
    Ok(Kept { store: Arc::new(store), neighbours: None, time: Time::start() })
}

/// A database that other nodes may use as well.
async fn open_shared_store(url: &str, nats_url: Option<&str>) -> anyhow::Result<Kept> {
    let store = PostgresStore::connect(url).await.context("cannot open the database of --database-url")?;
    let store = Arc::new(store);
    let hints: Arc<dyn Hints> = match nats_url {
        Some(url) => Arc::new(NatsHints::connect(url).await.context("cannot use the --nats-url")?),
        None => Arc::new(PostgresHints::start(&store)),
    };
    let time = Time::set_by(store.clock().await.context("the database has no clock")?);
    let neighbours = Neighbours { node: node_id()?, commons: store.clone(), hints };
    tracing::info!(node = %neighbours.node, "this node shares its tables with others on the database");
    Ok(Kept { store, neighbours: Some(neighbours), time })
}

/// A name that no other node has: whoever starts again is somebody else, for those who sat there have to come back.
fn node_id() -> anyhow::Result<NodeId> {
    let token = tables::token(&OperatingSystem);
    token.get(..12).and_then(NodeId::new).context("a token is long enough for a name")
}

/// The judge of each language: the owner's list, or the one inside the program.
fn judges(data_dir: &Path) -> anyhow::Result<HashMap<String, Arc<Lexicon>>> {
    let lists = WordLists::new(data_dir);
    let judge = |language: &Arc<Language>| Ok((language.code().to_owned(), lists.open(language)?.lexicon));
    Language::all().iter().map(judge).collect()
}

/// Comes when the server shall stop.
async fn shutdown() {
    let interrupt = async { drop(tokio::signal::ctrl_c().await) };
    #[cfg(unix)]
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
    tracing::info!("closing: clients are told, and everything they were promised is kept");
}
