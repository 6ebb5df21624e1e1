//! A player who keeps playing with any available server.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rules::GameId;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::cluster::Cluster;
use crate::deadlines::at_most;
use crate::fault_plan::PAST_THE_LEASE;
use crate::history::{self, Checked, History};
use crate::moves::{random, some_move};
use crate::nodes::FAULTS_WANTED;
use crate::recording_socket::{Lost, Received, Socket};

/// Time without events after which the player requests the state.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Maximum time for which two nodes may differ: a lost database connection, plus two seconds
/// without hints.
const NEWS_MAX: Duration = PAST_THE_LEASE.saturating_add(Duration::from_secs(3));

/// Number of moves in a game; people make fewer than twice as many.
const GAME: usize = 50;

/// An acknowledged move: its event, and its latency from the first attempt.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) id: String,
    pub(crate) kind: &'static str,
    /// The payload as sent.
    pub(crate) payload: Value,
    pub(crate) began: Instant,
    pub(crate) took: Duration,
}

pub(crate) struct Player {
    cluster: Arc<Cluster>,
    room: String,
    pub(crate) id: String,
    token: String,
    name: String,
    socket: Option<Socket>,
    chance: u64,
    /// Acknowledged moves, by the version they led to.
    pub(crate) done: BTreeMap<u64, Done>,
    /// Time to reconnect after each lost connection.
    pub(crate) returns: Vec<Duration>,
    lost_at: Option<Instant>,
    /// What was received on earlier connections, in order.
    heard: Vec<Vec<Received>>,
    /// How much was compared with the log.
    pub(crate) checked: Checked,
}

impl Player {
    fn new(cluster: &Arc<Cluster>, given: &Value, name: &str, socket: Socket, chance: u64) -> Player {
        let text = |field: &str| given[field].as_str().unwrap_or_else(|| panic!("{given}")).to_owned();
        Player {
            cluster: cluster.clone(),
            room: text("roomCode"),
            id: text("playerId"),
            token: text("token"),
            name: name.to_owned(),
            socket: Some(socket),
            chance,
            done: BTreeMap::new(),
            returns: Vec::new(),
            lost_at: None,
            heard: Vec::new(),
            checked: Checked::default(),
        }
    }

