//! Several servers on one database, and faults to inject into them.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rules::GameId;
use store::{EventStore, PostgresStore, StoredTable};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::database::Postgres;
use crate::network::Network;
use crate::program::{Program, free_address, signal};

/// Maximum time for reading a log while the database is down.
const LOG_MAX: Duration = Duration::from_secs(120);

/// A NATS server for one test.
pub(crate) struct Nats {
    program: String,
    address: SocketAddr,
    server: Option<Child>,
}

impl Nats {
    /// `None` if the environment does not name the NATS program.
    fn start(host: IpAddr) -> Option<Nats> {
        let Ok(program) = std::env::var("DORD_TEST_NATS_PROGRAM") else {
            eprintln!("skipped: DORD_TEST_NATS_PROGRAM is not set (`cargo xtask check` does)");
            return None;
        };
        let address = SocketAddr::new(host, free_address().port());
        let mut nats = Nats { program, address, server: None };
        nats.begin();
        Some(nats)
    }

    fn begin(&mut self) {
        let mut server = Command::new(&self.program);
        server.arg("-a").arg(self.address.ip().to_string());
        server.arg("-p").arg(self.address.port().to_string());
        server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.server = Some(server.spawn().unwrap());
    }

    fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Proxy between a server and its database that can be interrupted. An interrupted connection stays
/// open but transfers nothing.
pub(crate) struct Cable {
    address: SocketAddr,
    is_cut: watch::Sender<bool>,
}

impl Cable {
    async fn from(host: IpAddr, target: u16) -> Cable {
        let listener = TcpListener::bind((host, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let is_cut = watch::Sender::new(false);
        let cable = Cable { address, is_cut: is_cut.clone() };
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(carry(near, target, is_cut.subscribe()));
            }
        });
        cable
    }

    pub(crate) fn cut(&self) {
        self.is_cut.send_replace(true);
    }

    pub(crate) fn mend(&self) {
        self.is_cut.send_replace(false);
    }
}

async fn carry(near: TcpStream, target: u16, is_cut: watch::Receiver<bool>) -> io::Result<()> {
    let far = TcpStream::connect(("127.0.0.1", target)).await?;
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    let (from_near, to_near) = near.into_split();
    let (from_far, to_far) = far.into_split();
    // When one side closes, dropping the sockets closes the other.
    tokio::select! {
        carried = pour(from_near, to_far, is_cut.clone()) => carried,
        carried = pour(from_far, to_near, is_cut) => carried,
    }
}

async fn pour(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut is_cut: watch::Receiver<bool>,
) -> io::Result<()> {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let count = from.read(&mut buffer).await?;
        // Ends with the test, when the sender that could restore the connection is dropped.
        if is_cut.wait_for(|is_cut| !is_cut).await.is_err() || count == 0 {
            return Ok(());
        }
        to.write_all(&buffer[..count]).await?;
    }
}

/// One server of the cluster.
struct Node {
    /// `None` while the server is being restarted.
    program: Mutex<Option<Program>>,
    address: SocketAddr,
    cable: Cable,
}

pub(crate) struct Cluster {
    folder: PathBuf,
    nodes: Vec<Node>,
    postgres: Mutex<Postgres>,
    nats: Mutex<Nats>,
    /// Direct access to the database.
    store: PostgresStore,
    /// `None` if the servers share the host's network. Dropped after the servers.
    network: Option<Network>,
}

impl Cluster {
    /// `None` if a required program is missing.
    pub(crate) async fn start(folder: &Path, count: usize) -> Option<Cluster> {
        Cluster::begin(folder, count, None).await
    }

    /// Starts servers in their own network namespaces if permitted, so that they can be isolated
    /// completely. Otherwise a server can only be cut off from the database.
    pub(crate) async fn start_apart(folder: &Path, count: usize) -> Option<Cluster> {
        let network = Network::lay(count).inspect_err(|why| {
            eprintln!("a node is cut off from its database only, without namespaces: {why}");
        });
        Cluster::begin(folder, count, network.ok()).await
    }

