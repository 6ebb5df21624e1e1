use rules::{Board, Direction, LaidTile, SIDE, Square};

use crate::{
    anagrams::{Anagrams, Word},
    letter_set::LetterSet,
};

const LENGTH: usize = SIDE as usize;

/// A board in the engine's representation: rows and columns with cross-checks.
///
/// Laying a tile updates only the squares it affects.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    rows: [Lane; LENGTH],
    columns: [Lane; LENGTH],
    tiles: u8,
}

/// A row or a column.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Lane {
    /// Letter codes, 0 for free squares. Zero padding makes sixteen bytes readable from any square.
    letters: [u8; 32],
    /// 255 for squares with a letter.
    taken_bytes: [u8; 32],
    /// The points of the tiles.
    pub(crate) points: [u8; LENGTH],
    /// Bit mask of the squares with a tile.
    pub(crate) taken: u16,
    /// Bit mask of the free squares on which a tile forms a cross word.
    pub(crate) hooked: u16,
    crosses: [Cross; LENGTH],
}

/// The cross-check of a free square: what the tiles of the crossing lane require.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cross {
    /// The letters that form a valid cross word.
    pub(crate) letters: LetterSet,
    /// The points of the tiles already in the cross word.
    pub(crate) points: i16,
}

impl Cross {
    const NONE: Cross = Cross { letters: LetterSet::NONE, points: 0 };
}

impl Lane {
    const EMPTY: Lane = Lane {
        letters: [0; 32],
        taken_bytes: [0; 32],
        points: [0; LENGTH],
        taken: 0,
        hooked: 0,
        crosses: [Cross::NONE; LENGTH],
    };

    /// The cross-check of a hooked square.
    #[inline]
    pub(crate) const fn cross(&self, place: usize) -> &Cross {
        &self.crosses[place]
    }

    /// The code of the letter on a square, 0 if it is free.
    #[inline]
    pub(crate) const fn letter(&self, place: usize) -> u8 {
        self.letters[place]
    }

    #[inline]
    pub(crate) const fn is_taken(&self, place: usize) -> bool {
        self.taken >> place & 1 == 1
    }

    /// The letters from a square on as one number, and a mask of the bytes that are letters.
    #[inline]
    pub(crate) fn letters_from(&self, start: usize) -> (u128, u128) {
        let read = |bytes: &[u8; 32]| {
            u128::from_le_bytes(bytes[start..start + 16].try_into().expect("sixteen bytes"))
        };
        (read(&self.letters), read(&self.taken_bytes))
    }

    /// The runs of tiles that end before a square and begin after it, and their points.
    fn around(&self, place: usize) -> (&[u8], &[u8], i16) {
        let before = (0..place).rev().take_while(|&near| self.is_taken(near)).last().unwrap_or(place);
        let after = (place + 1..LENGTH)
            .take_while(|&near| self.is_taken(near))
            .last()
            .map_or(place + 1, |last| last + 1);
        let points = (before..after).map(|near| i16::from(self.points[near])).sum();
        (&self.letters[before..place], &self.letters[place + 1..after], points)
    }

    fn lay(&mut self, place: usize, code: u8, points: u8) {
        self.letters[place] = code;
        self.taken_bytes[place] = u8::MAX;
        self.points[place] = points;
        self.taken |= 1 << place;
        self.hooked &= !(1 << place);
        self.crosses[place] = Cross::NONE;
    }
}

impl Grid {
    /// A grid without tiles.
    pub const fn empty() -> Grid {
        Grid { rows: [Lane::EMPTY; LENGTH], columns: [Lane::EMPTY; LENGTH], tiles: 0 }
    }

    pub(crate) fn read(board: &Board, words: &Anagrams) -> Grid {
        let mut grid = Grid::empty();
        for (square, tile) in board.tiles() {
            grid.put(square, tile, words);
        }
        for square in Square::all().filter(|&square| board.is_free(square)) {
            grid.cross(square.row().into(), square.column().into(), words);
        }
        grid
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.tiles == 0
    }

    pub(crate) const fn lanes(&self, direction: Direction) -> &[Lane; LENGTH] {
        match direction {
            Direction::Across => &self.rows,
            Direction::Down => &self.columns,
        }
    }

    /// Lays a word on the free squares of a lane; `blanks` marks its letters that are blanks.
    pub(crate) fn lay_word(
        &mut self,
        direction: Direction,
        index: usize,
        start: usize,
        word: &Word,
        blanks: u16,
        words: &Anagrams,
    ) {
        let (along, crossing) = match direction {
            Direction::Across => (&mut self.rows, &mut self.columns),
            Direction::Down => (&mut self.columns, &mut self.rows),
        };
        let codes = word.codes();
        let taken = along[index].taken;
        for (offset, &code) in codes.iter().enumerate() {
            let place = start + offset;
            if taken >> place & 1 == 1 {
                continue;
            }
            let points = if blanks >> offset & 1 == 1 { 0 } else { words.points(code) as u8 };
            along[index].lay(place, code, points);
            crossing[place].lay(index, code, points);
            self.tiles += 1;
            // Both ends of the crossing run get a new cross-check.
            for end in ends(&crossing[place], index).into_iter().flatten() {
                cross(&crossing[place], end, &mut along[end], place, words);
            }
        }
        for end in ends(&along[index], start).into_iter().flatten() {
            cross(&along[index], end, &mut crossing[end], index, words);
        }
    }

    fn put(&mut self, square: Square, tile: LaidTile, words: &Anagrams) {
        let (row, column) = (usize::from(square.row()), usize::from(square.column()));
        let code = tile.letter.index() as u8 + 1;
        let points = words.language().points(tile.tile()).0 as u8;
        self.rows[row].lay(column, code, points);
        self.columns[column].lay(row, code, points);
        self.tiles += 1;
    }

    fn cross(&mut self, row: usize, column: usize, words: &Anagrams) {
        self.cross_row(row, column, words);
        self.cross_column(row, column, words);
    }

    /// Recomputes the cross-check of a free square for tiles laid in its row.
    fn cross_row(&mut self, row: usize, column: usize, words: &Anagrams) {
        cross(&self.columns[column], row, &mut self.rows[row], column, words);
    }

    /// Recomputes the cross-check of a free square for tiles laid in its column.
    fn cross_column(&mut self, row: usize, column: usize, words: &Anagrams) {
        cross(&self.rows[row], column, &mut self.columns[column], row, words);
    }
}

/// The free squares at both ends of the run of tiles through a square.
fn ends(lane: &Lane, place: usize) -> [Option<usize>; 2] {
    let free = !lane.taken;
    let before = free & ((1 << place) - 1);
    let after = free & !((1 << place) - 1) & ((1 << LENGTH) - 1);
    [
        (before != 0).then(|| 15 - before.leading_zeros() as usize),
        (after != 0).then(|| after.trailing_zeros() as usize),
    ]
}

/// Stores in `lane` the cross-check of the free square at `place`.
///
/// The square is at index `at` of `crossing`, the lane that crosses `lane` there.
fn cross(crossing: &Lane, at: usize, lane: &mut Lane, place: usize, words: &Anagrams) {
    let (before, after, points) = crossing.around(at);
    if !before.is_empty() || !after.is_empty() {
        lane.hooked |= 1 << place;
        lane.crosses[place] = Cross { letters: words.letters_between(before, after), points };
    }
}
