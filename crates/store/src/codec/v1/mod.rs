//! Version 1 of the written form. It is never changed: what has to be different is version 2.

mod event;
mod opening;
mod outcome;
mod play;
mod rules;
mod seats;

use std::sync::Arc;

use ::rules::{Event, Language, Timestamp};
use serde::{Deserialize, Serialize};

use super::DecodeError;
use event::WrittenKind;

/// A batch of events with the language that its letters are written in.
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
        Batch { v: 1, language: language.code().to_owned(), events: events.iter().map(written).collect() }
    }

    /// The code of the language.
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
