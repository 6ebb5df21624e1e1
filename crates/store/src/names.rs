//! What names things in the store.

use std::fmt;

/// How many commits a table has had: one commit is one version is one batch of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Version(pub u64);

impl Version {
    /// That of a table that has just been created.
    pub const FIRST: Version = Version(1);

    /// The one after it. A client's claim may be as large as can be; no table ever is.
    pub const fn next(self) -> Version {
        Version(self.0.saturating_add(1))
    }

    /// As it stands in a column, which has a sign.
    pub(crate) fn column(self) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }

    pub(crate) fn from_column(column: i64) -> Version {
        Version(u64::try_from(column).unwrap_or_default())
    }
}

/// Who a player is, for as long as they sit at a table. Whoever asks the store chooses it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(pub String);

/// What finds a table: four capitals.
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
    /// How many capitals a code has.
    pub const LENGTH: usize = 4;

    /// The code with this text; `None` if it is anything but four capitals from A to Z.
    pub fn new(text: &str) -> Option<RoomCode> {
        let fits = text.len() == RoomCode::LENGTH && text.bytes().all(|byte| byte.is_ascii_uppercase());
        fits.then(|| RoomCode(text.to_owned()))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The SHA-256 of a secret. The secret itself is never stored, and its hash is never printed.
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
    fn a_hash_does_not_print() {
        assert_eq!(format!("{:?}", TokenHash([7; 32])), "[secret]");
    }
}
