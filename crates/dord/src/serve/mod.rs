//! `dord serve`: the server.

mod banner;
mod installed_words;
mod log_throttle;
mod logging;
mod metrics_listen;
mod open_files;
mod settings;
mod storage;
mod test_clock;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use rules::Millis;
use server::Server;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::Outcome;

use banner::Banner;
use installed_words::InstalledWords;
use settings::Settings;
pub(crate) use settings::{DAYS_MAX, ServeGame, configured_database};
use storage::Storage;

impl ServeGame {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let settings = self.settle()?;
        logging::begin(&settings.log)?;
        let connections_max = open_files::connections_max();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(worker_threads())
            .enable_all()
            .build()
            .context("cannot start the server's threads")?;
        run_to_the_end(runtime, serve(settings, data_dir, connections_max))?;
        Ok(Outcome::Success)
    }
}

/// Maximum time for threads to end after everything is stored.
const ENDING_MAX: Duration = Duration::from_secs(1);

/// Runs a server until it is closed, without waiting for background work. That is a bot's move, a
/// review or the best total of a puzzle. Once the server is closed, its store is closed too, and no
/// client is left to receive a result.
fn run_to_the_end<T>(runtime: Runtime, serving: impl Future<Output = T>) -> T {
    let served = runtime.block_on(serving);
    runtime.shutdown_timeout(ENDING_MAX);
    served
}

/// Number of worker threads: one processor is left to the thread that writes to the disk. With as
/// many threads as processors, the threads wake each other so often that a move costs 40 % more
/// processor time (docs/performance.md).
fn worker_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |processors| processors.get().saturating_sub(1).max(1))
}

async fn serve(settings: Settings, data_dir: &Path, connections_max: Option<usize>) -> anyhow::Result<()> {
    let words = InstalledWords::open(data_dir)?;
    let Storage { store, cluster, time } = Storage::open(&settings, data_dir).await?;
    let listener = TcpListener::bind(&settings.listen).await.with_context(|| {
        format!("cannot listen on {}: choose another address with --listen", settings.listen)
    })?;
    let metrics = settings.metrics_listen.bind().await?;
    let listening = listener.local_addr().context("the listener has no address")?;
    let banner = Banner {
        listening,
        base_path: &settings.base_path,
        trusted_proxies: &settings.trusted_proxies,
        metrics: metrics.address,
    };
    banner.print(settings.is_quiet);

    let mut server = Server::new(store, Arc::new(words));
    server.client = client::files();
    server.cluster = cluster;
    server.time = test_clock::adjusted(time, listening)?;
    server.limits = settings.limits;
    server.trusted_proxies = settings.trusted_proxies;
    server.origins = settings.allowed_origins;
    server.allowed_hosts = settings.allowed_hosts;
    server.connections_max = connections_max;
    server.frame_ancestors = settings.frame_ancestors;
    server.base_path = settings.base_path;
    server.theme = settings.theme;
    server.metrics_place = metrics.place;
    server.keep_ended = (settings.keep_days > 0).then(|| Millis::hours(24 * i64::from(settings.keep_days)));
    server.serve(listener, shutdown()).await.context("the server stopped")
}

/// Waits for a shutdown signal.
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
    tracing::info!("closing: notifying clients and storing pending changes");
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::run_to_the_end;

    #[test]
    fn closing_a_server_does_not_wait_for_background_work() {
        let (_thought, thinking) = mpsc::channel::<()>();
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let (begins, begun) = mpsc::channel();
        let served = run_to_the_end(runtime, async move {
            // Never sent, so this task never ends.
            tokio::task::spawn_blocking(move || {
                begins.send(()).unwrap();
                thinking.recv()
            });
            begun.recv().unwrap();
            "closed"
        });
        assert_eq!(served, "closed");
    }
}
