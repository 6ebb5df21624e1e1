//! The payloads of the contract's events.
//!
//! The fields of the contract come first. The fields after them are additions, which clients may
//! ignore.

use serde::{Deserialize, Serialize};

use super::extension_payloads::{DepartureReason, OpeningDraw, PlayerNonce};
use crate::board::BoardSquares;
use crate::encoded::Encoded;
use crate::error::WireError;
use crate::text::{PlayerId, RoomCode};
use crate::tile::{BoardPosition, PlacedTile, Tile};

/// The lobby has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LobbyUpdate {
    /// The players in join order.
    pub players: Vec<LobbyPlayer>,
    /// Whether the host can start the game.
    pub can_start: bool,
    /// The code of the table.
    pub room_code: RoomCode,
    /// The names of players with a reserved seat, in a rematch.
    pub kept_for: Vec<String>,
}

/// A player in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LobbyPlayer {
    /// The player's id.
    pub id: PlayerId,
    /// The player's name.
    pub name: String,
    /// Whether the player can start the game.
    pub is_host: bool,
    /// Whether the player is connected.
    pub connected: bool,
    /// The level of a bot; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub bot_level: Option<u8>,
}

/// The game has started; for a reconnecting client, its current state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameStarted {
    /// The players in turn order.
    pub turn_order: Vec<PlayerId>,
    /// The player to move.
    pub current_player_id: PlayerId,
    /// The board.
    #[cfg_attr(feature = "reference", ts(as = "Vec<Vec<Option<Tile>>>"))]
    pub board: BoardSquares,
    /// The number of tiles in the bag.
    pub tile_bag_count: u32,
    /// The id of the game in the commitment and the record.
    pub game_id: String,
    /// The contribution of every player to the randomness of the bag, in join order.
    pub nonces: Vec<PlayerNonce>,
    /// The rounds of the opening draw; empty if there was none.
    pub opening_draw: Vec<OpeningDraw>,
}

/// The player's own rack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct YourTiles {
    /// The tiles, in the order used by `exchangeTiles`.
    #[cfg_attr(feature = "reference", ts(as = "Vec<Tile>"))]
    pub tiles: Vec<Encoded<Tile>>,
}

/// The play was accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WordAccepted {
    /// The player.
    pub player_id: PlayerId,
    /// The main word.
    pub word: String,
    /// The score of the play.
    pub score: i32,
    /// The player's score after the play.
    pub new_score: i32,
    /// The tiles with their squares.
    #[cfg_attr(feature = "reference", ts(as = "Vec<PlacedTile>"))]
    pub placements: Encoded<Vec<PlacedTile>>,
    /// The number of the turn.
    pub turn_number: u32,
}

/// The play breaks a placement rule, or has invalid words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WordRejected {
    /// The problem.
    pub reason: String,
    /// The words that are not in the word list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invalid_words: Option<Vec<String>>,
    /// The full error, with its code, rule and squares.
    pub error: WireError,
}

/// The board has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardUpdate {
    /// The board.
    #[cfg_attr(feature = "reference", ts(as = "Vec<Vec<Option<Tile>>>"))]
    pub board: BoardSquares,
    /// The last play on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_play: Option<LastPlay>,
    /// The number of tiles in the bag.
    pub tile_bag_count: u32,
}

/// The last play on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LastPlay {
    /// Its squares.
    pub positions: Vec<BoardPosition>,
    /// The player.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
}

/// The state of the turn has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnChange {
    /// The player to move.
    pub current_player_id: PlayerId,
    /// The number of consecutive turns that count towards the end of the game.
    pub consecutive_passes: u32,
    /// The number of the turn that begins.
    pub turn_number: u32,
    /// Whether no player may move until the previous play stands.
    pub waits_for_challenge: bool,
    /// The player after the player to move.
    pub next_player_id: PlayerId,
    /// Whether the game ends if the player to move passes.
    #[serde(default)]
    pub pass_ends_game: bool,
}

/// The player's own exchange.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TilesExchanged {
    /// The tiles drawn.
    pub new_tiles: Vec<Tile>,
}

/// The scores have changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoreUpdate {
    /// The scores in turn order.
    pub scores: Vec<PlayerScore>,
}

/// A player's score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerScore {
    /// The player's id.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
    /// The score.
    pub score: i32,
}

/// The game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameEnded {
    /// Why it ended.
    pub reason: EndReason,
    /// The players, the best first.
    pub final_scores: Vec<FinalScore>,
    /// The winner: the first in turn order if several won, null if no player did.
    pub winner: Option<PlayerScore>,
    /// All winners, in turn order.
    pub winners: Vec<PlayerScore>,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum EndReason {
    /// A player went out.
    AllTilesPlayed,
    /// There were too many consecutive turns without a play.
    ConsecutivePasses,
    /// All players have had their number of turns.
    TurnsPlayed,
    /// One player was left because the others resigned.
    Resigned,
    /// At most one player was left, or the table was abandoned.
    Abandoned,
    /// The host ended the game.
    HostEnded,
    /// One player was left because the others ran out of time.
    TimeExpired,
}

/// A player's final result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FinalScore {
    /// The player's id.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
    /// The final score.
    pub score: i32,
    /// The deduction for leftover tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub remaining_tile_points: Option<i32>,
    /// The rank, from 1; ties share a rank.
    pub rank: u8,
    /// The leftover tiles.
    pub remaining_tiles: Vec<Tile>,
    /// The points earned from the others' leftover tiles.
    pub gained: i32,
    /// The deduction for overtime.
    pub overtime: i32,
    /// Why the player left the game before its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub departure: Option<DepartureReason>,
}

/// A player has lost their connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerDisconnected {
    /// The player's id.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
    /// Until when the seat is held, in milliseconds since 1970; absent if it is held without a
    /// limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub held_until: Option<i64>,
}
