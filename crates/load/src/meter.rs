//! Counters of moves, latencies and errors.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tokio::time::Instant as TokioInstant;

/// Maximum recorded latency; longer ones count as this.
const LATENCY_MICROS_MAX: u64 = 60_000_000;

/// Maximum wait for all tables to start.
const WARM_UP_MAX: Duration = Duration::from_secs(20);

/// Counts moves and errors of all tables. It counts nothing before [`Meter::open`].
pub(super) struct Meter {
    counts: Mutex<Counts>,
    /// Earliest time of the next move, if there is a rate.
    next_slot: Mutex<TokioInstant>,
    between: Option<Duration>,
}

/// Counted values.
#[derive(Clone)]
pub(super) struct Counts {
    is_open: bool,
    /// Latencies in microseconds.
    pub(super) latencies: Histogram<u64>,
    pub(super) games_started: u64,
    pub(super) games_ended: u64,
    /// Number of errors by text.
    pub(super) errors: BTreeMap<String, u64>,
}

impl Counts {
    pub(super) fn moves(&self) -> u64 {
        self.latencies.len()
    }

    pub(super) fn error_count(&self) -> u64 {
        self.errors.values().sum()
    }
}

impl Meter {
    /// A meter for players who together make at most `rate` moves per second.
    pub(super) fn new(rate: Option<f64>) -> anyhow::Result<Meter> {
        let counts = Counts {
            is_open: false,
            // Without bounds, the histogram would record everything above 2 ms as 2 ms.
            latencies: Histogram::new_with_bounds(1, LATENCY_MICROS_MAX, 3)?,
            games_started: 0,
            games_ended: 0,
            errors: BTreeMap::new(),
        };
        Ok(Meter {
            counts: Mutex::new(counts),
            next_slot: Mutex::new(TokioInstant::now()),
            between: rate.map(|rate| Duration::from_secs_f64(1.0 / rate)),
        })
    }

    /// Resets the counters and starts counting.
    pub(super) fn open(&self) {
        self.with(|counts| {
            counts.is_open = true;
            counts.latencies.reset();
            counts.games_ended = 0;
        });
    }

    /// Waits until `tables` tables have started, up to [`WARM_UP_MAX`]. Failures to start count as
    /// errors.
    pub(super) async fn until_started(&self, tables: u64) {
        let begun = Instant::now();
        while self.counts().games_started < tables && begun.elapsed() < WARM_UP_MAX {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until the rate allows a move.
    pub(super) async fn wait_for_slot(&self) {
        let Some(between) = self.between else { return };
        let slot = {
            let mut next = self.next_slot.lock().unwrap_or_else(PoisonError::into_inner);
            // Missed slots are not made up for: that would exceed the requested rate.
            let slot = (*next).max(TokioInstant::now());
            *next = slot + between;
            slot
        };
        tokio::time::sleep_until(slot).await;
    }

    pub(super) fn moved(&self, sent: Instant) {
        let micros = sent.elapsed().as_micros().max(1) as u64;
        self.with(|counts| {
            if counts.is_open {
                counts.latencies.saturating_record(micros);
            }
        });
    }

    pub(super) fn started(&self) {
        self.with(|counts| counts.games_started += 1);
    }

    pub(super) fn ended(&self) {
        self.with(|counts| counts.games_ended += 1);
    }

    pub(super) fn failed(&self, what: &str) {
        self.with(|counts| *counts.errors.entry(what.to_owned()).or_default() += 1);
    }

    /// The counts so far.
    pub(super) fn counts(&self) -> Counts {
        self.with(|counts| counts.clone())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Counts) -> T) -> T {
        act(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
