//! A table of the load test: its players connect and play one game after the other.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rules::Nonce;
use serde_json::{Value as Json, json};
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::meter::Meter;
use super::socket_io::{Packet, Payload, SocketIo};
use super::strategy::{Strategy, TurnView};

/// Timeout for any step of a game.
const PATIENCE: Duration = Duration::from_secs(20);

/// Time after which a server without a response is assumed not to support `createGame`. A busy
/// server responds late.
const SILENCE: Duration = Duration::from_secs(15);

/// State shared by all tables.
pub(super) struct SharedLoad {
    /// URLs of the server's nodes.
    pub(super) urls: Vec<String>,
    /// Whether the players of one table connect to different nodes.
    pub(super) is_apart: bool,
    pub(super) players: usize,
    pub(super) meter: Meter,
    /// Whether tables have codes. Without codes, tables go through the open lobby one after the
    /// other.
    pub(super) has_codes: bool,
    pub(super) lobby: Mutex<()>,
    pub(super) names: AtomicU64,
    pub(super) mind: Strategy,
    /// Ids of finished games, if the server sends them.
    pub(super) finished: std::sync::Mutex<Vec<String>>,
}

impl SharedLoad {
    pub(super) fn finished_games(&self) -> Vec<String> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn add_finished(&self, game: String) {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner).push(game);
    }
}

/// Whether a server supports `createGame`. One that does not gives no response.
pub(super) async fn has_codes(url: &str) -> anyhow::Result<bool> {
    let mut wire = super::connect(url).await?;
    let asked = wire.ask("createGame", &json!({"playerName": "Load Probe", "preset": "validated"})).await?;
    let answered = timeout(SILENCE, acknowledged(&mut wire, asked)).await;
    let answer = answered.unwrap_or(Ok(Json::Null))?;
    wire.close().await;
    Ok(answer["roomCode"].is_string())
}

pub(super) async fn acknowledged(wire: &mut SocketIo, asked: u64) -> anyhow::Result<Json> {
    loop {
        if let Packet::Ack { id, payload } = wire.next().await?
            && id == asked
        {
            return Ok(payload.json());
        }
    }
}

/// A player at a table.
struct Player {
    wire: SocketIo,
    name: String,
    id: String,
    /// The player's contribution to the seed, if the server supports commitments.
    nonce: String,
    mind: Strategy,
}

