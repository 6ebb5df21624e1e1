//! The full state of a table for a player or a spectator.

use serde::{Deserialize, Serialize};

use super::contract_payloads::GameEnded;
use super::days::PauseState;
use super::extension_payloads::{ClockUpdate, DepartureReason, Judge, OpeningDraw, PlayerNonce, ScoredWord};
use crate::board::BoardSquares;
use crate::table_rules::{TableRules, VerdictRule};
use crate::text::{PlayerId, RoomCode};
use crate::tile::{PlacedTile, Tile, TileKind};

/// The public state of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableState {
    /// The code of the table.
    pub room_code: RoomCode,
    /// The id of the game in the commitment and the record.
    pub game_id: String,
    /// The phase of the table.
    pub progress: Progress,
    /// The rules.
    pub rules: TableRules,
    /// The tiles of a full bag, in the sort order of the bag.
    pub tile_set: Vec<TileKind>,
    /// The server's commitment to the randomness of the bag, in hexadecimal.
    pub commitment: String,
    /// The server's time, in milliseconds since 1970.
    pub server_time: i64,
    /// The players in join order.
    pub players: Vec<StatePlayer>,
    /// The names of players with a reserved seat, in a rematch.
    pub kept_for: Vec<String>,
    /// Whether the host can start now.
    pub can_start: bool,
    /// The running or finished game; null in the lobby.
    pub game: Option<GameState>,
    /// The result; null before the end.
    pub outcome: Option<GameEnded>,
    /// Whether a rematch table is open.
    pub play_again_open: bool,
}

/// The phase of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Progress {
    /// In the lobby.
    Waiting,
    /// The game is running.
    Playing,
    /// The game has a result.
    Ended,
    /// Closed before a game started.
    Closed,
}

/// The public state of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StatePlayer {
    /// The player's id.
    pub id: PlayerId,
    /// The player's name.
    pub name: String,
    /// Whether the player can start and end the game.
    pub is_host: bool,
    /// Whether the player is connected.
    pub connected: bool,
    /// The level of a bot; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub bot_level: Option<u8>,
    /// The level of the computer that plays for the player until they return; absent if none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub stand_in: Option<u8>,
    /// The score so far.
    pub score: i32,
    /// The number of tiles on the rack.
    pub tile_count: u32,
    /// The number of turns the player will still lose to failed challenges.
    pub lost_turns: u32,
    /// The number of turns completed.
    pub turns_played: u32,
    /// Why the player is out of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub departure: Option<DepartureReason>,
}

/// The public state of a running or finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The board.
    #[cfg_attr(feature = "reference", ts(as = "Vec<Vec<Option<Tile>>>"))]
    pub board: BoardSquares,
    /// The number of tiles in the bag.
    pub tile_bag_count: u32,
    /// The players in turn order.
    pub turn_order: Vec<PlayerId>,
    /// The player to move.
    pub current_player_id: PlayerId,
    /// The player after the player to move.
    pub next_player_id: PlayerId,
    /// Whether no player may move until the previous play stands.
    pub waits_for_challenge: bool,
    /// The number of the current turn.
    pub turn_number: u32,
    /// The number of consecutive turns that count towards the end of the game.
    pub consecutive_passes: u32,
    /// Whether the game ends if the player to move passes.
    #[serde(default)]
    pub pass_ends_game: bool,
    /// The play that can be challenged or is challenged; null if there is none.
    pub open_play: Option<OpenPlay>,
    /// The host's request to end the game; null if there is none.
    pub end_request: Option<EndRequest>,
    /// The proposed or running pause of a game over days; null if there is none.
    #[serde(default)]
    pub pause: Option<PauseState>,
    /// The clocks; null if the table has none.
    pub clock: Option<ClockUpdate>,
    /// The rounds of the opening draw.
    pub opening_draw: Vec<OpeningDraw>,
    /// The contribution of every player to the randomness of the bag, in join order.
    pub nonces: Vec<PlayerNonce>,
    /// The score sheet.
    pub log: Vec<LogLine>,
}

