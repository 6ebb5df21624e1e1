//! The stable form of the event log.
//!
//! A batch is JSON: `{"v":1,"language":"en","events":[…]}`. A log written today must be readable by every later
//! release, so the form has a version of its own and types of its own (`v1`): the rules may change theirs, and the
//! conversion keeps the meaning. Version 2 adds to version 1 and is read by the same types; a form that differs gets a module
//! beside `v1`, and `v1` stays. Every batch names its
//! language and can be read without any other.
//!
//! Letters are written as their language writes them, `?` is a blank, and a letter of several characters stands in
//! brackets: `QU[CH]?`. On the board a blank is followed by what it plays as: `QU?IZ`. Squares and directions are those
//! of the field's notation: `8H` reads across, `H8` down.

pub(crate) mod hex;
mod texts;
mod v1;

use std::sync::Arc;

use rules::{Event, Language};
use serde::Deserialize;

/// The version that is written.
const NEWEST: u64 = 2;

/// Why a batch cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// It is not JSON, or not of the form that its version has.
    #[error("not a batch of events: {0}")]
    Form(#[from] serde_json::Error),
    /// It was written by a later release.
    #[error("expected a log of version 1 to {NEWEST}, found version {found}")]
    Version {
        /// The version that it names.
        found: u64,
    },
    /// It is in a language that this release does not have.
    #[error("no language has the code {0:?}")]
    Language(String),
    /// A value in it means nothing.
    #[error("event {event} of the batch: {problem}")]
    Value {
        /// The place of the event in its batch, from 0.
        event: usize,
        /// What is wrong and what was expected.
        problem: String,
    },
}

/// Writes a batch of events.
///
/// ```
/// use rules::{Event, EventKind, Language, Seat, Timestamp};
/// use store::codec;
///
/// let english = Language::by_code("en").unwrap();
/// let kind = EventKind::TurnPassed { seat: Seat::at(1).unwrap(), automatic: false };
/// let events = vec![Event { at: Timestamp(1_000), kind }];
///
/// let text = codec::encode(&events, &english);
/// assert_eq!(
///     text,
///     r#"{"v":1,"language":"en","events":[{"at":1000,"kind":{"turnPassed":{"seat":1}}}]}"#
/// );
/// assert_eq!(codec::decode(&text).unwrap(), events);
/// ```
pub fn encode(events: &[Event], language: &Language) -> String {
    let batch = v1::Batch::of(events, language);
    // Maps have text keys and nothing else in a batch can fail to be written; tests write every kind of event.
    serde_json::to_string(&batch).expect("a batch can always be written")
}

/// Reads a batch of events.
pub fn decode(text: &str) -> Result<Vec<Event>, DecodeError> {
    decode_with(text, Language::by_code)
}

/// Reads a batch whose language is looked up by its code in `languages`.
pub fn decode_with(
    text: &str,
    languages: impl Fn(&str) -> Option<Arc<Language>>,
) -> Result<Vec<Event>, DecodeError> {
    /// What every version has. Whatever else a later one has, its number is read first.
    #[derive(Deserialize)]
    struct Versioned {
        v: u64,
    }
    match serde_json::from_str::<Versioned>(text)?.v {
        1..=NEWEST => {
            let batch: v1::Batch = serde_json::from_str(text)?;
            let language = languages(batch.language())
                .ok_or_else(|| DecodeError::Language(batch.language().to_owned()))?;
            batch.read(&language, &languages)
        }
        found => Err(DecodeError::Version { found }),
    }
}
