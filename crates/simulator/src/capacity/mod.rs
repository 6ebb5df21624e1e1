//! Queueing model of a cluster with many players, for sizes that cannot be run in a test.
//!
//! It computes latencies from measured costs. Moves arrive at random, as from many independent
//! players. A node serves them first come, first served. A database first processes each commit,
//! then flushes all waiting commits at once. The node then notifies its players. One node may die,
//! and all its players reconnect to the others.

mod queue;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use testkit::TestRng;

use queue::{Disk, Processors};

/// Microseconds of simulated time.
pub type Micros = u64;

const SECOND: Micros = 1_000_000;

/// Measured costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs {
    /// A move at the node of its player: half before the commit, half after it.
    pub move_at_home: Micros,
    /// A move at the node of the other player, if that is another one.
    pub move_elsewhere: Micros,
    /// A commit on the database's processors.
    pub commit: Micros,
    /// A flush of the database's disk, regardless of the number of commits.
    pub flush: Micros,
    /// Polling of one table, on the database's processors. Every node polls its tables every
    /// second.
    pub look: Micros,
    /// A reconnecting player, at the node.
    pub return_at_node: Micros,
    /// A reconnecting player, on the database's processors.
    pub return_at_database: Micros,
    /// Network latency between a node and the database, one way.
    pub way: Micros,
}

/// A cluster and its load.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Number of players, two at a table.
    pub players: u64,
    /// Time between two moves of a player.
    pub move_every: Micros,
    /// Percentage of tables whose players are at two nodes.
    pub apart_percent: u64,
    /// Number of nodes.
    pub nodes: usize,
    /// Processors per node.
    pub node_processors: usize,
    /// Number of databases, among which tables are divided.
    pub databases: usize,
    /// Processors per database.
    pub database_processors: usize,
    /// How long to measure before the death of a node, and again after it.
    pub watched: Micros,
    /// Measured costs.
    pub costs: Costs,
}

/// Distribution of latencies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits {
    /// Median.
    pub p50: Micros,
    /// 99th percentile.
    pub p99: Micros,
    /// Maximum.
    pub max: Micros,
    /// Number of samples.
    pub moves: u64,
}

/// Results for a plan.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Borne {
    /// Utilisation of the busiest node's processors before the death, in thousandths.
    pub nodes_used: u64,
    /// Utilisation of the busiest database's processors before the death, in thousandths.
    pub databases_used: u64,
    /// Latency of moves before the death, from sending to the last notification.
    pub calm: Waits,
    /// Latency of moves after the death, while players reconnect.
    pub after_death: Waits,
    /// Time from the death until a player is connected again.
    pub returns: Waits,
}

/// An event of the simulation. The order of variants only breaks ties between simultaneous events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Happening {
    /// A player moves.
    Move,
    /// The node has decided, and the commit arrives at the database.
    Commit { work: usize },
    /// A disk has completed a flush.
    Flushed { database: usize },
    /// The node receives the confirmation of the commit.
    Kept { work: usize },
    /// The other player's node has received the hint.
    Hinted { work: usize },
    /// All players are notified.
    Told { work: usize },
    /// A node polls its tables.
    Look { node: usize },
    /// A node dies.
    Death,
    /// A player reconnects.
    Return { since: Micros },
    /// The request for the player's table arrives at the database.
    Asked { since: Micros, node: usize },
    /// The database has answered.
    Answered { since: Micros, node: usize },
}

/// A move in progress.
#[derive(Clone, Copy)]
struct Work {
    sent: Micros,
    node: usize,
    elsewhere: Option<usize>,
    database: usize,
}

struct Cluster {
    plan: Plan,
    rng: TestRng,
    now: Micros,
    agenda: BinaryHeap<Reverse<(Micros, u64, Happening)>>,
    happened: u64,
    nodes: Vec<Processors>,
    databases: Vec<(Processors, Disk)>,
    work: Vec<Work>,
    dead: Option<usize>,
    calm: Vec<Micros>,
    after_death: Vec<Micros>,
    returns: Vec<Micros>,
}

/// Simulates a plan. The same seed gives the same run.
pub fn bear(plan: Plan, seed: u64) -> Borne {
    let mut cluster = Cluster {
        plan,
        rng: TestRng::new(seed),
        now: 0,
        agenda: BinaryHeap::new(),
        happened: 0,
        nodes: vec![Processors::new(plan.node_processors); plan.nodes],
        databases: vec![(Processors::new(plan.database_processors), Disk::default()); plan.databases],
        work: Vec::new(),
        dead: None,
        calm: Vec::new(),
        after_death: Vec::new(),
        returns: Vec::new(),
    };
    cluster.run()
}

