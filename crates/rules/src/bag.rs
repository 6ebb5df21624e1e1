use crate::{Key, Language, Nonce, Tile};

/// The tiles that nobody has drawn yet: a sorted multiset, and how many draws there have been.
///
/// There is no order to spy on. Every tile is picked on its own by a source of [`Draws`], from the tiles sorted
/// with the blank first and then by the alphabet, so tiles that come back need no shuffle. The counter of draws
/// never goes back: the number of a draw names it for ever, which is what makes draws verifiable afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bag {
    sorted: Vec<Tile>,
    next_draw: u32,
}

/// Tiles that came out of the bag together, and the number of the first of these draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The number of the first tile's draw; the others follow.
    pub first: u32,
    /// The tiles in the order in which they came.
    pub tiles: Vec<Tile>,
}

/// Where chance comes from: the verifiable bag's [`Key`](crate::Key), or a script in a test.
pub trait Draws {
    /// Which of the `sorted` tiles draw number `number` takes. `sorted` is never empty.
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize;

    /// The source for a game that starts with these nonces, where they decide it. `None` if this one draws in any case.
    fn starting_with(&self, _nonces: &[Nonce]) -> Option<Key> {
        None
    }
}

/// What a pick is for: both kinds have a counter of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawNumber {
    /// A tile for a rack.
    Tile(u32),
    /// A tile that says who begins.
    Opening(u32),
}

impl Bag {
    /// Every tile of a language.
    pub fn full(language: &Language) -> Bag {
        let sorted =
            language.tiles().flat_map(|tile| std::iter::repeat_n(tile, language.count(tile))).collect();
        Bag { sorted, next_draw: 0 }
    }

    /// The tiles in it, sorted.
    pub fn tiles(&self) -> &[Tile] {
        &self.sorted
    }

    /// How many tiles are in it.
    pub const fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether all tiles have been drawn.
    pub const fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The number that the next draw will have.
    pub const fn next_draw(&self) -> u32 {
        self.next_draw
    }

    /// What the next `count` draws give, or as many as there are tiles; the bag stays as it is.
    pub fn peek(&self, count: usize, draws: &dyn Draws) -> Draw {
        let mut bag = self.clone();
        let tiles = (0..count)
            .map_while(|_| {
                let last = bag.sorted.len().checked_sub(1)?;
                let picked = draws.pick(DrawNumber::Tile(bag.next_draw), &bag.sorted).min(last);
                bag.next_draw += 1;
                Some(bag.sorted.remove(picked))
            })
            .collect();
        Draw { first: self.next_draw, tiles }
    }

    /// Takes out what a draw gave.
    pub fn remove(&mut self, draw: &Draw) {
        for &tile in &draw.tiles {
            self.take(tile);
        }
        self.next_draw = draw.first + draw.tiles.len() as u32;
    }

    /// Takes one tile out without a draw, as for a word that lies on the board from the start.
    pub fn take(&mut self, tile: Tile) -> Option<Tile> {
        let place = self.sorted.binary_search(&tile).ok()?;
        Some(self.sorted.remove(place))
    }

    /// Puts tiles back.
    pub fn put_back(&mut self, tiles: &[Tile]) {
        self.sorted.extend_from_slice(tiles);
        self.sorted.sort_unstable();
    }
}