/// Plays games until the task is aborted.
pub(super) async fn play_on(floor: Arc<SharedLoad>, number: usize) {
    let mut players = Vec::new();
    loop {
        match play_one(&floor, number, std::mem::take(&mut players)).await {
            // A server without codes may allow only one game per connection.
            Ok(after) if floor.has_codes => players = after,
            Ok(_) => {}
            Err(error) => {
                floor.meter.failed(&format!("{error:#}"));
                // Pause, so as not to add load to a failing server.
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
        }
    }
}

async fn play_one(
    floor: &Arc<SharedLoad>,
    number: usize,
    mut players: Vec<Player>,
) -> anyhow::Result<Vec<Player>> {
    while players.len() < floor.players {
        let place = if floor.is_apart { number + players.len() } else { number };
        let wire = super::connect(&floor.urls[place % floor.urls.len()]).await?;
        let (name, id, nonce) = (String::new(), String::new(), String::new());
        players.push(Player { wire, name, id, nonce, mind: floor.mind.clone() });
    }
    for player in &mut players {
        let number = floor.names.fetch_add(1, Ordering::Relaxed);
        player.name = format!("Load {number}");
        player.nonce = format!("load nonce {number}");
        player.mind.reseed(number);
    }
    if floor.has_codes {
        sit_by_code(&mut players).await?;
        start(&mut players).await?;
    } else {
        let _lobby = floor.lobby.lock().await;
        for player in &mut players {
            player.sit(&json!({"playerName": player.name})).await?;
        }
        start(&mut players).await?;
    }
    floor.meter.started();
    let mut games = JoinSet::new();
    for player in players {
        games.spawn(play_game(Arc::clone(floor), player));
    }
    let mut after = Vec::new();
    while let Some(player) = games.join_next().await {
        after.push(player.context("a player crashed")??);
    }
    floor.meter.ended();
    Ok(after)
}

async fn sit_by_code(players: &mut [Player]) -> anyhow::Result<()> {
    let Some((host, guests)) = players.split_first_mut() else { return Ok(()) };
    let wish = json!({"playerName": host.name, "preset": "validated", "commitment": host.commitment()});
    let asked = host.wire.ask("createGame", &wish).await?;
    let answer = timeout(PATIENCE, acknowledged(&mut host.wire, asked)).await;
    let answer = answer.context("createGame was not answered")??;
    let (Some(code), Some(id)) = (answer["roomCode"].as_str(), answer["playerId"].as_str()) else {
        bail!("createGame was refused: {}", code_of(&answer["error"]));
    };
    id.clone_into(&mut host.id);
    for guest in guests {
        let commitment = guest.commitment();
        guest.sit(&json!({"playerName": guest.name, "roomCode": code, "commitment": commitment})).await?;
    }
    Ok(())
}

/// Starts the game as the host. The other players receive the start as they read on.
async fn start(players: &mut [Player]) -> anyhow::Result<()> {
    match players.first_mut() {
        Some(host) => Ok(host.wire.emit("startGame", &json!({})).await?),
        None => Ok(()),
    }
}

impl Player {
    /// Commitment to the nonce, published before the game.
    fn commitment(&self) -> String {
        Nonce(self.nonce.as_bytes().to_vec()).commitment().to_string()
    }

    /// Takes a seat, and reads the player's id from the list of players.
    async fn sit(&mut self, join: &Json) -> anyhow::Result<()> {
        self.wire.emit("joinGame", join).await?;
        let seated = async {
            loop {
                let Packet::Event { name, payload } = self.wire.next().await? else { continue };
                match name.as_str() {
                    // The previous game may have ended while a move was on its way. This error
                    // refuses that move, not the join.
                    "error" if payload.json()["event"].as_str().is_some_and(|event| event != "joinGame") => {}
                    "error" => bail!("joinGame was refused: {}", code_of(&payload.json())),
                    "lobbyUpdate" => {
                        let lobby = payload.json();
                        let players = lobby["players"].as_array().into_iter().flatten();
                        let me = players.into_iter().find(|player| player["name"] == *self.name);
                        if let Some(id) = me.and_then(|player| player["id"].as_str()) {
                            break Ok(id.to_owned());
                        }
                    }
                    _ => {}
                }
            }
        };
        self.id = timeout(PATIENCE, seated).await.context("joinGame was not answered")??;
        Ok(())
    }
}

/// What a player has received about the game.
#[derive(Default)]
struct PlayerState {
    board: Option<Payload>,
    tiles: Option<Payload>,
    is_started: bool,
    game: Option<String>,
    is_my_turn: bool,
    moves: u32,
    /// When the unanswered move was sent.
    sent: Option<Instant>,
    /// Version of the last `turnChange`, if the server sends versions.
    turn_seq: Option<u64>,
}

/// Plays one game to its end.
async fn play_game(floor: Arc<SharedLoad>, mut player: Player) -> anyhow::Result<Player> {
    let mut heard = PlayerState::default();
    loop {
        let packet = timeout(PATIENCE * 2, player.wire.next()).await.context("a game stood still")??;
        let Packet::Event { name, payload } = packet else { continue };
        match name.as_str() {
            "gameStarted" => {
                heard.is_started = true;
                let start = payload.json();
                heard.is_my_turn = start["currentPlayerId"] == *player.id;
                heard.game = start["gameId"].as_str().map(str::to_owned);
                heard.board = Some(payload);
            }
            "nonceRequested" => {
                let contributors = &payload.json()["contributors"];
                let mut contributors = contributors.as_array().into_iter().flatten();
                if contributors.any(|contributor| contributor["playerId"] == *player.id) {
                    player.wire.emit("revealNonce", &json!({"nonce": player.nonce})).await?;
                }
            }
            "startFailed" => bail!("a start failed"),
            "yourTiles" => heard.tiles = Some(payload),
            "boardUpdate" => heard.board = Some(payload),
            "turnChange" => {
                let change = payload.json();
                let is_mine = change["currentPlayerId"] == *player.id;
                heard.turn_seq = change["seq"].as_u64();
                // Some servers also announce the turn at the start, when the first move may already
                // be on its way.
                if !(is_mine && heard.sent.is_some()) {
                    heard.is_my_turn = is_mine;
                    if let Some(sent) = heard.sent.take() {
                        floor.meter.moved(sent);
                    }
                }
            }
            "gameEnded" => {
                // The server announces the next turn before the end of the game. A move sent in
                // between is refused.
                let is_too_late =
                    heard.turn_seq.is_some() && heard.turn_seq == payload.json()["seq"].as_u64();
                if let Some(sent) = heard.sent.take().filter(|_| !is_too_late) {
                    floor.meter.moved(sent);
                }
                if let Some(game) = heard.game.take() {
                    floor.add_finished(game);
                }
                return Ok(player);
            }
            "error" | "wordRejected" if heard.sent.take().is_some() => {
                let refusal = payload.json();
                floor.meter.failed(&format!("{name}: {}", code_of(&refusal)));
                let wait = refusal["retryAfterMs"].as_u64().unwrap_or(50);
                tokio::time::sleep(Duration::from_millis(wait)).await;
                send_pass(&floor, &mut player, &mut heard).await?;
            }
            "error" => bail!("{}", code_of(&payload.json())),
            _ => {}
        }
        if heard.is_started && heard.is_my_turn && heard.sent.is_none() {
            make_move(&floor, &mut player, &mut heard).await?;
        }
    }
}

async fn make_move(floor: &SharedLoad, player: &mut Player, heard: &mut PlayerState) -> anyhow::Result<()> {
    let (Some(board), Some(tiles)) = (&heard.board, &heard.tiles) else { return Ok(()) };
    floor.meter.wait_for_slot().await;
    let (board, tiles) = (board.json(), tiles.json());
    let turn = TurnView { board: &board["board"], tiles: &tiles["tiles"], moves: heard.moves };
    let chosen = player.mind.choose(&turn);
    heard.moves += 1;
    heard.is_my_turn = false;
    heard.sent = Some(Instant::now());
    Ok(player.wire.emit(chosen.event, &chosen.payload).await?)
}

/// Passes after a refusal, so that the game continues.
async fn send_pass(floor: &SharedLoad, player: &mut Player, heard: &mut PlayerState) -> anyhow::Result<()> {
    floor.meter.wait_for_slot().await;
    heard.sent = Some(Instant::now());
    Ok(player.wire.emit("passTurn", &json!({})).await?)
}

pub(super) fn code_of(error: &Json) -> String {
    let known =
        error["code"].as_str().or_else(|| error["reason"].as_str()).or_else(|| error["message"].as_str());
    known.unwrap_or("no reason was given").to_owned()
}