impl Cluster {
    fn run(&mut self) -> Borne {
        for node in 0..self.plan.nodes {
            let phase = self.rng.below(SECOND as usize) as Micros;
            self.plan_at(phase, Happening::Look { node });
        }
        self.plan_at(0, Happening::Move);
        self.plan_at(self.plan.watched, Happening::Death);
        let mut used = (0, 0);
        while let Some(Reverse((at, _, happening))) = self.agenda.pop() {
            if at >= 2 * self.plan.watched {
                break;
            }
            self.now = at;
            if happening == Happening::Death {
                used = self.used();
            }
            self.happen(happening);
        }
        Borne {
            nodes_used: used.0,
            databases_used: used.1,
            calm: waits(&mut self.calm),
            after_death: waits(&mut self.after_death),
            returns: waits(&mut self.returns),
        }
    }

    fn plan_at(&mut self, at: Micros, happening: Happening) {
        self.happened += 1;
        self.agenda.push(Reverse((at, self.happened, happening)));
    }

    fn happen(&mut self, happening: Happening) {
        let costs = self.plan.costs;
        match happening {
            Happening::Move => {
                self.begin_move();
                // Arrivals of many independent players are a Poisson process.
                let mean = self.plan.move_every as f64 / self.plan.players as f64;
                let next = self.exponential(mean);
                self.plan_at(self.now + next, Happening::Move);
            }
            Happening::Commit { work } => {
                let database = self.work[work].database;
                let (processors, disk) = &mut self.databases[database];
                let ready = processors.take(self.now, costs.commit);
                if let Some(done) = disk.wait_for(work, ready, costs.flush) {
                    self.plan_at(done, Happening::Flushed { database });
                }
            }
            Happening::Flushed { database } => {
                let (flushed, next) = self.databases[database].1.flushed(self.now, costs.flush);
                for work in flushed {
                    self.plan_at(self.now + costs.way, Happening::Kept { work });
                }
                if let Some(done) = next {
                    self.plan_at(done, Happening::Flushed { database });
                }
            }
            Happening::Kept { work } => {
                let Work { node, elsewhere, .. } = self.work[work];
                let told = self.nodes[node].take(self.now, costs.move_at_home / 2);
                match elsewhere {
                    Some(_) => self.plan_at(told + costs.way, Happening::Hinted { work }),
                    None => self.plan_at(told, Happening::Told { work }),
                }
            }
            Happening::Hinted { work } => {
                let other = self.work[work].elsewhere.unwrap_or(self.work[work].node);
                let told = self.nodes[other].take(self.now, costs.move_elsewhere);
                self.plan_at(told, Happening::Told { work });
            }
            Happening::Told { work } => {
                let took = self.now - self.work[work].sent;
                let waits = if self.dead.is_some() { &mut self.after_death } else { &mut self.calm };
                waits.push(took);
            }
            Happening::Look { node } => {
                let tables = self.plan.players / 2 / self.plan.nodes as u64;
                let share = tables * costs.look / self.plan.databases as u64;
                for (processors, _) in &mut self.databases {
                    processors.take(self.now, share);
                }
                self.plan_at(self.now + SECOND, Happening::Look { node });
            }
            Happening::Death => self.die(),
            Happening::Return { since } => {
                let node = self.some_node();
                let asked = self.nodes[node].take(self.now, costs.return_at_node / 2);
                self.plan_at(asked + costs.way, Happening::Asked { since, node });
            }
            Happening::Asked { since, node } => {
                let database = self.rng.below(self.plan.databases);
                let answered = self.databases[database].0.take(self.now, costs.return_at_database);
                self.plan_at(answered + costs.way, Happening::Answered { since, node });
            }
            Happening::Answered { since, node } => {
                let back = self.nodes[node].take(self.now, costs.return_at_node / 2);
                self.returns.push(back - since);
            }
        }
    }

    fn begin_move(&mut self) {
        let node = self.some_node();
        let is_apart = self.rng.below(100) < self.plan.apart_percent as usize;
        let elsewhere = is_apart.then(|| self.some_node()).filter(|&other| other != node);
        let database = self.rng.below(self.plan.databases);
        self.work.push(Work { sent: self.now, node, elsewhere, database });
        let decided = self.nodes[node].take(self.now, self.plan.costs.move_at_home / 2);
        self.plan_at(decided + self.plan.costs.way, Happening::Commit { work: self.work.len() - 1 });
    }

