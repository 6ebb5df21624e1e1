use serde::{Deserialize, Serialize};

use super::turn::{DailyTurn, WordPosition};
use crate::tile::BoardPosition;

/// How far a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DailyStatus {
    /// Some turns are to come.
    InProgress,
    /// The last turn was played.
    Completed,
}

/// A day's puzzle as one player has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyState {
    /// The same as `date`.
    pub game_id: String,
    /// The day, in UTC: `2026-11-15`.
    pub date: String,
    /// The language, by its code.
    pub language: String,
    /// What the puzzle was made from; null until the last turn was played and the puzzle's day is over.
    pub seed: Option<u64>,
    /// How far it is.
    pub status: DailyStatus,
    /// The turn to be played, from 1; the last one when all are.
    pub current_turn: u8,
    /// How many turns there are.
    pub max_turns: u8,
    /// The sum of the turns.
    pub score: i32,
    /// What lies on the board.
    pub board: DailyBoard,
    /// The tiles to play with.
    pub player_rack: Vec<DailyTile>,
    /// How many tiles are still to come.
    pub tile_bag_remaining: u32,
    /// The plays so far, each with its main word and its whole score.
    pub words_played: Vec<WordPlayed>,
    /// The word that lay there from the beginning.
    pub starting_word: StartingWord,
    /// Every turn so far.
    pub turns: Vec<DailyTurn>,
    /// When the next puzzle begins, in milliseconds since 1970.
    pub next_puzzle_at: i64,
    /// What time it is for the server, in milliseconds since 1970: the clock of a device may be wrong.
    pub server_time: i64,
}

/// A board of 15 rows of 15 squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyBoard {
    /// The letter on each square; null where nothing lies.
    pub grid: Vec<Vec<Option<String>>>,
    /// `TW`, `DW`, `TL`, `DL` or null for each square.
    pub multipliers: Vec<Vec<Option<String>>>,
    /// Whether a multiplier lies under a tile.
    pub used_multipliers: Vec<Vec<bool>>,
    /// The squares where a blank plays as its letter.
    pub blanks: Vec<BoardPosition>,
}

/// A tile of the rack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyTile {
    /// How its letter is written; `_` is a blank.
    pub letter: String,
    /// What it is worth.
    pub value: i32,
    /// What names it, such as `tile_008` for the eighth tile out of the bag.
    pub id: String,
    /// Whether it is a blank.
    pub is_blank: bool,
    /// The letter that a blank plays as: none while it is on the rack.
    pub blank_assignment: Option<String>,
}

/// A play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WordPlayed {
    /// In which turn, from 1.
    pub turn: u8,
    /// Its main word.
    pub word: String,
    /// What the turn scored.
    pub score: i32,
    /// Where the main word lies.
    pub position: WordPosition,
}

/// The word that everybody begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StartingWord {
    /// The word.
    pub word: String,
    /// Where it lies.
    pub position: WordPosition,
}
