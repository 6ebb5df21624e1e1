use std::fmt::Display;

use serde::de::{Expected, Unexpected};

/// A malformed message, with the location of the error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}: {message}")]
pub struct BadRequest {
    /// The invalid field, such as `placements[2].tile.letter`.
    ///
    /// It is `payload` for the payload as a whole, `event` for the name of the event, and
    /// `arguments[1]` for a superfluous argument.
    pub path: String,
    /// What was expected there.
    pub message: String,
}

impl BadRequest {
    /// An error at a path.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> BadRequest {
        BadRequest { path: path.into(), message: message.into() }
    }

    /// The same error with the path prefixed by a field.
    pub(crate) fn in_field(mut self, field: &str) -> BadRequest {
        self.path = match self.path.chars().next() {
            None => field.to_owned(),
            Some('[') => format!("{field}{}", self.path),
            Some(_) => format!("{field}.{}", self.path),
        };
        self
    }

    /// The same error with the path prefixed by a list index.
    pub(super) fn in_item(self, index: usize) -> BadRequest {
        self.in_field(&format!("[{index}]"))
    }

    /// The same error with the path `payload` if it has none.
    pub(super) fn in_payload(mut self) -> BadRequest {
        if self.path.is_empty() {
            "payload".clone_into(&mut self.path);
        }
        self
    }
}

impl serde::de::Error for BadRequest {
    fn custom<T: Display>(message: T) -> BadRequest {
        BadRequest::new("", message.to_string())
    }

    fn missing_field(field: &'static str) -> BadRequest {
        BadRequest::new(field, "this field is missing")
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> BadRequest {
        BadRequest::custom(format!("expected {expected}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> BadRequest {
        // Says in which direction an integer is out of range: the limits of its type are not those
        // of the game.
        match (expected.to_string().as_str(), found) {
            ("u8", _) => BadRequest::custom(format!("expected an integer from 0 to {}", u8::MAX)),
            ("u32" | "u64", Unexpected::Signed(_)) => BadRequest::custom("expected an integer from 0 on"),
            ("u32" | "u64" | "i64", _) => BadRequest::custom("expected a smaller integer"),
            (other, _) => BadRequest::custom(format!("expected {other}")),
        }
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> BadRequest {
        BadRequest::custom(format!("expected one of {}", expected.join(", ")))
    }
}
