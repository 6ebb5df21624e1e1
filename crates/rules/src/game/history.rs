use std::sync::Arc;

use crate::{Departure, Judge, Play, Rack, Score, Seat, Tile, Timestamp};

/// One line of the score pad, as the server keeps it: it knows the racks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of the turn.
    pub turn: u32,
    /// Whose it was.
    pub seat: Seat,
    /// When it was over.
    pub at: Timestamp,
    /// The rack before it.
    pub rack: Rack,
    /// What was done.
    pub deed: Deed,
    /// The player's score after it. A play that was taken back has the score from before.
    pub total: Score,
}

/// What was done in a turn, or to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Tiles were laid.
    Played {
        /// What. It never changes, and a game is copied with every move, so copies share it.
        play: Arc<Play>,
        /// What became of it.
        fate: Fate,
        /// The challenge, if there was one.
        challenge: Option<ChallengeRecord>,
    },
    /// Tiles were swapped.
    Exchanged {
        /// Those that went back.
        tiles: Vec<Tile>,
    },
    /// The turn was given away.
    Passed {
        /// Whether the clock did it.
        automatic: bool,
    },
    /// The turn was skipped, because of a challenge that failed.
    LostTurn,
    /// The player is out of the game.
    Left(Departure),
}

/// What became of a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It can still be challenged.
    Open,
    /// It stands.
    Stood,
    /// It was challenged and taken back.
    TakenBack,
}

/// Who challenged a play, and how it was decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChallengeRecord {
    /// Who challenged.
    pub by: Seat,
    /// Who decided; `None` if it is not decided, or lapsed because the player of the word left.
    pub judge: Option<Judge>,
}
