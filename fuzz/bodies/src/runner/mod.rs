//! Runs a body on its seeds and on mutations of them, for a while.

mod mutation;
mod shrink;
mod watch;

use std::{
    cell::RefCell,
    fs, io,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    time::{Duration, Instant},
};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::Body;
use mutation::Mutations;
use watch::Watch;

/// What was run, and what it came to.
#[derive(Debug)]
pub struct Run {
    /// How many inputs were tried.
    pub executions: u64,
    /// How long that took.
    pub took: Duration,
    /// The first input that broke something, if one did.
    pub broken: Option<Broken>,
}

/// An input that breaks a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Its place in the run, counted from 1. The same seed brings it at the same place again.
    pub execution: u64,
    /// The input, made smaller where that still breaks the body.
    pub input: Vec<u8>,
    /// What the panic said, with its place in the source.
    pub message: String,
}

thread_local! {
    /// What the last panic of this thread said.
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps panics from being printed: the runner tells of them itself, once.
///
/// This changes the hook of the whole process, so it is left to the program.
pub fn silence_panics() {
    panic::set_hook(Box::new(|panic| LAST_PANIC.set(panic.to_string())));
}

/// Runs a body on its seeds as they are and then on mutations of them until the time is over or something breaks.
///
/// The inputs and their order depend on the seed alone; how many of them are tried depends on the machine.
pub fn run(body: &Body, seed: u64, time: Duration) -> io::Result<Run> {
    let seeds = body.seeds()?;
    let watch = Watch::begin(*body, seed);
    let begun = Instant::now();
    let mut executions = 0;
    let mut mutations = Mutations::new(ChaCha8Rng::seed_from_u64(seed), &seeds, body.dictionary);
    let mut untouched = seeds.iter();
    let mut broken = None;
    // Seeds are run whatever the time, so that a short run still says something.
    while untouched.len() > 0 || begun.elapsed() < time {
        let input = untouched.next().cloned().unwrap_or_else(|| mutations.next_input());
        executions += 1;
        watch.enters(executions, &input);
        if let Some(message) = panic_of(body, &input) {
            let input = shrink::smaller(input, |smaller| {
                watch.enters(executions, smaller);
                panic_of(body, smaller).is_some()
            });
            let message = panic_of(body, &input).unwrap_or(message);
            broken = Some(Broken { execution: executions, input, message });
            break;
        }
    }
    Ok(Run { executions, took: begun.elapsed(), broken })
}

/// What a body says when it breaks on an input; `None` if it holds.
fn panic_of(body: &Body, input: &[u8]) -> Option<String> {
    LAST_PANIC.take();
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| (body.run)(input)));
    outcome.is_err().then(|| LAST_PANIC.take())
}

/// Writes an input, byte for byte, to where one looks for it afterwards.
pub fn save(body: &Body, seed: u64, execution: u64, input: &[u8]) -> io::Result<PathBuf> {
    let folder = body.artifacts_folder();
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("seed-{seed}-execution-{execution}"));
    fs::write(&path, input)?;
    Ok(path)
}

/// Tells of an input that broke a body, and what to do about it.
pub fn report(body: &Body, seed: u64, broken: &Broken) {
    let name = body.name;
    let shown: String = broken.input.escape_ascii().to_string().chars().take(400).collect();
    println!("{name}: {}", broken.message);
    println!("  seed {seed}, execution {}, {} bytes: {shown}", broken.execution, broken.input.len());
    match save(body, seed, broken.execution, &broken.input) {
        Ok(path) => {
            let path = path.display();
            println!("  saved as {path}");
            println!("  again: cargo run -p fuzz-bodies -- --body {name} --input {path}");
            println!("  once it is mended, keep that file in {}", body.seeds_folder().display());
        }
        Err(error) => println!("  it could not be saved in {}: {error}", body.artifacts_folder().display()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Breaks on what no seed holds; the name is borrowed, for the sake of the seeds.
    const BREAKS_ON_A_DOUBLED_HASH: Body = Body {
        name: "tile_set",
        run: |input| assert!(!input.windows(2).any(|pair| pair == b"##"), "a doubled hash"),
        dictionary: &[b"##"],
    };

    #[test]
    fn what_breaks_is_found_made_small_and_found_again_by_its_seed() {
        let find = || run(&BREAKS_ON_A_DOUBLED_HASH, 7, Duration::from_secs(60)).unwrap().broken.unwrap();
        let found = find();
        assert_eq!(found.input, b"##");
        assert_eq!(found.execution, find().execution);
    }

    #[test]
    fn a_body_that_holds_is_run_on_all_its_seeds_even_without_time() {
        let holds = Body { run: |_| (), ..BREAKS_ON_A_DOUBLED_HASH };
        let run = run(&holds, 0, Duration::ZERO).unwrap();
        assert_eq!(run.executions, holds.seeds().unwrap().len() as u64);
        assert_eq!(run.broken, None);
    }
}
