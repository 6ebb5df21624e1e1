//! Hints over real servers: nodes receive each other's hints, also after a lost connection.

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rules::GameId;
use sqlx::postgres::PgConnectOptions;
use store::{Hint, HintTimeouts, Hints, NatsHints, NodeId, PostgresHints, PostgresStore, Version};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(30);

fn hint(node: &str, version: u64) -> Hint {
    let table = GameId::new(format!("table-of-{}", std::process::id()));
    Hint { node: NodeId::new(node).unwrap(), table, version: Some(Version(version)) }
}

/// Sends a hint repeatedly until it is received. Hints sent before the other listens are lost.
async fn is_heard(from: &dyn Hints, by: &dyn Hints, version: u64) {
    let given = hint("a", version);
    let hearing = async {
        loop {
            let heard = by.next().await;
            if heard == given {
                return;
            }
        }
    };
    let giving = async {
        loop {
            from.give(given.clone());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let heard = async {
        tokio::select! {
            () = hearing => {}
            () = giving => {}
        }
    };
    timeout(PATIENCE, heard).await.expect("the hint is heard");
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_receive_hints_over_postgresql() {
    let Ok(url) = std::env::var("DORD_TEST_POSTGRES_URL") else {
        eprintln!("skipped: DORD_TEST_POSTGRES_URL is not set (`cargo xtask check` starts a server)");
        return;
    };
    let store = PostgresStore::connect(&url).await.unwrap();
    let other_store = PostgresStore::connect(&url).await.unwrap();
    let (one, other) = (PostgresHints::start(&store), PostgresHints::start(&other_store));
    is_heard(&one, &other, 1).await;
    is_heard(&other, &one, 2).await;
    // Many hints at once all arrive.
    for version in 10..200 {
        one.give(hint("a", version));
    }
    let mut heard = 0;
    while heard < 190 {
        let next = timeout(PATIENCE, other.next()).await.expect("no hint is lost while all is well");
        heard += u64::from(next.version >= Some(Version(10)) && next.node.as_str() == "a");
    }
}

/// A proxy to a server that can silently drop connections, without closing them.
struct Cable {
    address: std::net::SocketAddr,
    forgotten: watch::Sender<u64>,
}

impl Cable {
    async fn to(server: String) -> Cable {
        let entrance = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = entrance.local_addr().unwrap();
        let forgotten = watch::Sender::new(0);
        let told = forgotten.clone();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = entrance.accept().await {
                let Ok(mut far) = TcpStream::connect(&server).await else { continue };
                let mut told = told.subscribe();
                tokio::spawn(async move {
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = told.changed() => std::future::pending().await,
                    }
                });
            }
        });
        Cable { address, forgotten }
    }

    fn forget(&self) {
        self.forgotten.send_modify(|times| *times += 1);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silently_lost_postgresql_connection_is_replaced() {
    let Ok(url) = std::env::var("DORD_TEST_POSTGRES_URL") else {
        eprintln!("skipped: DORD_TEST_POSTGRES_URL is not set (`cargo xtask check` starts a server)");
        return;
    };
    let options: PgConnectOptions = url.parse().unwrap();
    let server = format!("{}:{}", options.get_host(), options.get_port());
    assert!(url.contains(&server), "the address of the server stands in {url}");
    let cable = Cable::to(server.clone()).await;
    let store = PostgresStore::connect(&url).await.unwrap();
    let far_store = PostgresStore::connect(&url.replace(&server, &cable.address.to_string())).await.unwrap();
    let patience = HintTimeouts { silence: Duration::from_millis(100), answer: Duration::from_millis(500) };
    let (one, far) = (PostgresHints::start(&store), PostgresHints::start_with(&far_store, patience));
    is_heard(&one, &far, 1).await;
    cable.forget();
    is_heard(&one, &far, 2).await;
    // Hints that could not be sent are lost, but later ones are not.
    is_heard(&far, &one, 3).await;
}

struct Nats(Child);

impl Nats {
    fn start(program: &str, port: u16) -> Nats {
        let mut server = Command::new(program);
        server.args(["-a", "127.0.0.1", "-p", &port.to_string()]);
        server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Nats(server.spawn().unwrap())
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_receive_hints_over_nats_also_after_a_restart_of_the_server() {
    let Ok(program) = std::env::var("DORD_TEST_NATS_PROGRAM") else {
        eprintln!("skipped: DORD_TEST_NATS_PROGRAM is not set (`cargo xtask check` does)");
        return;
    };
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let url = format!("nats://127.0.0.1:{port}");
    // The nodes start first: they do not wait for a server for hints.
    let connect = async || Arc::new(NatsHints::connect(&url).await.unwrap());
    let (one, other) = (connect().await, connect().await);
    let server = Nats::start(&program, port);
    is_heard(one.as_ref(), other.as_ref(), 1).await;
    drop(server);
    one.give(hint("a", 2));
    let _server = Nats::start(&program, port);
    is_heard(other.as_ref(), one.as_ref(), 3).await;
}

#[tokio::test]
async fn an_invalid_address_is_refused_with_an_example() {
    let error = NatsHints::connect("http://").await.err().expect("this is no address");
    assert!(error.to_string().contains("nats://127.0.0.1:4222"), "{error}");
}
