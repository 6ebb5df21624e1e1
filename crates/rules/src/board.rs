use crate::{Direction, LaidTile, Letter, SIDE, Square};

/// The board with the tiles laid on it.
///
/// ```
/// use rules::{Board, Direction, LaidTile, Language, Square};
///
/// let english = Language::by_code("en").unwrap();
/// let mut board = Board::empty();
/// let mut square = Square::CENTRE;
/// for letter in english.spell("zoo").unwrap() {
///     board.lay(square, LaidTile::lettered(letter));
///     square = square.next(Direction::Down).unwrap();
/// }
/// let word = board.word_through(Square::CENTRE, Direction::Down);
/// assert_eq!(english.write(&board.letters(&word)), "ZOO");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// The codes of the letters, 0 for free squares. Plain bytes, because boards are copied and
    /// compared with every move.
    letters: [u8; Square::COUNT],
    is_blank: [bool; Square::COUNT],
}

impl Board {
    /// A board without tiles.
    pub const fn empty() -> Board {
        Board { letters: [0; Square::COUNT], is_blank: [false; Square::COUNT] }
    }

    /// The tile on a square.
    pub const fn tile(&self, square: Square) -> Option<LaidTile> {
        let index = square.index();
        match Letter::from_code(self.letters[index]) {
            Some(letter) => Some(LaidTile { letter, is_blank: self.is_blank[index] }),
            None => None,
        }
    }

    /// The tiles of a row, from left to right.
    pub fn row(&self, row: u8) -> impl Iterator<Item = Option<LaidTile>> + '_ {
        (0..SIDE).map(move |column| self.tile(Square::at(row, column)?))
    }

    /// The rows in which another board differs.
    pub fn differing_rows<'b>(&'b self, other: &'b Board) -> impl Iterator<Item = u8> + 'b {
        (0..SIDE).filter(move |&row| {
            let first = usize::from(row) * usize::from(SIDE);
            let squares = first..first + usize::from(SIDE);
            self.letters[squares.clone()] != other.letters[squares.clone()]
                || self.is_blank[squares.clone()] != other.is_blank[squares]
        })
    }

    /// Whether a square has no tile.
    pub const fn is_free(&self, square: Square) -> bool {
        self.letters[square.index()] == 0
    }

    /// Whether the board has no tiles.
    pub fn is_empty(&self) -> bool {
        *self == Board::empty()
    }

    /// Every tile with its square, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = (Square, LaidTile)> + '_ {
        Square::all().filter_map(|square| Some((square, self.tile(square)?)))
    }

    /// Lays a tile and returns the tile that was there before.
    pub const fn lay(&mut self, square: Square, tile: LaidTile) -> Option<LaidTile> {
        let before = self.take(square);
        self.letters[square.index()] = tile.letter.code();
        self.is_blank[square.index()] = tile.is_blank;
        before
    }

    /// Removes the tile on a square and returns it.
    pub const fn take(&mut self, square: Square) -> Option<LaidTile> {
        let before = self.tile(square);
        self.letters[square.index()] = 0;
        self.is_blank[square.index()] = false;
        before
    }

    /// The squares of the word through a square, first letter first; empty if the square is free.
    pub fn word_through(&self, square: Square, direction: Direction) -> Vec<Square> {
        if self.is_free(square) {
            return Vec::new();
        }
        let taken = |square: &Square| !self.is_free(*square);
        let mut start = square;
        while let Some(before) = start.previous(direction).filter(taken) {
            start = before;
        }
        std::iter::successors(Some(start), |square| square.next(direction).filter(taken)).collect()
    }

    /// The letters on these squares. Free squares are skipped.
    pub fn letters(&self, squares: &[Square]) -> Vec<Letter> {
        squares.iter().filter_map(|&square| Some(self.tile(square)?.letter)).collect()
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::empty()
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.tiles()).finish()
    }
}
