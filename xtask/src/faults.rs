//! What happens to servers on a bad day.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    process::{self, Stdio},
};

use crate::{
    checkout::{Checkout, run},
    services::Services,
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

/// A server of its own without the limits on messages, and a client that sends it nothing that is right while others play. It fails
/// if memory does not come to rest.
pub(crate) fn flood(checkout: &Checkout, frames: u64) -> Result<(), Failure> {
    run(checkout.cargo("build --release --package dord"))?;
    let failed = |error: std::io::Error| Failure(format!("no server to flood: {error}"));
    let program = checkout.target().join("release").join(format!("dord{}", env::consts::EXE_SUFFIX));
    let folder = env::temp_dir().join(format!("dord-flood-{}", process::id()));
    fs::create_dir(&folder).map_err(failed)?;
    let mut server = checkout.command(&program);
    server.args(["serve", "--quiet", "--listen", "127.0.0.1:0", "--log", "error", "--data-dir"]).arg(&folder);
    for limit in ["MESSAGES_PER_SECOND", "FAILED_CODES_PER_MINUTE", "FAILED_CODES_PER_DAY"] {
        server.env(format!("DORD_LIMITS_{limit}"), "0");
    }
    server.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut server = server.spawn().map_err(failed)?;
    let mut address = String::new();
    if let Some(output) = server.stdout.take() {
        BufReader::new(output).read_line(&mut address).map_err(failed)?;
    }
    let port = address.trim().rsplit(':').next().unwrap_or_default();
    let mut load = checkout.command(&program);
    load.args(["load", "--url", &format!("http://127.0.0.1:{port}"), "--malformed", &frames.to_string()]);
    load.args(["--pid", &server.id().to_string()]);
    let flooded = run(load);
    // It has served its purpose, or it is gone already.
    let _ = server.kill();
    let _ = server.wait();
    let _ = fs::remove_dir_all(&folder);
    flooded
}
