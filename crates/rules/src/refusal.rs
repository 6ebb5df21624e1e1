use crate::{Letter, PlacementError, Seat};

/// Why a command is not carried out. The game is as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The seat is empty.
    #[error("nobody sits there")]
    NotSeated,
    /// The player has resigned or was removed.
    #[error("you are out of this game")]
    OutOfGame,
    /// The game has not begun.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game has begun.
    #[error("the game has already started")]
    AlreadyStarted,
    /// The game or the table is over.
    #[error("the game has ended")]
    Ended,
    /// The game is not over yet.
    #[error("the game has not ended yet")]
    NotEnded,
    /// Only the host can do this.
    #[error("only the host can do this")]
    NotHost,
    /// Nobody to play with.
    #[error("{needed} players are needed, {found} sit here")]
    NotEnoughPlayers {
        /// How many must sit there.
        needed: usize,
        /// How many do.
        found: usize,
    },
    /// No seat is free.
    #[error("the table is full: {seats} seats")]
    TableFull {
        /// How many can sit there.
        seats: usize,
    },
    /// Somebody at the table is called that.
    #[error("somebody at this table has that name")]
    NameTaken,
    /// Somebody else is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The tiles break a rule of placing.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// The list does not have all the words.
    #[error("not in the word list")]
    UnknownWords {
        /// Those that it does not have.
        words: Vec<Vec<Letter>>,
    },
    /// At a table for one there is nobody to pass to.
    #[error("alone you cannot pass: exchange tiles instead")]
    NobodyToPassTo,
    /// No tile was named.
    #[error("name at least one tile to exchange")]
    NothingToExchange,
    /// A tile was named twice.
    #[error("tile {place} was named twice")]
    PlaceTwice {
        /// Its place on the rack.
        place: usize,
    },
    /// There is no such tile.
    #[error("the rack has {tiles} tiles; there is none at place {place}")]
    NoSuchPlace {
        /// The place that was named.
        place: usize,
        /// How many tiles there are.
        tiles: usize,
    },
    /// The bag is too empty for this exchange.
    #[error("an exchange needs {needed} tiles in the bag, {left} are left")]
    NotEnoughInBag {
        /// How many must be in it.
        needed: usize,
        /// How many are.
        left: usize,
    },
    /// No play can be challenged, or not that one.
    #[error("there is no play to challenge")]
    NothingToChallenge,
    /// The play is one's own.
    #[error("this is your own play")]
    OwnPlay,
    /// A challenge must be decided first.
    #[error("a challenge is pending: nothing else goes on until it is decided")]
    ChallengePending,
    /// There is no challenge to decide.
    #[error("no challenge is pending")]
    NoChallengePending,
    /// The player said so before.
    #[error("you have already accepted this play")]
    AlreadyAccepted,
    /// A vote counts once.
    #[error("you have already voted")]
    AlreadyVoted,
    /// The player of the word does not vote on it.
    #[error("you cannot vote on your own play")]
    OwnVote,
    /// Where persons decide, a bot does not.
    #[error("only a person at the table can decide this")]
    OnlyPersons,
    /// A play that may be the last, or that its own player would cover up, can still be challenged: nobody moves.
    #[error("the play before can still be challenged: wait until it stands")]
    PlayMustStand,
    /// The table does not look words up.
    #[error("this table does not look words up now")]
    LookUpNotAllowed,
    /// The player is there, or has not been away for long enough.
    #[error("that player has not been away for long enough")]
    NotAway {
        /// Who.
        seat: Seat,
    },
    /// Turning oneself out is leaving.
    #[error("to leave, leave: nobody removes themselves")]
    CannotRemoveYourself,
    /// The player agreed before.
    #[error("you have already agreed to end the game")]
    AlreadyAgreed,
    /// There is a table to play again already.
    #[error("a table to play again is open already")]
    RematchOpen,
    /// Nobody may claim that seat.
    #[error("that seat is not kept for anybody")]
    SeatNotKept,
    /// No start waits for a nonce of this player.
    #[error("no nonce of yours is asked for now")]
    NoNonceRequested,
    /// The nonce is another than the one that was committed to.
    #[error("this is not the nonce that you committed to")]
    WrongNonce,
    /// The time has not come, or what was waited for is gone.
    #[error("not due")]
    NotDue,
}
