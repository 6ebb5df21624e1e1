//! Texts on the wire, with length limits.

use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use rules::{NotARoomCode, PlayerId, RoomCode};

/// Declares a type as `string` in TypeScript.
macro_rules! is_a_string {
    ($type:ty $(, $($limit:ident),+)?) => {
        #[cfg(feature = "reference")]
        impl$(<$(const $limit: usize),+>)? ts_rs::TS for $type {
            type WithoutGenerics = String;
            type OptionInnerType = Self;
            fn name(_: &ts_rs::Config) -> String {
                "string".to_owned()
            }
            fn inline(_: &ts_rs::Config) -> String {
                "string".to_owned()
            }
        }
    };
}
pub(crate) use is_a_string;

/// A text from a client of at least `MIN` and at most `MAX` characters.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Text<const MIN: usize, const MAX: usize>(String);

impl<const MIN: usize, const MAX: usize> Text<MIN, MAX> {
    /// The text, if it is within its limits.
    pub fn new(text: impl Into<String>) -> Option<Text<MIN, MAX>> {
        let text = text.into();
        length_within(&text, MIN, MAX).is_ok().then_some(Text(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de, const MIN: usize, const MAX: usize> Deserialize<'de> for Text<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        limited(deserializer, MIN, MAX).map(Text)
    }
}

is_a_string!(Text<MIN, MAX>, MIN, MAX);

/// A string with its limits.
#[cfg(feature = "reference")]
impl<const MIN: usize, const MAX: usize> schemars::JsonSchema for Text<MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Text_{MIN}_{MAX}").into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "minLength": MIN, "maxLength": MAX})
    }
}

/// A player name from a client, not validated; [`rules::PlayerName`] validates it.
pub type NameText = Text<0, 1000>;
/// An idempotency key: a client's id for a command.
pub type CommandId = Text<1, 64>;
/// A player's contribution to the randomness of the bag.
pub type NonceText = Text<0, 64>;
/// A nonce that opens a commitment; it must not be empty.
pub type RevealedNonceText = Text<1, 64>;
/// The letter on a tile; `_` is a blank.
pub type LetterText = Text<1, 8>;
/// A word to look up.
pub type WordText = Text<1, 50>;
/// A chat message.
pub type ChatText = Text<1, 280>;
/// The code of a language.
pub type LanguageCode = Text<1, 16>;

/// A commitment to a nonce: 64 hexadecimal digits of `sha256("dord/2/nonce" ‖ nonce)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommitmentText(pub rules::NonceCommitment);

impl<'de> Deserialize<'de> for CommitmentText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = crate::record::from_hex(&String::deserialize(deserializer)?);
        let bytes = bytes.ok_or_else(|| D::Error::custom("expected 64 hexadecimal digits"))?;
        Ok(CommitmentText(rules::NonceCommitment(bytes)))
    }
}

is_a_string!(CommitmentText);

/// The id of a join request to the host.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RequestId(Arc<str>);

impl RequestId {
    /// The maximum length, in characters.
    pub const MAX: usize = 64;

    /// An id with this text.
    pub fn new(id: impl Into<Arc<str>>) -> RequestId {
        RequestId(id.into())
    }

    /// The text of the id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RequestId, D::Error> {
        limited(deserializer, 1, RequestId::MAX).map(RequestId::new)
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

is_a_string!(RequestId);

/// Deserializes a text and checks its length.
pub(crate) fn limited<'de, D: Deserializer<'de>>(
    deserializer: D,
    min: usize,
    max: usize,
) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    length_within(&text, min, max).map_err(D::Error::custom)?;
    Ok(text)
}

fn length_within(text: &str, min: usize, max: usize) -> Result<(), String> {
    // A character has at most four bytes, so longer texts need no counting.
    let found = if text.len() > max * 4 { max + 1 } else { text.chars().count() };
    if (min..=max).contains(&found) {
        return Ok(());
    }
    Err(match min {
        0 => format!("expected at most {max} characters"),
        _ => format!("expected {min} to {max} characters"),
    })
}
