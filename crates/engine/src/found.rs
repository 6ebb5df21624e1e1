use rules::{ClaimedTile, Direction, LaidTile, Letter, Placement, SIDE, Square, TileToLay};

use crate::{Engine, Grid};

/// A play that was found, in twelve bytes: it means something only together with the [`Engine`] and the [`Grid`] it was
/// found with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Found {
    /// The place of its main word in the list.
    pub(crate) word: u32,
    /// What it scores, the bonus for a full rack included.
    pub(crate) score: i16,
    /// Which letters of the word are blanks, one bit each.
    pub(crate) blanks: u16,
    pub(crate) lane: u8,
    /// The square of the lane where the word begins, and in the highest bit whether the lane is a column.
    pub(crate) start: u8,
    /// Which tiles of the rack are used, in the order of the bag, one bit each.
    pub(crate) used: u8,
}

const DOWN: u8 = 0x80;

impl Found {
    pub(crate) const fn place(direction: Direction, start: usize) -> u8 {
        match direction {
            Direction::Across => start as u8,
            Direction::Down => start as u8 | DOWN,
        }
    }

    /// What it scores, the bonus for a full rack included.
    pub fn score(&self) -> rules::Score {
        rules::Score(self.score.into())
    }

    /// How many tiles it lays.
    pub const fn tile_count(&self) -> usize {
        self.used.count_ones() as usize
    }

    /// The way its main word reads.
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

    /// Where its main word begins.
    pub const fn start(&self) -> Square {
        self.square(0)
    }

    /// The letters of its main word.
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

    /// Which tiles of the rack it uses, counted in the order of the bag, one bit each: of equal tiles the first.
    pub const fn used(&self) -> u8 {
        self.used
    }

    /// Lays the tiles on the grid it was found with.
    pub fn lay(&self, grid: &mut Grid, engine: &Engine) {
        let word = engine.words.word(self.word);
        let start = usize::from(self.start & !DOWN);
        grid.lay_word(self.direction(), self.lane.into(), start, &word, self.blanks, &engine.words);
    }

    /// The claim that lays these tiles.
    pub fn placement(&self, engine: &Engine, grid: &Grid) -> Placement {
        Placement { tiles: self.tiles(engine, grid).into_iter().map(claim).collect() }
    }
}

fn claim((square, laid): (Square, LaidTile)) -> ClaimedTile {
    let tile =
        if laid.is_blank { TileToLay::Blank(Some(laid.letter)) } else { TileToLay::Letter(laid.letter) };
    ClaimedTile { row: square.row().into(), column: square.column().into(), tile }
}

const _: () = assert!(SIDE <= 16 && size_of::<Found>() == 12);
