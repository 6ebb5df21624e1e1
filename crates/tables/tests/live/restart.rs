use std::sync::Arc;
use std::time::Duration;

use protocol::{ClientMessage, EventName, Packet};
use serde_json::json;
use tables::{Client, ClientId, ClientSink};

use crate::test_client::TestClient;
use crate::test_server::{TestServer, wait};

/// The seat of a player: what they need to return.
struct Seat {
    name: String,
    room: String,
    token: String,
}

fn seats(guests: Vec<TestClient>) -> Vec<Seat> {
    let seat = |guest: TestClient| {
        let (name, room, token) = (guest.name.clone(), guest.room.clone(), guest.token.clone());
        Seat { name, room, token }
    };
    guests.into_iter().map(seat).collect()
}

async fn come_back(house: &TestServer, seats: &[Seat]) -> Vec<TestClient> {
    let mut guests = Vec::new();
    for seat in seats {
        let mut guest = house.guest(&seat.name);
        guest.greet(&seat.room, &seat.token, None).await.unwrap();
        guests.push(guest);
    }
    guests
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_tokens_still_work_and_the_game_continues() {
    for preset in ["social", "classic", "validated", "open"] {
        let house = TestServer::open(1);
        let guests = house.game(preset, json!({}), 3).await;
        house.turn(&guests).await;
        house.turn(&guests).await;
        let before = house.stored(&guests[0].room).await;
        let racks: Vec<_> =
            guests.iter().map(|guest| guest.last("yourTiles").unwrap()["tiles"].clone()).collect();
        let seats = seats(guests);
        let house = house.restart(2).await;
        let guests = come_back(&house, &seats).await;
        assert_eq!(house.stored(&guests[0].room).await, before);
        for (guest, rack) in guests.iter().zip(racks) {
            assert_eq!(guest.last("yourTiles").unwrap()["tiles"], rack);
        }
        house.turn(&guests).await;
        house.everybody_knows(&guests).await;
    }
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_timers_fire_even_if_no_player_returns() {
    let house = TestServer::open(2);
    let clock = json!({"clock": {"kind": "turn", "seconds": 30}});
    let guests = house.game("validated", clock, 2).await;
    wait(10).await;
    let seats = seats(guests);
    let room = seats[0].room.clone();
    let house = house.restart(3).await;
    assert_eq!(house.tables.live_count().await, 0);
    let version = house.version(&room).await;
    // The server's sweep finds due timers every second.
    for _ in 0..19 {
        house.tables.wake_due().await;
        wait(1).await;
    }
    assert_eq!(house.version(&room).await, version, "the turn has a second left");
    for _ in 0..3 {
        house.tables.wake_due().await;
        wait(1).await;
    }
    assert_eq!(house.version(&room).await, version + 1, "the turn was passed by the clock");
    let guests = come_back(&house, &seats).await;
    assert_eq!(house.to_move(&guests).await.name, "Bob");
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_every_hold_starts_again() {
    let house = TestServer::open(3);
    let guests = house.game("open", json!({}), 2).await;
    guests[1].client.gone().await;
    wait(50).await;
    let seats = seats(guests);
    let house = house.restart(4).await;
    let mut ann = house.guest("Ann");
    ann.greet(&seats[0].room, &seats[0].token, None).await.unwrap();
    wait(50).await;
    assert_eq!(ann.count("playerRemoved"), 0);
    wait(10).await;
    assert_eq!(ann.last("gameEnded").unwrap()["reason"], "abandoned");
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_commands_stay_idempotent_and_resyncs_get_the_full_state() {
    let house = TestServer::open(4);
    let guests = house.game("validated", json!({}), 2).await;
    let (player, event, mut payload) = house.next_move(&guests).await;
    payload["commandId"] = json!("before");
    let done = player.does(event, payload.clone()).await;
    let (name, last) = (player.name.clone(), player.last_seq());
    let seats = seats(guests);
    let house = house.restart(5).await;
    let seat = seats.iter().find(|seat| seat.name == name).unwrap();
    let mut again = house.guest(&name);
    again.greet(&seat.room, &seat.token, Some(last)).await.unwrap();
    assert_eq!(again.does(event, payload).await, done);
    assert_eq!(house.version(&seat.room).await, last);
    let mut old = house.guest(&name);
    old.greet(&seat.room, &seat.token, Some(1)).await.unwrap();
    assert_eq!(old.count("tableState"), 1, "what was sent before is not remembered");
}

#[tokio::test(start_paused = true)]
async fn a_challenge_and_a_vote_survive_a_restart() {
    let house = TestServer::open(5);
    let guests = house.game("social", json!({"verdict": "vote"}), 3).await;
    house.turn(&guests).await;
    guests[1].does("challenge", json!({})).await;
    guests[1].does("resolveChallenge", json!({"valid": false})).await;
    let seats = seats(guests);
    let house = house.restart(6).await;
    let guests = come_back(&house, &seats).await;
    let state = guests[1].last("tableState").unwrap();
    assert_eq!(
        (&state["you"]["vote"], &guests[2].last("tableState").unwrap()["you"].get("vote")),
        (&json!(false), &None)
    );
    guests[2].does("resolveChallenge", json!({"valid": false})).await;
    assert_eq!(guests[0].last("challengeResolved").unwrap()["valid"], false);
}

#[tokio::test(start_paused = true)]
async fn an_idle_table_is_unloaded_and_loaded_again() {
    let house = TestServer::open(6);
    let guests = house.game("validated", json!({}), 2).await;
    house.turn(&guests).await;
    assert_eq!(house.tables.live_count().await, 1);
    for guest in &guests {
        guest.client.gone().await;
    }
    wait(59).await;
    assert_eq!(house.tables.live_count().await, 1);
    wait(2).await;
    assert_eq!(house.tables.live_count().await, 0);
    let seats = seats(guests);
    let guests = come_back(&house, &seats).await;
    assert_eq!(house.tables.live_count().await, 1);
    house.turn(&guests).await;
    house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn an_unloaded_table_still_expires() {
    let house = TestServer::open(7);
    let guests = house.game("social", json!({}), 2).await;
    for guest in &guests {
        guest.client.gone().await;
    }
    let seats = seats(guests);
    wait(61).await;
    assert_eq!(house.tables.live_count().await, 0);
    tokio::time::sleep(Duration::from_secs(24 * 3600)).await;
    house.tables.wake_due().await;
    wait(1).await;
    assert!(house.replay(&seats[0].room).await.outcome().is_some());
}

/// A connection that panics when it is sent a `turnChange`.
struct Cursed;

impl ClientSink for Cursed {
    fn send(&self, frame: &Packet) {
        assert_ne!(frame.name(), EventName::TurnChange, "a table fails");
    }

    fn close(&self) {}
}

#[tokio::test(start_paused = true)]
async fn after_a_table_panics_players_reconnect_and_nothing_is_lost() {
    let house = TestServer::open(7);
    let guests = house.game("validated", json!({}), 2).await;
    house.turn(&guests).await;
    let watcher = Client::new(ClientId(u64::MAX), Arc::new(Cursed), house.tables.clone());
    let watch = json!({"roomCode": guests[0].room, "invite": guests[0].invite});
    let watch = ClientMessage::parse("watchGame", &[watch]).unwrap();
    assert!(watcher.handle(watch).await.is_ok());
    let (player, event, mut payload) = house.next_move(&guests).await;
    payload["commandId"] = json!("the last");
    assert_eq!(player.is_refused(event, payload.clone()).await, "UNAVAILABLE");
    assert!(guests.iter().all(TestClient::is_cut), "somebody is left at a table that is not there any more");
    let (before, mover) = (house.stored(&guests[0].room).await, player.name.clone());
    let guests = come_back(&house, &seats(guests)).await;
    let player = guests.iter().find(|guest| guest.name == mover).unwrap();
    player.does(event, payload).await;
    assert_eq!(house.stored(&guests[0].room).await, before, "it was done before, and is done once");
    house.turn(&guests).await;
    house.everybody_knows(&guests).await;
}
