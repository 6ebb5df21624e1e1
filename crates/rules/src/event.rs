use std::sync::Arc;

use crate::{
    Commitment, Draw, GameId, KeyVersion, Letter, Nonce, NonceCommitment, Outcome, PassedBy, Play,
    PlayerKind, PlayerName, Rules, Seat, SeatSet, Tile, Timestamp,
};

/// An event at a table and its time. A game is the list of its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub kind: EventKind,
}

/// The kinds of events. They include the drawn tiles, so a log describes the whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The table was opened. The first event of every log, and never a later one.
    TableOpened(Opening),
    /// A player joined.
    PlayerJoined {
        /// The player's seat.
        seat: Seat,
        /// The player's name.
        name: PlayerName,
        /// Whether the player is a human or a bot.
        kind: PlayerKind,
    },
    /// A player in the lobby contributed a nonce in the open.
    NonceGiven {
        /// The player's seat.
        seat: Seat,
        /// The nonce. It replaces an earlier contribution.
        nonce: Nonce,
    },
    /// A player in the lobby committed to a nonce.
    NonceCommitted {
        /// The player's seat.
        seat: Seat,
        /// The commitment. It replaces an earlier contribution.
        commitment: NonceCommitment,
    },
    /// The host started the game; the contributors must now reveal their nonces.
    NoncesRequested {
        /// The host.
        by: Seat,
        /// The deadline at which the start fails unless all nonces are revealed.
        until: Timestamp,
        /// The commitments in seat order. For a nonce in the open it is computed from the nonce.
        contributors: Vec<(Seat, NonceCommitment)>,
    },
    /// A contributor revealed the nonce that matches the commitment.
    NonceRevealed {
        /// The contributor's seat.
        seat: Seat,
        /// The nonce.
        nonce: Nonce,
    },
    /// The start failed. All commitments are void.
    StartFailed {
        /// The contributors who did not reveal their nonce, or the player who left.
        because_of: Vec<Seat>,
    },
    /// A player left the lobby.
    PlayerLeft {
        /// The freed seat.
        seat: Seat,
    },
    /// Another player became the host.
    HostChanged {
        /// The seat of the new host.
        seat: Seat,
    },
    /// The host replaced the rules in the lobby.
    RulesChanged {
        /// The host.
        by: Seat,
        /// The new rules.
        rules: Box<Rules>,
    },
    /// The game started.
    GameStarted {
        /// The turn order.
        order: Vec<Seat>,
        /// The rounds of the draw for the first turn; empty if nothing was drawn.
        opening_draw: Vec<OpeningRound>,
        /// The first racks, in draw order.
        deals: Vec<(Seat, Draw)>,
        /// The version of the key that determines the draws.
        key: KeyVersion,
    },
    /// A player laid tiles. The player draws new ones only at [`EventKind::PlayStood`].
    TilesPlaced {
        /// The player's seat.
        seat: Seat,
        /// The tiles, the words and the score.
        play: Arc<Play>,
        /// Whether the player went out: the rack and the bag are empty.
        goes_out: bool,
        /// When the challenge window ends; `None` if the play cannot be challenged.
        open_until: Option<Timestamp>,
    },
    /// A player accepted the open play.
    PlayAccepted {
        /// The seat of the accepting player.
        seat: Seat,
    },
    /// The open play stands: it became final, and its player drew tiles.
    PlayStood {
        /// The seat of the play's player.
        seat: Seat,
        /// Why the play can no longer be challenged.
        reason: StandReason,
        /// The tiles drawn.
        drawn: Draw,
    },
    /// A player challenged the open play: all its words together.
    ChallengeStarted {
        /// The challenger.
        by: Seat,
        /// When the vote ends; `None` if the table does not vote.
        vote_until: Option<Timestamp>,
    },
    /// A player voted. The other players do not see the vote.
    VoteCast {
        /// The voter's seat.
        seat: Seat,
        /// Whether the player voted that the words are valid.
        valid: bool,
    },
    /// The challenge was decided. If the play is invalid, this event also takes it back.
    ChallengeResolved {
        /// Whether the words are valid.
        valid: bool,
        /// Who decided.
        judge: Judge,
    },
    /// A player's turn was skipped because of a failed challenge.
    TurnLost {
        /// The player's seat.
        seat: Seat,
    },
    /// A turn was passed.
    TurnPassed {
        /// The player's seat.
        seat: Seat,
        /// Whether the player or the clock passed it.
        by: PassedBy,
    },
    /// A player exchanged tiles. The new tiles were drawn before the old ones were returned.
    TilesExchanged {
        /// The player's seat.
        seat: Seat,
        /// The tiles returned to the bag.
        returned: Vec<Tile>,
        /// The tiles drawn.
        drawn: Draw,
    },
    /// A player dropped out of the running game.
    PlayerOut {
        /// The player's seat.
        seat: Seat,
        /// Why the player dropped out.
        departure: Departure,
        /// The tiles returned to the bag.
        returned: Vec<Tile>,
    },
    /// The host asked to end the game.
    EndRequested {
        /// The host.
        by: Seat,
    },
    /// A player agreed to end the game.
    EndAgreed {
        /// The player's seat.
        seat: Seat,
    },
    /// The request to end the game expired or was overtaken by a move.
    EndRequestLapsed,
    /// A player proposed to pause the game.
    PauseProposed {
        /// The player's seat.
        by: Seat,
        /// When the proposal lapses.
        until: Timestamp,
    },
    /// A player agreed to pause the game.
    PauseAgreed {
        /// The player's seat.
        seat: Seat,
    },
    /// The proposal to pause the game ended without a pause.
    PauseLapsed {
        /// The player who declined or withdrew it; `None` if it was not answered in time.
        by: Option<Seat>,
    },
    /// The game was paused: all clocks stop.
    GamePaused {
        /// When the game continues by itself.
        until: Timestamp,
    },
    /// The game continues after a pause.
    GameResumed {
        /// The player who resumed it; `None` if the pause had lasted too long.
        by: Option<Seat>,
    },
    /// A player's time ran out again: a computer plays the seat until the player returns.
    StandInStarted {
        /// The player's seat.
        seat: Seat,
    },
    /// A player took the seat back from the computer.
    StandInEnded {
        /// The player's seat.
        seat: Seat,
    },
    /// The game ended.
    GameEnded(Outcome),
    /// The table was closed before a game started.
    TableClosed,
    /// A player opened a rematch table.
    RematchOpened {
        /// The player's seat.
        by: Seat,
        /// The id of the new game.
        game: GameId,
    },
}

