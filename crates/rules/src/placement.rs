use crate::{Letter, Square, Tile};

/// What a player claims to lay: nothing of it is known to be true.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placement {
    /// The tiles, in any order.
    pub tiles: Vec<ClaimedTile>,
}

/// One tile of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimedTile {
    /// The row, from 0; it may be off the board.
    pub row: i64,
    /// The column, from 0; it may be off the board.
    pub column: i64,
    /// The tile.
    pub tile: TileToLay,
}

/// A tile on its way to the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileToLay {
    /// One that carries its letter.
    Letter(Letter),
    /// A blank, and the letter it shall be, if one was named.
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

/// The rule of placing that a claim breaks. The rules are looked at in this order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacementError {
    /// Nothing was laid.
    #[error("lay at least one tile")]
    NoTiles,
    /// A tile lies beside the board.
    #[error("row {row}, column {column} is not on the board: both are 0 to 14")]
    OffBoard {
        /// The row that was claimed.
        row: i64,
        /// The column that was claimed.
        column: i64,
    },
    /// Two tiles share a square.
    #[error("two tiles were laid on one square")]
    SquareTwice(Square),
    /// Nobody knows what the blank shall be: no letter was named, or none of this alphabet.
    #[error("name the letter that the blank stands for")]
    BlankWithoutLetter(Square),
    /// The player has no such tile, or not so many.
    #[error("a tile that was laid is not on the rack")]
    NotOnRack(Square),
    /// A tile lies there already.
    #[error("the square is taken")]
    SquareTaken(Square),
    /// Neither one row nor one column.
    #[error("tiles must be laid in one row or one column")]
    NotInLine(Vec<Square>),
    /// A free square between the first and the last tile.
    #[error("there is a gap between the tiles")]
    Gap(Square),
    /// The first play lies elsewhere.
    #[error("the first play covers the centre of the board")]
    CentreNotCovered,
    /// The first play is a single letter.
    #[error("the first play has at least two letters")]
    FirstPlayTooShort,
    /// No tile touches one that lay there before.
    #[error("the tiles must touch those on the board")]
    NotConnected(Vec<Square>),
}

impl PlacementError {
    /// The name of the rule that was broken.
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

    /// The squares that it is about.
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
