//! What a seed decides beforehand: who plays what, on how many nodes, and what breaks how often.

use serde_json::{Value, json};
use testkit::Chance;

/// How a simulated game will go.
#[derive(Debug)]
pub(crate) struct Plan {
    /// How many nodes there are at first.
    pub(crate) nodes: usize,
    pub(crate) tables: Vec<TablePlan>,
    pub(crate) weather: Weather,
    /// How long things break.
    pub(crate) storm_ms: u64,
    /// Whether they already do while people sit down.
    pub(crate) storm_from_the_start: bool,
    /// Whether everybody leaves and every node goes down in between.
    pub(crate) deserted: bool,
    /// Whether somebody goes for good, where that puts them out of the game.
    pub(crate) somebody_vanishes: bool,
    /// How long a table that nobody looks at stays in memory.
    pub(crate) idle_ms: u64,
    /// How many versions back a client that returns gets what it missed.
    pub(crate) recent_max: usize,
}

/// One table of the plan.
#[derive(Debug)]
pub(crate) struct TablePlan {
    pub(crate) preset: &'static str,
    pub(crate) rules: Value,
    pub(crate) seats: usize,
    /// How many only watch.
    pub(crate) watchers: usize,
}

/// What breaks how often. Each seed leaves most of it out, so that every mixture comes up.
#[derive(Debug)]
pub(crate) struct Weather {
    /// Of a thousand calls, those for which the store is not there.
    pub(crate) unavailable: usize,
    /// Of a thousand writes, those that are kept and not answered for.
    pub(crate) unanswered: usize,
    /// Of a thousand calls, those that take seconds.
    pub(crate) slow: usize,
    /// Of a thousand hints, those that are lost, doubled, or late.
    pub(crate) hints_lost: usize,
    pub(crate) hints_doubled: usize,
    pub(crate) hints_late: usize,
    /// Of a thousand messages, those that arrive twice.
    pub(crate) messages_doubled: usize,
    /// How many seconds there are on average between two of these; 0 is never.
    pub(crate) breaks_s: usize,
    pub(crate) crashes_s: usize,
    pub(crate) stops_s: usize,
    pub(crate) freezes_s: usize,
    /// A clock jumps: a node's or the database's.
    pub(crate) jumps_s: usize,
    /// A node loses the store altogether.
    pub(crate) outages_s: usize,
    /// Of a thousand thoughts of a person, those after which they go away for a while.
    pub(crate) leaves: usize,
    /// How far the clocks of nodes are apart at most.
    pub(crate) skew_ms: u64,
}

impl Plan {
    pub(crate) fn new(chance: &mut Chance) -> Plan {
        let table_count = if chance.in_thousand(250) { 2 } else { 1 };
        Plan {
            nodes: 1 + chance.below(3),
            tables: (0..table_count).map(|_| TablePlan::new(chance)).collect(),
            weather: Weather::new(chance),
            // Some last longer than a seat is held.
            storm_ms: [15_000, 15_000, 15_000, 90_000][chance.below(4)] + chance.below(40_000) as u64,
            storm_from_the_start: chance.in_thousand(250),
            deserted: chance.in_thousand(200),
            somebody_vanishes: chance.in_thousand(300),
            idle_ms: [2_000, 8_000, 60_000][chance.below(3)],
            recent_max: [2, 16][chance.below(2)],
        }
    }
}

impl TablePlan {
    fn new(chance: &mut Chance) -> TablePlan {
        let preset = ["social", "classic", "validated", "open"][chance.below(4)];
        let mut rules = json!({});
        if chance.in_thousand(350) {
            rules["clock"] = json!({"kind": "turn", "seconds": 10 + chance.below(20)});
        } else if chance.in_thousand(150) {
            rules["clock"] = json!({"kind": "game", "minutes": 1, "incrementSeconds": 1});
        }
        if matches!(preset, "social" | "classic") && chance.in_thousand(500) {
            rules["challengeWindowSeconds"] = (10 + chance.below(20)).into();
        }
        if preset == "social" && chance.in_thousand(400) {
            rules["verdict"] = "vote".into();
        }
        let watchers = chance.below(4).saturating_sub(2);
        if watchers > 0 {
            rules["watching"] = "anyone".into();
        }
        if chance.in_thousand(200) {
            rules["joining"] = "hostAdmits".into();
        }
        TablePlan { preset, rules, seats: 2 + chance.below(3), watchers }
    }
}

impl Weather {
    fn new(chance: &mut Chance) -> Weather {
        // A share of the seeds has each kind of trouble, and of those some have a lot.
        let mut often = |share: usize, choices: &[usize]| {
            if chance.in_thousand(share) { chance.one_of(choices).copied().unwrap_or(0) } else { 0 }
        };
        Weather {
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
