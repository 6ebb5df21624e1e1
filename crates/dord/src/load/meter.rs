//! What is counted while games are played.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use tokio::time::Instant as TokioInstant;

/// Longer ones count as this: no player waits that long.
const LATENCY_MICROS_MAX: u64 = 60_000_000;

/// How long tables have to begin.
const WARM_UP_MAX: Duration = Duration::from_secs(20);

/// Counts moves and errors of all tables. It counts nothing until it is opened.
pub(super) struct Meter {
    counts: Mutex<Counts>,
    /// When the next move may be made, if there is a rate.
    next_slot: Mutex<TokioInstant>,
    between: Option<Duration>,
}

/// What was counted.
#[derive(Clone)]
pub(super) struct Counts {
    is_open: bool,
    /// In microseconds.
    pub(super) latencies: Histogram<u64>,
    pub(super) games_started: u64,
    pub(super) games_ended: u64,
    /// How often each error came.
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
    /// A meter for players who make at most so many moves a second together.
    pub(super) fn new(rate: Option<f64>) -> anyhow::Result<Meter> {
        let counts = Counts {
            is_open: false,
            // Without bounds it would take everything above 2 ms for 2 ms.
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

    /// From now on it counts, and from the beginning if it has counted before.
    pub(super) fn open(&self) {
        self.with(|counts| {
            counts.is_open = true;
            counts.latencies.reset();
            counts.games_ended = 0;
        });
    }

    /// Waits until so many tables have begun, but not for ever: what keeps them from it is counted as an error.
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
            // What was missed is not made up for: that would be another load than the one asked for.
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

    /// What was counted so far.
    pub(super) fn counts(&self) -> Counts {
        self.with(|counts| counts.clone())
    }

    fn with<T>(&self, act: impl FnOnce(&mut Counts) -> T) -> T {
        act(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
