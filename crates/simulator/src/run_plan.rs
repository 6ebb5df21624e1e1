//! Decisions of the seed: the games, the number of nodes, and the rates of faults.

use serde_json::{Value, json};
use testkit::TestRng;

/// The plan of a simulated game.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Number of nodes at the start.
    pub(crate) nodes: usize,
    pub(crate) tables: Vec<TablePlan>,
    pub(crate) fault_rates: FaultRates,
    /// How long faults are injected.
    pub(crate) storm_ms: u64,
    /// Whether faults already occur while players sit down.
    pub(crate) storm_from_the_start: bool,
    /// Whether all players disconnect and all nodes crash in between.
    pub(crate) deserted: bool,
    /// Whether a player disconnects for good, where that removes them from the game.
    pub(crate) somebody_vanishes: bool,
    /// How long a table without clients stays in memory.
    pub(crate) idle_ms: u64,
    /// Number of past versions from which a reconnecting client is sent only what it missed.
    pub(crate) recent_max: usize,
}

/// One table of the plan.
#[derive(Debug)]
pub(crate) struct TablePlan {
    pub(crate) preset: &'static str,
    pub(crate) rules: Value,
    pub(crate) seats: usize,
    /// Number of spectators.
    pub(crate) watchers: usize,
}

/// Rates of faults. Each seed omits most of them, so that all combinations occur.
#[derive(Debug)]
pub(crate) struct FaultRates {
    /// Per mille of calls that fail because the store is unreachable.
    pub(crate) unavailable: usize,
    /// Per mille of writes that are stored but not answered.
    pub(crate) unanswered: usize,
    /// Per mille of calls that take seconds.
    pub(crate) slow: usize,
    /// Per mille of hints that are lost, duplicated, or late.
    pub(crate) hints_lost: usize,
    pub(crate) hints_doubled: usize,
    pub(crate) hints_late: usize,
    /// Per mille of messages that arrive twice.
    pub(crate) messages_doubled: usize,
    /// Mean seconds between two faults of a kind; 0 means never.
    pub(crate) breaks_s: usize,
    pub(crate) crashes_s: usize,
    pub(crate) stops_s: usize,
    pub(crate) freezes_s: usize,
    /// Jumps of a node's or the database's clock.
    pub(crate) jumps_s: usize,
    /// Periods in which a node cannot reach the store.
    pub(crate) outages_s: usize,
    /// Per mille of actions after which a player stays away for a while.
    pub(crate) leaves: usize,
    /// Maximum difference between the clocks of nodes.
    pub(crate) skew_ms: u64,
}

impl Plan {
    pub(crate) fn new(rng: &mut TestRng) -> Plan {
        let table_count = if rng.in_thousand(250) { 2 } else { 1 };
        Plan {
            nodes: 1 + rng.below(3),
            tables: (0..table_count).map(|_| TablePlan::new(rng)).collect(),
            fault_rates: FaultRates::new(rng),
            // Some last longer than a seat is held.
            storm_ms: [15_000, 15_000, 15_000, 90_000][rng.below(4)] + rng.below(40_000) as u64,
            storm_from_the_start: rng.in_thousand(250),
            deserted: rng.in_thousand(200),
            somebody_vanishes: rng.in_thousand(300),
            idle_ms: [2_000, 8_000, 60_000][rng.below(3)],
            recent_max: [2, 16][rng.below(2)],
        }
    }
}

impl TablePlan {
    fn new(rng: &mut TestRng) -> TablePlan {
        let preset = ["social", "classic", "validated", "open"][rng.below(4)];
        let mut rules = json!({});
        if rng.in_thousand(350) {
            rules["clock"] = json!({"kind": "turn", "seconds": 10 + rng.below(20)});
        } else if rng.in_thousand(150) {
            rules["clock"] = json!({"kind": "game", "minutes": 1, "incrementSeconds": 1});
        }
        if matches!(preset, "social" | "classic") && rng.in_thousand(500) {
            rules["challengeWindowSeconds"] = (10 + rng.below(20)).into();
        }
        if preset == "social" && rng.in_thousand(400) {
            rules["verdict"] = "vote".into();
        }
        let watchers = rng.below(4).saturating_sub(2);
        if watchers > 0 {
            rules["watching"] = "anyone".into();
        }
        if rng.in_thousand(200) {
            rules["joining"] = "hostAdmits".into();
        }
        if rng.in_thousand(250) {
            // A play over days can be challenged for a day.
            rules.as_object_mut().expect("rules are an object").remove("challengeWindowSeconds");
            rules["clock"] = json!({"kind": "days", "days": 1 + rng.below(3), "bankDays": rng.below(3)});
            if rng.in_thousand(500) {
                rules["standIn"] = (1 + rng.below(5)).into();
            }
        }
        TablePlan { preset, rules, seats: 2 + rng.below(3), watchers }
    }
}

impl FaultRates {
    fn new(rng: &mut TestRng) -> FaultRates {
        // Each kind of fault occurs with a share of the seeds, and with some of those often.
        let mut often = |share: usize, choices: &[usize]| {
            if rng.in_thousand(share) { rng.one_of(choices).copied().unwrap_or(0) } else { 0 }
        };
        FaultRates {
            unavailable: often(400, &[5, 20, 60]),
            unanswered: often(400, &[10, 40, 100]),
            slow: often(300, &[2, 10]),
            hints_lost: often(500, &[100, 500, 1000]),
            hints_doubled: often(300, &[100, 400]),
            hints_late: often(400, &[100, 500]),
            messages_doubled: often(400, &[20, 100]),
            breaks_s: often(600, &[5, 10, 20]),
            crashes_s: often(400, &[15, 30]),
            stops_s: often(200, &[25, 50]),
            freezes_s: often(250, &[15, 30]),
            jumps_s: often(300, &[8, 20]),
            outages_s: often(250, &[30, 60]),
            leaves: often(500, &[15, 40]),
            skew_ms: often(500, &[100, 300]) as u64,
        }
    }
}
