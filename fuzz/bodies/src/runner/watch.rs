use std::{
    process,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use super::{Broken, report};
use crate::Body;

/// No input may keep a body longer than this.
const EXECUTION_SECONDS_MAX: u64 = 10;

/// Sees to it that an input on which a body never ends is told of, too.
pub(super) struct Watch {
    current: Arc<Mutex<Current>>,
}

/// The input that the body works on.
struct Current {
    since: Instant,
    execution: u64,
    input: Vec<u8>,
}

impl Watch {
    /// Watches over a body from a thread of its own, until this is dropped.
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

    /// Says that the body now gets this input.
    pub(super) fn enters(&self, execution: u64, input: &[u8]) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.since = Instant::now();
        current.execution = execution;
        current.input.clear();
        current.input.extend_from_slice(input);
    }
}

/// A thread that never ends cannot be stopped, only left together with the process.
fn give_up(body: &Body, seed: u64, current: &Current) {
    let message = format!("no answer within {EXECUTION_SECONDS_MAX} s");
    report(body, seed, &Broken { execution: current.execution, input: current.input.clone(), message });
    process::exit(1);
}
