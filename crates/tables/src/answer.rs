//! How a client's event is answered.

use protocol::{Ack, AckExtra, Done, ErrorCode, ReplyEvent, WireError, refusal_event};
use rules::{Language, Refusal};

/// The answer to an event: what an ack says, and for a refusal the event that says it too.
pub type Answer = Result<Accepted, Refused>;

/// It was done.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The table's version after it.
    pub seq: Option<u64>,
    /// What the event's own answer adds.
    pub extra: AckExtra,
}

impl Accepted {
    pub(crate) fn done(seq: u64) -> Accepted {
        Accepted { seq: Some(seq), extra: AckExtra::Done(Done {}) }
    }

    /// As the ack carries it.
    pub fn into_ack(self) -> Ack {
        Ack::Ok { seq: self.seq, extra: self.extra }
    }
}

/// It was refused, and nothing has changed.
#[derive(Clone, Debug)]
pub struct Refused {
    /// What is emitted to the client, ack or not.
    pub event: Box<ReplyEvent>,
    /// What the ack carries.
    pub error: Box<WireError>,
}

impl Refused {
    /// An error that is not one of the rules'.
    pub fn error(event: &str, error: WireError) -> Refused {
        let error = error.answering(event);
        Refused { event: Box::new(ReplyEvent::Error(error.clone())), error: Box::new(error) }
    }

    pub(crate) fn code(event: &str, code: ErrorCode, message: &str) -> Refused {
        Refused::error(event, WireError::new(code, message))
    }

    /// There are as many as there can be; one of them may go soon.
    pub(crate) fn crowded(event: &str, message: &str) -> Refused {
        const TRY_AGAIN_AFTER_MS: u64 = 10_000;
        let error = WireError { message: message.to_owned(), ..WireError::rate_limited(TRY_AGAIN_AFTER_MS) };
        Refused::error(event, error)
    }

    pub(crate) fn ticket() -> Refused {
        let message = "this ticket was used or replaced, or its time is over";
        Refused::code("joinGame", ErrorCode::BadToken, message)
    }

    /// A refusal of the rules.
    pub(crate) fn rule(event: &str, refusal: &Refusal, language: &Language) -> Refused {
        let error = WireError::of_refusal(refusal, language).answering(event);
        Refused { event: Box::new(refusal_event(event, refusal, language)), error: Box::new(error) }
    }

    /// The store cannot be reached, or the server is too busy.
    pub fn unavailable(event: &str) -> Refused {
        Refused::code(event, ErrorCode::Unavailable, "the server cannot do this now: try again in a moment")
    }
}
