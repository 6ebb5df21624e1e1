use rules::{ClaimedTile, Direction, LaidTile, Letter, Placement, SIDE, Square, TileToLay};

use crate::{Engine, Grid};

/// A generated play, packed into twelve bytes.
///
/// It has a meaning only together with the [`Engine`] and the [`Grid`] it was generated with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedMove {
    /// The index of the main word.
    pub(crate) word: u32,
    /// The score, with the bonus for a full rack.
    pub(crate) score: i16,
    /// Bit mask of the letters of the word that are blanks.
    pub(crate) blanks: u16,
    pub(crate) lane: u8,
    /// The square of the lane where the word begins; the highest bit is set if the lane is a
    /// column.
    pub(crate) start: u8,
    /// The used tiles: a bit mask over the sorted rack, blanks first.
    pub(crate) used: u8,
}

const DOWN: u8 = 0x80;

impl PackedMove {
    pub(crate) const fn place(direction: Direction, start: usize) -> u8 {
        match direction {
            Direction::Across => start as u8,
            Direction::Down => start as u8 | DOWN,
        }
    }

    /// The score, with the bonus for a full rack.
    pub fn score(&self) -> rules::Score {
        rules::Score(self.score.into())
    }

    /// The number of tiles it lays.
    pub const fn tile_count(&self) -> usize {
        self.used.count_ones() as usize
    }

    /// The direction of the main word.
    pub const fn direction(&self) -> Direction {
        if self.start & DOWN == 0 { Direction::Across } else { Direction::Down }
    }

    const fn square(&self, offset: usize) -> Square {
        let place = (self.start & !DOWN) + offset as u8;
        let square = match self.direction() {
            Direction::Across => Square::at(self.lane, place),
            Direction::Down => Square::at(place, self.lane),
        };
        square.expect("a word that was found lies on the board")
    }

    /// The first square of the main word.
    pub const fn start(&self) -> Square {
        self.square(0)
    }

    /// The letters of the main word.
    pub fn word(&self, engine: &Engine) -> Vec<Letter> {
        let word = engine.words.word(self.word);
        word.codes().iter().filter_map(|&code| Letter::at(usize::from(code) - 1)).collect()
    }

    /// The tiles it lays.
    pub fn tiles(&self, engine: &Engine, grid: &Grid) -> Vec<(Square, LaidTile)> {
        let lane = &grid.lanes(self.direction())[usize::from(self.lane)];
        let start = usize::from(self.start & !DOWN);
        let letters = self.word(engine).into_iter().enumerate();
        letters
            .filter(|&(offset, _)| !lane.is_taken(start + offset))
            .map(|(offset, letter)| {
                let is_blank = self.blanks >> offset & 1 == 1;
                (self.square(offset), LaidTile { letter, is_blank })
            })
            .collect()
    }

    /// The used tiles: a bit mask over the sorted rack, blanks first. Of equal tiles the first are
    /// used.
    pub const fn used(&self) -> u8 {
        self.used
    }

    /// Lays the tiles on the grid the play was generated with.
    pub fn lay(&self, grid: &mut Grid, engine: &Engine) {
        let word = engine.words.word(self.word);
        let start = usize::from(self.start & !DOWN);
        grid.lay_word(self.direction(), self.lane.into(), start, &word, self.blanks, &engine.words);
    }

    /// The placement that lays these tiles.
    pub fn placement(&self, engine: &Engine, grid: &Grid) -> Placement {
        Placement { tiles: self.tiles(engine, grid).into_iter().map(claim).collect() }
    }
}

fn claim((square, laid): (Square, LaidTile)) -> ClaimedTile {
    let tile =
        if laid.is_blank { TileToLay::Blank(Some(laid.letter)) } else { TileToLay::Letter(laid.letter) };
    ClaimedTile { row: square.row().into(), column: square.column().into(), tile }
}

const _: () = assert!(SIDE <= 16 && size_of::<PackedMove>() == 12);
