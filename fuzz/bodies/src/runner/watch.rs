use std::{
    process,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::{Broken, report};
use crate::Body;

/// The maximum time of a body for one input.
const EXECUTION_SECONDS_MAX: u64 = 10;

/// A watchdog that reports an input on which a body does not return.
pub(super) struct Watch {
    current: Arc<Mutex<Current>>,
}

/// The current input of the body.
struct Current {
    since: Instant,
    execution: u64,
    input: Vec<u8>,
}

impl Watch {
    /// Watches a body from a separate thread until this is dropped.
    pub(super) fn begin(body: Body, seed: u64) -> Watch {
        let current = Current { since: Instant::now(), execution: 0, input: Vec::new() };
        let current = Arc::new(Mutex::new(current));
        let watched = Arc::downgrade(&current);
        thread::spawn(move || {
            while let Some(current) = watched.upgrade() {
                let current = current.lock().unwrap_or_else(PoisonError::into_inner);
                if current.since.elapsed() > Duration::from_secs(EXECUTION_SECONDS_MAX) {
                    give_up(&body, seed, &current);
                }
                drop(current);
                thread::sleep(Duration::from_millis(500));
            }
        });
        Watch { current }
    }

    /// Records that the body now runs on this input.
    pub(super) fn enters(&self, execution: u64, input: &[u8]) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.since = Instant::now();
        current.execution = execution;
        current.input.clear();
        current.input.extend_from_slice(input);
    }
}

/// Reports the input and exits the process, because a thread cannot be stopped.
fn give_up(body: &Body, seed: u64, current: &Current) {
    let message = format!("no answer within {EXECUTION_SECONDS_MAX} s");
    report(body, seed, &Broken { execution: current.execution, input: current.input.clone(), message });
    process::exit(1);
}
