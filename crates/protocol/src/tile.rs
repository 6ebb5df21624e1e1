//! Tiles and squares on the wire, also as clients claim them.

use rules::{ClaimedTile, LaidTile, Language, Placement, Square, TileToLay};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};

use crate::strict::BadRequest;
use crate::text::LetterText;

/// A tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Tile {
    /// The letter; `_` is a blank on a rack. On the board, a blank has the letter it represents.
    pub letter: String,
    /// The points; 0 for a blank.
    pub points: i32,
    /// Whether it is a blank.
    pub is_blank: bool,
}

/// A kind of tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TileKind {
    /// The letter; `_` is the blank.
    pub letter: String,
    /// The number of tiles.
    pub count: u32,
    /// The points of one tile.
    pub points: i32,
}

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardPosition {
    /// The row, from 0 at the top to 14.
    pub row: u8,
    /// The column, from 0 at the left to 14.
    pub col: u8,
}

/// A tile on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlacedTile {
    /// The row, from 0 at the top to 14.
    pub row: u8,
    /// The column, from 0 at the left to 14.
    pub col: u8,
    /// The tile.
    pub tile: Tile,
}

/// A tile that a client wants to lay on a square, not validated.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClaimedPlacement {
    /// The row, from 0 at the top. It may be off the board; the placement rules check that.
    pub row: i64,
    /// The column, from 0 at the left.
    pub col: i64,
    /// The tile.
    pub tile: TileClaim,
}

/// A tile as a client describes it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TileClaim {
    /// The letter, in upper or lower case; for a blank, the letter it represents.
    #[cfg_attr(feature = "reference", ts(type = "string"))]
    pub letter: LetterText,
    /// Whether it is a blank.
    pub is_blank: bool,
    /// The points, which the server ignores.
    #[cfg_attr(feature = "reference", ts(optional, type = "number"))]
    pub points: Option<AnyNumber>,
}

/// A number that is ignored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyNumber;

impl<'de> Deserialize<'de> for AnyNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AnyNumber, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = AnyNumber;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number")
            }
            fn visit_u64<E>(self, _: u64) -> Result<AnyNumber, E> {
                Ok(AnyNumber)
            }
            fn visit_i64<E>(self, _: i64) -> Result<AnyNumber, E> {
                Ok(AnyNumber)
            }
            fn visit_f64<E>(self, _: f64) -> Result<AnyNumber, E> {
                Ok(AnyNumber)
            }
        }
        deserializer.deserialize_any(Number)
    }
}

/// The text of a blank on a rack.
pub const BLANK: &str = "_";

impl Tile {
    /// A tile of a rack or the bag.
    pub fn held(tile: rules::Tile, language: &Language) -> Tile {
        Tile {
            letter: letter_text(tile, language).to_owned(),
            points: language.points(tile).0,
            is_blank: tile == rules::Tile::Blank,
        }
    }

    /// A tile on the board; a blank has the letter it represents and no points.
    pub fn laid(tile: LaidTile, language: &Language) -> Tile {
        Tile {
            letter: language.text(tile.letter).to_owned(),
            points: language.points(tile.tile()).0,
            is_blank: tile.is_blank,
        }
    }
}

impl From<Square> for BoardPosition {
    fn from(square: Square) -> BoardPosition {
        BoardPosition { row: square.row(), col: square.column() }
    }
}

/// The text of a tile of a rack or the bag.
pub(crate) fn letter_text(tile: rules::Tile, language: &Language) -> &str {
    match tile {
        rules::Tile::Blank => BLANK,
        rules::Tile::Letter(letter) => language.text(letter),
    }
}

/// The tiles of a full bag, in the sort order of the bag.
pub fn tile_set(language: &Language) -> Vec<TileKind> {
    let kind = |tile: rules::Tile| TileKind {
        letter: letter_text(tile, language).to_owned(),
        count: language.count(tile) as u32,
        points: language.points(tile).0,
    };
    language.tiles().map(kind).collect()
}

/// Converts tiles of a rack or the bag.
pub fn held_tiles(tiles: &[rules::Tile], language: &Language) -> Vec<Tile> {
    tiles.iter().map(|&tile| Tile::held(tile, language)).collect()
}

/// Converts tiles with their squares.
pub fn placed_tiles(tiles: &[(Square, LaidTile)], language: &Language) -> Vec<PlacedTile> {
    let placed = |&(square, tile): &(Square, LaidTile)| PlacedTile {
        row: square.row(),
        col: square.column(),
        tile: Tile::laid(tile, language),
    };
    tiles.iter().map(placed).collect()
}

/// Converts a client's placements, using the letters of the table's language.
///
/// A text that is not a letter of the language is a [`BadRequest`].
pub fn claim(placements: &[ClaimedPlacement], language: &Language) -> Result<Placement, BadRequest> {
    let claimed = |(index, placement): (usize, &ClaimedPlacement)| {
        let text = placement.tile.letter.as_str();
        let tile = if text == BLANK {
            TileToLay::Blank(None)
        } else {
            let letter = language.letter(text).ok_or_else(|| {
                let path = format!("placements[{index}].tile.letter");
                BadRequest::new(path, format!("expected a letter of {}, or {BLANK}", language.name()))
            })?;
            if placement.tile.is_blank { TileToLay::Blank(Some(letter)) } else { TileToLay::Letter(letter) }
        };
        Ok(ClaimedTile { row: placement.row, column: placement.col, tile })
    };
    Ok(Placement { tiles: placements.iter().enumerate().map(claimed).collect::<Result<_, BadRequest>>()? })
}
