use crate::Tile;

/// A player's tiles in the order in which they were drawn.
///
/// Exchanges refer to tiles by their index. Otherwise the order has no meaning.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rack {
    tiles: Vec<Tile>,
}

impl Rack {
    /// The number of tiles on a full rack.
    pub const SIZE: usize = 7;

    /// A rack with these tiles.
    pub const fn new(tiles: Vec<Tile>) -> Rack {
        Rack { tiles }
    }

    /// The tiles in their order.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The number of tiles.
    pub const fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether the rack has no tiles.
    pub const fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The number of tiles missing from a full rack.
    pub const fn room(&self) -> usize {
        Rack::SIZE.saturating_sub(self.len())
    }

    /// Adds tiles at the end.
    pub fn add(&mut self, tiles: &[Tile]) {
        self.tiles.extend_from_slice(tiles);
    }

    /// Removes tiles, each time the first of its kind.
    ///
    /// If a tile is missing, returns it as the error and removes nothing.
    pub fn remove(&mut self, tiles: &[Tile]) -> Result<(), Tile> {
        let mut rest = self.tiles.clone();
        for &tile in tiles {
            let place = rest.iter().position(|&held| held == tile).ok_or(tile)?;
            rest.remove(place);
        }
        self.tiles = rest;
        Ok(())
    }

    /// Removes and returns all tiles.
    pub fn take_all(&mut self) -> Vec<Tile> {
        std::mem::take(&mut self.tiles)
    }
}
