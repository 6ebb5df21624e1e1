//! A table shared by several nodes behaves for its players like a table at one node.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use rules::Timestamp;
use serde_json::{Value, json};
use store::{Hint, Hints, MemoryStore, NodeId};
use tables::ClusterHandle;
use tokio::sync::{Mutex, broadcast};
use tokio::task::JoinHandle;

use crate::test_client::TestClient;
use crate::test_server::{TestServer, wait};

const MORNING: Timestamp = Timestamp(1_700_000_000_000);

/// A hint channel that reaches all nodes, or none.
struct HintChannel {
    sender: Option<broadcast::Sender<Hint>>,
    receiver: Mutex<broadcast::Receiver<Hint>>,
}

#[async_trait]
impl Hints for HintChannel {
    fn give(&self, hint: Hint) {
        if let Some(sender) = &self.sender {
            sender.send(hint).unwrap();
        }
    }

    async fn next(&self) -> Hint {
        match self.receiver.lock().await.recv().await {
            Ok(hint) => hint,
            // No sender is left.
            Err(_) => std::future::pending().await,
        }
    }
}

/// A node that can crash: dropping it sends no goodbye.
pub(crate) struct Node {
    pub(crate) house: TestServer,
    cluster_task: JoinHandle<()>,
}

impl Drop for Node {
    fn drop(&mut self) {
        self.cluster_task.abort();
    }
}

/// Creates nodes on an empty store.
pub(crate) fn nodes(count: u64, has_hints: bool) -> Vec<Node> {
    nodes_on(&Arc::new(MemoryStore::new()), count, has_hints, MORNING)
}

/// Creates nodes on one store.
pub(crate) fn nodes_on(store: &Arc<MemoryStore>, count: u64, has_hints: bool, now: Timestamp) -> Vec<Node> {
    nodes_at(store, &vec![now; count as usize], has_hints)
}

