//! Circuit breaker: requests do not wait for a PostgreSQL server that is known to be down.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::{ConnectOptions, Connection, PgPool};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How long a probe may take before the server counts as down.
const PROBE_MAX: Duration = Duration::from_secs(3);
/// Interval of probes while the server is down.
const PROBE_EVERY: Duration = Duration::from_millis(250);

/// Error codes of a server that shuts down, has crashed, or is starting.
const NOT_SERVING: [&str; 3] = ["57P01", "57P02", "57P03"];

/// Whether the server is known to be down.
///
/// An error alone does not open the breaker: a single connection can be lost, or all can be in use.
/// The breaker opens when a new connection cannot be made either, and closes when one can, which is
/// probed in the background.
#[derive(Debug)]
pub(super) struct Breaker {
    pool: PgPool,
    /// Why the server is down, while it is.
    down: watch::Sender<Option<Arc<str>>>,
    is_probing: AtomicBool,
}

impl Breaker {
    pub(super) fn of(pool: PgPool) -> Breaker {
        Breaker { pool, down: watch::Sender::new(None), is_probing: AtomicBool::new(false) }
    }

    /// Returns why the server is down, if it is.
    pub(super) fn cause(&self) -> Option<Arc<str>> {
        self.down.borrow().clone()
    }

    /// Waits until the server is known to be down, and returns why.
    pub(super) async fn opened(&self) -> Arc<str> {
        let mut down = self.down.subscribe();
        loop {
            if let Some(cause) = &*down.borrow_and_update() {
                return Arc::clone(cause);
            }
            // Cannot fail: the sender belongs to this breaker.
            let _ = down.changed().await;
        }
    }

    /// Probes the server in the background until it is reachable.
    pub(super) fn probe(self: &Arc<Breaker>) {
        if self.is_probing.swap(true, Ordering::SeqCst) {
            return;
        }
        let breaker = Arc::clone(self);
        tokio::spawn(async move {
            while let Err(cause) = breaker.try_to_connect().await {
                breaker.down.send_replace(Some(cause.into()));
                sleep(PROBE_EVERY).await;
            }
            breaker.down.send_replace(None);
            breaker.is_probing.store(false, Ordering::SeqCst);
        });
    }

    /// Connects once. The error says why the server is down.
    async fn try_to_connect(&self) -> Result<(), String> {
        if self.pool.is_closed() {
            return Ok(());
        }
        let options = self.pool.connect_options();
        let connecting = async {
            let mut connection = options.connect().await?;
            connection.ping().await?;
            connection.close().await
        };
        match timeout(PROBE_MAX, connecting).await {
            Ok(Err(error)) if is_of_connection(&error) => Err(error.to_string()),
            // A server that refuses this connection is up, and reports the problem itself.
            Ok(_) => Ok(()),
            Err(_) => Err(format!("no connection within {} s", PROBE_MAX.as_secs())),
        }
    }
}

/// Whether an error can mean that the server is down.
pub(super) fn is_of_connection(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| NOT_SERVING.contains(&&*code)),
        _ => false,
    }
}
