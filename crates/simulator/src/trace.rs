//! Record of the steps of a simulated game.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Number of steps reported with a failure.
const TOLD: usize = 40;

/// Receives every step.
pub(crate) type Listener = Box<dyn FnMut(&str) + Send>;

/// The last steps as text, and a hash of all steps.
pub(crate) struct Trace {
    listener: Option<Listener>,
    last: VecDeque<String>,
    digest: DefaultHasher,
    count: u64,
}

impl Trace {
    pub(crate) fn new(listener: Option<Listener>) -> Trace {
        Trace { listener, last: VecDeque::with_capacity(TOLD), digest: DefaultHasher::new(), count: 0 }
    }

    /// Adds a step, with bytes that are hashed but not printed.
    pub(crate) fn add(&mut self, at_ms: u64, step: &str, bytes: &[u8]) {
        (at_ms, step, bytes).hash(&mut self.digest);
        self.count += 1;
        if self.last.len() == TOLD {
            self.last.pop_front();
        }
        let told = format!("{:>9.3} s  {step}", at_ms as f64 / 1000.0);
        if let Some(listener) = &mut self.listener {
            listener(&told);
        }
        self.last.push_back(told);
    }

    /// Returns the hash of everything that happened.
    pub(crate) fn digest(&self) -> u64 {
        self.digest.finish()
    }

    pub(crate) const fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn last(&self) -> Vec<String> {
        self.last.iter().cloned().collect()
    }
}
