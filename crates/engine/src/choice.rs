use crate::Found;

/// What a player does with a turn, in the engine's terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Lays tiles.
    Play(Found),
    /// Swaps these tiles, in the order of the bag, one bit each.
    Exchange(u8),
    /// Passes.
    Pass,
}

impl Choice {
    /// Which tiles of the rack leave it, in the order of the bag, one bit each.
    pub(crate) const fn used(&self) -> u8 {
        match self {
            Choice::Play(found) => found.used,
            Choice::Exchange(used) => *used,
            Choice::Pass => 0,
        }
    }

    /// What it scores.
    pub(crate) const fn score(&self) -> i32 {
        match self {
            Choice::Play(found) => found.score as i32,
            Choice::Exchange(_) | Choice::Pass => 0,
        }
    }
}
