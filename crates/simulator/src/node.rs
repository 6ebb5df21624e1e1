//! A node: its own tables on the shared store, and the faults that affect it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rules::Millis;
use store::NodeId;
use tables::{ClusterHandle, Limits, Secrets, Tables, Time};
use testkit::TestRng;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use crate::Bug;
use crate::faulty_store::FaultyStore;
use crate::hint_bus::HintReceiver;
use crate::node_state::NodeCondition;
use crate::world::World;

/// How long a node may take to recover after it reaches the store again.
///
/// A request may still be waiting in vain for an answer, and is then repeated.
pub(crate) const REUNION: Duration = Duration::from_secs(9);

pub(crate) struct Node {
    pub(crate) number: usize,
    pub(crate) tables: Tables,
    pub(crate) condition: Arc<NodeCondition>,
    cluster_task: JoinHandle<()>,
}

/// Pseudorandom secrets, which cannot be guessed without the seed.
struct SeededSecrets(Mutex<TestRng>);

impl Secrets for SeededSecrets {
    fn fill(&self, bytes: &mut [u8]) {
        let mut rng = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&rng.number().to_le_bytes()[..chunk.len()]);
        }
    }
}

impl World {
    /// Starts a node.
    pub(crate) fn start_node(self: &Arc<World>) {
        let number = self.nodes.lock().unwrap_or_else(PoisonError::into_inner).len();
        let (seed, skew_ms) = self.random(|rng| {
            let most = self.plan.fault_rates.skew_ms as usize;
            (rng.number(), rng.below(2 * most + 1) as i64 - most as i64)
        });
        let skew_ms = match self.bug {
            Some(Bug::ClockAhead) if number == 0 => 60_000,
            _ => skew_ms,
        };
        let condition = Arc::new(NodeCondition::new());
        let branch = Arc::new(FaultyStore { world: Arc::clone(self), condition: Arc::clone(&condition) });
        let cluster = ClusterHandle {
            node: NodeId::new(&format!("n{number}")).expect("letters and digits"),
            cluster_store: branch.clone(),
            hints: Arc::new(HintReceiver::new(self, number, &condition)),
        };
        let english = wordlists::embedded("en").expect("English is among the lists").clone();
        let limits = Limits {
            idle_max: Duration::from_millis(self.plan.idle_ms),
            recent_max: self.plan.recent_max,
            // Thinking takes real time, and a run must not depend on it.
            bot_thinking_max: Duration::ZERO,
            ..Limits::default()
        };
        let tables = Tables::new(
            branch,
            Arc::new(SeededSecrets(Mutex::new(TestRng::new(seed)))),
            Arc::new(HashMap::from([("en".to_owned(), english)])),
            Time::starting_at(self.time_at_a_start() + Millis(skew_ms)),
            limits,
            Some(cluster),
        );
        let cluster_task = tokio::spawn(keep_going(tables.clone()));
        self.step(&format!("node {number} starts, its clock {skew_ms} ms off"));
        let node = Arc::new(Node { number, tables, condition, cluster_task });
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner).push(node);
    }

    /// Returns the nodes that accept connections.
    pub(crate) fn open_nodes(&self) -> Vec<Arc<Node>> {
        self.nodes().into_iter().filter(|node| node.condition.is_open()).collect()
    }

    /// Crashes a node: nothing it was doing has an effect any more.
    pub(crate) fn crash(self: &Arc<World>, node: &Node) {
        self.broke(&format!("node {} dies", node.number));
        self.count("node died");
        node.condition.die();
        node.cluster_task.abort();
        self.cut_off(node);
    }

    /// Shuts a node down like a server: it accepts no connections, releases its lease, and closes.
    pub(crate) async fn stop(self: &Arc<World>, node: &Node) {
        self.broke(&format!("node {} stops", node.number));
        self.count("node stopped");
        node.condition.close();
        node.tables.retire().await;
        self.cut_off(node);
        sleep(Duration::from_millis(300)).await;
        self.broke(&format!("node {} has stopped", node.number));
        node.condition.die();
        node.cluster_task.abort();
    }

    /// Freezes a node for a while.
    pub(crate) fn freeze(&self, node: &Node, span: Duration) {
        self.broke(&format!("node {} stands still for {} ms", node.number, span.as_millis()));
        self.count("node froze");
        node.condition.freeze(span);
        // It needs a moment to catch up, and the other nodes to see that it is alive.
        node.condition.trouble(Instant::now() + span + Duration::from_millis(2_500));
    }

    /// Makes the store unreachable for a node. For the others it is dead, and its players are away.
    pub(crate) fn lose_store(&self, node: &Node, span: Duration) {
        self.broke(&format!("node {} loses the store for {} ms", node.number, span.as_millis()));
        self.count("node lost the store");
        let now_ms = self.now_ms();
        node.condition.lose_store(now_ms, now_ms + span.as_millis() as u64);
        node.condition.trouble(Instant::now() + span + REUNION);
    }

    fn cut_off(self: &Arc<World>, node: &Node) {
        let links: Vec<usize> = {
            let state = self.state();
            let links = state.links.iter().enumerate();
            let here = links.filter(|(_, link)| Arc::ptr_eq(&link.condition, &node.condition) && link.is_up);
            here.map(|(id, _)| id).collect()
        };
        for link in links {
            let (notice_ms, gives_up) = self.random(|rng| (rng.below(2_000), rng.in_thousand(150)));
            if gives_up {
                // Some players stay away for a while.
                let until_ms = self.now_ms() + 30_000;
                let mut state = self.state();
                let person = state.links[link].person;
                state.people[person].away_until_ms = until_ms;
            }
            self.break_link(link, notice_ms as u64, 0);
        }
    }
}

/// The background work of a server.
async fn keep_going(tables: Tables) {
    let sweep = async {
        loop {
            tables.wake_due().await;
            sleep(Duration::from_secs(1)).await;
        }
    };
    tokio::join!(tables.run_cluster(), sweep);
}
