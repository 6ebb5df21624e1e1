use serde::{Deserialize, Serialize};

use crate::server::{GameEnded, LogAction};
use crate::table_rules::TableRules;
use crate::text::PlayerId;
use crate::tile::TileKind;

/// A finished game with all data needed to verify that the bag was fair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameRecord {
    /// The format: `dord/game/2`, or `dord/game/1` for games from before nonce commitments.
    #[cfg_attr(
        feature = "reference",
        schemars(extend("enum" = [GameRecord::FORMAT_1, GameRecord::FORMAT]))
    )]
    pub format: String,
    /// The id of the game; its hash is part of the commitment.
    pub id: String,
    /// The rules of the table.
    pub rules: TableRules,
    /// The tiles of a full bag, in the sort order of the bag.
    pub tile_set: Vec<TileKind>,
    /// The letters of a word on the centre row at the start; empty in most games.
    pub starting_word: Vec<String>,
    /// In a rematch: the seats in the turn order of the previous game, from its next player on.
    /// This overrides the rule about who begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub rematch: Option<Vec<u8>>,
    /// When the game began, in milliseconds since 1970.
    pub started_at: i64,
    /// When it ended, in milliseconds since 1970.
    pub ended_at: i64,
    /// How many earlier starts failed because a nonce was not revealed or a player left.
    #[serde(default)]
    pub failed_starts: u32,
    /// The players in join order. The nonces are in this order in `dord/game/1` and in seat order
    /// in `dord/game/2`.
    pub players: Vec<RecordPlayer>,
    /// The seats in turn order.
    pub turn_order: Vec<u8>,
    /// The commitment the server published before the first draw, in hexadecimal.
    #[cfg_attr(feature = "reference", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub commitment: String,
    /// The seed, in hexadecimal.
    #[cfg_attr(feature = "reference", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub seed: String,
    /// The rounds of the opening draw.
    pub opening_draw: Vec<Vec<OpeningDrawRecord>>,
    /// Every draw from and return to the bag, in order.
    pub bag: Vec<BagStep>,
    /// The score sheet.
    pub moves: Vec<MoveRecord>,
    /// The result.
    pub outcome: GameEnded,
}

/// A player of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordPlayer {
    /// The seat number, from 0.
    pub seat: u8,
    /// The player's id in `moves` and `outcome`.
    pub id: PlayerId,
    /// The player's name.
    pub name: String,
    /// The level of a bot; absent for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub bot_level: Option<u8>,
    /// The nonce the player contributed; empty if none.
    pub nonce: String,
    /// The commitment published before any nonce was revealed, in hexadecimal; absent for a nonce
    /// in clear text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", schemars(regex(pattern = "^[0-9a-f]{64}$")), ts(optional))]
    pub nonce_commitment: Option<String>,
}

/// A tile of the opening draw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpeningDrawRecord {
    /// The seat of the player.
    pub seat: u8,
    /// The tile; `_` is a blank.
    pub tile: String,
}

/// A change of the bag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum BagStep {
    /// Tiles were drawn for a rack.
    Draw {
        /// The seat of the player.
        seat: u8,
        /// The number of the first draw.
        t: u32,
        /// The number of tiles.
        count: u32,
        /// The tiles, in drawing order.
        tiles: Vec<String>,
    },
    /// Tiles were returned to the bag.
    PutBack {
        /// The seat of the player.
        seat: u8,
        /// The tiles.
        tiles: Vec<String>,
    },
}

/// A line of the score sheet, with the rack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveRecord {
    /// The number of the turn.
    pub turn_number: u32,
    /// The player.
    pub player_id: PlayerId,
    /// When the turn ended, in milliseconds since 1970.
    pub at: i64,
    /// The rack before the turn.
    pub rack: Vec<String>,
    /// What was done.
    pub deed: LogAction,
    /// The exchanged tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub swapped: Option<Vec<String>>,
    /// The player's score after the turn.
    pub total: i32,
}
