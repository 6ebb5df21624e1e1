//! Runs a body on its seeds and on mutations of them, for a given time.

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

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// The number of inputs tried.
    pub executions: u64,
    /// The duration of the run.
    pub took: Duration,
    /// The first input that made the body panic, if any.
    pub broken: Option<Broken>,
}

/// An input that makes a body panic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Its number in the run, from 1. The same seed gives the same number again.
    pub execution: u64,
    /// The input, shrunk as far as it still causes a panic.
    pub input: Vec<u8>,
    /// The panic message with its source location.
    pub message: String,
}

thread_local! {
    /// The message of this thread's last panic.
    static LAST_PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps panics from being printed. The runner reports them itself.
///
/// This replaces the panic hook of the whole process, so the program decides whether to call it.
pub fn silence_panics() {
    panic::set_hook(Box::new(|panic| LAST_PANIC.set(panic.to_string())));
}

/// Runs a body on its seeds, then on mutations of them until it panics or time is up.
///
/// The inputs and their order depend only on the seed. Their number depends on the machine.
pub fn run(body: &Body, seed: u64, time: Duration) -> io::Result<Run> {
    let seeds = body.seeds()?;
    let watch = Watch::begin(*body, seed);
    let begun = Instant::now();
    let mut executions = 0;
    let mut mutations = Mutations::new(ChaCha8Rng::seed_from_u64(seed), &seeds, body.dictionary);
    let mut untouched = seeds.iter();
    let mut broken = None;
    // Run all seeds regardless of the time, so that even a short run is meaningful.
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

/// The panic message of a body for an input; `None` if it does not panic.
fn panic_of(body: &Body, input: &[u8]) -> Option<String> {
    LAST_PANIC.take();
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| (body.run)(input)));
    outcome.is_err().then(|| LAST_PANIC.take())
}

/// Writes an input unchanged to the artifacts folder.
pub fn save(body: &Body, seed: u64, execution: u64, input: &[u8]) -> io::Result<PathBuf> {
    let folder = body.artifacts_folder();
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("seed-{seed}-execution-{execution}"));
    fs::write(&path, input)?;
    Ok(path)
}

/// Prints an input that made a body panic, and what to do about it.
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

    /// Panics on something that no seed contains. It borrows a name, for the seeds.
    const BREAKS_ON_A_DOUBLED_HASH: Body = Body {
        name: "tile_set",
        run: |input| assert!(!input.windows(2).any(|pair| pair == b"##"), "a doubled hash"),
        dictionary: &[b"##"],
    };

    #[test]
    fn a_failing_input_is_found_shrunk_and_reproducible() {
        let find = || run(&BREAKS_ON_A_DOUBLED_HASH, 7, Duration::from_secs(60)).unwrap().broken.unwrap();
        let found = find();
        assert_eq!(found.input, b"##");
        assert_eq!(found.execution, find().execution);
    }

    #[test]
    fn all_seeds_run_even_without_time() {
        let holds = Body { run: |_| (), ..BREAKS_ON_A_DOUBLED_HASH };
        let run = run(&holds, 0, Duration::ZERO).unwrap();
        assert_eq!(run.executions, holds.seeds().unwrap().len() as u64);
        assert_eq!(run.broken, None);
    }
}
