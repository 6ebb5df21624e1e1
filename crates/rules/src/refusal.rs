use crate::{Letter, PlacementError, Seat};

/// Why a command is refused. A refused command does not change the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The seat is empty.
    #[error("nobody sits there")]
    NotSeated,
    /// The player has dropped out of the game.
    #[error("you are out of this game")]
    OutOfGame,
    /// The game has not started.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game has started.
    #[error("the game has already started")]
    AlreadyStarted,
    /// The game has ended, or the table is closed.
    #[error("the game has ended")]
    Ended,
    /// The game has not ended.
    #[error("the game has not ended yet")]
    NotEnded,
    /// Only the host can do this.
    #[error("only the host can do this")]
    NotHost,
    /// There are not enough players to start.
    #[error("{needed} players are needed, {found} sit here")]
    NotEnoughPlayers {
        /// The number of players needed.
        needed: usize,
        /// The number of players at the table.
        found: usize,
    },
    /// No seat is free.
    #[error("the table is full: {seats} seats")]
    TableFull {
        /// The number of seats.
        seats: usize,
    },
    /// The new rules have fewer seats than there are players.
    #[error("{players} players sit here, the rules allow {seats}")]
    TooFewSeats {
        /// The number of players, with reserved seats.
        players: usize,
        /// The number of seats in the new rules.
        seats: usize,
    },
    /// Another player at the table has this name.
    #[error("somebody at this table has that name")]
    NameTaken,
    /// Another player is to move.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The tiles break a placement rule.
    #[error(transparent)]
    Placement(#[from] PlacementError),
    /// Some words are not in the list.
    #[error("not in the word list")]
    UnknownWords {
        /// The words that are not in the list.
        words: Vec<Vec<Letter>>,
    },
    /// At a table for one there is no other player to pass to.
    #[error("alone you cannot pass: exchange tiles instead")]
    NobodyToPassTo,
    /// The exchange names no tile.
    #[error("name at least one tile to exchange")]
    NothingToExchange,
    /// The exchange names a tile twice.
    #[error("tile {place} was named twice")]
    PlaceTwice {
        /// Its index on the rack.
        place: usize,
    },
    /// The exchange names a tile that does not exist.
    #[error("the rack has {tiles} tiles; there is none at place {place}")]
    NoSuchPlace {
        /// The index.
        place: usize,
        /// The number of tiles on the rack.
        tiles: usize,
    },
    /// The bag has too few tiles for this exchange.
    #[error("an exchange needs {needed} tiles in the bag, {left} are left")]
    NotEnoughInBag {
        /// The number of tiles needed.
        needed: usize,
        /// The number of tiles in the bag.
        left: usize,
    },
    /// There is no open play, or the named turn is not its turn.
    #[error("there is no play to challenge")]
    NothingToChallenge,
    /// The play is the player's own.
    #[error("this is your own play")]
    OwnPlay,
    /// A challenge must be decided first.
    #[error("a challenge is pending: nothing else goes on until it is decided")]
    ChallengePending,
    /// No challenge is pending.
    #[error("no challenge is pending")]
    NoChallengePending,
    /// The player has already accepted this play.
    #[error("you have already accepted this play")]
    AlreadyAccepted,
    /// The player has already voted.
    #[error("you have already voted")]
    AlreadyVoted,
    /// Players do not vote on their own play.
    #[error("you cannot vote on your own play")]
    OwnVote,
    /// Only humans can decide this, not bots.
    #[error("only a person at the table can decide this")]
    OnlyPersons,
    /// The open play blocks all moves until it stands.
    ///
    /// Such a play may be the last one, or is one whose own player is to move again.
    #[error("the play before can still be challenged: wait until it stands")]
    PlayMustStand,
    /// The table does not allow look-ups now.
    #[error("this table does not look words up now")]
    LookUpNotAllowed,
    /// The player is present, or has not been away for long enough.
    #[error("that player has not been away for long enough")]
    NotAway {
        /// The player's seat.
        seat: Seat,
    },
    /// In a game over days the clock decides about players who are away, not the host.
    #[error("in a game over days only the clock removes players")]
    ClockRemoves,
    /// Players leave instead of removing themselves.
    #[error("to leave, leave: nobody removes themselves")]
    CannotRemoveYourself,
    /// The player has already agreed.
    #[error("you have already agreed to end the game")]
    AlreadyAgreed,
    /// The game is paused.
    #[error("the game is paused: resume it first")]
    GamePaused,
    /// The game is not paused.
    #[error("the game is not paused")]
    NotPaused,
    /// Only a game over days can be paused.
    #[error("only a game over days can be paused")]
    PauseNotOffered,
    /// No pause is proposed.
    #[error("no pause is proposed")]
    NoPauseProposed,
    /// The player has already agreed to the pause.
    #[error("you have already agreed to the pause")]
    AlreadyAgreedToPause,
    /// No computer plays this seat.
    #[error("no computer plays this seat")]
    NoStandIn,
    /// A rematch table is already open.
    #[error("a table to play again is open already")]
    RematchOpen,
    /// The seat is not reserved.
    #[error("that seat is not kept for anybody")]
    SeatNotKept,
    /// No pending start waits for this player's nonce.
    #[error("no nonce of yours is asked for now")]
    NoNonceRequested,
    /// The nonce does not match the commitment.
    #[error("this is not the nonce that you committed to")]
    WrongNonce,
    /// A contributor of a failed start has not committed to a new nonce yet.
    #[error(
        "a device has not committed to a new nonce since the start failed: wait for it, or remove its player"
    )]
    NotRecommitted {
        /// The contributor's seat.
        seat: Seat,
    },
    /// The timer is not due, or no longer exists.
    #[error("not due")]
    NotDue,
}
