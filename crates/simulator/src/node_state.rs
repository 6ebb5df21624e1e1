//! State of a node: whether it runs, is frozen, or has lost the store.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// State of a node, as its environment knows it.
pub(crate) struct NodeCondition {
    state: Mutex<State>,
}

struct State {
    is_dead: bool,
    /// Whether it accepts no more connections.
    is_closing: bool,
    frozen_until: Instant,
    /// Until when it may need to recover from a fault.
    troubled_until: Instant,
    /// When it could not reach the store, by the clock of the simulation.
    without_store: Vec<Outage>,
}

/// A period in which a node could not reach the store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outage {
    pub(crate) from_ms: u64,
    pub(crate) until_ms: u64,
}

impl NodeCondition {
    pub(crate) fn new() -> NodeCondition {
        let now = Instant::now();
        let state = State {
            is_dead: false,
            is_closing: false,
            frozen_until: now,
            troubled_until: now,
            without_store: Vec::new(),
        };
        NodeCondition { state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks the node as dead: nothing it does has an effect any more.
    pub(crate) fn die(&self) {
        let mut state = self.state();
        state.is_dead = true;
        state.is_closing = true;
    }

    pub(crate) fn close(&self) {
        self.state().is_closing = true;
    }

    pub(crate) fn freeze(&self, span: Duration) {
        let mut state = self.state();
        state.frozen_until = state.frozen_until.max(Instant::now() + span);
    }

    pub(crate) fn thaw(&self) {
        let mut state = self.state();
        let now = Instant::now();
        state.troubled_until = state.troubled_until.max(state.frozen_until.min(now));
        state.frozen_until = now;
    }

    /// Makes the store unreachable for a period.
    pub(crate) fn lose_store(&self, from_ms: u64, until_ms: u64) {
        self.state().without_store.push(Outage { from_ms, until_ms });
    }

    /// Makes the store reachable again. The node is healthy after the recovery time.
    pub(crate) fn find_store(&self, now_ms: u64, recovery: Duration) {
        let mut state = self.state();
        for outage in &mut state.without_store {
            outage.until_ms = outage.until_ms.min(now_ms);
        }
        state.troubled_until = state.troubled_until.min(Instant::now() + recovery);
    }

    pub(crate) fn has_store(&self, now_ms: u64) -> bool {
        self.state().without_store.iter().all(|outage| now_ms >= outage.until_ms)
    }

    pub(crate) fn outages(&self) -> Vec<Outage> {
        self.state().without_store.clone()
    }

    /// Marks the node as affected by a fault until a moment.
    pub(crate) fn trouble(&self, until: Instant) {
        let mut state = self.state();
        state.troubled_until = state.troubled_until.max(until);
    }

    pub(crate) fn is_dead(&self) -> bool {
        self.state().is_dead
    }

    /// Whether clients can connect to it.
    pub(crate) fn is_open(&self) -> bool {
        let state = self.state();
        !state.is_dead && !state.is_closing
    }

    /// Returns since when the node has been healthy; `None` while it is not.
    pub(crate) fn healthy_since(&self) -> Option<Instant> {
        let state = self.state();
        let well = state.troubled_until.max(state.frozen_until);
        (!state.is_dead && !state.is_closing && well <= Instant::now()).then_some(well)
    }

    /// Waits while the node is frozen; for ever if it is dead.
    pub(crate) async fn pass(&self) {
        loop {
            let until = {
                let state = self.state();
                if state.is_dead { None } else { Some(state.frozen_until) }
            };
            match until {
                None => std::future::pending().await,
                Some(until) if until <= Instant::now() => return,
                Some(until) => sleep_until(until).await,
            }
        }
    }
}
