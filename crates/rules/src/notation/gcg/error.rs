use std::fmt;

use super::{Gcg, Word};

/// What is wrong with a game file, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct GcgError {
    /// Where.
    pub place: GcgPlace,
    /// Of what kind it is.
    pub kind: GcgErrorKind,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

/// A place in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GcgPlace {
    /// A line of the file, counted from 1.
    Line(usize),
    /// A move of a game that was not read from a file, counted from 1.
    Move(usize),
}

impl fmt::Display for GcgPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GcgPlace::Line(line) => write!(f, "line {line}"),
            GcgPlace::Move(number) => write!(f, "move {number}"),
        }
    }
}

/// What kind of thing can be wrong with a game file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GcgErrorKind {
    /// Too long, too many moves.
    Limit,
    /// Bytes that are no text in the encoding that the file states, or an encoding that is not known.
    Encoding,
    /// A line without the form of one.
    Form,
    /// A tile that the language does not have.
    Letter,
    /// A play that cannot lie where it is said to.
    Placement,
    /// Tiles that are not on the rack as stated, or a rack that is too large.
    Rack,
    /// A play is taken back that is not the last one, or for other points.
    Withdrawal,
    /// A total that is not the sum of the points so far.
    Total,
}

/// A game has other players than it can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GcgPlayersError {
    /// There are none, or too many.
    #[error("expected 1 to {max} players, found {found}", max = Gcg::PLAYERS_MAX)]
    Count {
        /// How many there are.
        found: usize,
    },
    /// Two of them are called the same.
    #[error("expected a nickname of their own for each player, found {nickname} twice")]
    SameNickname {
        /// What they are called.
        nickname: Word,
    },
    /// A move is by a player who is not there.
    #[error("expected a move by one of {players} players, counted from 0, found {found}")]
    Unknown {
        /// How many players there are.
        players: usize,
        /// The player of the move.
        found: usize,
    },
}
