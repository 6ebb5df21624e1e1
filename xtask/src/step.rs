use std::{
    env, thread,
    time::{Duration, Instant},
};

use crate::{
    attack,
    checkout::{Checkout, run},
    cluster_cost, cold, contract, deny, faults, fuzz, instructions, leaves, package,
    report::{Outcome, Report, print_failure, print_heading},
    services::Services,
    tests, tidy,
    web::{self, Extent},
};

/// One step of a check or proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Format,
    Lints,
    Tests {
        after_a_failure: AfterFailure,
    },
    Docs,
    Dependencies,
    Fuzzing {
        seconds: u32,
        seed: u64,
    },
    Contract,
    Web,
    Browser {
        extent: Extent,
    },
    Tidy,
    RandomGames {
        games: u32,
    },
    Kills {
        kills: u32,
    },
    /// Games on simulated nodes, store and network.
    Simulation {
        games: u32,
    },
    /// Real nodes with injected faults.
    Faults {
        faults: u32,
    },
    /// Cost of a move at one, two and four nodes.
    Nodes,
    /// A flood of malformed frames.
    Flood {
        frames: u64,
    },
    /// A server with little memory under attack.
    Attack,
    Benchmarks,
    /// Duration of cold builds and checks.
    Cold,
    /// Instruction counts of the engine, compared with the fastest known engine.
    Instructions,
    /// Packages of the development build: installed, started and tested with a game.
    Packages,
    /// All packages as they are published, for every architecture.
    PublishedPackages,
    /// Builds one package.
    Package(package::Order),
    Generate,
    Screenshots,
    /// Trains the leave values of a language.
    Leaves {
        language: &'static str,
        seed: u64,
    },
}

/// What happens to the remaining steps after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterFailure {
    /// They are skipped, for a quick answer.
    Stop,
    /// They are run, for a complete list.
    GoOn,
}

/// Why a step failed, as a message for people.
#[derive(Debug)]
pub(crate) struct Failure(pub(crate) String);

impl Step {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Step::Format => "format",
            Step::Lints => "lints",
            Step::Tests { .. } => "tests",
            Step::Docs => "docs",
            Step::Dependencies => "dependencies",
            Step::Fuzzing { .. } => "fuzzing",
            Step::Contract => "contract",
            Step::Web => "web",
            Step::Browser { .. } => "browser",
            Step::Tidy => "tidy",
            Step::RandomGames { .. } => "random games",
            Step::Kills { .. } => "kills",
            Step::Simulation { .. } => "simulation",
            Step::Faults { .. } => "faults",
            Step::Nodes => "nodes",
            Step::Flood { .. } => "flood",
            Step::Attack => "attack",
            Step::Benchmarks => "benchmarks",
            Step::Cold => "cold",
            Step::Instructions => "instructions",
            Step::Packages | Step::PublishedPackages => "packages",
            Step::Package(_) => "package",
            Step::Generate => "generate",
            Step::Screenshots => "screenshots",
            Step::Leaves { .. } => "leaves",
        }
    }

    fn run(self, checkout: &Checkout) -> Result<(), Failure> {
        match self {
            Step::Format => run(checkout.cargo("fmt --all --check")),
            Step::Lints => run(checkout.cargo("clippy --workspace --all-targets -- -D warnings")),
            Step::Tests { after_a_failure } => {
                let services = Services::start(checkout)?;
                tests::run_all(checkout, &services, after_a_failure)
            }
            Step::Docs => {
                let mut docs = checkout.cargo("doc --no-deps --workspace");
                docs.env("RUSTDOCFLAGS", "-D warnings");
                run(docs)
            }
            Step::Dependencies => deny::check(checkout),
            Step::Fuzzing { seconds, seed } => fuzz::every_body(checkout, seconds, seed),
            Step::Contract => contract::check(checkout),
            Step::Web => web::check(checkout),
            Step::Browser { extent } => web::play_in_browser(checkout, extent),
            Step::Tidy => tidy::check(checkout),
            Step::RandomGames { games } => run(checkout
                .cargo(&format!("run --release --package testkit --bin random-games -- --games {games}"))),
            Step::Kills { kills } => {
                let mut tests = checkout.cargo("test --package dord --test serve crash -- --nocapture");
                tests.env("DORD_KILLS", kills.to_string());
                run(tests)
            }
            Step::Simulation { games } => run(checkout
                .cargo(&format!("run --release --package simulator --bin simulate -- --games {games}"))),
            Step::Faults { faults } => faults::at_real_nodes(checkout, faults),
            Step::Nodes => cluster_cost::compare(checkout),
            Step::Flood { frames } => faults::flood(checkout, frames),
            Step::Attack => attack::all(checkout),
            Step::Cold => cold::measure(checkout),
            Step::Benchmarks => run(checkout.cargo("bench --workspace")),
            Step::Instructions => instructions::count(checkout),
            Step::Packages => package::check(checkout),
            Step::PublishedPackages => package::prove(checkout),
            Step::Package(order) => package::build(checkout, order),
            Step::Generate => {
                run(checkout.cargo("run --package protocol --features reference --example generate"))?;
                run(checkout.cargo("run --package server --features reference --example openapi"))
            }
            Step::Screenshots => web::take_screenshots(checkout),
            Step::Leaves { language, seed } => leaves::train(checkout, language, seed),
        }
    }
}

