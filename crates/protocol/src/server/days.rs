//! Payloads of games over days: pauses and stand-ins.

use serde::{Deserialize, Serialize};

use crate::text::PlayerId;

/// A proposed or running pause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum PauseState {
    /// A player proposed a pause. The game runs until all agree.
    Proposed {
        /// The player who proposed it.
        player_id: PlayerId,
        /// When the proposal lapses, in milliseconds since 1970.
        until: i64,
        /// The players who agreed.
        agreed: Vec<PlayerId>,
    },
    /// The game is paused, and no clock runs.
    Paused {
        /// Since when, in milliseconds since 1970.
        since: i64,
        /// When the game continues by itself, in milliseconds since 1970.
        until: i64,
    },
}

/// A player proposed a pause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PauseProposed {
    /// The player.
    pub player_id: PlayerId,
    /// When the proposal lapses, in milliseconds since 1970.
    pub until: i64,
}

/// A player agreed to a pause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PauseAgreed {
    /// The player.
    pub player_id: PlayerId,
    /// All players who agreed so far.
    pub agreed: Vec<PlayerId>,
}

/// A proposal to pause ended without a pause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PauseLapsed {
    /// The player who declined or withdrew it; absent if it was not answered in time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub player_id: Option<PlayerId>,
}

/// The game was paused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GamePaused {
    /// When the game continues by itself, in milliseconds since 1970.
    pub until: i64,
}

/// The game continues after a pause.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameResumed {
    /// The player who resumed it; absent if the pause had lasted too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub player_id: Option<PlayerId>,
}

/// A computer plays for a player until the player returns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StandInStarted {
    /// The player whose time ran out.
    pub player_id: PlayerId,
    /// The player's name.
    pub player_name: String,
    /// The level of the computer, from 1 to 5.
    pub level: u8,
}
