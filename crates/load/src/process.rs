//! Processor time and memory of the server's process. Only Linux reports them.

use std::time::Duration;

/// Resource usage of a process at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage {
    /// Processor time, user and system.
    pub(super) cpu: Duration,
    /// Resident memory in bytes.
    pub(super) memory: u64,
}

/// Total usage of processes; `None` if there are none or the system does not report it.
pub(super) fn usage(pids: &[u32]) -> Option<Usage> {
    let each: Option<Vec<Usage>> = pids.iter().map(|&pid| usage_of(pid)).collect();
    each?
        .into_iter()
        .reduce(|one, other| Usage { cpu: one.cpu + other.cpu, memory: one.memory + other.memory })
}

fn usage_of(pid: u32) -> Option<Usage> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    Some(Usage { cpu: cpu_time(&stat)?, memory: resident(&status)? })
}

/// User plus system time: the 14th and 15th fields, in hundredths of a second. The second field is
/// a name in parentheses that can contain anything.
fn cpu_time(stat: &str) -> Option<Duration> {
    let after_name = stat.rsplit_once(')')?.1;
    let mut fields = after_name.split_ascii_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 10))
}

fn resident(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_found_after_any_process_name() {
        let stat = "42 (a) b) S 1 1 1 0 -1 4194560 1 2 3 4 150 50 0 0 20 0 3 0 100 200 300";
        assert_eq!(cpu_time(stat), Some(Duration::from_secs(2)));
    }

    #[test]
    fn the_memory_is_in_kilobytes() {
        assert_eq!(resident("Name:\tdord\nVmRSS:\t   2048 kB\n"), Some(2 * 1024 * 1024));
    }
}
