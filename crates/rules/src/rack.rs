use crate::Tile;

/// The tiles that a player holds, in the order in which they came.
///
/// The order is what exchange indices refer to; it means nothing for the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rack {
    tiles: Vec<Tile>,
}

impl Rack {
    /// How many tiles a full rack has.
    pub const SIZE: usize = 7;

    /// A rack with these tiles.
    pub const fn new(tiles: Vec<Tile>) -> Rack {
        Rack { tiles }
    }

    /// The tiles in their order.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// How many tiles there are.
    pub const fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether nothing is left.
    pub const fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// How many more tiles it takes.
    pub const fn room(&self) -> usize {
        Rack::SIZE.saturating_sub(self.len())
    }

    /// Puts tiles at the end.
    pub fn add(&mut self, tiles: &[Tile]) {
        self.tiles.extend_from_slice(tiles);
    }

    /// Takes tiles off, each the first of its kind. If one is not there, it is handed back and nothing is taken.
    pub fn remove(&mut self, tiles: &[Tile]) -> Result<(), Tile> {
        let mut rest = self.tiles.clone();
        for &tile in tiles {
            let place = rest.iter().position(|&held| held == tile).ok_or(tile)?;
            rest.remove(place);
        }
        self.tiles = rest;
        Ok(())
    }

    /// Takes everything off.
    pub fn take_all(&mut self) -> Vec<Tile> {
        std::mem::take(&mut self.tiles)
    }
}
