//! Other nodes on the same database: this one's lease, what it hears of theirs, and what it looks after in case it heard nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rules::{GameId, Millis, Timestamp};
use store::{Commons, Hint, Hints, NodeId, NoteNumber, Version};
use tokio::sync::Mutex;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::Tables;
use crate::table::{Live, Request};

/// How long others believe that a node is there after it last said so.
const LEASE: Millis = Millis::seconds(6);
const RENEWAL: Duration = Duration::from_secs(2);
/// How far a node may be behind before it is set forward. Less may be the way from the database.
const BEHIND_MAX: Millis = Millis(250);
/// How long a node that closes tries to say goodbye. If it cannot, its lease says the same a little later.
const GOODBYE: Duration = Duration::from_secs(2);
/// How often tables are looked after without a hint. A lost one delays nothing by much more.
const SWEEP: Duration = Duration::from_secs(1);
/// How many tables are looked at in one exchange with the store.
const AT_ONCE: usize = 500;

/// What a node needs to share its tables with others.
#[derive(Clone)]
pub struct Neighbours {
    /// What this node is called.
    pub node: NodeId,
    /// Who is where, and notes.
    pub commons: Arc<dyn Commons>,
    /// The way of hints.
    pub hints: Arc<dyn Hints>,
}

impl Neighbours {
    /// Tells the others to look at a table.
    pub(crate) fn hint(&self, table: &GameId, version: Option<u64>) {
        let (node, table) = (self.node.clone(), table.clone());
        self.hints.give(Hint { node, table, version: version.map(Version) });
    }
}

/// This node's lease: once it is given up, nobody renews it.
#[derive(Debug, Default)]
pub(crate) struct Tenure {
    is_over: AtomicBool,
    /// Held by whoever tells the others about it.
    telling: Mutex<()>,
}

/// What has come of being several, for those who watch over the nodes.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    hints: AtomicU64,
    healed: AtomicU64,
}

/// How often this node heard of others' news, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Company {
    /// By a hint about a table that was in memory here.
    pub hints: u64,
    /// By looking after it without one: hints that were lost, or were still on their way.
    pub healed: u64,
}

/// How far a table in memory is, for those who must not wait for its task.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) version: AtomicU64,
    pub(crate) notes: std::sync::atomic::AtomicI64,
}

impl Tables {
    /// Keeps company with other nodes for as long as it is polled. Without neighbours there is nothing to do.
    pub async fn keep_company(&self) {
        if let Some(neighbours) = &self.shared().neighbours {
            tokio::join!(self.renew(neighbours), self.listen(neighbours), self.look_after(neighbours));
        }
    }

    /// This node stops: its players are away until they are at another one. Takes no longer than two seconds.
    pub async fn retire(&self) {
        let Some(neighbours) = &self.shared().neighbours else { return };
        let tenure = &self.shared().tenure;
        tenure.is_over.store(true, Ordering::SeqCst);
        let goodbye = async {
            // A renewal that is on its way would undo it.
            let _telling = tenure.telling.lock().await;
            neighbours.commons.retire(&neighbours.node).await
        };
        match timeout(GOODBYE, goodbye).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "could not say goodbye to the other nodes"),
            Err(_) => tracing::warn!("could not say goodbye to the other nodes in time"),
        }
    }

    /// What has come of being several.
    pub fn company(&self) -> Company {
        let Heard { hints, healed } = &self.shared().heard;
        Company { hints: hints.load(Ordering::Relaxed), healed: healed.load(Ordering::Relaxed) }
    }

    async fn renew(&self, neighbours: &Neighbours) {
        let mut ticks = interval(RENEWAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let tenure = &self.shared().tenure;
            let telling = tenure.telling.lock().await;
            if tenure.is_over.load(Ordering::SeqCst) {
                return;
            }
            let renewed = neighbours.commons.renew(&neighbours.node, self.time().now(), LEASE).await;
            drop(telling);
            match renewed {
                Ok(furthest) => self.keep_up(furthest).await,
                Err(error) => {
                    tracing::warn!(%error, "could not tell the other nodes that this one is there");
                }
            }
        }
    }

    /// Follows the furthest of all clocks: this one may have stood still with its machine, or run slow. None is set back, so a clock
    /// that is ahead takes the others along.
    async fn keep_up(&self, furthest: Timestamp) {
        let behind = furthest.since(self.time().now());
        if behind <= BEHIND_MAX {
            return;
        }
        self.time().set_forward(furthest);
        tracing::warn!(behind_ms = behind.0, "the time of this node was behind and is set forward");
        // They sleep until moments that have come sooner.
        for (_, live) in self.all_in_memory().await {
            // A table with a full queue is awake.
            let _ = live.requests.try_send(Request::Wake);
        }
    }

    async fn listen(&self, neighbours: &Neighbours) {
        loop {
            let Hint { node, table, version } = neighbours.hints.next().await;
            if node == neighbours.node {
                continue;
            }
            let Some(live) = self.in_memory(&table).await else { continue };
            let version = version.map(|version| version.0);
            if version.is_none_or(|version| live.known.version.load(Ordering::Relaxed) < version) {
                self.shared().heard.hints.fetch_add(1, Ordering::Relaxed);
                // A table with a full queue is looked after later.
                let _ = live.requests.try_send(Request::Hinted { version });
            }
        }
    }

    /// Looks at every table in memory now and then, in case a hint was lost.
    async fn look_after(&self, neighbours: &Neighbours) {
        let mut ticks = interval(SWEEP);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let tables = self.all_in_memory().await;
            for some in tables.chunks(AT_ONCE) {
                let asked: Vec<(GameId, NoteNumber)> = some
                    .iter()
                    .map(|(id, live)| (id.clone(), NoteNumber(live.known.notes.load(Ordering::Relaxed))))
                    .collect();
                let taken = Instant::now();
                let sightings = match neighbours.commons.sight(&asked).await {
                    Ok(sightings) => sightings,
                    Err(error) => {
                        tracing::debug!(%error, "could not look after the tables in memory");
                        break;
                    }
                };
                for sighting in sightings {
                    let Ok(found) = some.binary_search_by(|(id, _)| id.cmp(&sighting.table)) else {
                        continue;
                    };
                    let Live { requests, known } = &some[found].1;
                    if known.version.load(Ordering::Relaxed) < sighting.version.0
                        || !sighting.notes.is_empty()
                    {
                        self.shared().heard.healed.fetch_add(1, Ordering::Relaxed);
                    }
                    // A table with a full queue is looked after the next time.
                    let _ = requests.try_send(Request::Sighted { sighting: Box::new(sighting), taken });
                }
            }
        }
    }
}
