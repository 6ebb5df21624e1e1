use serde::{Deserialize, Serialize};

use super::state::DailyStatus;
use crate::secret::Secret;

/// What a device proves with who it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DeviceToken {
    /// Sent as `Authorization: Bearer …`.
    #[serde(serialize_with = "Secret::reveal")]
    pub token: Secret,
}

/// A code that makes another device the same player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TransferCode {
    /// Eight letters in two groups, such as `KDMP-WRTZ`. It works once.
    #[serde(serialize_with = "Secret::reveal")]
    pub code: Secret,
    /// Until when, in milliseconds since 1970.
    pub expires_at: i64,
}

/// The puzzles there are, and what the player has made of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyArchive {
    /// The language, by its code.
    pub language: String,
    /// The first day that has a puzzle.
    pub first_date: String,
    /// The last: today, in UTC.
    pub today: String,
    /// When the next puzzle begins, in milliseconds since 1970.
    pub next_puzzle_at: i64,
    /// What time it is for the server, in milliseconds since 1970.
    pub server_time: i64,
    /// What the player is called on the lists; null if nothing.
    pub name: Option<String>,
    /// The days that the player has begun, the first day first; none without a token.
    pub days: Vec<PlayedDay>,
}

/// A day that the player has begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayedDay {
    /// The day.
    pub date: String,
    /// How far it is.
    pub status: DailyStatus,
    /// How many turns were played.
    pub turns_played: u8,
    /// The sum of them.
    pub score: i32,
    /// Whether it was finished on its own day.
    pub on_time: bool,
}