/// Creates nodes on one store, each with its own time.
pub(crate) fn nodes_at(store: &Arc<MemoryStore>, times: &[Timestamp], has_hints: bool) -> Vec<Node> {
    let sender = broadcast::Sender::new(1024);
    let node = |(number, now): (u64, &Timestamp)| {
        let air = HintChannel {
            sender: has_hints.then(|| sender.clone()),
            receiver: Mutex::new(sender.subscribe()),
        };
        let cluster = ClusterHandle {
            node: NodeId::new(&format!("n{number}")).unwrap(),
            cluster_store: store.clone(),
            hints: Arc::new(air),
        };
        let house = TestServer::among(store.clone(), number, *now, Some(cluster));
        let tables = house.tables.clone();
        let cluster_task = tokio::spawn(async move {
            tokio::join!(tables.run_cluster(), async {
                loop {
                    tables.wake_due().await;
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            });
        });
        Node { house, cluster_task }
    };
    (0..).zip(times).map(node).collect()
}

/// A game of two players, each at their own node.
pub(crate) async fn split_game(nodes: &[Node], preset: &str, rules: Value) -> Vec<TestClient> {
    let ann = nodes[0].house.host("Ann", preset, rules).await;
    let bob = nodes[1].house.join("Bob", &ann.room).await;
    ann.does("startGame", json!({})).await;
    wait(2).await;
    vec![ann, bob]
}

/// Returns the full state without the server time.
async fn state(guest: &TestClient) -> Value {
    guest.does("resync", json!({})).await;
    let mut state = guest.last("tableState").unwrap();
    state.as_object_mut().unwrap().remove("serverTime");
    state
}

#[tokio::test(start_paused = true)]
async fn a_move_at_one_node_reaches_the_other_at_once() {
    let nodes = nodes(2, true);
    let guests = split_game(&nodes, "validated", json!({})).await;
    for _ in 0..6 {
        nodes[0].house.turn(&guests).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
        nodes[0].house.everybody_knows(&guests).await;
    }
    let (ann, bob) = (state(&guests[0]).await, state(&guests[1]).await);
    assert_eq!(ann["game"], bob["game"]);
}

#[tokio::test(start_paused = true)]
async fn without_hints_a_move_reaches_other_nodes_within_two_seconds() {
    let nodes = nodes(2, false);
    let guests = split_game(&nodes, "validated", json!({})).await;
    for _ in 0..6 {
        nodes[0].house.turn(&guests).await;
        tokio::time::sleep(Duration::from_millis(1900)).await;
        nodes[0].house.everybody_knows(&guests).await;
    }
    assert!(nodes[1].house.tables.cluster_stats().healed > 0);
}

#[tokio::test(start_paused = true)]
async fn concurrent_moves_at_two_nodes_are_ordered() {
    let nodes = nodes(2, false);
    let guests = split_game(&nodes, "social", json!({})).await;
    let version = nodes[0].house.version(&guests[0].room).await;
    // The other node does not know yet that the turn has passed.
    let mover = nodes[0].house.to_move(&guests).await;
    mover.does("passTurn", json!({})).await;
    let other = guests.iter().find(|guest| guest.id != mover.id).unwrap();
    other.does("passTurn", json!({})).await;
    wait(2).await;
    assert_eq!(nodes[0].house.version(&guests[0].room).await, version + 2);
    nodes[0].house.everybody_knows(&guests).await;
}

#[tokio::test(start_paused = true)]
async fn concurrent_joins_at_two_nodes_get_different_seats() {
    let nodes = nodes(2, false);
    let ann = nodes[0].house.host("Ann", "social", json!({})).await;
    let bob = nodes[1].house.join("Bob", &ann.room).await;
    // This node does not know yet that the seat is taken.
    let cid = nodes[0].house.join("Cid", &ann.room).await;
    wait(2).await;
    ann.does("startGame", json!({})).await;
    wait(2).await;
    let game = nodes[0].house.replay(&ann.room).await;
    for (seat, guest) in game.join_order().iter().zip([&ann, &bob, &cid]) {
        let tiles = protocol::held_tiles(game.rack(*seat).unwrap().tiles(), &game.rules().language);
        let rack = guest.last("yourTiles").unwrap();
        assert_eq!(rack["tiles"], serde_json::to_value(tiles).unwrap(), "{}", guest.name);
    }
}

#[tokio::test(start_paused = true)]
async fn a_node_that_may_be_behind_refuses_nothing_by_the_rules() {
    let store = Arc::new(MemoryStore::new());
    let nodes = nodes_on(&store, 2, false, MORNING);
    let ann = nodes[0].house.host("Ann", "social", json!({"joining": "anyone"})).await;
    nodes[1].house.join("Bob", &ann.room).await;
    // Ann's node does not know of Bob and cannot ask the store. Alone, Ann could not start.
    store.set_failing(true);
    assert_eq!(ann.is_refused("startGame", json!({})).await, "UNAVAILABLE");
    let cid = nodes[1].house.guest("Cid");
    let as_bob = json!({"playerName": "Bob", "roomCode": ann.room});
    assert_eq!(cid.is_refused("joinGame", as_bob.clone()).await, "UNAVAILABLE");
    store.set_failing(false);
    assert_eq!(cid.is_refused("joinGame", as_bob).await, "NAME_TAKEN");
    ann.does("startGame", json!({})).await;
}

#[tokio::test(start_paused = true)]
async fn a_ticket_works_at_a_node_that_does_not_know_its_player_yet() {
    let nodes = nodes(2, false);
    let ann = nodes[0].house.host("Ann", "social", json!({})).await;
    let bob = nodes[1].house.join("Bob", &ann.room).await;
    let ticket = bob.does("createTicket", json!({})).await["ticket"].clone();
    let phone = nodes[0].house.guest("Bob");
    phone.does("joinGame", json!({"ticket": ticket})).await;
}

#[tokio::test(start_paused = true)]
async fn chat_reaches_every_node_once() {
    for has_hints in [true, false] {
        let nodes = nodes(3, has_hints);
        let guests = split_game(&nodes, "social", json!({"watching": "anyone"})).await;
        let spectator = nodes[2].house.guest("Eve");
        spectator.does("watchGame", json!({"roomCode": guests[0].room})).await;
        wait(2).await;
        guests[0].does("chat", json!({"text": "hello"})).await;
        wait(2).await;
        for guest in guests.iter().chain([&spectator]) {
            assert_eq!(guest.count("chat"), 1, "{}", guest.name);
            assert_eq!(guest.last("chat").unwrap()["text"], "hello");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn chat_of_a_new_player_is_shown_once_the_node_knows_the_player() {
    let store = Arc::new(MemoryStore::new());
    let nodes = nodes_on(&store, 2, false, MORNING);
    let ann = nodes[0].house.host("Ann", "social", json!({})).await;
    wait(2).await;
    store.set_without_news(true);
    let bob = nodes[1].house.join("Bob", &ann.room).await;
    bob.does("chat", json!({"text": "hello"})).await;
    wait(2).await;
    assert_eq!(ann.count("chat"), 0);
    store.set_without_news(false);
    wait(2).await;
    assert_eq!(ann.count("chat"), 1);
    assert_eq!(ann.last("chat").unwrap()["playerName"], "Bob");
}

#[tokio::test(start_paused = true)]
async fn a_player_who_joined_and_left_unseen_leads_to_a_full_state() {
    let nodes = nodes(2, false);
    let ann = nodes[0].house.host("Ann", "social", json!({})).await;
    wait(2).await;
    let bob = nodes[1].house.join("Bob", &ann.room).await;
    bob.does("chat", json!({"text": "hello"})).await;
    bob.does("leaveGame", json!({})).await;
    let cid = nodes[1].house.join("Cid", &ann.room).await;
    wait(2).await;
    // Bob's id is no longer known, so the table is sent as it is now.
    assert_eq!(ann.count("chat"), 0);
    assert_eq!(ann.last("tableState").unwrap()["seq"], ann.last_seq());
    let players = ann.last("lobbyUpdate").unwrap()["players"].clone();
    assert_eq!((&players[1]["name"], &players[1]["id"]), (&json!("Cid"), &json!(cid.id)), "{players}");
    ann.does("startGame", json!({})).await;
    wait(2).await;
    assert_eq!(cid.count("yourTiles"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_host_answers_join_requests_made_at_another_node() {
    let nodes = nodes(2, true);
    let ann = nodes[0].house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    for (name, admit) in [("Bob", true), ("Cid", false)] {
        let guest = nodes[1].house.guest(name);
        guest.does("joinGame", json!({"playerName": name, "roomCode": ann.room})).await;
        wait(0).await;
        let asked = ann.last("joinRequested").unwrap();
        assert_eq!(asked["playerName"], name);
        ann.does("admitPlayer", json!({"requestId": asked["requestId"], "admit": admit})).await;
        wait(0).await;
        let decided = guest.last("joinDecided").unwrap();
        assert_eq!(
            (&decided["admitted"], decided["seat"]["token"].is_string()),
            (&json!(admit), admit),
            "{decided}"
        );
    }
    let names = |lobby: &Value| lobby["players"].as_array().unwrap().len();
    assert_eq!(names(&ann.last("lobbyUpdate").unwrap()), 2);
}

#[tokio::test(start_paused = true)]
async fn a_new_table_receives_join_requests_from_other_nodes_at_once() {
    let nodes = nodes(2, false);
    let ann = nodes[0].house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let bob = nodes[1].house.guest("Bob");
    bob.does("joinGame", json!({"playerName": "Bob", "roomCode": ann.room})).await;
    wait(2).await;
    assert_eq!(ann.last("joinRequested").expect("Ann is asked")["playerName"], "Bob");
}

#[tokio::test(start_paused = true)]
async fn a_host_who_moves_to_another_node_gets_the_pending_join_requests() {
    let nodes = nodes(3, true);
    let ann = nodes[0].house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let bob = nodes[1].house.guest("Bob");
    bob.does("joinGame", json!({"playerName": "Bob", "roomCode": ann.room})).await;
    let cid = nodes[1].house.guest("Cid");
    cid.does("joinGame", json!({"playerName": "Cid", "roomCode": ann.room})).await;
    wait(0).await;
    assert_eq!(ann.count("joinRequested"), 2);
    cid.client.gone().await;
    ann.client.gone().await;
    let mut again = nodes[2].house.guest("Ann");
    again.greet(&ann.room, &ann.token, None).await.unwrap();
    wait(0).await;
    let asked = again.last("joinRequested").expect("she is asked again");
    assert_eq!((again.count("joinRequested"), &asked["playerName"]), (1, &json!("Bob")));
    again.does("admitPlayer", json!({"requestId": asked["requestId"], "admit": true})).await;
    wait(0).await;
    assert_eq!(bob.last("joinDecided").unwrap()["admitted"], true);
}

#[tokio::test(start_paused = true)]
async fn join_requests_do_not_expire() {
    let nodes = nodes(2, true);
    let ann = nodes[0].house.host("Ann", "social", json!({"joining": "hostAdmits"})).await;
    let bob = nodes[1].house.guest("Bob");
    bob.does("joinGame", json!({"playerName": "Bob", "roomCode": ann.room})).await;
    wait(3600).await;
    let asked = ann.last("joinRequested").unwrap();
    ann.does("admitPlayer", json!({"requestId": asked["requestId"], "admit": true})).await;
    wait(2).await;
    assert_eq!(bob.last("joinDecided").expect("he is answered")["admitted"], true);
}

#[tokio::test(start_paused = true)]
async fn a_player_at_another_node_is_not_away_until_they_leave_it() {
    let nodes = nodes(2, true);
    let guests = split_game(&nodes, "open", json!({})).await;
    // Far longer than the seat of an absent player is held.
    wait(200).await;
    assert_eq!(guests[0].count("playerDisconnected"), 0);
    assert_eq!(guests[0].count("playerRemoved"), 0);
    guests[1].client.gone().await;
    wait(1).await;
    assert_eq!(guests[0].count("playerDisconnected"), 1);
    let mut again = nodes[1].house.guest("Bob");
    again.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    wait(1).await;
    assert_eq!(guests[0].count("playerReconnected"), 1);
    again.client.gone().await;
    wait(70).await;
    assert_eq!(guests[0].count("playerRemoved"), 1);
}

#[tokio::test(start_paused = true)]
async fn players_of_a_crashed_node_are_away_and_can_reconnect_to_another() {
    let mut nodes = nodes(2, true);
    let guests = split_game(&nodes, "open", json!({})).await;
    drop(nodes.pop());
    wait(10).await;
    assert_eq!(guests[0].count("playerDisconnected"), 1);
    let mut again = nodes[0].house.guest("Bob");
    again.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    wait(100).await;
    assert_eq!(guests[0].count("playerRemoved"), 0);
    assert_eq!(state(&guests[0]).await["game"], state(&again).await["game"]);
}

#[tokio::test(start_paused = true)]
async fn the_newest_connection_to_a_seat_wins_at_any_node() {
    let nodes = nodes(2, true);
    let guests = split_game(&nodes, "social", json!({})).await;
    let mut again = nodes[0].house.guest("Bob");
    again.greet(&guests[1].room, &guests[1].token, None).await.unwrap();
    wait(1).await;
    assert!(guests[1].is_cut());
    assert_eq!(guests[1].count("seatMoved"), 1);
    // The client that was disconnected leaves, and its player is still present.
    guests[1].client.gone().await;
    wait(2).await;
    assert_eq!(guests[0].count("playerDisconnected"), 0);
    assert!(!again.is_cut());
}

#[tokio::test(start_paused = true)]
async fn a_ticket_made_at_one_node_moves_the_seat_at_another_once() {
    let nodes = nodes(2, true);
    let guests = split_game(&nodes, "social", json!({})).await;
    let ticket = guests[0].does("createTicket", json!({})).await["ticket"].clone();
    let mut phone = nodes[1].house.guest("Ann");
    let seat = phone.does("joinGame", json!({"ticket": ticket})).await;
    phone.sits(&seat);
    wait(1).await;
    assert!(guests[0].is_cut());
    for node in &nodes {
        let mut old = node.house.guest("Ann");
        let refused = old.greet(&guests[0].room, &guests[0].token, None).await.unwrap_err();
        assert_eq!(refused["code"], "BAD_TOKEN");
        let thief = node.house.guest("Eve");
        assert_eq!(thief.is_refused("joinGame", json!({"ticket": ticket})).await, "BAD_TOKEN");
    }
    phone.does("resync", json!({})).await;
}

#[tokio::test(start_paused = true)]
async fn a_due_timer_fires_once_among_all_nodes() {
    for has_hints in [true, false] {
        let nodes = nodes(3, has_hints);
        let guests = split_game(&nodes, "classic", json!({})).await;
        let mover = nodes[0].house.to_move(&guests).await;
        let game = nodes[0].house.replay(&guests[0].room).await;
        let seat = game.to_move().unwrap();
        mover.does("submitWord", crate::test_server::nonsense(&game, seat, &[0, 1])).await;
        let version = nodes[0].house.version(&guests[0].room).await;
        // The challenge window closes.
        wait(120).await;
        assert_eq!(nodes[0].house.version(&guests[0].room).await, version + 1);
        nodes[0].house.everybody_knows(&guests).await;
    }
}

#[tokio::test(start_paused = true)]
async fn players_at_different_nodes_join_the_same_rematch() {
    let nodes = nodes(2, true);
    let mut guests = split_game(&nodes, "social", json!({})).await;
    guests[0].does("resign", json!({})).await;
    wait(1).await;
    let seat = guests[0].does("playAgain", json!({})).await;
    wait(1).await;
    let offered = guests[1].last("playAgainOffered").expect("the other is told where");
    assert_eq!(offered["roomCode"], seat["roomCode"]);
    let other = guests[1].does("playAgain", json!({})).await;
    assert_eq!(other["roomCode"], seat["roomCode"]);
    wait(1).await;
    guests[0].sits(&seat);
    guests[1].sits(&other);
    guests[0].does("startGame", json!({})).await;
    wait(1).await;
    nodes[0].house.everybody_knows(&guests).await;
}
