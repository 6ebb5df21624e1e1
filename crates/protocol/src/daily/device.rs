use serde::{Deserialize, Serialize};

use super::state::DailyStatus;
use crate::secret::Secret;

/// The credential of a device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceToken {
    /// Sent as `Authorization: Bearer …`.
    #[serde(serialize_with = "Secret::reveal")]
    #[cfg_attr(feature = "reference", schemars(with = "String"))]
    pub token: Secret,
}

/// A code that links another device to the same player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TransferCode {
    /// Eight letters in two groups, such as `KDMP-WRTZ`. It can be used once.
    #[serde(serialize_with = "Secret::reveal")]
    #[cfg_attr(feature = "reference", schemars(with = "String"))]
    pub code: Secret,
    /// When it expires, in milliseconds since 1970.
    pub expires_at: i64,
}

/// The available puzzles and the player's results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyArchive {
    /// The language code.
    pub language: String,
    /// The first day with a puzzle.
    pub first_date: String,
    /// The last day with a puzzle: today, in UTC.
    pub today: String,
    /// When the next puzzle begins, in milliseconds since 1970.
    pub next_puzzle_at: i64,
    /// The server's time, in milliseconds since 1970.
    pub server_time: i64,
    /// The player's name on leaderboards; null if they have none.
    pub name: Option<String>,
    /// The days the player has begun, the earliest first; empty without a token.
    pub days: Vec<PlayedDay>,
}

/// A day the player has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayedDay {
    /// The day.
    pub date: String,
    /// The progress.
    pub status: DailyStatus,
    /// The number of turns played.
    pub turns_played: u8,
    /// The score so far.
    pub score: i32,
    /// Whether it was finished on its own day.
    pub on_time: bool,
}
