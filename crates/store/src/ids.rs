//! Ids and other keys in the store.

use std::fmt;

/// Number of commits of a table. Each commit is one version and one batch of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Version(pub u64);

impl Version {
    /// Version of a table that has just been created.
    pub const FIRST: Version = Version(1);

    /// Returns the next version. Saturates, because a client may claim any version.
    pub const fn next(self) -> Version {
        Version(self.0.saturating_add(1))
    }

    /// Returns the value as a database column, which is signed.
    pub(crate) fn column(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    pub(crate) fn from_column(column: i64) -> Version {
        Version(u64::try_from(column).unwrap_or_default())
    }
}

/// Id of a player while they sit at a table. The caller chooses it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(pub String);

/// Room code of a table: four capital letters.
///
/// ```
/// use store::RoomCode;
///
/// assert_eq!(RoomCode::new("DORD").unwrap().as_str(), "DORD");
/// assert!(RoomCode::new("dord").is_none());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RoomCode(String);

impl RoomCode {
    /// Number of letters in a code.
    pub const LENGTH: usize = 4;

    /// Parses a code; `None` unless the text is four capitals from A to Z.
    pub fn new(text: &str) -> Option<RoomCode> {
        let fits = text.len() == RoomCode::LENGTH && text.bytes().all(|byte| byte.is_ascii_uppercase());
        fits.then(|| RoomCode(text.to_owned()))
    }

    /// Returns the letters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// SHA-256 hash of a secret. The secret itself is never stored, and the hash is never printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_code_is_four_capitals() {
        for bad in ["", "ABC", "ABCDE", "AB1D", "ABcD", "ÄBC", " ABC"] {
            assert_eq!(RoomCode::new(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_hash_is_never_printed() {
        assert_eq!(format!("{:?}", TokenHash([7; 32])), "[secret]");
    }
}
