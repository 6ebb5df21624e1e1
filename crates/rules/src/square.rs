use crate::Premium;

/// The number of rows and of columns of the board.
pub const SIDE: u8 = 15;

/// A square of the board: a row and a column, from 0 at the top left.
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

    /// The centre square, which the first play must cover.
    pub const CENTRE: Square = Square(SIDE * (SIDE / 2) + SIDE / 2);

    /// The square at a row and column; `None` off the board.
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

    /// The index of the square, counted row by row.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bonus for a tile laid on this square.
    pub fn premium(self) -> Premium {
        Premium::of(self)
    }

    /// The next square in a direction; `None` at the edge.
    pub const fn next(self, direction: Direction) -> Option<Square> {
        match direction {
            Direction::Across => Square::at(self.row(), self.column() + 1),
            Direction::Down => Square::at(self.row() + 1, self.column()),
        }
    }

    /// The previous square in a direction; `None` at the edge.
    pub const fn previous(self, direction: Direction) -> Option<Square> {
        match direction {
            Direction::Across if self.column() > 0 => Square::at(self.row(), self.column() - 1),
            Direction::Down if self.row() > 0 => Square::at(self.row() - 1, self.column()),
            _ => None,
        }
    }

    /// The adjacent squares: left, right, above and below.
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

/// The direction of a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl Direction {
    /// The perpendicular direction, in which cross words read.
    pub const fn crossing(self) -> Direction {
        match self {
            Direction::Across => Direction::Down,
            Direction::Down => Direction::Across,
        }
    }
}
