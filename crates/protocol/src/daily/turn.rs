use serde::{Deserialize, Serialize};

use super::state::DailyState;
use crate::error::WireError;
use crate::tile::BoardPosition;

/// The way a word reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WordDirection {
    /// From left to right.
    Horizontal,
    /// From top to bottom.
    Vertical,
}

/// Where a word begins and how it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WordPosition {
    /// From 0 at the top.
    pub row: u8,
    /// From 0 at the left.
    pub col: u8,
    /// The way it reads.
    pub direction: WordDirection,
}

/// Whether a turn counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ValidationStatus {
    /// It was played.
    Valid,
    /// It was rejected and cost nothing.
    Invalid,
}

/// A turn: a play, an exchange, or an attempt that was rejected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyTurn {
    /// From 1.
    pub turn_number: u8,
    /// The tiles that were laid; none in an exchange.
    pub tiles_placed: Vec<LaidDailyTile>,
    /// The words they formed, the main word first.
    pub words_formed: Vec<FormedWord>,
    /// What the turn scored, the bonus for a full rack included.
    pub total_score: i32,
    /// How many tiles came from the bag.
    pub tiles_drawn: u32,
    /// How many tiles went back to it.
    pub tiles_exchanged: u32,
    /// Whether it counts.
    pub validation_status: ValidationStatus,
}

/// A tile that was laid in a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LaidDailyTile {
    /// Its letter; a blank's is the one it plays as.
    pub letter: String,
    /// Where.
    pub position: BoardPosition,
    /// Whether it is a blank.
    pub is_blank: bool,
}

/// A word that a turn formed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FormedWord {
    /// The word.
    pub word: String,
    /// What it scored.
    pub score: i32,
    /// The way it reads.
    pub direction: WordDirection,
}

/// A turn was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnAnswer {
    /// The turn.
    pub turn: DailyTurn,
    /// The puzzle after it.
    pub state: DailyState,
}

/// Why something was not done. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyProblem {
    /// What is wrong.
    pub error: WireError,
    /// The turn as it was rejected, where it had a place on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn: Option<DailyTurn>,
    /// How the puzzle stands, where the device seems not to know (`TURN_PLAYED`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub state: Option<DailyState>,
}
