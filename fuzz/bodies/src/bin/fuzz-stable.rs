//! Fuzzes on stable Rust: `cargo run -p fuzz-bodies -- --seconds 5`.

use std::{fs, path::PathBuf, process::ExitCode, time::Duration};

use anyhow::Context;
use clap::Parser;
use fuzz_bodies::{BODIES, Body, runner};

/// Run the fuzz bodies on their seeds and on mutations of them.
#[derive(Parser)]
struct Arguments {
    /// How long to run each body.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// The random seed. The same seed gives the same inputs.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Run only this body.
    #[arg(long, value_parser = body_by_name)]
    body: Option<Body>,
    /// Run the body once on this file, without catching panics.
    #[arg(long, requires = "body")]
    input: Option<PathBuf>,
}

fn main() -> anyhow::Result<ExitCode> {
    let arguments = Arguments::parse();
    if let (Some(body), Some(path)) = (arguments.body, arguments.input) {
        let input = fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        (body.run)(&input);
        println!("{} holds on {}", body.name, path.display());
        return Ok(ExitCode::SUCCESS);
    }
    runner::silence_panics();
    println!("seed {}, {} s a body", arguments.seed, arguments.seconds);
    let bodies = arguments.body.as_ref().map_or(BODIES, std::slice::from_ref);
    let mut exit = ExitCode::SUCCESS;
    for body in bodies {
        let run = runner::run(body, arguments.seed, Duration::from_secs(arguments.seconds))
            .with_context(|| format!("the seeds in {} cannot be read", body.seeds_folder().display()))?;
        let seconds = run.took.as_secs_f64();
        let rate = u128::from(run.executions) * 1_000 / run.took.as_millis().max(1);
        println!("{}: {} executions in {seconds:.1} s, {rate} a second", body.name, run.executions);
        if let Some(broken) = run.broken {
            runner::report(body, arguments.seed, &broken);
            exit = ExitCode::FAILURE;
        }
    }
    Ok(exit)
}

fn body_by_name(name: &str) -> Result<Body, String> {
    BODIES.iter().find(|body| body.name == name).copied().ok_or_else(|| {
        let names: Vec<&str> = BODIES.iter().map(|body| body.name).collect();
        format!("expected one of {}", names.join(", "))
    })
}
