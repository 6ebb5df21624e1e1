use std::time::{SystemTime, UNIX_EPOCH};

use crate::{
    checkout::Checkout,
    report::Report,
    step::{AfterFailure, Step, run_all},
    web::Extent,
};

const FUZZ_SECONDS: u32 = 60;
const RANDOM_GAMES: u32 = 100_000;
const KILLS: u32 = 200;
const SIMULATED_GAMES: u32 = 100_000;
/// One fault every twenty seconds, for ten minutes.
const FAULTS: u32 = 30;
const FRAMES: u64 = 10_000_000;

/// Runs the slow tests. These are long fuzzing, many random and simulated games, repeated kills of
/// a server, faults and costs of several nodes, floods, benchmarks, and all browser tests.
pub(crate) fn prove(checkout: &Checkout) -> Report {
    run_all(checkout, &steps(), AfterFailure::GoOn)
}

/// Runs one step by its name; `None` if there is no such step.
pub(crate) fn one(checkout: &Checkout, name: &str) -> Option<Report> {
    let step = steps().into_iter().find(|step| step.name() == name)?;
    Some(run_all(checkout, &[step], AfterFailure::Stop))
}

/// Names of all steps.
pub(crate) fn names() -> String {
    steps().map(Step::name).join(", ")
}

fn steps() -> [Step; 13] {
    // Every run uses another seed, which is printed with a failure.
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    [
        Step::Fuzzing { seconds: FUZZ_SECONDS, seed },
        Step::RandomGames { games: RANDOM_GAMES },
        Step::Simulation { games: SIMULATED_GAMES },
        Step::Kills { kills: KILLS },
        Step::Faults { faults: FAULTS },
        Step::Nodes,
        Step::Flood { frames: FRAMES },
        Step::Attack,
        Step::Benchmarks,
        Step::Cold,
        Step::Instructions,
        Step::Browser { extent: Extent::All },
        Step::PublishedPackages,
    ]
}
