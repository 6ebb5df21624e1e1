//! The limit on open files, and the number of connections it allows.

/// File descriptors reserved for the database, its readers and log, the terminal, listeners and
/// timers.
#[cfg(unix)]
const RESERVED: u64 = 96;

/// Raises the soft limit on open files to the hard limit. Returns how many connections fit; `None`
/// if there is no limit.
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

/// Number of connections that fit into a limit on files. A very low limit is halved.
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
    fn some_files_are_reserved_for_the_database() {
        assert_eq!(connections_of(1024), 928);
        assert_eq!(connections_of(64), 32);
    }

    #[test]
    fn the_soft_limit_becomes_the_hard_limit() {
        assert!(connections_max().is_some());
        let (soft, hard) = rlimit::Resource::NOFILE.get().unwrap();
        // macOS has an additional limit.
        assert!(soft == hard || cfg!(target_os = "macos"), "{soft} of {hard}");
    }
}
