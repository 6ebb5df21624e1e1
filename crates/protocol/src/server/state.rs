//! The whole view of a seat or a spectator.

use serde::{Deserialize, Serialize};

use super::contract::GameEnded;
use super::table::{ClockUpdate, DepartureReason, Judge, OpeningDraw, PlayerNonce, ScoredWord};
use crate::table_rules::{TableRules, VerdictRule};
use crate::text::{PlayerId, RoomCode};
use crate::tile::{BoardSquares, PlacedTile, Tile, TileKind};

/// What everybody at a table may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableState {
    /// The table.
    pub room_code: RoomCode,
    /// The game, as the commitment and the record name it.
    pub game_id: String,
    /// How far the table is.
    pub progress: Progress,
    /// Its rules.
    pub rules: TableRules,
    /// The tiles of a full bag, in the order in which the bag is sorted.
    pub tile_set: Vec<TileKind>,
    /// What binds the server to the chance of the game, in hexadecimal.
    pub commitment: String,
    /// The server's time, in milliseconds since 1970.
    pub server_time: i64,
    /// Everybody, in the order in which they came.
    pub players: Vec<StatePlayer>,
    /// The names for whom a seat is kept, where a game is played again.
    pub kept_for: Vec<String>,
    /// Whether the host could start now.
    pub can_start: bool,
    /// The running or finished game; null in the lobby.
    pub game: Option<GameState>,
    /// How it ended; null before.
    pub outcome: Option<GameEnded>,
    /// Whether a table to play again is open.
    pub play_again_open: bool,
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Progress {
    /// In the lobby.
    Waiting,
    /// The game is on.
    Playing,
    /// There is an outcome.
    Ended,
    /// Given up before a game began.
    Closed,
}

/// A player as everybody sees them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StatePlayer {
    /// What names the player.
    pub id: PlayerId,
    /// What the player is called.
    pub name: String,
    /// Whether they can start and end the game.
    pub is_host: bool,
    /// Whether they are there.
    pub connected: bool,
    /// The level of a bot; a person has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub bot_level: Option<u8>,
    /// The score so far.
    pub score: i32,
    /// How many tiles they hold.
    pub tile_count: u32,
    /// How many turns failed challenges will cost them.
    pub lost_turns: u32,
    /// How many turns they have completed.
    pub turns_played: u32,
    /// Why they are out of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub departure: Option<DepartureReason>,
}

/// A running or finished game as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameState {
    /// The board.
    pub board: BoardSquares,
    /// How many tiles are in the bag.
    pub tile_bag_count: u32,
    /// Who moves after whom.
    pub turn_order: Vec<PlayerId>,
    /// Who is to move.
    pub current_player_id: PlayerId,
    /// Who comes after that.
    pub next_player_id: PlayerId,
    /// Whether nobody moves until the play before stands.
    pub waits_for_challenge: bool,
    /// The number of the turn that is being played.
    pub turn_number: u32,
    /// How many turns in a row count towards the end.
    pub consecutive_passes: u32,
    /// The play that can be challenged, or is; null if there is none.
    pub open_play: Option<OpenPlay>,
    /// The question whether to end the game; null if nobody asked.
    pub end_request: Option<EndRequest>,
    /// The clocks; null where there is none.
    pub clock: Option<ClockUpdate>,
    /// How it was drawn who begins.
    pub opening_draw: Vec<OpeningDraw>,
    /// What every player added to the chance of the game, in the order in which they came.
    pub nonces: Vec<PlayerNonce>,
    /// The score pad.
    pub log: Vec<LogLine>,
}

/// A play that does not stand yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpenPlay {
    /// Whose it is.
    pub player_id: PlayerId,
    /// The number of its turn.
    pub turn_number: u32,
    /// The tiles with their squares.
    pub placements: Vec<PlacedTile>,
    /// The words, the main word first.
    pub words: Vec<ScoredWord>,
    /// What it scored.
    pub score: i32,
    /// Whether it ends the game if it stands.
    pub goes_out: bool,
    /// Until when it can be challenged, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub challenge_until: Option<i64>,
    /// Who said that it looks good.
    pub accepted: Vec<PlayerId>,
    /// The challenge; null if there is none.
    pub challenge: Option<PendingChallenge>,
}

/// A challenge that is not decided yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PendingChallenge {
    /// Who challenged.
    pub challenger_id: PlayerId,
    /// Who decides.
    pub verdict: VerdictRule,
    /// Until when the others can vote, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub vote_until: Option<i64>,
    /// Who has voted; what, nobody is told yet.
    pub voted: Vec<PlayerId>,
}

/// The question whether to end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EndRequest {
    /// Until when it can be answered, in milliseconds since 1970.
    pub until: i64,
    /// Who agreed.
    pub agreed: Vec<PlayerId>,
}

/// One line of the score pad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LogLine {
    /// The number of the turn.
    pub turn_number: u32,
    /// Whose it was.
    pub player_id: PlayerId,
    /// When it was over, in milliseconds since 1970.
    pub at: i64,
    /// The player's score after it.
    pub total: i32,
    /// What was done.
    pub deed: LogDeed,
}

/// What was done in a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum LogDeed {
    /// Tiles were laid.
    Played {
        /// The tiles with their squares.
        placements: Vec<PlacedTile>,
        /// The words, the main word first.
        words: Vec<ScoredWord>,
        /// What the play scored.
        score: i32,
        /// What became of it.
        fate: Fate,
        /// The challenge; null if there was none.
        challenge: Option<LogChallenge>,
    },
    /// Tiles were swapped.
    Exchanged {
        /// How many.
        count: u32,
    },
    /// The turn was given away.
    Passed {
        /// Whether the clock did it.
        automatic: bool,
    },
    /// The turn was skipped because of a challenge that failed.
    LostTurn {},
    /// The player is out of the game.
    Left {
        /// Why.
        reason: DepartureReason,
    },
}

/// What became of a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Fate {
    /// It can still be challenged.
    Open,
    /// It stands.
    Stood,
    /// It was challenged and taken back.
    TakenBack,
}

/// A challenge on the score pad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LogChallenge {
    /// Who challenged.
    pub challenger_id: PlayerId,
    /// Who decided; null if it is not decided, or lapsed.
    pub judge: Option<Judge>,
}

/// What only the player on a seat may see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OwnState {
    /// What names the player.
    pub player_id: PlayerId,
    /// The rack, in the order that `exchangeTiles` refers to.
    pub tiles: Vec<Tile>,
    /// How the player voted on the pending challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub vote: Option<bool>,
    /// How many tiles of each kind the player cannot see, where the table counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub unseen: Option<Vec<UnseenTiles>>,
    /// Before the game: the commitment to a nonce that the table has of this player, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub nonce_commitment: Option<String>,
}

/// Tiles of a kind that are in the bag or on the others' racks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct UnseenTiles {
    /// How the letter is written; `_` is the blank.
    pub letter: String,
    /// How many.
    pub count: u32,
}

/// The whole view of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatState {
    /// What everybody sees.
    #[serde(flatten)]
    pub table: TableState,
    /// What only this player sees.
    pub you: OwnState,
}

/// The whole view of a spectator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SpectatorState {
    /// What everybody sees.
    #[serde(flatten)]
    pub table: TableState,
    /// A spectator has no seat.
    #[cfg_attr(feature = "reference", ts(type = "null"))]
    pub you: (),
}
