//! Ids of games, players and tables.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The permanent id of a game: a UUID, not the room code. The verifiable bag depends on it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(String);

impl GameId {
    /// Creates an id from its text.
    pub fn new(id: impl Into<String>) -> GameId {
        GameId(id.into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A player's id at a table: opaque, and constant for the lifetime of a seat.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(inline))]
pub struct PlayerId(Arc<str>);

impl PlayerId {
    /// The maximum length of an id from outside, in characters.
    pub const MAX: usize = 64;

    /// An id with this text.
    pub fn new(id: impl Into<Arc<str>>) -> PlayerId {
        PlayerId(id.into())
    }

    /// The text of the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The room code of a table: four capital letters.
///
/// ```
/// use rules::RoomCode;
///
/// let code: RoomCode = "abCD".parse().unwrap();
/// assert_eq!(code.as_str(), "ABCD");
/// assert!("ABC1".parse::<RoomCode>().is_err());
/// assert_eq!(RoomCode::new("ABCD"), Some(code));
/// assert_eq!(RoomCode::new("abCD"), None);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoomCode(String);

/// Error: the text is not a room code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected four letters from A to Z")]
pub struct NotARoomCode;

impl RoomCode {
    /// The number of letters.
    pub const LENGTH: usize = 4;

    /// A code in its stored form; `None` unless the text is four capitals from A to Z.
    pub fn new(text: &str) -> Option<RoomCode> {
        let fits = text.len() == RoomCode::LENGTH && text.bytes().all(|byte| byte.is_ascii_uppercase());
        fits.then(|| RoomCode(text.to_owned()))
    }

    /// The code, in upper case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads a code as a person writes it, in upper or lower case.
impl FromStr for RoomCode {
    type Err = NotARoomCode;
    fn from_str(text: &str) -> Result<RoomCode, NotARoomCode> {
        RoomCode::new(&text.to_ascii_uppercase()).ok_or(NotARoomCode)
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Ids as text, with the limits that hold for text from outside.
#[cfg(feature = "serde")]
mod as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{PlayerId, RoomCode};

    impl Serialize for PlayerId {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(&self.0)
        }
    }

    impl<'de> Deserialize<'de> for PlayerId {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PlayerId, D::Error> {
            let text = String::deserialize(deserializer)?;
            if !(1..=PlayerId::MAX).contains(&text.chars().take(PlayerId::MAX + 1).count()) {
                return Err(D::Error::custom(format_args!("expected 1 to {} characters", PlayerId::MAX)));
            }
            Ok(PlayerId::new(text))
        }
    }

    impl Serialize for RoomCode {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(&self.0)
        }
    }

    impl<'de> Deserialize<'de> for RoomCode {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RoomCode, D::Error> {
            String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        }
    }
}

/// Ids are `string` in TypeScript.
#[cfg(feature = "ts-rs")]
mod as_typescript {
    use ts_rs::{Config, TS};

    use super::{PlayerId, RoomCode};

    impl TS for PlayerId {
        type WithoutGenerics = String;
        type OptionInnerType = Self;
        fn name(_: &Config) -> String {
            "string".to_owned()
        }
        fn inline(_: &Config) -> String {
            "string".to_owned()
        }
    }

    impl TS for RoomCode {
        type WithoutGenerics = String;
        type OptionInnerType = Self;
        fn name(_: &Config) -> String {
            "string".to_owned()
        }
        fn inline(_: &Config) -> String {
            "string".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_code_is_four_letters() {
        for bad in ["", "ABC", "ABCDE", "AB1D", "ÄBC", " ABC", "ABßD"] {
            assert_eq!(bad.parse::<RoomCode>(), Err(NotARoomCode), "{bad}");
            assert_eq!(RoomCode::new(bad), None, "{bad}");
        }
        assert_eq!(RoomCode::new("ABcD"), None);
        assert_eq!("ABcD".parse::<RoomCode>().unwrap().to_string(), "ABCD");
    }
}
