use crate::Premium;

/// How long a side of the board is.
pub const SIDE: u8 = 15;

/// A square of the board: row and column, both from 0 at the top left.
///
/// ```
/// use rules::Square;
///
/// let centre = Square::CENTRE;
/// assert_eq!((centre.row(), centre.column()), (7, 7));
/// assert_eq!(Square::at(15, 0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares.
    pub const COUNT: usize = SIDE as usize * SIDE as usize;

    /// The star, which the first play covers.
    pub const CENTRE: Square = Square(SIDE * (SIDE / 2) + SIDE / 2);

    /// The square in a row and column; `None` off the board.
    pub const fn at(row: u8, column: u8) -> Option<Square> {
        if row < SIDE && column < SIDE { Some(Square(row * SIDE + column)) } else { None }
    }

    /// Every square, row by row.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SIDE * SIDE).map(Square)
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / SIDE
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 % SIDE
    }

    /// Its place when the squares are counted row by row.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What the square does for a tile laid on it.
    pub fn premium(self) -> Premium {
        Premium::of(self)
    }

    /// The next square along a direction; `None` at the edge.
    pub const fn next(self, direction: Direction) -> Option<Square> {
        match direction {
            Direction::Across => Square::at(self.row(), self.column() + 1),
            Direction::Down => Square::at(self.row() + 1, self.column()),
        }
    }

    /// The square before it along a direction; `None` at the edge.
    pub const fn previous(self, direction: Direction) -> Option<Square> {
        match direction {
            Direction::Across if self.column() > 0 => Square::at(self.row(), self.column() - 1),
            Direction::Down if self.row() > 0 => Square::at(self.row() - 1, self.column()),
            _ => None,
        }
    }

    /// The squares beside, above and below it.
    pub fn neighbours(self) -> impl Iterator<Item = Square> {
        [Direction::Across, Direction::Down]
            .into_iter()
            .flat_map(move |direction| [self.previous(direction), self.next(direction)])
            .flatten()
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.row(), self.column())
    }
}

/// The way a word reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// The way that cross words read.
    pub const fn crossing(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }
}
