//! Answers to client events.

use protocol::{Ack, AckExtra, Done, ErrorCode, ReplyEvent, WireError, refusal_event};
use rules::{Language, Refusal};

/// Answer to a client event: the ack, and for a refusal also the event that reports it.
pub type Answer = Result<Accepted, Refused>;

/// The event was carried out.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// Version of the table afterwards.
    pub seq: Option<u64>,
    /// Event-specific fields of the ack.
    pub extra: AckExtra,
}

impl Accepted {
    pub(crate) fn done(seq: u64) -> Accepted {
        Accepted { seq: Some(seq), extra: AckExtra::Done(Done {}) }
    }

    /// Converts the answer to the ack that is sent.
    pub fn into_ack(self) -> Ack {
        Ack::Ok { seq: self.seq, extra: self.extra }
    }
}

/// The event was refused, and nothing has changed.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Event that is sent to the client, whether or not it asked for an ack.
    pub event: Box<ReplyEvent>,
    /// Error carried by the ack.
    pub error: Box<WireError>,
}

impl Refused {
    /// Refusal for a reason outside the rules of the game.
    pub fn error(event: &str, error: WireError) -> Refused {
        let error = error.answering(event);
        Refused { event: Box::new(ReplyEvent::Error(error.clone())), error: Box::new(error) }
    }

    pub(crate) fn code(event: &str, code: ErrorCode, message: &str) -> Refused {
        Refused::error(event, WireError::new(code, message))
    }

    /// Refusal because a limit is reached; a slot may become free soon.
    pub(crate) fn crowded(event: &str, message: &str) -> Refused {
        const TRY_AGAIN_AFTER_MS: u64 = 10_000;
        let error = WireError { message: message.to_owned(), ..WireError::rate_limited(TRY_AGAIN_AFTER_MS) };
        Refused::error(event, error)
    }

    pub(crate) fn ticket() -> Refused {
        let message = "this ticket was used or replaced, or its time is over";
        Refused::code("joinGame", ErrorCode::BadToken, message)
    }

    /// Refusal by the rules of the game.
    pub(crate) fn rule(event: &str, refusal: &Refusal, language: &Language) -> Refused {
        let error = WireError::of_refusal(refusal, language).answering(event);
        Refused { event: Box::new(refusal_event(event, refusal, language)), error: Box::new(error) }
    }

    /// Refusal because the store is unreachable or the server is overloaded.
    pub fn unavailable(event: &str) -> Refused {
        Refused::code(event, ErrorCode::Unavailable, "the server cannot do this now: try again in a moment")
    }
}
