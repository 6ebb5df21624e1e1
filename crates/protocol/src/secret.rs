use serde::{Deserialize, Deserializer, Serializer};

/// A text that only its owner may see: a seat's token, an invitation, a ticket.
///
/// It prints as `[secret]` and does not implement `Serialize`. A message to its owner opts in per
/// field, with [`Secret::reveal`].
///
/// ```
/// let token = protocol::Secret::new("abc");
/// assert_eq!(format!("{token} {token:?}"), "[secret] [secret]");
/// assert_eq!(token.expose(), "abc");
/// ```
///
/// ```compile_fail
/// serde_json::to_string(&protocol::Secret::new("abc"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The maximum length of a secret from a client, in characters.
    pub const MAX: usize = 128;

    /// A secret with this text.
    pub fn new(text: impl Into<String>) -> Secret {
        Secret(text.into())
    }

    /// The text, for hashing and comparison.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Serializes it for its owner: `#[serde(serialize_with = "Secret::reveal")]`.
    pub fn reveal<S: Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&secret.0)
    }

    /// The same for an optional secret.
    pub fn reveal_some<S: Serializer>(secret: &Option<Secret>, serializer: S) -> Result<S::Ok, S::Error> {
        match secret {
            Some(secret) => Secret::reveal(secret, serializer),
            None => serializer.serialize_none(),
        }
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Secret, D::Error> {
        crate::text::limited(deserializer, 1, Secret::MAX).map(Secret)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}

impl std::fmt::Display for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}

crate::text::is_a_string!(Secret);
