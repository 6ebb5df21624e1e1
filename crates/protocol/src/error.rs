//! Errors on the wire.

use rules::{Language, NameError, PlacementError, Refusal};
use serde::{Deserialize, Serialize};

use crate::refusal_rule::RefusalRule;
use crate::server::{ReplyEvent, WordRejected};
use crate::strict::BadRequest;
use crate::tile::BoardPosition;

/// Declares the codes with what they mean.
macro_rules! error_codes {
    ($(#[doc = $doc:literal] $variant:ident = $text:literal,)+) => {
        /// What kind of error it is. Codes never change their meaning.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
        pub enum ErrorCode {
            $(#[doc = $doc] #[serde(rename = $text)] $variant,)+
        }

        impl ErrorCode {
            /// All of them, with what they mean.
            pub const ALL: &[(ErrorCode, &str)] = &[$((ErrorCode::$variant, $doc)),+];

            /// The code as it is written.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(ErrorCode::$variant => $text,)+
                }
            }
        }
    };
}

error_codes! {
    /// The name is in use at this table.
    NameTaken = "NAME_TAKEN",
    /// No seat is free.
    GameFull = "GAME_FULL",
    /// Only the host can do this.
    NotHost = "NOT_HOST",
    /// At least two players are needed.
    NotEnoughPlayers = "NOT_ENOUGH_PLAYERS",
    /// Somebody else is to move.
    NotYourTurn = "NOT_YOUR_TURN",
    /// The tiles break a rule of placing: `rule` names it, `squares` says where.
    InvalidPlacement = "INVALID_PLACEMENT",
    /// The list does not have all the words: `words` are those.
    WordNotFound = "WORD_NOT_FOUND",
    /// The bag is too empty for this exchange.
    InsufficientTiles = "INSUFFICIENT_TILES",
    /// The game has not begun.
    GameNotStarted = "GAME_NOT_STARTED",
    /// The game is over.
    GameEnded = "GAME_ENDED",
    /// The message is malformed: `path` names the field.
    BadRequest = "BAD_REQUEST",
    /// That is no name.
    NameInvalid = "NAME_INVALID",
    /// No table has this code.
    RoomNotFound = "ROOM_NOT_FOUND",
    /// The game has begun.
    GameAlreadyStarted = "GAME_ALREADY_STARTED",
    /// The secret does not fit.
    BadToken = "BAD_TOKEN",
    /// A tile that was laid is not on the rack.
    TilesNotInRack = "TILES_NOT_IN_RACK",
    /// No play can be challenged, or not that one.
    NothingToChallenge = "NOTHING_TO_CHALLENGE",
    /// A challenge must be decided first.
    ChallengePending = "CHALLENGE_PENDING",
    /// There is no challenge to decide.
    NoChallengePending = "NO_CHALLENGE_PENDING",
    /// The table does not look words up now.
    LookupNotAllowed = "LOOKUP_NOT_ALLOWED",
    /// Whoever asks has no seat in this game.
    NotAPlayer = "NOT_A_PLAYER",
    /// The rules or the moment do not allow it: `rule` names why.
    NotAllowed = "NOT_ALLOWED",
    /// The puzzle of that day is still to come.
    NotYet = "NOT_YET",
    /// Another turn of the puzzle is to be played: `state` says where it stands.
    TurnPlayed = "TURN_PLAYED",
    /// The puzzle must be finished first.
    NotFinished = "NOT_FINISHED",
    /// Too much in too short a time: `retryAfterMs` says when to come back.
    RateLimited = "RATE_LIMITED",
    /// The server cannot do it now.
    Unavailable = "UNAVAILABLE",
}

/// An error, as the event `error` and the answer to an event carry it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WireError {
    /// What is wrong, for a person.
    pub message: String,
    /// What is wrong, for a program.
    pub code: ErrorCode,
    /// What more there is to say; the fields stand beside these.
    #[serde(flatten)]
    pub details: Box<ErrorDetails>,
}

/// What more there is to say of an error.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ErrorDetails {
    /// The field that is wrong, with `BAD_REQUEST`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub path: Option<String>,
    /// The name of the rule that was broken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub rule: Option<RefusalRule>,
    /// The squares that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub squares: Option<Vec<BoardPosition>>,
    /// The words that the list does not have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub words: Option<Vec<String>>,
    /// After how many milliseconds to try again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub retry_after_ms: Option<u64>,
    /// The event that was refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub event: Option<String>,
}

impl WireError {
    /// An error with nothing but its code and a sentence.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> WireError {
        WireError { message: message.into(), code, details: Box::default() }
    }

    /// What a refusal is on the wire; words are written in the table's language.
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

    /// Too much in too short a time.
    pub fn rate_limited(retry_after_ms: u64) -> WireError {
        let mut error = WireError::new(ErrorCode::RateLimited, "too many messages: wait a moment");
        error.details.retry_after_ms = Some(retry_after_ms);
        error
    }

    /// The same with the name of the event that was refused.
    pub fn answering(mut self, event: &str) -> WireError {
        // What a client made up is not sent back at any length.
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
            | Refusal::RematchOpen
            | Refusal::SeatNotKept
            | Refusal::NoNonceRequested
            | Refusal::WrongNonce
            | Refusal::NotDue => ErrorCode::NotAllowed,
        }
    }
}

/// Whether a refused `submitWord` is answered by `wordRejected`: it breaks a rule of placing or of words. All other
/// refusals, and those of all other events, are answered by `error`.
pub const fn is_word_rejection(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Placement(_) | Refusal::UnknownWords { .. })
}

/// The event that answers a refusal of a client's event, whether it asked for an ack or not.
pub fn refusal_event(event: &str, refusal: &Refusal, language: &Language) -> ReplyEvent {
    let error = WireError::of_refusal(refusal, language).answering(event);
    if event == "submitWord" && is_word_rejection(refusal) {
        let (reason, invalid_words) = (error.message.clone(), error.details.words.clone());
        ReplyEvent::WordRejected(WordRejected { reason, invalid_words, error })
    } else {
        ReplyEvent::Error(error)
    }
}
