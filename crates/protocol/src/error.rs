//! Errors on the wire.

use rules::{Language, NameError, PlacementError, Refusal};
use serde::{Deserialize, Serialize};

use crate::refusal_rule::RefusalRule;
use crate::server::{ReplyEvent, WordRejected};
use crate::strict::BadRequest;
use crate::tile::BoardPosition;

/// Declares the error codes with their meanings.
macro_rules! error_codes {
    ($(#[doc = $doc:literal] $variant:ident = $text:literal,)+) => {
        /// The kind of an error. A code never changes its meaning.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
        pub enum ErrorCode {
            $(#[doc = $doc] #[serde(rename = $text)] $variant,)+
        }

        impl ErrorCode {
            /// All codes with their meanings.
            pub const ALL: &[(ErrorCode, &str)] = &[$((ErrorCode::$variant, $doc)),+];

            /// The code as a string.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $text,)+
                }
            }
        }
    };
}

error_codes! {
    /// The name is taken at this table.
    NameTaken = "NAME_TAKEN",
    /// All seats are taken.
    GameFull = "GAME_FULL",
    /// Only the host can do this.
    NotHost = "NOT_HOST",
    /// At least two players are needed.
    NotEnoughPlayers = "NOT_ENOUGH_PLAYERS",
    /// It is another player's turn.
    NotYourTurn = "NOT_YOUR_TURN",
    /// The tiles break a placement rule: `rule` names it, `squares` are the squares concerned.
    InvalidPlacement = "INVALID_PLACEMENT",
    /// Words are not in the word list: `words` lists them.
    WordNotFound = "WORD_NOT_FOUND",
    /// The bag has too few tiles for this exchange.
    InsufficientTiles = "INSUFFICIENT_TILES",
    /// The game has not started.
    GameNotStarted = "GAME_NOT_STARTED",
    /// The game is over.
    GameEnded = "GAME_ENDED",
    /// The message is malformed: `path` names the field.
    BadRequest = "BAD_REQUEST",
    /// The name is not allowed.
    NameInvalid = "NAME_INVALID",
    /// No table has this code.
    RoomNotFound = "ROOM_NOT_FOUND",
    /// The game has already started.
    GameAlreadyStarted = "GAME_ALREADY_STARTED",
    /// The secret is not valid.
    BadToken = "BAD_TOKEN",
    /// A tile of the play is not on the rack.
    TilesNotInRack = "TILES_NOT_IN_RACK",
    /// No play can be challenged, or not the one named.
    NothingToChallenge = "NOTHING_TO_CHALLENGE",
    /// A challenge must be decided first.
    ChallengePending = "CHALLENGE_PENDING",
    /// There is no challenge to decide.
    NoChallengePending = "NO_CHALLENGE_PENDING",
    /// The table does not allow word lookups now.
    LookupNotAllowed = "LOOKUP_NOT_ALLOWED",
    /// The client, or the player it names, has no seat in this game.
    NotAPlayer = "NOT_A_PLAYER",
    /// The rules or the current state do not allow it: `rule` names the reason.
    NotAllowed = "NOT_ALLOWED",
    /// The puzzle of that day is not available yet.
    NotYet = "NOT_YET",
    /// The puzzle is at another turn: `state` is the current state.
    TurnPlayed = "TURN_PLAYED",
    /// The puzzle must be finished first.
    NotFinished = "NOT_FINISHED",
    /// Too many requests: `retryAfterMs` is the time to wait.
    RateLimited = "RATE_LIMITED",
    /// The server cannot do this now.
    Unavailable = "UNAVAILABLE",
}

/// An error, as in the event `error` and in acks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WireError {
    /// The problem, for people.
    pub message: String,
    /// The problem, for programs.
    pub code: ErrorCode,
    /// More details, as fields of the same object.
    #[serde(flatten)]
    pub details: Box<ErrorDetails>,
}

/// Details of an error.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetails {
    /// The invalid field, with `BAD_REQUEST`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub path: Option<String>,
    /// The rule that was broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub rule: Option<RefusalRule>,
    /// The squares concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub squares: Option<Vec<BoardPosition>>,
    /// The words that are not in the word list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub words: Option<Vec<String>>,
    /// The time to wait before a retry, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub retry_after_ms: Option<u64>,
    /// The refused event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub event: Option<String>,
}

