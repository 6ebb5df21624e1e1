//! Logs and error messages contain nothing that a player must keep secret.
//!
//! This is a test binary of its own, because the log subscriber is global to the process.

#[allow(dead_code, reason = "it is made for all tests of live tables")]
#[path = "../live/test_client.rs"]
mod test_client;
#[allow(dead_code, reason = "it is made for all tests of live tables")]
#[path = "../live/test_server.rs"]
mod test_server;

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;

use crate::test_client::TestClient;
use crate::test_server::TestServer;

#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<u8>>>);

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Captured {
    type Writer = Captured;
    fn make_writer(&'a self) -> Captured {
        self.clone()
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string takes everything");
        text
    })
}

/// Returns all texts that must not be logged.
async fn canaries(house: &TestServer, guests: &[TestClient]) -> Vec<String> {
    let table = house.stored(&guests[0].room).await;
    let mut canaries = vec![hex(&table.seed.0), format!("{:?}", table.seed.0), guests[0].invite.clone()];
    for guest in guests {
        canaries.push(guest.token.clone());
        for heard in guest.heard() {
            let tiles = if heard.name == "yourTiles" { heard.body()["tiles"].clone() } else { Value::Null };
            if let Some(tiles) = tiles.as_array().filter(|tiles| tiles.len() > 2) {
                canaries.push(Value::from(tiles.clone()).to_string());
                let letters = tiles.iter().map(|tile| tile["letter"].as_str().unwrap());
                canaries.push(letters.collect());
            }
        }
    }
    let game = house.replay(&guests[0].room).await;
    for seat in game.players().seats() {
        canaries.push(format!("{:?}", game.rack(seat).unwrap().tiles()));
    }
    canaries
}

#[tokio::test(start_paused = true)]
async fn no_secret_and_no_rack_is_logged_or_part_of_an_error() {
    let captured = Captured::default();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter("tables=trace,server=trace,store=trace,protocol=trace,rules=trace")
        .with_writer(captured.clone())
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();

    let house = TestServer::open(1);
    let guests = house.game("classic", json!({}), 3).await;
    let mut secrets = Vec::new();
    for _ in 0..12 {
        house.turn(&guests).await;
    }
    let made = guests[0].does("createTicket", json!({})).await;
    secrets.push(made["ticket"].as_str().unwrap().to_owned());
    let (room, token, invite) = (&guests[0].room, &guests[0].token, &guests[0].invite);
    let mut twin = house.guest("Ann");
    twin.greet(room, token, Some(3)).await.unwrap();
    // Errors of every kind: wrong tokens, used tickets, illegal plays, an unreachable store.
    let stranger = house.guest("Eve");
    let _ = stranger.ask("joinGame", json!({"roomCode": room, "token": invite})).await;
    let _ = stranger.ask("watchGame", json!({"roomCode": room, "invite": token})).await;
    let _ = stranger.ask("joinGame", json!({"ticket": token})).await;
    for guest in &guests {
        let off = json!({"placements": [{"row": 14, "col": 14, "tile": {"letter": "Q", "isBlank": false}}]});
        let _ = guest.ask("submitWord", off.clone()).await;
        let _ = guest.ask("previewMove", off).await;
        let _ = guest.ask("exchangeTiles", json!({"tileIndices": [60]})).await;
    }
    house.store.set_failing(true);
    for guest in &guests {
        let _ = guest.ask("passTurn", json!({"commandId": "x"})).await;
        let _ = guest.ask("createTicket", json!({})).await;
        let _ = guest.ask("resign", json!({})).await;
    }
    let _ = stranger.ask("joinGame", json!({"ticket": made["ticket"]})).await;
    let _ = stranger.ask("joinGame", json!({"roomCode": room, "token": token})).await;
    house.tables.wake_due().await;
    house.tables.release_codes().await;
    house.store.set_failing(false);

    secrets.extend(canaries(&house, &guests).await);
    let log = String::from_utf8(captured.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("could not be"), "the log was captured: {log}");
    let errors: Vec<String> = guests
        .iter()
        .chain([&stranger])
        .flat_map(TestClient::heard)
        .filter(|heard| ["error", "wordRejected"].contains(&heard.name.as_str()))
        .map(|heard| heard.text)
        .collect();
    assert!(errors.len() > 12);
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        assert!(!log.contains(secret), "the log has {secret}");
        assert!(errors.iter().all(|error| !error.contains(secret)), "an error has {secret}");
    }
}

#[tokio::test(start_paused = true)]
async fn debug_output_hides_secrets_too() {
    let house = TestServer::open(2);
    let guests = house.game("validated", json!({}), 2).await;
    let stored = house.stored(&guests[0].room).await;
    let printed = format!("{:?}", stored.seed);
    assert!(!printed.contains(&hex(&stored.seed.0)) && !printed.contains(&format!("{:?}", stored.seed.0)));
    let join = json!({"roomCode": guests[0].room, "token": guests[0].token});
    let message = protocol::ClientMessage::parse("joinGame", &[join]).unwrap();
    assert!(!format!("{message:?}").contains(&guests[0].token));
}
