use rules::{DrawNumber, Draws, Tile};

use crate::Chance;

/// Chance that does as it is told: the tiles of a script first, and after them whatever a seed gives.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// What the first draws for racks give.
    pub tiles: Vec<Tile>,
    /// What the first draws for who begins give.
    pub opening: Vec<Tile>,
    /// Where chance comes from after that.
    pub seed: u64,
}

impl Draws for Script {
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
            None => Chance::new(self.seed ^ (u64::from(counter) << 32)).below(sorted.len()),
        }
    }
}