    /// Removes one node. Its players reconnect to others within the half second that the client
    /// waits.
    fn die(&mut self) {
        if self.plan.nodes < 2 {
            return;
        }
        self.dead = Some(0);
        for _ in 0..self.plan.players / self.plan.nodes as u64 {
            let wait = 100_000 + self.rng.below(400_000) as Micros;
            self.plan_at(self.now + wait, Happening::Return { since: self.now });
        }
    }

    fn some_node(&mut self) -> usize {
        let first = usize::from(self.dead.is_some());
        first + self.rng.below(self.plan.nodes - first)
    }

    fn exponential(&mut self, mean: f64) -> Micros {
        let part = (self.rng.number() >> 11) as f64 / (1_u64 << 53) as f64;
        (-mean * (1.0 - part).ln()).round() as Micros
    }

    /// Returns the highest utilisation of nodes and of databases so far, in thousandths.
    fn used(&self) -> (u64, u64) {
        let most = |used: &mut dyn Iterator<Item = u64>| used.max().unwrap_or(0);
        let now = self.now;
        (
            most(&mut self.nodes.iter().map(|node| node.used(now))),
            most(&mut self.databases.iter().map(|(processors, _)| processors.used(now))),
        )
    }
}

fn waits(times: &mut [Micros]) -> Waits {
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len().saturating_sub(1) * percent / 100).copied().unwrap_or(0);
    Waits { p50: at(50), p99: at(99), max: at(100), moves: times.len() as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COSTS: Costs = Costs {
        move_at_home: 1_000,
        move_elsewhere: 800,
        commit: 100,
        flush: 500,
        look: 0,
        return_at_node: 1_000,
        return_at_database: 500,
        way: 0,
    };

    fn plan(players: u64) -> Plan {
        Plan {
            players,
            move_every: 40 * SECOND,
            apart_percent: 0,
            nodes: 1,
            node_processors: 1,
            databases: 1,
            database_processors: 8,
            watched: 60 * SECOND,
            costs: COSTS,
        }
    }

    #[test]
    fn without_contention_a_move_takes_the_sum_of_its_costs() {
        let Borne { calm, .. } = bear(plan(4), 1);
        assert_eq!(calm.p50, COSTS.move_at_home + COSTS.commit + COSTS.flush);
    }

    #[test]
    fn utilisation_matches_the_cost_of_the_moves() {
        // Twenty thousand players who move every forty seconds make five hundred moves a second, of
        // a millisecond each.
        let Borne { nodes_used, databases_used, .. } = bear(plan(20_000), 2);
        assert!(nodes_used.abs_diff(500) < 20, "{nodes_used}");
        assert!(databases_used.abs_diff(6) < 2, "{databases_used}");
    }

    #[test]
    fn waiting_times_match_queueing_theory() {
        // One processor, 1,000 random jobs a second of 0.5 ms each: the mean waiting time is half a
        // job, 0.25 ms.
        let mut processors = Processors::new(1);
        let mut rng = TestRng::new(3);
        let (mut now, mut waited, jobs) = (0.0_f64, 0, 200_000);
        for _ in 0..jobs {
            let part = (rng.number() >> 11) as f64 / (1_u64 << 53) as f64;
            now -= 1_000.0 * (1.0 - part).ln();
            waited += processors.take(now as Micros, 500) - now as Micros - 500;
        }
        let mean = waited as f64 / f64::from(jobs);
        assert!((mean - 250.0).abs() < 15.0, "{mean}");
    }

    #[test]
    fn waiting_times_grow_without_bound_under_overload() {
        let Borne { calm, nodes_used, .. } = bear(plan(60_000), 4);
        assert!(nodes_used > 990, "{nodes_used}");
        assert!(calm.p99 > 10 * SECOND, "{calm:?}");
    }

    #[test]
    fn all_players_of_a_dead_node_reconnect_to_others() {
        let Borne { returns, after_death, .. } = bear(Plan { nodes: 3, ..plan(9_000) }, 5);
        assert_eq!(returns.moves, 3_000);
        assert!(returns.max < 10 * SECOND, "{returns:?}");
        assert!(after_death.moves > 10_000);
    }
}
