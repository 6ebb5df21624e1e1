//! What happens to servers on a bad day.

use crate::{
    checkout::{Checkout, run},
    services::Services,
    serving::{self, Serving},
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
    let program = serving::release(checkout)?;
    let server = Serving::start(checkout, &program, &[])?;
    let mut load = checkout.command(&program);
    load.args(["load", "--url", &server.url(), "--malformed", &frames.to_string(), "--pid", &server.pid()]);
    run(load)
}
