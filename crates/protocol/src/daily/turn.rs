use serde::{Deserialize, Serialize};

use super::state::DailyState;
use crate::error::WireError;
use crate::tile::BoardPosition;

/// The direction of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WordDirection {
    /// From left to right.
    Horizontal,
    /// From top to bottom.
    Vertical,
}

/// The start and direction of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WordPosition {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub col: u8,
    /// The direction.
    pub direction: WordDirection,
}

/// Whether a turn counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ValidationStatus {
    /// The turn was played.
    Valid,
    /// The turn was rejected without a penalty.
    Invalid,
}

/// A turn: a play, an exchange, or a rejected attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyTurn {
    /// The number of the turn, from 1.
    pub turn_number: u8,
    /// The tiles laid; empty for an exchange.
    pub tiles_placed: Vec<LaidDailyTile>,
    /// The words formed, the main word first.
    pub words_formed: Vec<FormedWord>,
    /// The score of the turn, with the bonus for a full rack.
    pub total_score: i32,
    /// The number of tiles drawn from the bag.
    pub tiles_drawn: u32,
    /// The number of tiles returned to the bag.
    pub tiles_exchanged: u32,
    /// Whether the turn counts.
    pub validation_status: ValidationStatus,
}

/// A tile laid in a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LaidDailyTile {
    /// The letter; for a blank, the letter it represents.
    pub letter: String,
    /// The square.
    pub position: BoardPosition,
    /// Whether it is a blank.
    pub is_blank: bool,
}

/// A word formed by a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct FormedWord {
    /// The word.
    pub word: String,
    /// The score.
    pub score: i32,
    /// The direction.
    pub direction: WordDirection,
}

/// The answer to a turn that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnAnswer {
    /// The turn.
    pub turn: DailyTurn,
    /// The puzzle after the turn.
    pub state: DailyState,
}

/// The answer to a refused request. The attempt is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyProblem {
    /// The error.
    pub error: WireError,
    /// The rejected turn, if its tiles fit on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn: Option<DailyTurn>,
    /// The current state of the puzzle, if the device is out of date (`TURN_PLAYED`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub state: Option<DailyState>,
}
