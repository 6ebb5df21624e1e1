use crate::{Key, Language, Nonce, Tile};

/// The tiles not drawn yet: a sorted multiset and a draw counter.
///
/// The tiles have no hidden order that a player could learn. A [`TileSource`] source picks each tile
/// separately from the sorted tiles (the blank first, then the alphabet), so returned tiles need no
/// shuffle. The draw counter never decreases: every draw has a unique number, which makes draws
/// verifiable afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bag {
    sorted: Vec<Tile>,
    next_draw: u32,
}

/// Tiles drawn together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The number of the first tile's draw; the other tiles have the numbers after it.
    pub first: u32,
    /// The tiles in draw order.
    pub tiles: Vec<Tile>,
}

/// The source of randomness: the [`Key`] of the verifiable bag, or a script in a test.
pub trait TileSource {
    /// Returns the index of the tile in `sorted` that draw `number` takes.
    ///
    /// `sorted` is never empty.
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize;

    /// The key of a game that starts with these nonces.
    ///
    /// `None` if this source does not depend on nonces; it then draws for the whole game.
    fn starting_with(&self, _nonces: &[Nonce]) -> Option<Key> {
        None
    }
}

/// The purpose and the number of a draw. Each purpose has its own counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawNumber {
    /// A draw for a rack.
    Tile(u32),
    /// A draw that determines who moves first.
    Opening(u32),
}

impl Bag {
    /// A bag with every tile of a language.
    pub fn full(language: &Language) -> Bag {
        let sorted =
            language.tiles().flat_map(|tile| std::iter::repeat_n(tile, language.count(tile))).collect();
        Bag { sorted, next_draw: 0 }
    }

    /// The tiles in the bag, sorted.
    pub fn tiles(&self) -> &[Tile] {
        &self.sorted
    }

    /// The number of tiles in the bag.
    pub const fn len(&self) -> usize {
        self.sorted.len()
    }

    /// Whether the bag has no tiles.
    pub const fn is_empty(&self) -> bool {
        self.sorted.is_empty()
    }

    /// The number of the next draw.
    pub const fn next_draw(&self) -> u32 {
        self.next_draw
    }

    /// Computes the next `count` draws, or fewer if the bag runs out, without changing the bag.
    pub fn peek(&self, count: usize, draws: &dyn TileSource) -> Draw {
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

    /// Removes the tiles of a draw and advances the draw counter past it.
    pub fn remove(&mut self, draw: &Draw) {
        for &tile in &draw.tiles {
            self.take(tile);
        }
        self.next_draw = draw.first + draw.tiles.len() as u32;
    }

    /// Removes one tile without a draw, for a word that is on the board from the start.
    pub fn take(&mut self, tile: Tile) -> Option<Tile> {
        let place = self.sorted.binary_search(&tile).ok()?;
        Some(self.sorted.remove(place))
    }

    /// Returns tiles to the bag.
    pub fn put_back(&mut self, tiles: &[Tile]) {
        self.sorted.extend_from_slice(tiles);
        self.sorted.sort_unstable();
    }
}