impl EventKind {
    /// The name of the kind.
    pub const fn name(&self) -> &'static str {
        match self {
            EventKind::TableOpened(_) => "tableOpened",
            EventKind::PlayerJoined { .. } => "playerJoined",
            EventKind::NonceGiven { .. } => "nonceGiven",
            EventKind::NonceCommitted { .. } => "nonceCommitted",
            EventKind::NoncesRequested { .. } => "noncesRequested",
            EventKind::NonceRevealed { .. } => "nonceRevealed",
            EventKind::StartFailed { .. } => "startFailed",
            EventKind::PlayerLeft { .. } => "playerLeft",
            EventKind::HostChanged { .. } => "hostChanged",
            EventKind::RulesChanged { .. } => "rulesChanged",
            EventKind::GameStarted { .. } => "gameStarted",
            EventKind::TilesPlaced { .. } => "tilesPlaced",
            EventKind::PlayAccepted { .. } => "playAccepted",
            EventKind::PlayStood { .. } => "playStood",
            EventKind::ChallengeStarted { .. } => "challengeStarted",
            EventKind::VoteCast { .. } => "voteCast",
            EventKind::ChallengeResolved { .. } => "challengeResolved",
            EventKind::TurnLost { .. } => "turnLost",
            EventKind::TurnPassed { .. } => "turnPassed",
            EventKind::TilesExchanged { .. } => "tilesExchanged",
            EventKind::PlayerOut { .. } => "playerOut",
            EventKind::EndRequested { .. } => "endRequested",
            EventKind::EndAgreed { .. } => "endAgreed",
            EventKind::EndRequestLapsed => "endRequestLapsed",
            EventKind::PauseProposed { .. } => "pauseProposed",
            EventKind::PauseAgreed { .. } => "pauseAgreed",
            EventKind::PauseLapsed { .. } => "pauseLapsed",
            EventKind::GamePaused { .. } => "gamePaused",
            EventKind::GameResumed { .. } => "gameResumed",
            EventKind::StandInStarted { .. } => "standInStarted",
            EventKind::StandInEnded { .. } => "standInEnded",
            EventKind::GameEnded(_) => "gameEnded",
            EventKind::TableClosed => "tableClosed",
            EventKind::RematchOpened { .. } => "rematchOpened",
        }
    }
}

/// The initial settings of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The id of the game.
    pub game: GameId,
    /// The rules of the table. [`Game::opening`](crate::Game::opening) has the current ones.
    pub rules: Rules,
    /// The server's commitment to its seed.
    pub commitment: Commitment,
    /// For a rematch table: the seats reserved for the players of the previous game.
    pub rematch: Option<Rematch>,
    /// A word on the centre row from the start. Empty in most games.
    pub starting_word: Vec<Letter>,
}

/// The reserved seats of a rematch table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rematch {
    /// The players of the previous game in turn order, with the next first player first.
    pub players: Vec<(Seat, PlayerName, PlayerKind)>,
}

/// One round of the draw for the first turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningRound {
    /// The tile that each player drew, in draw order.
    pub drawn: Vec<(Seat, Tile)>,
}

/// Why a play can no longer be challenged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandReason {
    /// The words were checked before the play.
    Checked,
    /// The next player moved.
    NextMove,
    /// All other players accepted it.
    AllAccepted,
    /// The challenge window ended.
    WindowPassed,
    /// It was challenged and found valid.
    ChallengeFailed,
    /// Its player dropped out.
    PlayerLeft,
    /// The game ended.
    GameEnded,
}

/// Who decided a challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judge {
    /// The first player to give a verdict.
    Player(Seat),
    /// A vote of the other players.
    Vote {
        /// The seats that voted valid.
        valid: SeatSet,
        /// The seats that voted invalid.
        invalid: SeatSet,
    },
    /// The word list.
    Dictionary {
        /// The words that are not in the list.
        unknown: Vec<Vec<Letter>>,
    },
}

/// Why a player dropped out of a running game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    /// The player resigned or left.
    Resigned,
    /// The player was away for too long.
    Removed,
    /// The player's time ran out.
    TimeExpired,
}
