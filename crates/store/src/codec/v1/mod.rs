//! Versions 1 to 4 of the storage format.
//!
//! Version 1 never changes. Later versions add the event kinds, the clock and the fields marked with
//! them; a batch names the lowest version that has all of its events. Any other change requires
//! version 5.

mod event;
mod outcome;
mod play;
mod rules;
mod seats;
mod table_settings;

use std::sync::Arc;

use ::rules::{Event, Language, Timestamp};
use serde::{Deserialize, Serialize};

use super::DecodeError;
use event::WrittenKind;

/// A batch of events, with the language in which its letters are written.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Batch {
    v: u64,
    language: String,
    events: Vec<WrittenEvent>,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct WrittenEvent {
    at: i64,
    kind: WrittenKind,
}

impl Batch {
    pub(super) fn of(events: &[Event], language: &Language) -> Batch {
        let written =
            |event: &Event| WrittenEvent { at: event.at.0, kind: WrittenKind::of(&event.kind, language) };
        let events: Vec<WrittenEvent> = events.iter().map(written).collect();
        let v = events.iter().map(|event| event.kind.since()).max().unwrap_or(1);
        Batch { v, language: language.code().to_owned(), events }
    }

    /// Returns the language code.
    pub(super) fn language(&self) -> &str {
        &self.language
    }

    pub(super) fn read(
        self,
        language: &Language,
        languages: &dyn Fn(&str) -> Option<Arc<Language>>,
    ) -> Result<Vec<Event>, DecodeError> {
        let read = |(event, written): (usize, WrittenEvent)| {
            let kind = written
                .kind
                .read(language, languages)
                .map_err(|problem| DecodeError::Value { event, problem })?;
            Ok(Event { at: Timestamp(written.at), kind })
        };
        self.events.into_iter().enumerate().map(read).collect()
    }
}
