//! Versions and hashes in the store.

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
    fn a_hash_is_never_printed() {
        assert_eq!(format!("{:?}", TokenHash([7; 32])), "[secret]");
    }
}
