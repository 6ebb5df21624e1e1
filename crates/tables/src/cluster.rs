//! Cooperation with other nodes on the same database: leases, hints, and polling in case hints are
//! lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rules::{GameId, Millis, Timestamp};
use store::{ClusterStore, Hint, Hints, MessageNumber, NodeId, Version};
use tokio::sync::Mutex;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::Tables;
use crate::table::{Request, TableHandle};

/// How long other nodes consider this node alive after its last renewal.
const LEASE: Millis = Millis::seconds(6);
const RENEWAL: Duration = Duration::from_secs(2);
/// How far the clock may lag before it is advanced. A smaller lag may be database latency.
const BEHIND_MAX: Millis = Millis(250);
/// How long a stopping node tries to release its lease. If it cannot, the lease soon expires.
const GOODBYE: Duration = Duration::from_secs(2);
/// How often tables are polled without a hint. A lost hint delays an update by little more.
const SWEEP: Duration = Duration::from_secs(1);
/// Maximum number of tables polled in one exchange with the store.
const AT_ONCE: usize = 500;

/// What a node needs to share its tables with other nodes.
#[derive(Clone)]
pub struct ClusterHandle {
    /// Id of this node.
    pub node: NodeId,
    /// Presence and notes of all nodes.
    pub cluster_store: Arc<dyn ClusterStore>,
    /// Channel for hints.
    pub hints: Arc<dyn Hints>,
}

impl ClusterHandle {
    /// Hints to the other nodes to look at a table.
    pub(crate) fn hint(&self, table: &GameId, version: Option<u64>) {
        let (node, table) = (self.node.clone(), table.clone());
        self.hints.give(Hint { node, table, version: version.map(Version) });
    }
}

/// Lease of this node. Once released, it is not renewed.
#[derive(Debug, Default)]
pub(crate) struct Lease {
    is_over: AtomicBool,
    /// Locked while the lease is renewed or released.
    telling: Mutex<()>,
}

/// Counts updates from other nodes, for monitoring.
#[derive(Debug, Default)]
pub(crate) struct ClusterCounters {
    hints: AtomicU64,
    healed: AtomicU64,
}

/// Number of updates from other nodes, by how this node found them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterStats {
    /// Announced by a hint about a table in memory here.
    pub hints: u64,
    /// Found by polling: the hint was lost, or had not arrived yet.
    pub healed: u64,
}

/// How much of its log and notes a table has read, readable without waiting for its task.
#[derive(Debug, Default)]
pub(crate) struct Watermark {
    pub(crate) version: AtomicU64,
    pub(crate) notes: std::sync::atomic::AtomicI64,
}

impl Tables {
    /// Cooperates with other nodes for as long as it is polled. Does nothing on a single node.
    pub async fn run_cluster(&self) {
        if let Some(cluster) = &self.shared().cluster {
            tokio::join!(self.renew(cluster), self.listen(cluster), self.poll_tables(cluster));
        }
    }

    /// Releases the lease of a stopping node. Takes at most two seconds.
    ///
    /// Its players are away until they connect to another node.
    pub async fn retire(&self) {
        let Some(cluster) = &self.shared().cluster else { return };
        let lease = &self.shared().lease;
        lease.is_over.store(true, Ordering::SeqCst);
        let goodbye = async {
            // A renewal under way would undo the release.
            let _telling = lease.telling.lock().await;
            cluster.cluster_store.retire(&cluster.node).await
        };
        match timeout(GOODBYE, goodbye).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "could not say goodbye to the other nodes"),
            Err(_) => tracing::warn!("could not say goodbye to the other nodes in time"),
        }
    }

    /// Returns how many updates from other nodes were found, and how.
    pub fn cluster_stats(&self) -> ClusterStats {
        let ClusterCounters { hints, healed } = &self.shared().cluster_counters;
        ClusterStats { hints: hints.load(Ordering::Relaxed), healed: healed.load(Ordering::Relaxed) }
    }

    async fn renew(&self, cluster: &ClusterHandle) {
        let mut ticks = interval(RENEWAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let lease = &self.shared().lease;
            let telling = lease.telling.lock().await;
            if lease.is_over.load(Ordering::SeqCst) {
                return;
            }
            let renewed = cluster.cluster_store.renew(&cluster.node, self.time().now(), LEASE).await;
            drop(telling);
            match renewed {
                Ok(furthest) => self.follow_cluster_clock(furthest).await,
                Err(error) => {
                    tracing::warn!(%error, "could not tell the other nodes that this one is there");
                }
            }
        }
    }

    /// Advances the clock to the most advanced clock of all nodes.
    ///
    /// This node's clock may have stopped with its machine, or run slow. Clocks are never set back,
    /// so a clock that is ahead takes the others along.
    async fn follow_cluster_clock(&self, furthest: Timestamp) {
        let behind = furthest.since(self.time().now());
        if behind <= BEHIND_MAX {
            return;
        }
        self.time().set_forward(furthest);
        tracing::warn!(behind_ms = behind.0, "the time of this node was behind and is set forward");
        // Tables sleep until deadlines that have now come sooner.
        for (_, live) in self.all_in_memory().await {
            // A table with a full queue is awake.
            let _ = live.requests.try_send(Request::Wake);
        }
    }

    async fn listen(&self, cluster: &ClusterHandle) {
        loop {
            let Hint { node, table, version } = cluster.hints.next().await;
            if node == cluster.node {
                continue;
            }
            let Some(live) = self.in_memory(&table).await else { continue };
            let version = version.map(|version| version.0);
            if version.is_none_or(|version| live.known.version.load(Ordering::Relaxed) < version) {
                self.shared().cluster_counters.hints.fetch_add(1, Ordering::Relaxed);
                // If the queue is full, polling finds the update later.
                let _ = live.requests.try_send(Request::Hinted { version });
            }
        }
    }

    /// Polls every table in memory periodically, in case a hint was lost.
    async fn poll_tables(&self, cluster: &ClusterHandle) {
        let mut ticks = interval(SWEEP);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let tables = self.all_in_memory().await;
            for some in tables.chunks(AT_ONCE) {
                let asked: Vec<(GameId, MessageNumber)> = some
                    .iter()
                    .map(|(id, live)| (id.clone(), MessageNumber(live.known.notes.load(Ordering::Relaxed))))
                    .collect();
                let taken = Instant::now();
                let views = match cluster.cluster_store.poll(&asked).await {
                    Ok(views) => views,
                    Err(error) => {
                        tracing::debug!(%error, "could not look after the tables in memory");
                        break;
                    }
                };
                for view in views {
                    let Ok(found) = some.binary_search_by(|(id, _)| id.cmp(&view.table)) else {
                        continue;
                    };
                    let TableHandle { requests, known } = &some[found].1;
                    if known.version.load(Ordering::Relaxed) < view.version.0 || !view.notes.is_empty() {
                        self.shared().cluster_counters.healed.fetch_add(1, Ordering::Relaxed);
                    }
                    // If the queue is full, the next poll finds the update.
                    let _ = requests.try_send(Request::ClusterViewTaken { view: Box::new(view), taken });
                }
            }
        }
    }
}
