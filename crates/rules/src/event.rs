use crate::{
    Commitment, Draw, GameId, KeyVersion, Letter, Nonce, NonceCommitment, Outcome, Play, PlayerKind,
    PlayerName, Rules, Seat, SeatSet, Tile, Timestamp,
};

/// Something that happened at a table, and when. A game is the list of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub kind: EventKind,
}

/// What happened. What came out of the bag is part of it, so that a log tells the whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The table was made. This is the first event of every log, and only the first.
    TableOpened(Opening),
    /// Somebody sat down.
    PlayerJoined {
        /// Where.
        seat: Seat,
        /// What they are called.
        name: PlayerName,
        /// Whether it is a person.
        kind: PlayerKind,
    },
    /// A player in the lobby gave a nonce in the open.
    NonceGiven {
        /// Whose it is.
        seat: Seat,
        /// The nonce; it replaces an earlier one.
        nonce: Nonce,
    },
    /// A player in the lobby committed to a nonce.
    NonceCommitted {
        /// Whose it is.
        seat: Seat,
        /// The commitment; it replaces an earlier one.
        commitment: NonceCommitment,
    },
    /// The host started the game, and the contributors are asked for their nonces.
    NoncesRequested {
        /// The host.
        by: Seat,
        /// When the start fails unless all of them are there.
        until: Timestamp,
        /// The commitments in seat order; one of a nonce in the open is computed from it.
        contributors: Vec<(Seat, NonceCommitment)>,
    },
    /// A contributor revealed the nonce that opens the commitment.
    NonceRevealed {
        /// Who.
        seat: Seat,
        /// The nonce.
        nonce: Nonce,
    },
    /// The start failed, and all commitments are void.
    StartFailed {
        /// The contributors who did not reveal, or the player who left.
        because_of: Vec<Seat>,
    },
    /// Somebody left the lobby.
    PlayerLeft {
        /// The seat that is free now.
        seat: Seat,
    },
    /// Another person is the host.
    HostChanged {
        /// Their seat.
        seat: Seat,
    },
    /// The game began.
    GameStarted {
        /// Who moves after whom.
        order: Vec<Seat>,
        /// How it was drawn who begins, if it was.
        opening_draw: Vec<OpeningRound>,
        /// The first racks, in the order in which they were drawn.
        deals: Vec<(Seat, Draw)>,
        /// The form of the key that decides the draws.
        key: KeyVersion,
    },
    /// Tiles were laid. Until [`EventKind::PlayStood`] nothing is drawn for them.
    TilesPlaced {
        /// By whom.
        seat: Seat,
        /// What, and what it scored.
        play: Play,
        /// Whether the player has no tile left and the bag had none.
        goes_out: bool,
        /// Until when it can be challenged, if it can.
        open_until: Option<Timestamp>,
    },
    /// A player said that the play looks good.
    PlayAccepted {
        /// Who.
        seat: Seat,
    },
    /// The play stands for good, and its player drew.
    PlayStood {
        /// Whose play it is.
        seat: Seat,
        /// Why it can no longer be challenged.
        reason: StandReason,
        /// What was drawn.
        drawn: Draw,
    },
    /// The play was challenged, all its words together.
    ChallengeStarted {
        /// By whom.
        by: Seat,
        /// Until when the others can vote, where they vote.
        vote_until: Option<Timestamp>,
    },
    /// Somebody voted, unseen by the others.
    VoteCast {
        /// Who.
        seat: Seat,
        /// Whether they take the words for words.
        valid: bool,
    },
    /// The challenge was decided. An invalid play is gone with this event.
    ChallengeResolved {
        /// Whether the words are words.
        valid: bool,
        /// Who said so.
        judge: Judge,
    },
    /// A player's turn was skipped, because of a challenge that failed.
    TurnLost {
        /// Whose.
        seat: Seat,
    },
    /// A player passed.
    TurnPassed {
        /// Who.
        seat: Seat,
        /// Whether the clock did it.
        automatic: bool,
    },
    /// A player swapped tiles. The new ones were drawn before the old ones went back.
    TilesExchanged {
        /// Who.
        seat: Seat,
        /// What went back.
        returned: Vec<Tile>,
        /// What was drawn.
        drawn: Draw,
    },
    /// A player is out of the running game.
    PlayerOut {
        /// Who.
        seat: Seat,
        /// Why.
        departure: Departure,
        /// The tiles that went back into the bag.
        returned: Vec<Tile>,
    },
    /// The host asked whether to end the game.
    EndRequested {
        /// The host.
        by: Seat,
    },
    /// A player agreed to end the game.
    EndAgreed {
        /// Who.
        seat: Seat,
    },
    /// The question whether to end the game was not answered in time.
    EndRequestLapsed,
    /// The game ended.
    GameEnded(Outcome),
    /// The table was given up before a game began.
    TableClosed,
    /// A table to play again was opened.
    RematchOpened {
        /// By whom.
        by: Seat,
        /// The new game.
        game: GameId,
    },
}

/// What a table is when it is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// What names the game.
    pub game: GameId,
    /// The rules.
    pub rules: Rules,
    /// What binds the server to its seed.
    pub commitment: Commitment,
    /// If the table is there to play again: who can claim which seat.
    pub rematch: Option<Rematch>,
    /// A word that lies on the centre row from the start; most games have none.
    pub starting_word: Vec<Letter>,
}

/// The seats of a table that is there to play again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rematch {
    /// The players of the game before, in its turn order, beginning with the next beginner.
    pub players: Vec<(Seat, PlayerName, PlayerKind)>,
}

/// One round of drawing for who begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningRound {
    /// Who drew what, in seat order.
    pub drawn: Vec<(Seat, Tile)>,
}

/// Why a play can no longer be challenged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandReason {
    /// Its words were checked before.
    Checked,
    /// The next player moved.
    NextMove,
    /// Every other player said that it looks good.
    AllAccepted,
    /// The time to challenge it is over.
    WindowPassed,
    /// It was challenged and found valid.
    ChallengeFailed,
    /// Its player is out of the game.
    PlayerLeft,
    /// The game ended.
    GameEnded,
}

/// Who decided a challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The first person to say so.
    Player(Seat),
    /// The others, by vote.
    Vote {
        /// Who took the words for words.
        valid: SeatSet,
        /// Who did not.
        invalid: SeatSet,
    },
    /// The word list.
    Dictionary {
        /// The words it does not have.
        unknown: Vec<Vec<Letter>>,
    },
}

/// Why a player is out of a running game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    /// They gave up or left.
    Resigned,
    /// They were away for too long.
    Removed,
    /// Their time was up.
    TimeExpired,
}
