//! Databases with one or two nodes.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use rules::Timestamp;
use store::{
    ClusterStore, Hint, Hints, NodeId, PostgresStore, RoomCode, SqliteSettings, SqliteStore, StoredTable,
    TableStore,
};
use tables::{ClusterHandle, Limits, OperatingSystem, Tables, Time};
use tokio::sync::{Mutex, broadcast};
use tokio::task::JoinHandle;

/// Environment variable with the PostgreSQL server for these tests.
const POSTGRES_URL: &str = "DORD_TEST_POSTGRES_URL";

const NOW: Timestamp = Timestamp(1_700_000_000_000);

pub(crate) enum TestDatabase {
    Sqlite(tempfile::TempDir),
    /// A separate schema on the server that the variable names.
    Postgres {
        server: String,
        schema: String,
    },
}

/// The nodes that the two players are connected to.
pub(crate) struct Nodes {
    pub(crate) first: Tables,
    pub(crate) second: Tables,
    store: Arc<dyn TableStore>,
    cluster_tasks: Vec<JoinHandle<()>>,
}

/// Hints within one process.
struct LocalHints {
    sender: broadcast::Sender<Hint>,
    receiver: Mutex<broadcast::Receiver<Hint>>,
}

#[async_trait]
impl Hints for LocalHints {
    fn give(&self, hint: Hint) {
        let _ = self.sender.send(hint);
    }

    async fn next(&self) -> Hint {
        match self.receiver.lock().await.recv().await {
            Ok(hint) => hint,
            Err(_) => std::future::pending().await,
        }
    }
}

impl TestDatabase {
    pub(crate) fn sqlite() -> TestDatabase {
        TestDatabase::Sqlite(tempfile::tempdir().unwrap())
    }

    /// Creates a schema; `None` if there is no server, which is reported.
    pub(crate) async fn postgres(name: &str) -> Option<TestDatabase> {
        let Ok(server) = std::env::var(POSTGRES_URL) else {
            eprintln!(
                "skipped for PostgreSQL: {POSTGRES_URL} is not set (`cargo xtask check` starts a server)"
            );
            return None;
        };
        // Two runs may share a server.
        let schema = format!("t{}_{name}", std::process::id());
        on_server(&server, format!("CREATE SCHEMA {schema}")).await;
        Some(TestDatabase::Postgres { server, schema })
    }

    pub(crate) async fn leave(self) {
        if let TestDatabase::Postgres { server, schema } = self {
            on_server(&server, format!("DROP SCHEMA {schema} CASCADE")).await;
        }
    }

    pub(crate) async fn one_node(&self) -> Nodes {
        let store: Arc<dyn TableStore> = match self {
            TestDatabase::Sqlite(folder) => {
                let path = folder.path().join("dord.db");
                Arc::new(SqliteStore::open(path, SqliteSettings::default()).await.unwrap())
            }
            TestDatabase::Postgres { .. } => self.connect().await,
        };
        let tables = tables_on(store.clone(), None);
        Nodes { first: tables.clone(), second: tables, store, cluster_tasks: Vec::new() }
    }

    pub(crate) async fn two_nodes(&self) -> Nodes {
        let sender = broadcast::Sender::new(1024);
        let mut cluster_tasks = Vec::new();
        let mut tables = Vec::new();
        for name in ["first", "second"] {
            let store = self.connect().await;
            let receiver = Mutex::new(sender.subscribe());
            let cluster = ClusterHandle {
                node: NodeId::new(name).unwrap(),
                cluster_store: store.clone() as Arc<dyn ClusterStore>,
                hints: Arc::new(LocalHints { sender: sender.clone(), receiver }),
            };
            let node = tables_on(store, Some(cluster));
            tables.push(node.clone());
            cluster_tasks.push(tokio::spawn(async move { node.run_cluster().await }));
        }
        let [first, second] = tables.try_into().ok().expect("there are two");
        // The reader of the database uses its own connection, not a node's.
        Nodes { first, second, store: self.connect().await, cluster_tasks }
    }

    async fn connect(&self) -> Arc<PostgresStore> {
        let TestDatabase::Postgres { server, schema } = self else { panic!("several nodes need PostgreSQL") };
        let separator = if server.contains('?') { '&' } else { '?' };
        let url = format!("{server}{separator}options=-c%20search_path%3D{schema}");
        Arc::new(PostgresStore::connect(&url).await.unwrap())
    }
}

fn tables_on(store: Arc<dyn TableStore>, cluster: Option<ClusterHandle>) -> Tables {
    let english = wordlists::embedded("en").unwrap().clone();
    let words = HashMap::from([("en".to_owned(), english)]);
    let time = Time::starting_at(NOW);
    Tables::new(store, Arc::new(OperatingSystem), Arc::new(words), time, Limits::default(), cluster)
}

async fn on_server(server: &str, statement: String) {
    use sqlx::{AssertSqlSafe, Connection, PgConnection};
    let mut connection = PgConnection::connect(server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

impl Nodes {
    /// Returns the table as the database has it: the operator sees all of it.
    pub(crate) async fn read(&self, room: &str) -> StoredTable {
        let code = RoomCode::new(room).unwrap();
        let game = self.store.find_code(&code).await.unwrap().expect("there is a table with this code");
        self.store.load(&game).await.unwrap().unwrap()
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        self.cluster_tasks.iter().for_each(JoinHandle::abort);
    }
}
