use crate::{LaidTile, Letter, Square, Tile};

/// The tiles that a player claims to lay, not checked yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    /// The tiles, in any order.
    pub tiles: Vec<ClaimedTile>,
}

/// One tile of a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimedTile {
    /// The row, from 0. It may be off the board.
    pub row: i64,
    /// The column, from 0. It may be off the board.
    pub column: i64,
    /// The tile.
    pub tile: TileToLay,
}

impl From<(Square, LaidTile)> for ClaimedTile {
    fn from((square, laid): (Square, LaidTile)) -> ClaimedTile {
        let tile =
            if laid.is_blank { TileToLay::Blank(Some(laid.letter)) } else { TileToLay::Letter(laid.letter) };
        ClaimedTile { row: square.row().into(), column: square.column().into(), tile }
    }
}

/// A tile to be laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileToLay {
    /// A tile with a letter.
    Letter(Letter),
    /// A blank and its chosen letter, if any.
    Blank(Option<Letter>),
}

impl TileToLay {
    /// The tile as it is on the rack.
    pub const fn tile(self) -> Tile {
        match self {
            TileToLay::Letter(letter) => Tile::Letter(letter),
            TileToLay::Blank(_) => Tile::Blank,
        }
    }
}

/// The placement rule that was broken. The rules are checked in this order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacementError {
    /// The placement has no tiles.
    #[error("lay at least one tile")]
    NoTiles,
    /// A tile is off the board.
    #[error("row {row}, column {column} is not on the board: both are 0 to 14")]
    OffBoard {
        /// The claimed row.
        row: i64,
        /// The claimed column.
        column: i64,
    },
    /// Two tiles are on the same square.
    #[error("two tiles were laid on one square")]
    SquareTwice(Square),
    /// The blank has no letter, or one of another alphabet.
    #[error("name the letter that the blank stands for")]
    BlankWithoutLetter(Square),
    /// The rack has no such tile, or not enough of them.
    #[error("a tile that was laid is not on the rack")]
    NotOnRack(Square),
    /// The square already has a tile.
    #[error("the square is taken")]
    SquareTaken(Square),
    /// The tiles are neither in one row nor in one column.
    #[error("tiles must be laid in one row or one column")]
    NotInLine(Vec<Square>),
    /// A square between the first and the last tile is free.
    #[error("there is a gap between the tiles")]
    Gap(Square),
    /// The first play does not cover the centre.
    #[error("the first play covers the centre of the board")]
    CentreNotCovered,
    /// The first play has only one letter.
    #[error("the first play has at least two letters")]
    FirstPlayTooShort,
    /// No tile touches a tile that was on the board before.
    #[error("the tiles must touch those on the board")]
    NotConnected(Vec<Square>),
}

impl PlacementError {
    /// The name of the broken rule, as on the wire.
    pub const fn rule(&self) -> &'static str {
        match self {
            PlacementError::NoTiles => "noTiles",
            PlacementError::OffBoard { .. } => "offBoard",
            PlacementError::SquareTwice(_) => "squareTwice",
            PlacementError::BlankWithoutLetter(_) => "blankWithoutLetter",
            PlacementError::NotOnRack(_) => "notOnRack",
            PlacementError::SquareTaken(_) => "squareTaken",
            PlacementError::NotInLine(_) => "notInLine",
            PlacementError::Gap(_) => "gap",
            PlacementError::CentreNotCovered => "centreNotCovered",
            PlacementError::FirstPlayTooShort => "firstPlayTooShort",
            PlacementError::NotConnected(_) => "notConnected",
        }
    }

    /// The squares that break the rule.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            PlacementError::NoTiles | PlacementError::OffBoard { .. } => Vec::new(),
            PlacementError::CentreNotCovered | PlacementError::FirstPlayTooShort => vec![Square::CENTRE],
            PlacementError::SquareTwice(square)
            | PlacementError::BlankWithoutLetter(square)
            | PlacementError::NotOnRack(square)
            | PlacementError::SquareTaken(square)
            | PlacementError::Gap(square) => vec![*square],
            PlacementError::NotInLine(squares) | PlacementError::NotConnected(squares) => squares.clone(),
        }
    }
}
