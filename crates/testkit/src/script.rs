use rules::{DrawNumber, Tile, TileSource};

use crate::TestRng;

/// Scripted draws: first the tiles of the script, then pseudorandom ones.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// The first tiles drawn for racks.
    pub tiles: Vec<Tile>,
    /// The first tiles of the opening draw.
    pub opening: Vec<Tile>,
    /// The seed of the draws after the script.
    pub seed: u64,
}

impl TileSource for Script {
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize {
        let (script, counter) = match number {
            DrawNumber::Tile(counter) => (&self.tiles, counter),
            DrawNumber::Opening(counter) => (&self.opening, counter),
        };
        match script.get(counter as usize) {
            Some(wanted) => sorted
                .iter()
                .position(|tile| tile == wanted)
                .unwrap_or_else(|| panic!("draw {counter} wants {wanted:?}, which is not in the bag")),
            None => TestRng::new(self.seed ^ (u64::from(counter) << 32)).below(sorted.len()),
        }
    }
}
