//! How long things may take.

use std::time::Duration;

/// In a check that something comes at all is what counts: it runs beside others, on whatever machine there is.
const CHECKED_MAX: Duration = Duration::from_secs(60);

/// The time that is promised where it is proved, which `cargo xtask prove` says by setting a variable, and a generous one in
/// a check.
pub(crate) fn at_most(promised: Duration, proving: &str) -> Duration {
    if std::env::var_os(proving).is_some() { promised } else { CHECKED_MAX.max(promised) }
}
