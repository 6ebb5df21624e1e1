use std::sync::Arc;

use crate::{Departure, Judge, Play, Rack, Score, Seat, Tile, Timestamp};

/// One line of the score pad, including the rack, which only the server may see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of the turn.
    pub turn: u32,
    /// The player's seat.
    pub seat: Seat,
    /// When the turn ended.
    pub at: Timestamp,
    /// The rack before the turn.
    pub rack: Rack,
    /// What the player did.
    pub deed: Action,
    /// The player's score after the turn; the earlier score for a play that was taken back.
    pub total: Score,
}

/// What happened in a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// The player laid tiles.
    Played {
        /// The play. Shared between copies, because every move copies the game.
        play: Arc<Play>,
        /// The status of the play.
        fate: PlayStatus,
        /// The challenge, if there was one.
        challenge: Option<ChallengeRecord>,
    },
    /// The player exchanged tiles.
    Exchanged {
        /// The tiles returned to the bag.
        tiles: Vec<Tile>,
    },
    /// The turn was passed.
    Passed(PassedBy),
    /// The turn was skipped because of a failed challenge.
    LostTurn,
    /// The player dropped out.
    Left(Departure),
    /// The player's time ran out again: a computer plays from here on.
    StandInStarted,
    /// The player took the seat back from the computer.
    StandInEnded,
}

/// Who passed a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassedBy {
    /// The player.
    Player,
    /// The clock, because the time of the turn was over.
    Clock,
}

/// The status of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayStatus {
    /// It can still be challenged.
    Open,
    /// It is final.
    Stood,
    /// It was challenged and taken back.
    TakenBack,
}

/// A challenge and who decided it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeRecord {
    /// The challenger.
    pub by: Seat,
    /// Who decided; `None` if it is undecided, or lapsed because the play's player dropped out.
    pub judge: Option<Judge>,
}
