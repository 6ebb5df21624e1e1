//! Clock jumps, and how they limit the accuracy of timers.

use std::sync::atomic::Ordering;

use rules::{Millis, Timestamp};

use crate::node::Node;
use crate::world::{MORNING, World};

/// Largest deviations of clocks from the true time so far.
///
/// Timers can be no more accurate than the clocks. Nodes follow the most advanced clock and never
/// go back, so a timer may fire as early as any clock was ever ahead. A starting node uses the
/// database's clock and the last commit, so a timer may fire as late as any clock was ever behind.
/// Holds of absent players still last their full time, because a clock jump does not count for
/// them.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ClockDeviation {
    pub(crate) ahead_ms: u64,
    pub(crate) behind_ms: u64,
}

/// Direction of a clock jump.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forwards,
    Back,
}

impl World {
    /// The time that clocks would show without errors.
    pub(crate) fn true_time(&self) -> Timestamp {
        Timestamp(MORNING.0 + (self.now_ms() + self.skipped_ms()) as i64)
    }

    pub(crate) fn skipped_ms(&self) -> u64 {
        self.skipped_ms.load(Ordering::Relaxed)
    }

    /// Lets days pass at once, for all clocks: nothing happens meanwhile but what time does.
    ///
    /// Waiting for days would take as many polls of every node.
    pub(crate) fn pass_days(&self, days: u64) {
        let span = Millis::days(days as i64);
        self.count("days passed");
        self.skipped_ms.fetch_add(span.0.unsigned_abs(), Ordering::Relaxed);
        self.store.set_clock(self.store.clock() + span);
        for node in self.nodes() {
            let time = node.tables.time();
            time.set_forward(time.now() + span);
        }
        self.broke(&format!("{days} days pass"));
    }

    /// Whether the plan has a game over days.
    pub(crate) fn has_days(&self) -> bool {
        self.plan.tables.iter().any(|table| table.rules["clock"]["kind"] == "days")
    }

    /// Records the deviation of a clock.
    pub(crate) fn strays(&self, shown: Timestamp) {
        let ahead_ms = shown.0 - self.true_time().0;
        let strayed = &mut self.state().strayed;
        strayed.ahead_ms = strayed.ahead_ms.max(ahead_ms.max(0).unsigned_abs());
        strayed.behind_ms = strayed.behind_ms.max(ahead_ms.min(0).unsigned_abs());
    }

    /// Makes a clock jump, by tenths of a second, seconds, or up to a minute.
    pub(crate) fn jump(&self, node: Option<&Node>) {
        let (way, span) = self.random(|rng| {
            let way = if rng.in_thousand(500) { Way::Forwards } else { Way::Back };
            (way, Millis(some_span_ms(rng)))
        });
        self.count("clock jumped");
        match (node, way) {
            // The clock of a running node cannot be set back. It falls behind when the others are
            // set forward.
            (Some(node), Way::Forwards) => {
                let time = node.tables.time();
                time.set_forward(time.now() + span);
                self.strays(time.now());
                self.broke(&format!("the clock of node {} jumps {} ms forwards", node.number, span.0));
            }
            (_, way) => {
                let signed_ms = if way == Way::Forwards { span.0 } else { -span.0 };
                let shown = self.store.clock() + Millis(signed_ms);
                self.store.set_clock(shown);
                self.strays(shown);
                self.broke(&format!("the clock of the database jumps by {signed_ms} ms"));
            }
        }
    }

    /// Returns the time that a starting node uses: the database's clock, which may have moved to
    /// another machine.
    pub(crate) fn time_at_a_start(&self) -> Timestamp {
        let strays = self.plan.fault_rates.jumps_s > 0 && self.fault_rates().is_some();
        let offset_ms = self.random(|rng| {
            if strays && rng.in_thousand(300) { some_span_ms(rng) - some_span_ms(rng) } else { 0 }
        });
        let shown = self.store.clock() + Millis(offset_ms);
        let kept = self.state().chronicles.values().map(|oracle| oracle.latest().batch.at).max();
        self.strays(shown);
        // Like a server: no node starts earlier than the last commit.
        kept.map_or(shown, |kept| kept.max(shown))
    }
}

fn some_span_ms(rng: &mut testkit::TestRng) -> i64 {
    let most_ms = [1_000, 10_000, 60_000][rng.below(3)];
    200 + rng.below(most_ms - 200) as i64
}
