//! The circuit breaker: while PostgreSQL is known to be down, nothing waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::{ConnectOptions, Connection, PgPool};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How long a connection of its own may take before the server counts as down.
const PROBE_MAX: Duration = Duration::from_secs(3);
/// How often it is tried to connect while the server is down.
const PROBE_EVERY: Duration = Duration::from_millis(250);

/// Errors by which a server says that it does not serve: it shuts down, has crashed, or starts.
const NOT_SERVING: [&str; 3] = ["57P01", "57P02", "57P03"];

/// Whether the server is known to be down.
///
/// An error alone does not open the breaker: a connection can be lost, and all of them can be in use. It opens when another connection cannot
/// be made either, and closes when one can, which is tried in the background.
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

    /// Why the server is down, if it is.
    pub(super) fn cause(&self) -> Option<Arc<str>> {
        self.down.borrow().clone()
    }

    /// Comes when the server is known to be down, and says why.
    pub(super) async fn opened(&self) -> Arc<str> {
        let mut down = self.down.subscribe();
        loop {
            if let Some(cause) = &*down.borrow_and_update() {
                return Arc::clone(cause);
            }
            // The sender is this breaker's own.
            let _ = down.changed().await;
        }
    }

    /// Finds out in the background whether the server is there, and goes on until it is.
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

    /// The error says why the server is down.
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
            // A server that refuses this connection is there, and says by itself what is wrong.
            Ok(_) => Ok(()),
            Err(_) => Err(format!("no connection within {} s", PROBE_MAX.as_secs())),
        }
    }
}

/// Whether an error can mean that the server is not there.
pub(super) fn is_of_connection(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Tls(_) | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| NOT_SERVING.contains(&&*code)),
        _ => false,
    }
}