    /// Opens a table with two players, connected to different servers if there are several.
    pub(crate) async fn two(cluster: &Arc<Cluster>, number: u64) -> [Player; 2] {
        let mut number = number;
        loop {
            if let Ok(two) = Player::try_two(cluster, number).await {
                return two;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            number += 1;
        }
    }

    async fn try_two(cluster: &Arc<Cluster>, number: u64) -> Result<[Player; 2], Lost> {
        let nodes = cluster.count() as u64;
        let address = |player: u64| cluster.address(((number + player) % nodes) as usize);
        let mut host = Socket::try_connect(address(0), &Value::Null).await?;
        // Only moves may happen, however long the servers are down: absent players stay for a
        // minute.
        let rules = json!({
            "absence": {"removedAfterSeconds": 60},
            "scorelessEnd": {"kind": "passes", "count": 1000},
            "challengeWindowSeconds": 86_400,
        });
        let wish = json!({"playerName": "Ann", "preset": "social", "rules": rules});
        let opened = available(host.ask("createGame", &wish).await?)?;
        let mut guest = Socket::try_connect(address(1), &Value::Null).await?;
        let join = json!({"playerName": "Bob", "roomCode": opened["roomCode"]});
        let joined = available(guest.ask("joinGame", &join).await?)?;
        available(host.ask("startGame", &json!({})).await?)?;
        Ok([
            Player::new(cluster, &opened, "Ann", host, number * 2 + 1),
            Player::new(cluster, &joined, "Bob", guest, number * 2 + 2),
        ])
    }

    /// Closes the connection after the game.
    pub(crate) fn leave(&mut self) {
        self.heard.extend(self.socket.take().map(|socket| socket.heard));
    }

    /// Tries the servers until one accepts the connection.
    async fn connect(&mut self) -> Value {
        loop {
            let node = random(&mut self.chance, self.cluster.count() as u64) as usize;
            let auth = json!({"roomCode": self.room, "token": self.token});
            if let Ok(mut socket) = Socket::try_connect(self.cluster.address(node), &auth).await {
                if let Ok(state) = socket.next("tableState").await {
                    self.socket = Some(socket);
                    self.returns.extend(self.lost_at.take().map(|lost_at| lost_at.elapsed()));
                    return state;
                }
                self.heard.push(socket.heard);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// The whole view of the seat, from any server.
    pub(crate) async fn state(&mut self) -> Value {
        loop {
            let Some(socket) = &mut self.socket else { return self.connect().await };
            socket.events.clear();
            let looked = async {
                socket.ask("resync", &json!({})).await?;
                socket.next("tableState").await
            };
            match looked.await {
                Ok(state) => {
                    // The state must not be older than the player's last acknowledged move.
                    let last = self.done.keys().next_back().copied();
                    assert!(state["seq"].as_u64() >= last, "{} after {last:?}", state["seq"]);
                    return state;
                }
                Err(Lost) => self.lose(),
            }
        }
    }

    fn lose(&mut self) {
        self.leave();
        self.lost_at.get_or_insert_with(Instant::now);
    }

    /// Plays until the game is long enough or must stop, with a pause before each move. Counts
    /// every move.
    pub(crate) async fn play(
        mut self,
        mut stop: watch::Receiver<bool>,
        pause: Duration,
        moves: &watch::Sender<u64>,
    ) -> Player {
        let mut state = self.state().await;
        let is_on = |state: &Value| state["game"]["log"].as_array().is_none_or(|log| log.len() < GAME);
        while is_on(&state) && !*stop.borrow_and_update() {
            if state["game"]["currentPlayerId"] == self.id.as_str() {
                tokio::time::sleep(pause).await;
                self.make_move(&state).await;
                moves.send_modify(|moves| *moves += 1);
            } else if let Some(socket) = &mut self.socket {
                // Waits for the other player's move; without one for long, it may have been missed.
                match timeout(LOOK_AGAIN, socket.next("turnChange")).await {
                    Ok(Ok(_)) | Err(_) => {}
                    Ok(Err(Lost)) => self.lose(),
                }
            }
            state = self.state().await;
        }
        self
    }

    /// Makes a move, and retries until a server has acknowledged it.
    async fn make_move(&mut self, state: &Value) {
        let id = format!("{}-{}", self.name, self.done.len());
        let (event, payload) = some_move(state, &mut self.chance, &id);
        let began = Instant::now();
        loop {
            let Some(socket) = &mut self.socket else {
                self.connect().await;
                continue;
            };
            match socket.ask(event, &payload).await {
                Ok(answer) if answer["ok"] == true => {
                    let seq = answer["seq"].as_u64().unwrap();
                    let kind = match event {
                        "submitWord" => "played",
                        "exchangeTiles" => "exchanged",
                        _ => "passed",
                    };
                    let done = Done { id, kind, payload, began, took: began.elapsed() };
                    let before = self.done.insert(seq, done);
                    assert!(before.is_none(), "{seq} was acknowledged twice: {before:?}");
                    return;
                }
                // A connection that was given up as lost did get through and took the seat: the
                // newest wins.
                Ok(answer) if answer["error"]["code"] == "NOT_A_PLAYER" => {
                    let is_moved = socket.events.iter().any(|(name, _)| name == "seatMoved");
                    assert!(is_moved, "nobody said why: {answer}");
                    self.lose();
                }
                Ok(answer) => {
                    assert_eq!(answer["error"]["code"], "UNAVAILABLE", "{event} {payload}: {answer}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(Lost) => self.lose(),
            }
        }
    }
}

/// The answer, unless the server is unavailable.
fn available(answer: Value) -> Result<Value, Lost> {
    if answer["ok"] == true {
        return Ok(answer);
    }
    assert_eq!(answer["error"]["code"], "UNAVAILABLE", "{answer}");
    Err(Lost)
}

/// Disconnects the players and compares everything they received and did with the log.
pub(crate) async fn check_histories(players: &mut [Player; 2], game: &GameId) {
    let table = players[0].cluster.log(game).await;
    players.iter_mut().for_each(Player::leave);
    let histories = players.each_ref().map(|player| History {
        player: &player.id,
        connections: &player.heard,
        done: &player.done,
    });
    let checked = tokio::task::block_in_place(|| {
        history::check_bag(&table)?;
        history::check(&table, &histories)
    });
    let checked = checked.unwrap_or_else(|what| panic!("game {game}: {what}"));
    assert!(checked.events >= checked.moves, "hardly anything was heard: {checked:?}");
    for player in players {
        player.checked = checked;
        player.heard.clear();
    }
}

/// Asserts that both players see the same game, made of the acknowledged moves in order and nothing
/// else. Returns its id.
pub(crate) async fn agree([one, other]: &mut [Player; 2]) -> GameId {
    let (mut seen, mut also_seen) = (one.state().await, other.state().await);
    // A player at another node receives a move later if a fault follows it.
    let patience = Instant::now() + at_most(NEWS_MAX, FAULTS_WANTED);
    while seen["seq"] != also_seen["seq"] && Instant::now() < patience {
        tokio::time::sleep(Duration::from_millis(50)).await;
        (seen, also_seen) = (one.state().await, other.state().await);
    }
    assert_eq!(seen["seq"], also_seen["seq"], "they are at different versions");
    assert_eq!(seen["game"], also_seen["game"]);
    let mut done: BTreeMap<u64, (&str, &Done)> = BTreeMap::new();
    for player in [&*one, &*other] {
        for (seq, deed) in &player.done {
            let before = done.insert(*seq, (&player.id, deed));
            assert!(before.is_none(), "two moves led to version {seq}: {before:?} and {deed:?}");
        }
    }
    let log = seen["game"]["log"].as_array().unwrap();
    assert_eq!(log.len(), done.len(), "the log and what was acknowledged differ in length");
    for (line, (seq, (player, deed))) in log.iter().zip(&done) {
        assert_eq!(
            (line["playerId"].as_str(), line["deed"]["kind"].as_str()),
            (Some(*player), Some(deed.kind)),
            "version {seq}, {}",
            deed.id
        );
    }
    // Each move is one version, and nothing else happened.
    if let Some(&first) = done.keys().next() {
        assert!(done.keys().copied().eq(first..first + done.len() as u64), "versions are missing");
        assert_eq!(seen["seq"].as_u64().unwrap(), first + done.len() as u64 - 1);
    }
    GameId::new(seen["gameId"].as_str().unwrap())
}