impl WireError {
    /// An error with a code and a message, without details.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> WireError {
        WireError { message: message.into(), code, details: Box::default() }
    }

    /// Converts a refusal; words are written in the table's language.
    pub fn of_refusal(refusal: &Refusal, language: &Language) -> WireError {
        let mut error = WireError::new(refusal.into(), refusal.to_string());
        error.details.rule = Some(refusal.into());
        match refusal {
            Refusal::Placement(placement) => {
                error.details.squares =
                    Some(placement.squares().into_iter().map(BoardPosition::from).collect());
            }
            Refusal::UnknownWords { words } => {
                error.details.words = Some(words.iter().map(|word| language.write(word)).collect());
            }
            Refusal::NothingToExchange | Refusal::PlaceTwice { .. } | Refusal::NoSuchPlace { .. } => {
                error.details.path = Some("tileIndices".to_owned());
            }
            _ => {}
        }
        error
    }

    /// The error for too many messages.
    pub fn rate_limited(retry_after_ms: u64) -> WireError {
        let mut error = WireError::new(ErrorCode::RateLimited, "too many messages: wait a moment");
        error.details.retry_after_ms = Some(retry_after_ms);
        error
    }

    /// The same error with the name of the refused event.
    pub fn answering(mut self, event: &str) -> WireError {
        // Limits how much of a client's input is echoed.
        self.details.event = Some(event.chars().take(64).collect());
        self
    }
}

impl From<BadRequest> for WireError {
    fn from(bad: BadRequest) -> WireError {
        let mut error = WireError::new(ErrorCode::BadRequest, bad.to_string());
        error.details.path = Some(bad.path);
        error
    }
}

impl From<&NameError> for WireError {
    fn from(name: &NameError) -> WireError {
        WireError::new(ErrorCode::NameInvalid, name.to_string())
    }
}

impl From<&Refusal> for ErrorCode {
    fn from(refusal: &Refusal) -> ErrorCode {
        match refusal {
            Refusal::NotSeated | Refusal::OutOfGame => ErrorCode::NotAPlayer,
            Refusal::NotStarted => ErrorCode::GameNotStarted,
            Refusal::AlreadyStarted => ErrorCode::GameAlreadyStarted,
            Refusal::Ended => ErrorCode::GameEnded,
            Refusal::NotHost => ErrorCode::NotHost,
            Refusal::NotEnoughPlayers { .. } => ErrorCode::NotEnoughPlayers,
            Refusal::TableFull { .. } => ErrorCode::GameFull,
            Refusal::NameTaken => ErrorCode::NameTaken,
            Refusal::NotYourTurn => ErrorCode::NotYourTurn,
            Refusal::Placement(PlacementError::NotOnRack(_)) => ErrorCode::TilesNotInRack,
            Refusal::Placement(_) => ErrorCode::InvalidPlacement,
            Refusal::UnknownWords { .. } => ErrorCode::WordNotFound,
            Refusal::NothingToExchange | Refusal::PlaceTwice { .. } | Refusal::NoSuchPlace { .. } => {
                ErrorCode::BadRequest
            }
            Refusal::NotEnoughInBag { .. } => ErrorCode::InsufficientTiles,
            Refusal::NothingToChallenge | Refusal::OwnPlay => ErrorCode::NothingToChallenge,
            Refusal::ChallengePending => ErrorCode::ChallengePending,
            Refusal::NoChallengePending => ErrorCode::NoChallengePending,
            Refusal::LookUpNotAllowed => ErrorCode::LookupNotAllowed,
            Refusal::NotEnded
            | Refusal::NobodyToPassTo
            | Refusal::AlreadyAccepted
            | Refusal::AlreadyVoted
            | Refusal::OwnVote
            | Refusal::OnlyPersons
            | Refusal::PlayMustStand
            | Refusal::NotAway { .. }
            | Refusal::CannotRemoveYourself
            | Refusal::AlreadyAgreed
            | Refusal::ClockRemoves
            | Refusal::GamePaused
            | Refusal::NotPaused
            | Refusal::PauseNotOffered
            | Refusal::NoPauseProposed
            | Refusal::AlreadyAgreedToPause
            | Refusal::NoStandIn
            | Refusal::TooFewSeats { .. }
            | Refusal::RematchOpen
            | Refusal::SeatNotKept
            | Refusal::NoNonceRequested
            | Refusal::WrongNonce
            | Refusal::NotRecommitted { .. }
            | Refusal::NotDue => ErrorCode::NotAllowed,
        }
    }
}

/// Whether a refused `submitWord` is answered by `wordRejected`.
///
/// That is the case for placement and word rules. All other refusals are answered by `error`.
pub const fn is_word_rejection(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Placement(_) | Refusal::UnknownWords { .. })
}

/// The event that answers a refused client event, sent whether or not an ack was requested.
pub fn refusal_event(event: &str, refusal: &Refusal, language: &Language) -> ReplyEvent {
    let error = WireError::of_refusal(refusal, language).answering(event);
    if event == "submitWord" && is_word_rejection(refusal) {
        let (reason, invalid_words) = (error.message.clone(), error.details.words.clone());
        ReplyEvent::WordRejected(WordRejected { reason, invalid_words, error })
    } else {
        ReplyEvent::Error(error)
    }
}
