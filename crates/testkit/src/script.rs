use rules::{DrawNumber, Draws, Tile};

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
            None => (mix(self.seed ^ u64::from(counter) << 1) % sorted.len() as u64) as usize,
        }
    }
}

/// A number that looks like chance (the finaliser of `SplitMix64`).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
