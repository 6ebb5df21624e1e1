//! How many files the process can have open, and how many connections that is.

/// Files that are no connections of clients: the database with its readers and its log, the terminal, listeners, timers.
#[cfg(unix)]
const RESERVED: u64 = 96;

/// Raises the soft limit on open files to the hard limit. Returns how many connections fit; `None` where there is no limit.
#[cfg(unix)]
pub(super) fn connections_max() -> Option<usize> {
    let (soft, hard) = rlimit::Resource::NOFILE.get().ok()?;
    let raised = if soft < hard { rlimit::increase_nofile_limit(hard) } else { Ok(soft) };
    let limit = raised.unwrap_or_else(|error| {
        tracing::warn!(%error, soft, hard, "the limit on open files cannot be raised");
        soft
    });
    usize::try_from(connections_of(limit)).ok()
}

/// The connections that fit into a limit on files. A very low limit is halved.
#[cfg(unix)]
fn connections_of(limit: u64) -> u64 {
    limit.saturating_sub(RESERVED).max(limit / 2)
}

/// Windows has no such limit.
#[cfg(not(unix))]
pub(super) fn connections_max() -> Option<usize> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_are_left_for_the_database() {
        assert_eq!(connections_of(1024), 928);
        assert_eq!(connections_of(64), 32);
    }

    #[test]
    fn the_soft_limit_becomes_the_hard_limit() {
        assert!(connections_max().is_some());
        let (soft, hard) = rlimit::Resource::NOFILE.get().unwrap();
        // macOS has another limit besides.
        assert!(soft == hard || cfg!(target_os = "macos"), "{soft} of {hard}");
    }
}
