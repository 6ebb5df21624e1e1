use serde::{Deserialize, Serialize};

use super::turn::{DailyTurn, WordPosition};
use crate::tile::BoardPosition;

/// The progress of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DailyStatus {
    /// There are turns left.
    InProgress,
    /// The last turn was played.
    Completed,
}

/// One player's attempt at a day's puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyState {
    /// The same as `date`.
    pub game_id: String,
    /// The day, in UTC: `2026-11-15`.
    pub date: String,
    /// The language code.
    pub language: String,
    /// The seed of the puzzle; null until the last turn was played and the puzzle's day is over.
    pub seed: Option<u64>,
    /// The progress.
    pub status: DailyStatus,
    /// The number of the current turn, from 1; the last turn once all are played.
    pub current_turn: u8,
    /// The number of turns.
    pub max_turns: u8,
    /// The score so far.
    pub score: i32,
    /// The board.
    pub board: DailyBoard,
    /// The player's tiles.
    pub player_rack: Vec<DailyTile>,
    /// The number of tiles in the bag.
    pub tile_bag_remaining: u32,
    /// The plays so far, each with its main word and total score.
    pub words_played: Vec<WordPlayed>,
    /// The word on the board at the start.
    pub starting_word: StartingWord,
    /// All turns so far.
    pub turns: Vec<DailyTurn>,
    /// When the next puzzle begins, in milliseconds since 1970.
    pub next_puzzle_at: i64,
    /// The server's time, in milliseconds since 1970; a device's clock may be wrong.
    pub server_time: i64,
}

/// A board of 15 rows of 15 squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyBoard {
    /// The letter on each square; null if it is free.
    pub grid: Vec<Vec<Option<String>>>,
    /// `TW`, `DW`, `TL`, `DL` or null for each square.
    pub multipliers: Vec<Vec<Option<String>>>,
    /// Whether a tile covers the multiplier.
    pub used_multipliers: Vec<Vec<bool>>,
    /// The squares with a blank that represents a letter.
    pub blanks: Vec<BoardPosition>,
}

/// A tile of the rack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyTile {
    /// The letter; `_` is a blank.
    pub letter: String,
    /// The points.
    pub value: i32,
    /// The tile's id, such as `tile_008` for the eighth tile drawn from the bag.
    pub id: String,
    /// Whether it is a blank.
    pub is_blank: bool,
    /// The letter a blank represents; null on the rack.
    pub blank_assignment: Option<String>,
}

/// A play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WordPlayed {
    /// The number of the turn, from 1.
    pub turn: u8,
    /// The main word.
    pub word: String,
    /// The score of the turn.
    pub score: i32,
    /// The position of the main word.
    pub position: WordPosition,
}

/// The word on the board at the start, the same for all players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StartingWord {
    /// The word.
    pub word: String,
    /// Its position.
    pub position: WordPosition,
}
