//! What a commit changed in the public state of a table.

use serde::{Deserialize, Deserializer, Serialize};

use super::contract_payloads::GameEnded;
use super::days::PauseState;
use super::extension_payloads::ClockUpdate;
use super::state::{EndRequest, GameState, LogLine, OpenPlay, Progress, StatePlayer};
use crate::board::BoardRow;
use crate::table_rules::TableRules;
use crate::text::PlayerId;
use crate::tile::TileKind;

/// The parts of the public state that changed, ready to be merged. Absent fields did not change.
///
/// It has no private part: the rack comes with `yourTiles`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StateChange {
    /// The phase of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub progress: Option<Progress>,
    /// The rules, if the host changed them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub rules: Option<Box<TableRules>>,
    /// The tiles of a full bag, if the language changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub tile_set: Option<Vec<TileKind>>,
    /// All players in join order, if anything about one of them changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub players: Option<Vec<StatePlayer>>,
    /// The names of players with a reserved seat, in a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub kept_for: Option<Vec<String>>,
    /// Whether the host can start now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub can_start: Option<bool>,
    /// The whole game, when it starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub game: Option<Box<GameState>>,
    /// What changed in the running game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub game_change: Option<GameChange>,
    /// The result, when the game ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub outcome: Option<GameEnded>,
    /// Whether a rematch table is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub play_again_open: Option<bool>,
}

/// The parts of a running game that changed.
///
/// `rows` and `log` are parts of lists. Every other field replaces the field of that name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameChange {
    /// The rows of the board that changed.
    pub rows: Vec<BoardRow>,
    /// The lines of the score sheet that changed, and the new ones.
    pub log: LogChange,
    /// The number of tiles in the bag.
    pub tile_bag_count: u32,
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
    /// The play that can be challenged or is challenged; null if there is none any more.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub open_play: Option<Option<OpenPlay>>,
    /// The host's request to end the game; null if there is none any more.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub end_request: Option<Option<EndRequest>>,
    /// The proposed or running pause; null if there is none any more.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "present")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub pause: Option<Option<PauseState>>,
    /// The clocks, if the table has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub clock: Option<ClockUpdate>,
}

/// The end of the score sheet from the first line that changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LogChange {
    /// The number of lines before it, which stay as they are.
    pub from: u32,
    /// The lines that replace the rest.
    pub lines: Vec<LogLine>,
}

/// Reads a field that is present; null is a value.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}
