//! Rate limit for log lines, per call site.
//!
//! While a disk is full or a database is down, every request would log the same line. Each call
//! site that logs at `info` or above gets a short burst and then one line per second. Suppressed
//! lines are counted, and the count is written with the next line.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::callsite::Identifier;
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// Number of lines that a call site can write at once.
const BURST: u32 = 5;
/// Interval at which a call site regains one line.
const EVERY: Duration = Duration::from_secs(1);

/// Log format that suppresses lines over the limit.
pub(super) struct Throttled<F> {
    format: F,
    clock: fn() -> Instant,
    call_sites: Mutex<HashMap<Identifier, CallSite>>,
}

/// State of one call site.
struct CallSite {
    metadata: &'static Metadata<'static>,
    /// Number of lines it can still write.
    lines: u32,
    /// When it last regained a line.
    refilled: Instant,
    left_out: u64,
}

/// Suppressed lines of one call site.
struct LeftOut {
    metadata: &'static Metadata<'static>,
    count: u64,
}

impl<F> Throttled<F> {
    pub(super) fn new(format: F) -> Throttled<F> {
        Throttled::by_clock(format, Instant::now)
    }

    fn by_clock(format: F, clock: fn() -> Instant) -> Throttled<F> {
        Throttled { format, clock, call_sites: Mutex::default() }
    }

    /// Counts a line. `None` if it must be suppressed; otherwise the earlier suppressed lines.
    fn count(&self, metadata: &'static Metadata<'static>) -> Option<Vec<LeftOut>> {
        let now = (self.clock)();
        // Nothing panics while the lock is held.
        let mut call_sites = self.call_sites.lock().unwrap_or_else(PoisonError::into_inner);
        let call_site = call_sites.entry(metadata.callsite()).or_insert(CallSite {
            metadata,
            lines: BURST,
            refilled: now,
            left_out: 0,
        });
        if !call_site.take(now) {
            return None;
        }
        let mut left_out = Vec::from_iter(call_site.tell());
        // Silent call sites may not log again for a long time, so their counts are written now.
        let silent = call_sites
            .values_mut()
            .filter(|call_site| now.saturating_duration_since(call_site.refilled) >= EVERY);
        left_out.extend(silent.filter_map(CallSite::tell));
        Some(left_out)
    }
}

impl CallSite {
    fn take(&mut self, now: Instant) -> bool {
        let waited = now.saturating_duration_since(self.refilled);
        if waited >= EVERY {
            let lines = u32::try_from(waited.as_secs() / EVERY.as_secs()).unwrap_or(u32::MAX);
            self.lines = self.lines.saturating_add(lines).min(BURST);
            self.refilled = now;
        }
        let is_allowed = self.lines > 0;
        self.lines -= u32::from(is_allowed);
        self.left_out += u64::from(!is_allowed);
        is_allowed
    }

    fn tell(&mut self) -> Option<LeftOut> {
        let count = std::mem::take(&mut self.left_out);
        (count > 0).then_some(LeftOut { metadata: self.metadata, count })
    }
}

impl LeftOut {
    fn write(&self, writer: &mut Writer<'_>) -> fmt::Result {
        let LeftOut { metadata, count } = self;
        SystemTime.format_time(writer)?;
        let line = metadata.line().unwrap_or_default();
        let (level, target) = (metadata.level(), metadata.target());
        writeln!(writer, " {level:>5} {target}: left_out={count} repeated lines were left out line={line}")
    }
}

impl<S, N, F> FormatEvent<S, N> for Throttled<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        // Debug output was requested explicitly, so all of it is written.
        if *event.metadata().level() <= Level::INFO {
            let Some(left_out) = self.count(event.metadata()) else { return Ok(()) };
            for left_out in left_out {
                left_out.write(&mut writer)?;
            }
        }
        self.format.format_event(context, writer, event)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io;
    use std::sync::Arc;

    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    thread_local! {
        static NOW: Cell<Instant> = Cell::new(Instant::now());
    }

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Log {
        /// The lines written since the last call.
        fn lines(&self) -> Vec<String> {
            let bytes = std::mem::take(&mut *self.0.lock().unwrap());
            String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
        }
    }

    fn pass(seconds: u64) {
        NOW.set(NOW.get() + Duration::from_secs(seconds));
    }

    fn warn_of_the_disk(times: usize) {
        for _ in 0..times {
            tracing::warn!("the disk is full");
        }
    }

    #[test]
    fn a_flood_of_one_line_is_cut_short_and_counted_and_other_lines_are_not() {
        let (log, format) = (Log::default(), tracing_subscriber::fmt::format());
        let writer = log.clone();
        let layer = tracing_subscriber::fmt::layer()
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .event_format(Throttled::by_clock(format, || NOW.get()));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
            warn_of_the_disk(923);
            tracing::warn!("something else");
            let lines = log.lines();
            assert_eq!(lines.len(), BURST as usize + 1, "{lines:?}");
            assert!(lines[5].ends_with("something else"), "{lines:?}");

            pass(1);
            warn_of_the_disk(100);
            let lines = log.lines();
            assert_eq!(lines.len(), 2, "{lines:?}");
            assert!(lines[0].contains("WARN") && lines[0].contains("left_out=918 "), "{lines:?}");
            assert!(lines[1].ends_with("the disk is full"), "{lines:?}");

            // The flood has stopped, and the next line comes from another call site.
            pass(60);
            tracing::info!("closing");
            let lines = log.lines();
            assert!(lines[0].contains("left_out=99 ") && lines[1].ends_with("closing"), "{lines:?}");

            warn_of_the_disk(BURST as usize);
            assert_eq!(log.lines().len(), BURST as usize, "it may write as much as before");
            for _ in 0..100 {
                tracing::debug!("asked for");
            }
            assert_eq!(log.lines().len(), 100);
        });
    }
}
