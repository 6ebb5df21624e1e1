//! Hints over PostgreSQL notifications.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::PgPool;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{Hint, HintChannels, Hints};
use crate::PostgresStore;

const CHANNEL: &str = "dord";
/// Delay before a lost listener is replaced.
const RETRY: Duration = Duration::from_millis(500);

/// Timeouts of a hint channel.
///
/// A connection whose other end has vanished looks like one without traffic, so it is tested.
#[derive(Clone, Copy, Debug)]
pub struct HintTimeouts {
    /// Time without a hint after which the server is asked whether it is alive.
    pub silence: Duration,
    /// How long that answer may take.
    pub answer: Duration,
}

impl Default for HintTimeouts {
    fn default() -> HintTimeouts {
        HintTimeouts { silence: Duration::from_secs(10), answer: Duration::from_secs(5) }
    }
}

/// Hints over NOTIFY.
///
/// They are sent after the commits, many at a time. A notification inside a transaction would
/// serialise all commits of the server.
pub struct PostgresHints(HintChannels);

impl PostgresHints {
    /// Starts to listen and to send, until the value is dropped.
    pub fn start(store: &PostgresStore) -> PostgresHints {
        PostgresHints::start_with(store, HintTimeouts::default())
    }

    /// Starts with custom timeouts.
    pub fn start_with(store: &PostgresStore, patience: HintTimeouts) -> PostgresHints {
        let (post, outgoing, incoming) = HintChannels::new();
        let pool = store.pool().clone();
        post.keep(tokio::spawn(send(pool.clone(), patience, outgoing)));
        post.keep(tokio::spawn(listen(pool, patience, incoming)));
        PostgresHints(post)
    }
}

#[async_trait]
impl Hints for PostgresHints {
    fn give(&self, hint: Hint) {
        self.0.give(hint);
    }

    async fn next(&self) -> Hint {
        self.0.next().await
    }
}

async fn send(pool: PgPool, patience: HintTimeouts, mut outgoing: mpsc::Receiver<Hint>) {
    const AT_ONCE: usize = 512;
    let mut hints = Vec::new();
    while outgoing.recv_many(&mut hints, AT_ONCE).await > 0 {
        let texts: Vec<String> = hints.drain(..).map(|hint| hint.to_string()).collect();
        let notify = sqlx::query("SELECT pg_notify($1, hint) FROM UNNEST($2::TEXT[]) AS hint");
        // The store reports an unreachable server itself, and hints may be lost.
        match timeout(patience.answer, notify.bind(CHANNEL).bind(texts).execute(&pool)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::debug!(%error, "hints were lost"),
            Err(_) => tracing::debug!("hints were lost: the server does not answer"),
        }
    }
}

async fn listen(pool: PgPool, patience: HintTimeouts, incoming: mpsc::Sender<Hint>) {
    loop {
        match listen_once(&pool, patience, &incoming).await {
            Ok(Silent) => tracing::debug!("hints are not heard: the server does not answer"),
            Err(error) => tracing::debug!(%error, "hints are not heard"),
        }
        tokio::time::sleep(RETRY).await;
    }
}

/// The server did not answer.
struct Silent;

async fn listen_once(
    pool: &PgPool,
    patience: HintTimeouts,
    incoming: &mpsc::Sender<Hint>,
) -> Result<Silent, sqlx::Error> {
    // Not a connection of the pool: an abandoned listener holds its connection until the loss is
    // detected.
    let own = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(patience.answer)
        .connect_lazy_with(pool.connect_options().as_ref().clone());
    let mut listener = PgListener::connect_with(&own).await?;
    if let Ok(listening) = timeout(patience.answer, listener.listen(CHANNEL)).await {
        listening?;
    } else {
        return Ok(Silent);
    }
    loop {
        let Ok(heard) = timeout(patience.silence, listener.recv()).await else {
            let asked = sqlx::query("SELECT 1").execute(&mut listener);
            match timeout(patience.answer, asked).await {
                Ok(answered) => answered?,
                Err(_) => return Ok(Silent),
            };
            continue;
        };
        let notification = heard?;
        if let Ok(hint) = notification.payload().parse()
            && incoming.try_send(hint).is_err()
        {
            tracing::debug!("more hints than can be taken in");
        }
    }
}
