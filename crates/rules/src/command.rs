use crate::{
    BySeat, GameId, Nonce, NonceCommitment, NonceInput, Placement, PlayerName, Rules, Seat, TileSource,
    Timestamp, Words,
};

/// A request of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// In the lobby: contributes a nonce in the open. Replaces the player's earlier contribution.
    GiveNonce(Nonce),
    /// In the lobby: commits to a nonce. Replaces the player's earlier contribution.
    CommitNonce(NonceCommitment),
    /// During a pending start: reveals the committed nonce. The last reveal starts the game.
    RevealNonce(Nonce),
    /// In the lobby, host only: adds a bot.
    AddBot {
        /// The name of the bot.
        name: PlayerName,
        /// The strength of the bot.
        level: BotLevel,
    },
    /// In the lobby, host only: replaces the rules of the table.
    ChangeRules(Box<Rules>),
    /// In the lobby, host only: starts the game, or first requests the committed nonces.
    Start,
    /// Lays tiles.
    PlaceTiles(Placement),
    /// Exchanges tiles of the rack.
    ExchangeTiles {
        /// Indices into the rack as the player last saw it, from 0.
        places: Vec<usize>,
    },
    /// Passes the turn.
    Pass,
    /// Challenges the open play.
    Challenge {
        /// The turn of the challenged play. If given, a play of another turn is not challenged.
        turn: Option<u32>,
    },
    /// Accepts the open play.
    AcceptPlay {
        /// The turn of the accepted play.
        turn: Option<u32>,
    },
    /// Gives a verdict on the pending challenge, or a vote at a table that votes.
    Judge {
        /// Whether all words of the play are valid.
        valid: bool,
        /// The turn of the challenged play.
        turn: Option<u32>,
    },
    /// Resigns, in turn or not.
    Resign,
    /// Leaves: frees the seat in the lobby, resigns in a running game.
    Leave,
    /// Host only: removes a player from the lobby, or from a game after a long enough absence.
    RemovePlayer(Seat),
    /// Asks to end the game (host), or agrees to it (the other players).
    EndGame,
    /// Proposes to pause a game over days, or agrees to the open proposal.
    ProposePause,
    /// Agrees to the proposal to pause, or ends it.
    AnswerPause {
        /// Whether the player agrees. The player who proposed the pause withdraws it with `false`.
        agree: bool,
    },
    /// Continues a paused game.
    ResumeGame,
    /// Takes the seat back from the computer that plays for the player.
    ReturnToSeat,
    /// After the end: opens a rematch table for the same players.
    PlayAgain {
        /// The id of the new game.
        game: GameId,
        /// The earlier rematch table that this one replaces, if that one was given up.
        instead_of: Option<GameId>,
    },
}

/// A player who wants to join.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Newcomer {
    /// The player's name.
    pub name: PlayerName,
    /// The player's contribution to the randomness of the game, if any.
    pub nonce: Option<NonceInput>,
}

/// The kind of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A human, who may be away for some time.
    Person,
    /// A computer player.
    Bot(BotLevel),
}

/// The strength of a bot, from 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BotLevel(u8);

impl BotLevel {
    /// Creates a level; `None` outside 1 to 5.
    pub fn new(level: u8) -> Option<BotLevel> {
        (1..=5).contains(&level).then_some(BotLevel(level))
    }

    /// The level as a number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// The environment of a decision: everything it needs that is not part of the game.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// The word list. Used only if the rules of the table require it.
    pub words: &'a dyn Words,
    /// The current time.
    pub now: Timestamp,
    /// The source of randomness.
    pub draws: &'a dyn TileSource,
    /// Since when each absent player is away. Players without an entry are present.
    pub away: &'a BySeat<Timestamp>,
}

/// A timed action at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Timer {
    /// The challenge window of the open play has ended.
    ChallengeWindow,
    /// The time to vote has ended.
    Vote,
    /// The turn has reached its time limit: an automatic pass, or more at a table over days.
    TurnClock,
    /// The player has used up all overtime.
    GameClock,
    /// The request to end the game was not answered in time.
    EndRequest,
    /// The proposal to pause the game was not answered in time.
    PauseProposal,
    /// The pause has lasted too long: the game continues.
    PauseEnd,
    /// A player has been away for too long.
    Absence(Seat),
    /// The host has been away for too long.
    HostAway,
    /// A contributor has not revealed the nonce for a pending start.
    Reveal,
    /// The table has had no action for too long.
    Expiry,
}
