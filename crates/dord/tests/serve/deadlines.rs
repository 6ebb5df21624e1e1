//! Time limits of these tests.

use std::time::Duration;

/// Limit in a check, which shares an arbitrary machine with other tests.
const CHECKED_MAX: Duration = Duration::from_secs(60);

/// The promised time in a proof, which `cargo xtask prove` marks by a variable; a generous limit in
/// a check.
pub(crate) fn at_most(promised: Duration, proving: &str) -> Duration {
    if std::env::var_os(proving).is_some() { promised } else { CHECKED_MAX.max(promised) }
}
