//! Hints by the notifications of PostgreSQL.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::PgPool;
use sqlx::postgres::PgListener;
use tokio::sync::mpsc;

use super::{Hint, Hints, Post};
use crate::PostgresStore;

const CHANNEL: &str = "dord";
/// How long to wait before a listener that was lost is replaced.
const RETRY: Duration = Duration::from_millis(500);

/// Hints by NOTIFY. They are sent after the commits that they tell of, many at a time: a notification inside a transaction makes all
/// commits of the server wait for each other.
pub struct PostgresHints(Post);

impl PostgresHints {
    /// Begins to listen and to send, for as long as this is there.
    pub fn start(store: &PostgresStore) -> PostgresHints {
        let (post, outgoing, incoming) = Post::new();
        let pool = store.pool().clone();
        post.keep(tokio::spawn(send(pool.clone(), outgoing)));
        post.keep(tokio::spawn(listen(pool, incoming)));
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

async fn send(pool: PgPool, mut outgoing: mpsc::Receiver<Hint>) {
    const AT_ONCE: usize = 512;
    let mut hints = Vec::new();
    while outgoing.recv_many(&mut hints, AT_ONCE).await > 0 {
        let texts: Vec<String> = hints.drain(..).map(|hint| hint.to_string()).collect();
        let notify = sqlx::query("SELECT pg_notify($1, hint) FROM UNNEST($2::TEXT[]) AS hint");
        // The store says by itself that its server is away, and hints may be lost.
        if let Err(error) = notify.bind(CHANNEL).bind(texts).execute(&pool).await {
            tracing::debug!(%error, "hints were lost");
        }
    }
}

async fn listen(pool: PgPool, incoming: mpsc::Sender<Hint>) {
    loop {
        if let Err(error) = listen_once(&pool, &incoming).await {
            tracing::debug!(%error, "hints are not heard");
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn listen_once(pool: &PgPool, incoming: &mpsc::Sender<Hint>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen(CHANNEL).await?;
    loop {
        let notification = listener.recv().await?;
        if let Ok(hint) = notification.payload().parse()
            && incoming.try_send(hint).is_err()
        {
            tracing::debug!("more hints than can be taken in");
        }
    }
}
