//! A server in this process, and a minimal HTTP client.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::Arc;

use server::Server;
use store::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub(crate) struct Running {
    address: SocketAddr,
    pub(crate) store: Arc<MemoryStore>,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

impl Running {
    /// Starts a server with the games of [`crate::kept`].
    pub(crate) async fn start(change: impl FnOnce(&mut Server)) -> Running {
        let store = Arc::new(MemoryStore::new());
        crate::fixtures::keep_all(store.as_ref()).await;
        Running::on(store, change).await
    }

    /// Starts a server on a store.
    pub(crate) async fn on(store: Arc<MemoryStore>, change: impl FnOnce(&mut Server)) -> Running {
        let words: HashMap<String, Arc<lexicon::Lexicon>> = wordlists::all()
            .iter()
            .map(|lexicon| (lexicon.language().code().to_owned(), Arc::clone(lexicon)))
            .collect();
        let mut server = Server::new(Arc::clone(&store) as Arc<dyn store::Store>, Arc::new(words));
        server.client = client::files();
        change(&mut server);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let serving = tokio::spawn(server.serve(listener, async { drop(stopped.await) }));
        Running { address, store, stop, serving }
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, "").await
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, headers: &str) -> Reply {
        ask(self.address, method, path, headers).await
    }

    /// Sends a request with a body.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Reply {
        let mut connection = self.connect().await;
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             Content-Length: {length}\r\n{headers}\r\n"
        );
        connection.send(head.as_bytes()).await;
        connection.send(body).await;
        connection.reply(method).await
    }

    pub(crate) async fn connect(&self) -> Connection {
        Connection::open(self.address).await
    }

    /// Waits for a response. By then the server has accepted all earlier connections.
    pub(crate) async fn answers(&self) {
        assert_eq!(self.get("/healthz").await.status, 200);
    }

    /// Stops the server.
    pub(crate) fn stop(self) -> JoinHandle<std::io::Result<()>> {
        self.stop.send(()).unwrap();
        self.serving
    }
}

pub(crate) struct Connection(TcpStream);

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Connection {
        Connection(TcpStream::connect(address).await.unwrap())
    }

    pub(crate) async fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).await.unwrap();
    }

    /// Reads until the wanted text has arrived, and no further.
    pub(crate) async fn read_until(&mut self, wanted: &str) -> String {
        let mut read = Vec::new();
        let mut piece = [0; 1024];
        while !String::from_utf8_lossy(&read).contains(wanted) {
            let count = self.0.read(&mut piece).await.unwrap();
            assert!(count > 0, "{wanted} never came: {}", String::from_utf8_lossy(&read));
            read.extend_from_slice(&piece[..count]);
        }
        String::from_utf8_lossy(&read).into_owned()
    }

    /// Waits until the server has closed the connection.
    pub(crate) async fn is_closed(&mut self) {
        let mut rest = Vec::new();
        // An aborted connection is an error here.
        let _ = self.0.read_to_end(&mut rest).await;
    }

    /// Reads until the server closes the connection.
    pub(crate) async fn reply(mut self, method: &str) -> Reply {
        let mut bytes = Vec::new();
        self.0.read_to_end(&mut bytes).await.unwrap();
        Reply::of(&bytes, method)
    }
}

pub(crate) async fn ask(address: SocketAddr, method: &str, path: &str, headers: &str) -> Reply {
    let mut connection = Connection::open(address).await;
    let request =
        format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
    connection.send(request.as_bytes()).await;
    connection.reply(method).await
}

/// Decodes a chunked body; `None` if its end is missing.
fn unchunked(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = bytes.windows(2).position(|window| window == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).ok()?, 16).ok()?;
        let piece = bytes.get(end + 2..end + 2 + length)?;
        if length == 0 {
            return Some(body);
        }
        body.extend_from_slice(piece);
        bytes = bytes.get(end + 2 + length + 2..)?;
    }
}

#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    fn of(bytes: &[u8], method: &str) -> Reply {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").expect("a head");
        let head = std::str::from_utf8(&bytes[..end]).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let field = |line: &str| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_lowercase(), value.trim().to_owned())
        };
        let mut reply =
            Reply { status, headers: lines.map(field).collect(), body: bytes[end + 4..].to_vec() };
        if reply.header("transfer-encoding") == Some("chunked") {
            reply.body = unchunked(&reply.body).expect("a body that is complete");
            return reply;
        }
        if method != "HEAD" && ![204, 304].contains(&status) {
            assert_eq!(reply.header("content-length").and_then(|l| l.parse().ok()), Some(reply.body.len()));
        }
        reply
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }
}
