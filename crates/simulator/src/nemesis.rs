//! Injection of faults: connections, nodes and clocks.

use std::sync::Arc;
use std::time::Duration;

use rules::{Absence, Game, Progress};
use tokio::time::sleep;

use crate::node::Node;
use crate::run_plan::FaultRates;
use crate::world::World;

/// Interval at which faults are decided.
const TICK_MS: u64 = 500;

impl World {
    /// Injects faults while the plan allows it.
    pub(crate) async fn break_things(self: Arc<World>) {
        loop {
            sleep(Duration::from_millis(TICK_MS)).await;
            let Some(fault_rates) = self.fault_rates() else { continue };
            let [breaks, crashes, stops, freezes, jumps, outages] = self.random(|rng| {
                let mut now = |mean_s: usize| mean_s > 0 && rng.below(mean_s * 2) == 0;
                let FaultRates { breaks_s, crashes_s, stops_s, freezes_s, jumps_s, outages_s, .. } =
                    *fault_rates;
                [breaks_s, crashes_s, stops_s, freezes_s, jumps_s, outages_s].map(&mut now)
            });
            if breaks {
                self.break_any_link();
            }
            if crashes && let Some(node) = self.any_node() {
                self.crash(&node);
                self.start_later();
            }
            if stops && let Some(node) = self.any_node() {
                let world = Arc::clone(&self);
                tokio::spawn(async move { world.stop(&node).await });
                self.start_later();
            }
            if freezes && let Some(node) = self.any_node() {
                let span_ms = 1_000 + self.below(8_000) as u64;
                self.freeze(&node, Duration::from_millis(span_ms));
            }
            if jumps {
                let node = self.any_node().filter(|_| self.random(|rng| rng.in_thousand(400)));
                self.jump(node.as_deref());
            }
            if outages && let Some(node) = self.any_node() {
                let span_ms = 5_000 + self.below(65_000) as u64;
                self.lose_store(&node, Duration::from_millis(span_ms));
            }
        }
    }

    fn any_node(&self) -> Option<Arc<Node>> {
        let nodes = self.open_nodes();
        self.random(|rng| rng.one_of(&nodes).cloned())
    }

    fn start_later(self: &Arc<World>) {
        let world = Arc::clone(self);
        let after_ms = 200 + self.below(5_000) as u64;
        tokio::spawn(async move {
            sleep(Duration::from_millis(after_ms)).await;
            world.start_node();
        });
    }

    fn break_any_link(self: &Arc<World>) {
        let up: Vec<usize> = {
            let state = self.state();
            state.links.iter().enumerate().filter(|(_, link)| link.is_up).map(|(id, _)| id).collect()
        };
        let link = self.random(|rng| {
            let link = rng.one_of(&up).copied();
            link.map(|link| (link, rng.below(3_000) as u64, rng.below(8_000) as u64))
        });
        if let Some((link, client_after_ms, node_after_ms)) = link {
            self.count("connection broke");
            self.break_link(link, client_after_ms, node_after_ms);
        }
    }

    /// Disconnects a player for good, at a table that removes absent players.
    pub(crate) fn vanish(self: &Arc<World>) {
        let now_ms = self.now_ms();
        let link = {
            let state = &mut *self.state();
            let vanishing = state.people.iter().position(|person| {
                let room = state.rooms[person.table].as_ref();
                let oracle = room.and_then(|room| state.chronicles.get(&room.game));
                let game = oracle.map(|oracle| &oracle.latest().game);
                let puts_out = |game: &Game| {
                    matches!(game.rules().absence, Absence::RemovedAfter(_))
                        && game.progress() == Progress::Playing
                };
                person.seat.is_some() && game.is_some_and(|game| puts_out(game))
            });
            let Some(vanishing) = vanishing else { return };
            state.people[vanishing].vanished_ms = Some(now_ms);
            state.people[vanishing].link
        };
        self.count("person vanished");
        if let Some(link) = link {
            self.break_link(link, 0, 0);
        }
    }

    /// Disconnects all players and crashes all nodes, then starts a node without players.
    ///
    /// Timers must fire there.
    pub(crate) async fn desert(self: &Arc<World>) {
        self.count("house deserted");
        let links = {
            let until_ms = self.now_ms() + 75_000;
            let mut state = self.state();
            for person in &mut state.people {
                person.away_until_ms = until_ms;
            }
            state.links.len()
        };
        for link in 0..links {
            self.break_link(link, 0, 0);
        }
        sleep(Duration::from_millis(200)).await;
        for node in self.open_nodes() {
            self.crash(&node);
        }
        sleep(Duration::from_secs(1)).await;
        self.start_node();
        for _ in 0..if self.has_days() { 4 } else { 0 } {
            let days = 1 + self.below(3) as u64;
            self.pass_days(days);
            sleep(Duration::from_secs(12)).await;
        }
        sleep(Duration::from_secs(74)).await;
    }
}
