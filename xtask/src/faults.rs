//! What happens to servers on a bad day.

use std::process::Stdio;

use crate::{
    checkout::{Checkout, run},
    nodes::number_of,
    services::Services,
    serving::{self, Limits, Serving},
    step::Failure,
};

/// Three nodes, their database and their hints under load, with a fault every twenty seconds; all nodes restarted under many sockets;
/// power cuts after some hundred commits.
pub(crate) fn at_real_nodes(checkout: &Checkout, faults: u32) -> Result<(), Failure> {
    let services = Services::start(checkout)?;
    for tests in ["nodes", "power"] {
        let mut command = checkout
            .cargo(&format!("test --package dord --test serve {tests} -- --nocapture --test-threads 1"));
        services.tell(&mut command);
        command.env("DORD_NODES_FAULTS", faults.to_string());
        command.env("DORD_NODES_MS_BETWEEN", "18500").env("DORD_NODES_TABLES", "20");
        command.env("DORD_NODES_PAUSE_MS", "200").env("DORD_ROLLING_SOCKETS", "500");
        // Everybody moves every few seconds.
        command.env("DORD_ROLLING_PAUSE_MS", "3000");
        command.env("DORD_POWER_MOVES", "400");
        run(command)?;
    }
    Ok(())
}

/// How often it is measured what others notice of a flood.
const RUNS: usize = 5;
/// For how long each time.
const SECONDS: u32 = 30;
/// How much longer a move may take for others while somebody floods.
const SLOWER_MAX: f64 = 0.2;

/// A client that sends nothing that is right while others play. It fails if the memory of a server without limits does not come to rest,
/// and if the others of one with its usual limits notice much of it.
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
    let mut slower = Vec::new();
    for number in 1..=RUNS {
        let output = load(&server, frames)
            .args(["--json", "--seconds", &SECONDS.to_string()])
            .stderr(Stdio::inherit())
            .output();
        let output = output.map_err(|error| Failure(format!("nobody can flood: {error}")))?;
        let report = String::from_utf8_lossy(&output.stdout);
        let measured = number_of(&report, "p99Slower").filter(|_| output.status.success());
        let measured = measured.ok_or_else(|| Failure(format!("the flood went wrong:\n{report}")))?;
        println!("run {number} of {RUNS}: a move of others takes {:+.0} % at p99", measured * 100.0);
        slower.push(measured);
    }
    slower.sort_by(f64::total_cmp);
    let median = slower[RUNS / 2];
    println!("median: {:+.0} %; {:.0} % are allowed", median * 100.0, SLOWER_MAX * 100.0);
    if median <= SLOWER_MAX {
        return Ok(());
    }
    Err(Failure(format!("others notice the flood: a move takes {:+.0} % at p99", median * 100.0)))
}
