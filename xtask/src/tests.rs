//! Runs the Rust tests: with nextest, which uses all cores across test programs, and doctests with
//! cargo.

use std::{
    process::{Command, Stdio},
    thread,
};

use crate::{
    checkout::{Checkout, run},
    services::Services,
    step::{AfterFailure, Failure},
};

/// Runs every test, or those of nextest's profile `quick` if the caller stops at the first failure.
pub(crate) fn run_all(
    checkout: &Checkout,
    services: &Services,
    after_a_failure: AfterFailure,
) -> Result<(), Failure> {
    let keep_going = after_a_failure == AfterFailure::GoOn;
    if !has_nextest(checkout) {
        println!("cargo-nextest is not on this machine: `cargo test` runs every test, and takes longer");
        let arguments = if keep_going { "test --workspace --no-fail-fast" } else { "test --workspace" };
        return run(prepared(checkout.cargo(arguments), services));
    }
    let profile = if keep_going { "default" } else { "quick" };
    let tests = checkout.cargo(&format!("nextest run --workspace --profile {profile} {}", threads()));
    let outcome = run(prepared(tests, services));
    if outcome.is_err() && !keep_going {
        return outcome;
    }
    // nextest does not run doctests.
    let doctests = run(prepared(checkout.cargo("test --quiet --workspace --doc"), services));
    outcome.and(doctests)
}

/// Twice as many tests at a time as processors: many wait for servers, timers and databases.
fn threads() -> String {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    format!("--test-threads {}", 2 * processors)
}

fn has_nextest(checkout: &Checkout) -> bool {
    let mut version = checkout.cargo("nextest --version");
    version.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn prepared(mut tests: Command, services: &Services) -> Command {
    services.tell(&mut tests);
    // A failed assertion is clear enough; backtraces would hide the rest of a long list.
    tests.env("RUST_BACKTRACE", "0");
    tests
}
