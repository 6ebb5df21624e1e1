//! Tiles, squares and boards on the wire.

use rules::{Board, ClaimedTile, LaidTile, Language, Placement, SIDE, Square, TileToLay};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};

use crate::strict::BadRequest;
use crate::text::LetterText;

/// A tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Tile {
    /// How its letter is written; `_` is a blank on a rack. A blank on the board keeps the letter it plays as.
    pub letter: String,
    /// What it is worth; a blank nothing.
    pub points: i32,
    /// Whether it is a blank.
    pub is_blank: bool,
}

/// A kind of tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TileKind {
    /// How its letter is written; `_` is the blank.
    pub letter: String,
    /// How many there are.
    pub count: u32,
    /// What one is worth.
    pub points: i32,
}

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BoardPosition {
    /// From 0 at the top to 14.
    pub row: u8,
    /// From 0 at the left to 14.
    pub col: u8,
}

/// A tile on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlacedTile {
    /// From 0 at the top to 14.
    pub row: u8,
    /// From 0 at the left to 14.
    pub col: u8,
    /// The tile.
    pub tile: Tile,
}

/// The whole board: 15 rows of 15 squares, null where nothing lies.
pub type BoardSquares = Vec<Vec<Option<Tile>>>;

/// A tile that a client claims to lay on a square. Nothing of it is known to be true.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClaimedPlacement {
    /// The row, from 0 at the top; off the board is a rule of placing, not of this form.
    pub row: i64,
    /// The column, from 0 at the left.
    pub col: i64,
    /// The tile.
    pub tile: TileClaim,
}

/// A tile as a client claims it. Its `points` are ignored.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TileClaim {
    /// How its letter is written, in either case; a blank names the letter it shall be.
    #[cfg_attr(feature = "reference", ts(type = "string"))]
    pub letter: LetterText,
    /// Whether it is a blank.
    pub is_blank: bool,
    /// What the client thinks it is worth. Nobody looks at it.
    #[cfg_attr(feature = "reference", ts(optional, type = "number"))]
    pub points: Option<AnyNumber>,
}

/// A number that means nothing.
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

/// How a blank is written on a rack.
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

    /// A tile on the board: a blank keeps the letter it plays as and is worth nothing.
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

/// How a tile of a rack or the bag is written.
pub(crate) fn letter_text(tile: rules::Tile, language: &Language) -> &str {
    match tile {
        rules::Tile::Blank => BLANK,
        rules::Tile::Letter(letter) => language.text(letter),
    }
}

/// The tiles of a full bag, in the order in which the bag is sorted.
pub fn tile_set(language: &Language) -> Vec<TileKind> {
    let kind = |tile: rules::Tile| TileKind {
        letter: letter_text(tile, language).to_owned(),
        count: language.count(tile) as u32,
        points: language.points(tile).0,
    };
    language.tiles().map(kind).collect()
}

/// Tiles of a rack or the bag.
pub fn held_tiles(tiles: &[rules::Tile], language: &Language) -> Vec<Tile> {
    tiles.iter().map(|&tile| Tile::held(tile, language)).collect()
}

/// Tiles with their squares.
pub fn placed_tiles(tiles: &[(Square, LaidTile)], language: &Language) -> Vec<PlacedTile> {
    let placed = |&(square, tile): &(Square, LaidTile)| PlacedTile {
        row: square.row(),
        col: square.column(),
        tile: Tile::laid(tile, language),
    };
    tiles.iter().map(placed).collect()
}

/// The whole board.
pub fn board_squares(board: &Board, language: &Language) -> BoardSquares {
    let square = |row, column| {
        let tile = board.tile(Square::at(row, column)?)?;
        Some(Tile::laid(tile, language))
    };
    (0..SIDE).map(|row| (0..SIDE).map(|column| square(row, column)).collect()).collect()
}

/// What a client claims to lay, in the letters of the table's language. A text that is no letter there is malformed.
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
