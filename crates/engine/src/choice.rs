use crate::PackedMove;

/// A move in the engine's compact form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Lay tiles.
    Play(PackedMove),
    /// Exchange tiles: a bit mask over the sorted rack, blanks first.
    Exchange(u8),
    /// Pass.
    Pass,
}

impl Choice {
    /// The tiles that leave the rack: a bit mask over the sorted rack, blanks first.
    pub(crate) const fn used(&self) -> u8 {
        match self {
            Choice::Play(found) => found.used,
            Choice::Exchange(used) => *used,
            Choice::Pass => 0,
        }
    }

    /// The points that the move scores.
    pub(crate) const fn score(&self) -> i32 {
        match self {
            Choice::Play(found) => found.score as i32,
            Choice::Exchange(_) | Choice::Pass => 0,
        }
    }
}
