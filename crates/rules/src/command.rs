use crate::{
    BySeat, Draws, GameId, Nonce, NonceCommitment, NonceInput, Placement, PlayerName, Seat, Timestamp, Words,
};

/// What a player can ask for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// In the lobby: adds to the chance of the game; the last one before the start counts.
    GiveNonce(Nonce),
    /// In the lobby: commits to a nonce that is revealed at the start; the last one before the start counts.
    CommitNonce(NonceCommitment),
    /// While a start waits for it: the nonce that was committed to. The last one begins the game.
    RevealNonce(Nonce),
    /// In the lobby, the host: seats a bot.
    AddBot {
        /// What it is called.
        name: PlayerName,
        /// How well it plays.
        level: BotLevel,
    },
    /// In the lobby, the host: begins the game, or asks the contributors for their nonces first.
    Start,
    /// Lays tiles.
    PlaceTiles(Placement),
    /// Swaps the tiles at these places of the rack.
    ExchangeTiles {
        /// Counted from 0, in the order of the rack as the player last saw it.
        places: Vec<usize>,
    },
    /// Gives the turn away.
    Pass,
    /// Doubts the play that can be challenged.
    Challenge {
        /// The turn it was made in, so that nobody challenges the wrong one.
        turn: Option<u32>,
    },
    /// Says that the play looks good.
    AcceptPlay {
        /// The turn it was made in.
        turn: Option<u32>,
    },
    /// Gives a verdict on a challenge, or a vote where the table votes.
    Judge {
        /// Whether the words are words.
        valid: bool,
        /// The turn the play was made in.
        turn: Option<u32>,
    },
    /// Gives the game up, in turn or not.
    Resign,
    /// Frees the seat in the lobby, resigns in a game.
    Leave,
    /// The host: turns somebody out of the lobby, or out of a game once they have been away for long enough.
    RemovePlayer(Seat),
    /// The host asks to end the game; the others agree by the same command.
    EndGame,
    /// After the end: opens another table for the same players.
    PlayAgain {
        /// What the new game will be called.
        game: GameId,
        /// The table to play again that was opened before, if it was given up: a new one takes its place.
        instead_of: Option<GameId>,
    },
}

/// Who wants to sit down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Newcomer {
    /// What they are called.
    pub name: PlayerName,
    /// What they add to the chance of the game, if anything.
    pub nonce: Option<NonceInput>,
}

/// Who plays on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// A person, who may be away at times.
    Person,
    /// The computer.
    Bot(BotLevel),
}

/// How well a bot plays, from 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BotLevel(u8);

impl BotLevel {
    /// A level from 1 to 5.
    pub fn new(level: u8) -> Option<BotLevel> {
        (1..=5).contains(&level).then_some(BotLevel(level))
    }

    /// Its number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// What a decision needs to know that is not part of the game.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// The judge of words. It is asked only when the rules of the table ask it.
    pub words: &'a dyn Words,
    /// The time.
    pub now: Timestamp,
    /// Where chance comes from.
    pub draws: &'a dyn Draws,
    /// Since when players are away; whoever is not listed is there.
    pub away: &'a BySeat<Timestamp>,
}

/// Something that time does to a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Timer {
    /// A play has stood unchallenged for long enough.
    ChallengeWindow,
    /// A vote has lasted long enough.
    Vote,
    /// The turn has taken too long: an automatic pass.
    TurnClock,
    /// The player has used up all overtime.
    GameClock,
    /// The question whether to end the game has not been answered.
    EndRequest,
    /// A player has been away for too long.
    Absence(Seat),
    /// The host has been away for too long.
    HostAway,
    /// A contributor has not revealed the nonce that a start waits for.
    Reveal,
    /// Nothing has happened for too long.
    Expiry,
}
