use serde::{Deserialize, Serialize};

use crate::server::{GameEnded, LogDeed};
use crate::table_rules::TableRules;
use crate::text::PlayerId;
use crate::tile::TileKind;

/// A finished game: everything that happened, and everything that is needed to verify that the bag was fair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameRecord {
    /// The form of this record: `dord/game/2`, or `dord/game/1` of a game that was started before commitments to nonces.
    pub format: String,
    /// The game; its hash is part of the commitment.
    pub id: String,
    /// The rules of the table.
    pub rules: TableRules,
    /// The tiles of a full bag, in the order in which the bag is sorted.
    pub tile_set: Vec<TileKind>,
    /// The letters of a word that lay on the centre row from the start; most games have none.
    pub starting_word: Vec<String>,
    /// The table played again: the seats of the game before in its turn order, beginning with the next one. This takes the
    /// place of whatever the rules say about who begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub rematch: Option<Vec<u8>>,
    /// When the game began, in milliseconds since 1970.
    pub started_at: i64,
    /// When it ended.
    pub ended_at: i64,
    /// How many starts failed before this one because a nonce was not revealed or a player left.
    #[serde(default)]
    pub failed_starts: u32,
    /// Everybody, in the order in which they came. In `dord/game/1` that is the order of the nonces, in `dord/game/2` the seat is.
    pub players: Vec<RecordPlayer>,
    /// The seats in turn order.
    pub turn_order: Vec<u8>,
    /// What the server had told before the first tile was drawn, in hexadecimal.
    pub commitment: String,
    /// The seed, in hexadecimal.
    pub seed: String,
    /// The rounds of drawing for who begins.
    pub opening_draw: Vec<Vec<OpeningDrawRecord>>,
    /// Every draw and every putting back, in order.
    pub bag: Vec<BagStep>,
    /// The score pad.
    pub moves: Vec<MoveRecord>,
    /// How it ended.
    pub outcome: GameEnded,
}

/// Somebody who played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordPlayer {
    /// The number of the seat, from 0.
    pub seat: u8,
    /// What names the player in `moves` and `outcome`.
    pub id: PlayerId,
    /// What the player was called.
    pub name: String,
    /// The level of a bot; a person has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub bot_level: Option<u8>,
    /// What the player added to the chance of the game; empty if nothing.
    pub nonce: String,
    /// What the player had published of the nonce before any was revealed, in hexadecimal; absent for a nonce in the open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub nonce_commitment: Option<String>,
}

/// A tile drawn for who begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OpeningDrawRecord {
    /// Who drew.
    pub seat: u8,
    /// The tile; `_` is a blank.
    pub tile: String,
}

/// What was done with the bag.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(tag = "kind", rename_all_fields = "camelCase")]
pub enum BagStep {
    /// Tiles were drawn for a rack.
    Draw {
        /// By whom.
        seat: u8,
        /// The number of the first draw.
        t: u32,
        /// How many.
        count: u32,
        /// What came, in order.
        tiles: Vec<String>,
    },
    /// Tiles went back.
    PutBack {
        /// Whose they were.
        seat: u8,
        /// Which.
        tiles: Vec<String>,
    },
}

/// One line of the score pad, with the rack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveRecord {
    /// The number of the turn.
    pub turn_number: u32,
    /// Whose it was.
    pub player_id: PlayerId,
    /// When it was over, in milliseconds since 1970.
    pub at: i64,
    /// The rack before it.
    pub rack: Vec<String>,
    /// What was done.
    pub deed: LogDeed,
    /// The tiles that were swapped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub swapped: Option<Vec<String>>,
    /// The player's score after it.
    pub total: i32,
}
