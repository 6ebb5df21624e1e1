use crate::{Departure, Score, Seat, Tile};

/// How a game ended and where everybody came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What ended it.
    pub reason: EndReason,
    /// Everybody, the best first.
    pub standings: Vec<Standing>,
    /// Who won, in turn order: several if they share it, nobody if nobody was left.
    pub winners: Vec<Seat>,
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// A player went out.
    AllTilesPlayed,
    /// Too many turns in a row without a play.
    ConsecutivePasses,
    /// Everybody had their number of turns.
    TurnsPlayed,
    /// One player was left because the others gave up.
    Resigned,
    /// One player or nobody was left because the others were removed, or the table was given up.
    Abandoned,
    /// The host ended it, and the others agreed if they were asked.
    HostEnded,
    /// One player was left because the others' time was up.
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

/// Where one player came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Who.
    pub seat: Seat,
    /// The place, from 1; equal players share it.
    pub rank: u8,
    /// The score when the last turn was over.
    pub score_before: Score,
    /// What overtime cost.
    pub overtime: Score,
    /// The tiles that were left on the rack.
    pub tiles_left: Vec<Tile>,
    /// What those tiles cost.
    pub deducted: Score,
    /// What the others' tiles earned.
    pub gained: Score,
    /// The final score.
    pub score: Score,
    /// Why the player was out before the end, if so.
    pub departure: Option<Departure>,
}

impl Standing {
    /// What breaks a tie: the score before the tiles that were left were counted.
    pub fn before_adjustment(&self) -> Score {
        self.score_before - self.overtime
    }
}
