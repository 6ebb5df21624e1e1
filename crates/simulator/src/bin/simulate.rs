//! Simulates games under faults, one per seed, until a promise is broken: `simulate --games 100000
//! --seed 0`.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use simulator::{Failure, Report, narrate, simulate};

/// Simulates games at live tables under faults, and checks every promise.
#[derive(Parser)]
struct Arguments {
    /// Number of games.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Seed of the first game; the others follow.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of parallel games; by default one per processor.
    #[arg(long)]
    threads: Option<usize>,
    /// Print every step of the game with this seed, and simulate no other.
    #[arg(long, conflicts_with_all = ["games", "threads"])]
    trace: bool,
}

/// Totals of all games so far.
#[derive(Default)]
struct Sum {
    steps: u64,
    tally: BTreeMap<&'static str, u64>,
    failed: Option<Report>,
}

impl Sum {
    fn add(&mut self, report: Report) {
        self.steps += report.steps;
        for (what, count) in &report.tally {
            *self.tally.entry(what).or_default() += count;
        }
        // Of several failures the one with the lowest seed, so that a run is reproducible.
        if report.failure.is_some() && self.failed.as_ref().is_none_or(|other| report.seed < other.seed) {
            self.failed = Some(report);
        }
    }
}

fn explain(seed: u64, failure: &Failure) {
    println!("seed {seed}: it is broken that {}", failure.invariant);
    println!("{}", failure.what);
}

fn main() -> ExitCode {
    let Arguments { games, seed, threads, trace } = Arguments::parse();
    if trace {
        let report = narrate(seed, |step| println!("{step}"));
        if let Some(failure) = &report.failure {
            explain(seed, failure);
        }
        return if report.failure.is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    }
    let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")
        .expect("the template is well-formed");
    // Nothing is drawn if the output is not a terminal.
    let progress = ProgressBar::new(games).with_style(style);
    let (next, has_failed) = (AtomicU64::new(0), AtomicBool::new(false));
    let sum: Mutex<Sum> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !has_failed.load(Ordering::Relaxed) {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        break;
                    }
                    let report = simulate(seed.wrapping_add(game), None);
                    has_failed.fetch_or(report.failure.is_some(), Ordering::Relaxed);
                    sum.lock().expect("no thread panics with the lock").add(report);
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    let Sum { steps, tally, failed } = sum.into_inner().expect("no thread panics with the lock");
    if let Some(Report { seed, failure: Some(failure), .. }) = failed {
        for step in &failure.steps {
            println!("{step}");
        }
        explain(seed, &failure);
        return ExitCode::FAILURE;
    }
    println!("{games} simulated games from seed {seed}, {steps} steps: every promise was kept");
    for (what, count) in tally {
        println!("  {what}: {count}");
    }
    ExitCode::SUCCESS
}