/// A play that does not stand yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenPlay {
    /// The player.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
    /// The tiles with their squares.
    pub placements: Vec<PlacedTile>,
    /// The words, the main word first.
    pub words: Vec<ScoredWord>,
    /// The score.
    pub score: i32,
    /// Whether it ends the game if it stands.
    pub goes_out: bool,
    /// Until when it can be challenged, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub challenge_until: Option<i64>,
    /// The players who accepted it.
    pub accepted: Vec<PlayerId>,
    /// The challenge; null if there is none.
    pub challenge: Option<PendingChallenge>,
}

/// A challenge that is not decided yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PendingChallenge {
    /// The challenger.
    pub challenger_id: PlayerId,
    /// Who decides.
    pub verdict: VerdictRule,
    /// Until when the others can vote, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub vote_until: Option<i64>,
    /// The players who have voted; the votes stay secret until the decision.
    pub voted: Vec<PlayerId>,
}

/// The host's request to end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EndRequest {
    /// Until when players can agree, in milliseconds since 1970.
    pub until: i64,
    /// The players who agreed.
    pub agreed: Vec<PlayerId>,
}

/// A line of the score sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// The number of the turn.
    pub turn_number: u32,
    /// The player.
    pub player_id: PlayerId,
    /// When the turn ended, in milliseconds since 1970.
    pub at: i64,
    /// The player's score after the turn.
    pub total: i32,
    /// What was done.
    pub deed: LogAction,
}

/// What was done in a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum LogAction {
    /// Tiles were laid.
    Played {
        /// The tiles with their squares.
        placements: Vec<PlacedTile>,
        /// The words, the main word first.
        words: Vec<ScoredWord>,
        /// The score of the play.
        score: i32,
        /// The status of the play.
        fate: PlayStatus,
        /// The challenge; null if there was none.
        challenge: Option<LogChallenge>,
    },
    /// Tiles were exchanged.
    Exchanged {
        /// The number of tiles.
        count: u32,
    },
    /// The turn was passed.
    Passed {
        /// Whether the clock passed it.
        automatic: bool,
    },
    /// The turn was skipped because of a failed challenge.
    LostTurn {},
    /// The player left the game.
    Left {
        /// The reason.
        reason: DepartureReason,
    },
    /// The player's time ran out again: a computer plays from here on.
    StandInStarted {},
    /// The player took the seat back from the computer.
    StandInEnded {},
}

/// The status of a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PlayStatus {
    /// It can still be challenged.
    Open,
    /// It stands.
    Stood,
    /// It was challenged and taken back.
    TakenBack,
}

/// A challenge on the score sheet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LogChallenge {
    /// The challenger.
    pub challenger_id: PlayerId,
    /// Who decided; null if it is undecided or lapsed.
    pub judge: Option<Judge>,
}

/// The private state of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OwnState {
    /// The player's id.
    pub player_id: PlayerId,
    /// The rack, in the order used by `exchangeTiles`.
    pub tiles: Vec<Tile>,
    /// The player's vote on the pending challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub vote: Option<bool>,
    /// The number of unseen tiles of each kind, if the table counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub unseen: Option<Vec<UnseenTiles>>,
    /// Before the game: the player's nonce commitment that the table has, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub nonce_commitment: Option<String>,
}

/// Tiles of one kind that are in the bag or on other racks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct UnseenTiles {
    /// The letter; `_` is the blank.
    pub letter: String,
    /// The number of tiles.
    pub count: u32,
}

/// Everything that a player may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatState {
    /// The public state.
    #[serde(flatten)]
    pub table: TableState,
    /// The player's private state.
    pub you: OwnState,
}

/// Everything that a spectator may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SpectatorState {
    /// The public state.
    #[serde(flatten)]
    pub table: TableState,
    /// Always null: a spectator has no seat.
    #[cfg_attr(feature = "reference", ts(type = "null"))]
    pub you: (),
}
