//! Requests for foreign host names.

use serde_json::Value;

use crate::client::{Connection, Reply, Running};

async fn ask(server: &Running, host: &str, path: &str) -> Reply {
    let mut connection: Connection = server.connect().await;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    connection.send(request.as_bytes()).await;
    connection.reply("GET").await
}

#[tokio::test]
async fn a_name_of_another_site_is_refused_with_what_to_do() {
    let server = Running::start(|_| {}).await;
    for host in ["evil.example", "EVIL.example:3000", "127.0.0.1.evil.example"] {
        for path in ["/", "/api/words/en", "/socket.io/?EIO=4&transport=polling"] {
            let reply = ask(&server, host, path).await;
            assert_eq!(reply.status, 421, "{host} {path}");
            let problem: Value = serde_json::from_str(reply.text()).unwrap();
            let message = problem["error"]["message"].as_str().unwrap();
            assert!(
                message.contains("--allowed-hosts") && message.contains("DORD_ALLOWED_HOSTS"),
                "{message}"
            );
        }
        assert_eq!(ask(&server, host, "/healthz").await.status, 200, "a balancer may ask by any name");
    }
    for host in ["127.0.0.1", "localhost:3000", "[::1]:3000", "raspberrypi", "raspberrypi.local"] {
        for path in ["/", "/socket.io/?EIO=4&transport=polling"] {
            assert_eq!(ask(&server, host, path).await.status, 200, "{host} {path}");
        }
    }
}

#[tokio::test]
async fn listed_names_and_names_by_a_trusted_proxy_are_served() {
    let server = Running::start(|server| server.allowed_hosts = vec!["dord.example".to_owned()]).await;
    assert_eq!(ask(&server, "dord.example:3000", "/").await.status, 200);
    assert_eq!(ask(&server, "evil.example", "/").await.status, 421);
    let server = Running::start(|server| server.trusted_proxies = vec![[127, 0, 0, 1].into()]).await;
    assert_eq!(ask(&server, "dord.example", "/").await.status, 200);
}
