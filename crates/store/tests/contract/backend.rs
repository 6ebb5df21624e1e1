//! The stores under test, which can be opened repeatedly.

use std::sync::Arc;

use async_trait::async_trait;
use store::{ClusterStore, MemoryStore, PostgresStore, SqliteSettings, SqliteStore, Store};

/// Environment variable with the PostgreSQL server for these tests.
const POSTGRES_URL: &str = "DORD_TEST_POSTGRES_URL";

#[async_trait]
pub(crate) trait Backend: Send + Sync {
    /// Opens the store. May be called repeatedly.
    async fn open(&self) -> Arc<dyn Store>;

    /// Cleans up.
    async fn leave(self);
}

/// A store that several nodes can share.
#[async_trait]
pub(crate) trait Shared: Send + Sync {
    async fn share(&self) -> (Arc<dyn Store>, Arc<dyn ClusterStore>);
}

pub(crate) struct Memory(Arc<MemoryStore>);

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory(Arc::new(MemoryStore::new()))
    }
}

#[async_trait]
impl Backend for Memory {
    async fn open(&self) -> Arc<dyn Store> {
        self.0.clone()
    }

    async fn leave(self) {}
}

#[async_trait]
impl Shared for Memory {
    async fn share(&self) -> (Arc<dyn Store>, Arc<dyn ClusterStore>) {
        (self.0.clone(), self.0.clone())
    }
}

pub(crate) struct Sqlite(tempfile::TempDir);

impl Sqlite {
    pub(crate) fn new() -> Sqlite {
        Sqlite(tempfile::tempdir().unwrap())
    }
}

#[async_trait]
impl Backend for Sqlite {
    async fn open(&self) -> Arc<dyn Store> {
        let path = self.0.path().join("dord.db");
        Arc::new(SqliteStore::open(path, SqliteSettings::default()).await.unwrap())
    }

    async fn leave(self) {}
}

/// A separate schema on the server that the variable names.
pub(crate) struct Postgres {
    server: String,
    schema: String,
}

impl Postgres {
    /// Creates a schema; `None` if there is no server, which is reported.
    pub(crate) async fn new(story: &str) -> Option<Postgres> {
        let Ok(server) = std::env::var(POSTGRES_URL) else {
            eprintln!(
                "skipped for PostgreSQL: {POSTGRES_URL} is not set (`cargo xtask check` starts a server)"
            );
            return None;
        };
        // PostgreSQL truncates names at 63 bytes, and two runs may share a server.
        let schema = format!("s{}_{}", std::process::id(), &story[..story.len().min(40)]);
        let place = Postgres { server, schema };
        place.on_server(format!("CREATE SCHEMA {}", place.schema)).await;
        Some(place)
    }

    fn url(&self) -> String {
        let separator = if self.server.contains('?') { '&' } else { '?' };
        format!("{}{separator}options=-c%20search_path%3D{}", self.server, self.schema)
    }

    async fn on_server(&self, statement: String) {
        use sqlx::{AssertSqlSafe, Connection, PgConnection};
        let mut connection = PgConnection::connect(&self.server).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }
}

#[async_trait]
impl Backend for Postgres {
    async fn open(&self) -> Arc<dyn Store> {
        Arc::new(PostgresStore::connect(&self.url()).await.unwrap())
    }

    async fn leave(self) {
        self.on_server(format!("DROP SCHEMA {} CASCADE", self.schema)).await;
    }
}

#[async_trait]
impl Shared for Postgres {
    async fn share(&self) -> (Arc<dyn Store>, Arc<dyn ClusterStore>) {
        let store = Arc::new(PostgresStore::connect(&self.url()).await.unwrap());
        (store.clone(), store)
    }
}
