//! Clocks that jump, and what follows for how exactly time can be kept.

use rules::{Millis, Timestamp};

use crate::node::Node;
use crate::world::{MORNING, World};

/// How far clocks have been from the true time because they jumped, at most and so far.
///
/// Nobody can know better than the clocks. Nodes follow the furthest and never go back, so what is due may be done as much too early as any
/// clock was ever ahead. Whoever starts begins with the database's clock and what was kept last, so it may be done as much too late as any
/// clock was ever behind. Absences are held for their whole time all the same: no time passes for them where a clock jumps.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Strayed {
    pub(crate) ahead_ms: u64,
    pub(crate) behind_ms: u64,
}

/// Which way a clock jumps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forwards,
    Back,
}

impl World {
    /// The time that clocks would show if they all went right.
    pub(crate) fn true_time(&self) -> Timestamp {
        Timestamp(MORNING.0 + self.now_ms() as i64)
    }

    /// A clock shows something.
    pub(crate) fn strays(&self, shown: Timestamp) {
        let ahead_ms = shown.0 - self.true_time().0;
        let strayed = &mut self.state().strayed;
        strayed.ahead_ms = strayed.ahead_ms.max(ahead_ms.max(0).unsigned_abs());
        strayed.behind_ms = strayed.behind_ms.max(ahead_ms.min(0).unsigned_abs());
    }

    /// A clock jumps, by some tenths of a second, some seconds or up to a minute.
    pub(crate) fn jump(&self, node: Option<&Node>) {
        let (way, span) = self.chance(|chance| {
            let way = if chance.in_thousand(500) { Way::Forwards } else { Way::Back };
            (way, Millis(some_span_ms(chance)))
        });
        self.count("clock jumped");
        match (node, way) {
            // The time of a node that runs cannot be set back. One that falls behind the others does so when they are set forward.
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

    /// What a node that starts takes for the time: what the database says, which may have come from another machine by then.
    pub(crate) fn time_at_a_start(&self) -> Timestamp {
        let strays = self.plan.weather.jumps_s > 0 && self.weather().is_some();
        let offset_ms = self.chance(|chance| {
            if strays && chance.in_thousand(300) { some_span_ms(chance) - some_span_ms(chance) } else { 0 }
        });
        let shown = self.store.clock() + Millis(offset_ms);
        let kept = self.state().chronicles.values().map(|chronicle| chronicle.latest().batch.at).max();
        self.strays(shown);
        // As a server does: nobody starts before what was kept.
        kept.map_or(shown, |kept| kept.max(shown))
    }
}

fn some_span_ms(chance: &mut testkit::Chance) -> i64 {
    let most_ms = [1_000, 10_000, 60_000][chance.below(3)];
    200 + chance.below(most_ms - 200) as i64
}