/// Runs steps in order, each under its heading.
pub(crate) fn run_all(checkout: &Checkout, steps: &[Step], after_a_failure: AfterFailure) -> Report {
    let mut report = Report::new(checkout.colour());
    let mut stopped = false;
    for &step in steps {
        if stopped {
            report.add(step.name(), Outcome::LeftOut, Duration::ZERO);
            continue;
        }
        print_heading(step.name(), checkout.colour());
        let begun = Instant::now();
        let outcome = match step.run(checkout) {
            Ok(()) => Outcome::Passed,
            Err(failure) => {
                print_failure(step.name(), &failure, checkout.colour());
                stopped = after_a_failure == AfterFailure::Stop;
                Outcome::Failed
            }
        };
        let took = begun.elapsed();
        println!("{}: {:.1} s", step.name(), took.as_secs_f64());
        report.add(step.name(), outcome, took);
    }
    report
}

/// Runs steps of the check at the same time, each in a process of its own. The output of each is
/// printed when it has ended.
pub(crate) fn run_together(checkout: &Checkout, steps: &[Step]) -> Report {
    let names: Vec<&str> = steps.iter().map(|step| step.name()).collect();
    println!("\n{} run at the same time; their output follows", names.join(", "));
    let mut report = Report::new(checkout.colour());
    thread::scope(|scope| {
        let run = |name: &'static str| {
            scope.spawn(move || {
                let begun = Instant::now();
                (own_process(checkout, name), begun.elapsed())
            })
        };
        let running: Vec<_> = steps.iter().map(|step| (step.name(), run(step.name()))).collect();
        for (name, thread) in running {
            let (outcome, took) = thread.join().unwrap_or((Outcome::Failed, Duration::ZERO));
            report.add(name, outcome, took);
        }
    });
    report
}

/// Runs a step of the check in another process of this program.
fn own_process(checkout: &Checkout, name: &str) -> Outcome {
    let output =
        env::current_exe().and_then(|program| checkout.command(program).args(["check", name]).output());
    match output {
        Ok(output) => {
            // In one piece: the lines of several steps must not mix.
            let text = [output.stdout, output.stderr].concat();
            print!("{}", String::from_utf8_lossy(&text));
            if output.status.success() { Outcome::Passed } else { Outcome::Failed }
        }
        Err(error) => {
            let failure = Failure(format!("it could not be started: {error}"));
            print_failure(name, &failure, checkout.colour());
            Outcome::Failed
        }
    }
}
