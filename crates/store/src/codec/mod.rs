//! The stable storage format of the event log.
//!
//! A batch is JSON: `{"v":1,"language":"en","events":[…]}`. Every later release must be able to
//! read a log written today. The format therefore has its own version and its own types (`v1`): the
//! types of the rules may change, and the conversion preserves the meaning. Versions 2 to 4 only
//! add to version 1 and use the same types. A different format would get a module next to `v1`, which
//! remains. Every batch names its language and can be read without other batches.
//!
//! Letters are written as in their language, `?` is a blank, and a letter of several characters is
//! in brackets: `QU[CH]?`. On the board a blank is followed by the letter it represents: `QU?IZ`.
//! Squares and directions use the standard notation: `8H` is across, `H8` is down.

pub(crate) mod hex;
mod tile_text;
mod v1;

use std::sync::Arc;

use rules::{Event, Language};
use serde::Deserialize;

/// The version that is written.
const NEWEST: u64 = 4;

/// Why a batch cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// It is not JSON, or does not have the form of its version.
    #[error("not a batch of events: {0}")]
    Form(#[from] serde_json::Error),
    /// It was written by a later release.
    #[error("expected a log of version 1 to {NEWEST}, found version {found}")]
    Version {
        /// The version it names.
        found: u64,
    },
    /// Its language is unknown to this release.
    #[error("no language has the code {0:?}")]
    Language(String),
    /// It contains an invalid value.
    #[error("event {event} of the batch: {problem}")]
    Value {
        /// Index of the event in its batch, from 0.
        event: usize,
        /// What is wrong and what was expected.
        problem: String,
    },
}

/// Encodes a batch of events.
///
/// ```
/// use rules::{Event, EventKind, Language, Seat, Timestamp};
/// use store::codec;
///
/// let english = Language::by_code("en").unwrap();
/// let kind = EventKind::TurnPassed { seat: Seat::at(1).unwrap(), by: rules::PassedBy::Player };
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
    // Room for most batches: a text that grows while it is written is copied several times.
    let mut text = Vec::with_capacity(1024);
    // Keys are strings, and nothing else in a batch can fail to serialise; tests encode every kind
    // of event.
    serde_json::to_writer(&mut text, &batch).expect("a batch can always be written");
    String::from_utf8(text).expect("JSON is text")
}

/// Decodes a batch of events.
pub fn decode(text: &str) -> Result<Vec<Event>, DecodeError> {
    decode_with(text, Language::by_code)
}

/// Decodes a batch whose language is looked up by its code in `languages`.
pub fn decode_with(
    text: &str,
    languages: impl Fn(&str) -> Option<Arc<Language>>,
) -> Result<Vec<Event>, DecodeError> {
    /// The field common to all versions, which is read first.
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
