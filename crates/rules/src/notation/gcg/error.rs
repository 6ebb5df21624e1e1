use std::fmt;

use super::{Gcg, Word};

/// An error in a game file and its location.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: expected {expected}, found {found}")]
pub struct GcgError {
    /// Where the error is.
    pub place: GcgPlace,
    /// The kind of error.
    pub kind: GcgErrorKind,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

/// A location in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GcgPlace {
    /// A line of the file, from 1.
    Line(usize),
    /// A move of a game that was not read from a file, from 1.
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

/// The kinds of errors in a game file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GcgErrorKind {
    /// The file, a line or the number of moves exceeds its limit.
    Limit,
    /// The bytes do not match the stated encoding, or the encoding is unknown.
    Encoding,
    /// A malformed line.
    Form,
    /// A tile that the language does not have.
    Letter,
    /// A play that cannot be at the stated place.
    Placement,
    /// Tiles that are not on the stated rack, or a rack that is too large.
    Rack,
    /// A withdrawn play that is not the last one, or has different points.
    Withdrawal,
    /// A total that is not the sum of the points so far.
    Total,
}

/// Invalid players.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GcgPlayersError {
    /// There are no players, or too many.
    #[error("expected 1 to {max} players, found {found}", max = Gcg::PLAYERS_MAX)]
    Count {
        /// The number of players.
        found: usize,
    },
    /// Two players have the same nickname.
    #[error("expected a nickname of their own for each player, found {nickname} twice")]
    SameNickname {
        /// The nickname.
        nickname: Word,
    },
    /// A move names a player who does not exist.
    #[error("expected a move by one of {players} players, counted from 0, found {found}")]
    Unknown {
        /// The number of players.
        players: usize,
        /// The player of the move.
        found: usize,
    },
}
