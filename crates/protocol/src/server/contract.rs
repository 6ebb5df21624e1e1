//! The payloads of the contract's own events. Its fields come first; what follows was added and may be ignored.

use serde::{Deserialize, Serialize};

use super::table::{DepartureReason, OpeningDraw, PlayerNonce};
use crate::error::WireError;
use crate::text::{PlayerId, RoomCode};
use crate::tile::{BoardPosition, BoardSquares, PlacedTile, Tile};

/// The lobby has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LobbyUpdate {
    /// Everybody, in the order in which they came.
    pub players: Vec<LobbyPlayer>,
    /// Whether enough sit there.
    pub can_start: bool,
    /// The code of the table.
    pub room_code: RoomCode,
    /// The names for whom a seat is kept, where a game is played again.
    pub kept_for: Vec<String>,
}

/// Somebody in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LobbyPlayer {
    /// What names the player.
    pub id: PlayerId,
    /// What the player is called.
    pub name: String,
    /// Whether they can start the game.
    pub is_host: bool,
    /// Whether they are there.
    pub connected: bool,
    /// The level of a bot; a person has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub bot_level: Option<u8>,
}

/// The game has begun, or this is how it stands for one who comes back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameStarted {
    /// Who moves after whom.
    pub turn_order: Vec<PlayerId>,
    /// Who is to move.
    pub current_player_id: PlayerId,
    /// The board.
    pub board: BoardSquares,
    /// How many tiles are in the bag.
    pub tile_bag_count: u32,
    /// The game, as the commitment and the record name it.
    pub game_id: String,
    /// What every player added to the chance of the game, in the order in which they came.
    pub nonces: Vec<PlayerNonce>,
    /// How it was drawn who begins; empty if it was not.
    pub opening_draw: Vec<OpeningDraw>,
}

/// The player's own rack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct YourTiles {
    /// The tiles, in the order that `exchangeTiles` refers to.
    pub tiles: Vec<Tile>,
}

/// The play was accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WordAccepted {
    /// Who played.
    pub player_id: PlayerId,
    /// The main word.
    pub word: String,
    /// What the play scored.
    pub score: i32,
    /// The player's score after it.
    pub new_score: i32,
    /// The tiles as they lie.
    pub placements: Vec<PlacedTile>,
    /// The number of the turn.
    pub turn_number: u32,
}

/// The play broke a rule of placing, or its words are none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WordRejected {
    /// What was wrong.
    pub reason: String,
    /// The words that the list does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invalid_words: Option<Vec<String>>,
    /// The same as an error, with its code, the rule and the squares.
    pub error: WireError,
}

/// The board has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardUpdate {
    /// The board.
    pub board: BoardSquares,
    /// The last play that lies on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_play: Option<LastPlay>,
    /// How many tiles are in the bag.
    pub tile_bag_count: u32,
}

/// Where the last play lies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LastPlay {
    /// Its squares.
    pub positions: Vec<BoardPosition>,
    /// Who made it.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
}

/// It is somebody's turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnChange {
    /// Who is to move.
    pub current_player_id: PlayerId,
    /// How many turns in a row count towards the end.
    pub consecutive_passes: u32,
    /// The number of the turn that begins.
    pub turn_number: u32,
    /// Whether nobody moves until the play before stands.
    pub waits_for_challenge: bool,
    /// Who comes after the one who is to move.
    pub next_player_id: PlayerId,
}

/// The player's exchange.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TilesExchanged {
    /// What was drawn.
    pub new_tiles: Vec<Tile>,
}

/// The scores have changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoreUpdate {
    /// Everybody, in turn order.
    pub scores: Vec<PlayerScore>,
}

/// A player's score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerScore {
    /// Who.
    pub player_id: PlayerId,
    /// What they are called.
    pub player_name: String,
    /// Their score.
    pub score: i32,
}

/// The game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameEnded {
    /// What ended it.
    pub reason: EndReason,
    /// Everybody, the best first.
    pub final_scores: Vec<FinalScore>,
    /// Who won: of several the first in turn order, null if nobody did.
    pub winner: Option<PlayerScore>,
    /// Everybody who won, in turn order.
    pub winners: Vec<PlayerScore>,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum EndReason {
    /// A player went out.
    AllTilesPlayed,
    /// Too many turns in a row without a play.
    ConsecutivePasses,
    /// Everybody had their number of turns.
    TurnsPlayed,
    /// One player was left because the others gave up.
    Resigned,
    /// One player or nobody was left, or the table was given up.
    Abandoned,
    /// The host ended it.
    HostEnded,
    /// One player was left because the others' time was up.
    TimeExpired,
}

/// Where a player came in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FinalScore {
    /// Who.
    pub player_id: PlayerId,
    /// What they are called.
    pub player_name: String,
    /// The final score.
    pub score: i32,
    /// What the tiles that were left cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub remaining_tile_points: Option<i32>,
    /// The place, from 1; equal players share it.
    pub rank: u8,
    /// The tiles that were left.
    pub remaining_tiles: Vec<Tile>,
    /// What the others' tiles earned.
    pub gained: i32,
    /// What overtime cost.
    pub overtime: i32,
    /// Why the player was out before the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub departure: Option<DepartureReason>,
}

/// A player's connection is lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerDisconnected {
    /// Who.
    pub player_id: PlayerId,
    /// What they are called.
    pub player_name: String,
    /// Until when the seat is held, in milliseconds since 1970; absent if it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub held_until: Option<i64>,
}
