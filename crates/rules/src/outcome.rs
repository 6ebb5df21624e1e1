use crate::{Departure, Score, Seat, Tile};

/// The result of a game: why it ended, and the ranking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Why the game ended.
    pub reason: EndReason,
    /// All players, best first.
    pub standings: Vec<Standing>,
    /// The winners in turn order. Several if they tie, none if no player was left.
    pub winners: Vec<Seat>,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// A player went out.
    AllTilesPlayed,
    /// Too many consecutive turns without a play.
    ConsecutivePasses,
    /// Every player had their number of turns.
    TurnsPlayed,
    /// One player was left after the others resigned.
    Resigned,
    /// At most one player was left after removals, or the table was closed.
    Abandoned,
    /// The host ended the game, with the agreement of the others if they had to be asked.
    HostEnded,
    /// One player was left after the others ran out of time.
    TimeExpired,
}

impl From<Departure> for EndReason {
    fn from(departure: Departure) -> EndReason {
        match departure {
            Departure::Resigned => EndReason::Resigned,
            Departure::Removed => EndReason::Abandoned,
            Departure::TimeExpired => EndReason::TimeExpired,
        }
    }
}

/// The final result of one player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The player's seat.
    pub seat: Seat,
    /// The rank, from 1. Equal players share it.
    pub rank: u8,
    /// The score after the last turn.
    pub score_before: Score,
    /// The penalty for overtime.
    pub overtime: Score,
    /// The tiles left on the rack.
    pub tiles_left: Vec<Tile>,
    /// The penalty for those tiles.
    pub deducted: Score,
    /// The bonus from the others' tiles.
    pub gained: Score,
    /// The final score.
    pub score: Score,
    /// Why the player dropped out, if so.
    pub departure: Option<Departure>,
}

impl Standing {
    /// The tie-breaker: the score before the remaining tiles were counted.
    pub fn before_adjustment(&self) -> Score {
        self.score_before - self.overtime
    }
}