    async fn begin(folder: &Path, count: usize, network: Option<Network>) -> Option<Cluster> {
        let host = network.as_ref().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), Network::host);
        let postgres = Postgres::start(folder)?;
        let nats = Nats::start(host)?;
        let nats_url = format!("nats://{}", nats.address);
        let mut nodes = Vec::new();
        for number in 0..count {
            let cable = Cable::from(host, postgres.port).await;
            let database = format!("postgres://postgres@{}/postgres", cable.address);
            let (data, nats_url) = (folder.join(format!("node{number}")), nats_url.clone());
            let place = network.as_ref().map(|network| (network.namespace(number), network.address(number)));
            let starting = tokio::task::spawn_blocking(move || match place {
                Some(place) => Program::start_apart(&data, place, &database, &nats_url),
                None => Program::start_node(&data, &database, Some(&nats_url)),
            });
            let program = starting.await.unwrap();
            nodes.push(Node { address: program.address, program: Mutex::new(Some(program)), cable });
        }
        let store = PostgresStore::connect(&postgres.url()).await.unwrap();
        Some(Cluster {
            folder: folder.to_owned(),
            nodes,
            postgres: Mutex::new(postgres),
            nats: Mutex::new(nats),
            store,
            network,
        })
    }

    pub(crate) fn count(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn address(&self, node: usize) -> SocketAddr {
        self.nodes[node].address
    }

    pub(crate) fn cable(&self, node: usize) -> &Cable {
        &self.nodes[node].cable
    }

    /// Whether a server can be isolated from all others.
    pub(crate) fn is_apart(&self) -> bool {
        self.network.is_some()
    }

    /// Cuts a server off, from the whole network if possible. No connection is closed.
    pub(crate) fn cut_off(&self, node: usize) {
        match &self.network {
            Some(network) => network.cut(node),
            None => self.cable(node).cut(),
        }
    }

    /// Reconnects a server that was cut off.
    pub(crate) fn let_back(&self, node: usize) {
        match &self.network {
            Some(network) => network.mend(node),
            None => self.cable(node).mend(),
        }
    }

    /// Stored data of a game, as soon as the database is available.
    pub(crate) async fn log(&self, game: &GameId) -> StoredTable {
        let begun = Instant::now();
        loop {
            match self.store.load(game).await {
                Ok(table) => return table.expect("a game that was played is kept"),
                Err(error) => assert!(begun.elapsed() < LOG_MAX, "the log cannot be read: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Replaces a server by the result of `change`.
    fn replace(&self, node: usize, change: impl FnOnce(Program) -> Program) {
        let mut program = self.nodes[node].program.lock().unwrap();
        let changed = change(program.take().unwrap());
        *program = Some(changed);
    }

    /// Kills a server like a power cut, and restarts it.
    pub(crate) fn kill_node(&self, node: usize) {
        self.replace(node, Program::kill_and_restart);
    }

    /// Shuts a server down gracefully, and restarts it.
    pub(crate) fn restart_node(&self, node: usize) {
        self.replace(node, Program::restart_gracefully);
    }

    /// Suspends a server's process for some time.
    pub(crate) fn freeze_node(&self, node: usize, time: Duration) {
        let program = self.nodes[node].program.lock().unwrap();
        let pid = program.as_ref().unwrap().pid();
        signal(pid, "STOP");
        std::thread::sleep(time);
        signal(pid, "CONT");
    }

    pub(crate) fn kill_nats(&self) {
        self.nats.lock().unwrap().kill();
    }

    pub(crate) fn start_nats(&self) {
        self.nats.lock().unwrap().begin();
    }

    /// Kills the database like a power cut, and restarts it.
    pub(crate) fn kill_postgres(&self) {
        let mut postgres = self.postgres.lock().unwrap();
        postgres.kill();
        postgres.begin();
    }
}

impl Drop for Cluster {
    /// Prints the servers' logs if the test failed.
    fn drop(&mut self) {
        if std::thread::panicking() {
            for number in 0..self.nodes.len() {
                let log = std::fs::read_to_string(self.folder.join(format!("node{number}.log")));
                eprintln!("node {number} said:\n{}", log.unwrap_or_default());
            }
        }
    }
}
