//! Fault injection and floods on real servers.

use std::process::Stdio;

use crate::{
    checkout::{Checkout, run},
    cluster_cost::number_of,
    services::Services,
    serving::{self, Limits, Serving},
    step::Failure,
};

/// Runs a cluster under faults. Three nodes with database and hints get a fault every twenty
/// seconds under load; then all nodes are restarted under many sockets, and power cuts follow some
/// hundred commits.
pub(crate) fn at_real_nodes(checkout: &Checkout, faults: u32) -> Result<(), Failure> {
    let services = Services::start(checkout)?;
    for tests in ["nodes", "power"] {
        let mut command = checkout
            .cargo(&format!("test --package dord --test serve {tests} -- --nocapture --test-threads 1"));
        services.tell(&mut command);
        command.env("DORD_NODES_FAULTS", faults.to_string());
        command.env("DORD_NODES_MS_BETWEEN", "18500").env("DORD_NODES_TABLES", "20");
        command.env("DORD_NODES_PAUSE_MS", "200").env("DORD_ROLLING_SOCKETS", "500");
        // Every player moves every few seconds.
        command.env("DORD_ROLLING_PAUSE_MS", "3000");
        command.env("DORD_POWER_MOVES", "400");
        run(command)?;
    }
    Ok(())
}

/// Number of runs that measure the effect of a flood on other players.
const RUNS: usize = 5;
/// Duration of each run in seconds.
const SECONDS: u32 = 30;
/// Maximum relative increase of other players' latency during a flood.
const SLOWER_MAX: f64 = 0.2;

/// Floods a server with malformed frames while others play. Fails if the memory of a server without
/// limits keeps growing, or if the players on a server with default limits are slowed down too
/// much.
pub(crate) fn flood(checkout: &Checkout, frames: u64) -> Result<(), Failure> {
    let program = serving::release(checkout)?;
    let load = |server: &Serving, frames: u64| {
        let mut load = checkout.command(&program);
        load.args([
            "load",
            "--url",
            &server.url(),
            "--malformed",
            &frames.to_string(),
            "--pid",
            &server.pid(),
        ]);
        load
    };
    run(load(&Serving::start(checkout, &program, &[], Limits::None)?, frames))?;

    let server = Serving::start(checkout, &program, &["--trusted-proxies", "127.0.0.1"], Limits::Usual)?;
    let (mut typical, mut rare) = (Vec::new(), Vec::new());
    for run in 1..=RUNS {
        let mut load = load(&server, frames);
        load.args(["--json", "--seconds", &SECONDS.to_string()]).stderr(Stdio::inherit());
        let output = load.output().map_err(|error| Failure(format!("nobody can flood: {error}")))?;
        let report = String::from_utf8_lossy(&output.stdout);
        let measured = |field| number_of(&report, field).filter(|_| output.status.success());
        let (Some(p50), Some(p99)) = (measured("p50Slower"), measured("p99Slower")) else {
            return Err(Failure(format!("the flood went wrong:\n{report}")));
        };
        println!(
            "run {run} of {RUNS}: a move of others takes {} at p50, {} at p99",
            percent(p50),
            percent(p99)
        );
        typical.push(p50);
        rare.push(p99);
    }
    let [typical, rare] = [typical, rare].map(median);
    let found = format!("a move of others takes {} at p50, {} at p99", percent(typical), percent(rare));
    // The p99 varies more between runs, even without a flood, than the limit allows, so it is only
    // reported.
    if typical <= SLOWER_MAX {
        println!("median: {found}; {} are allowed at p50", percent(SLOWER_MAX));
        return Ok(());
    }
    Err(Failure(format!("others notice the flood: {found}")))
}

fn median(mut measured: Vec<f64>) -> f64 {
    measured.sort_by(f64::total_cmp);
    measured[measured.len() / 2]
}

fn percent(part: f64) -> String {
    format!("{:+.0} %", part * 100.0)
}
