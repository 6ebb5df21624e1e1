//! Trains leave values by self-play; `cargo xtask leaves LANGUAGE` runs this in release mode.
//!
//! Training runs in generations. In each generation the engine plays with the values of the
//! previous one and counts what racks are worth; each generation plays more games than the one
//! before. Progress is saved to the folder, and an interrupted run resumes from there. The same
//! seed gives the same values for any number of threads.

use std::{
    fs,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use engine::{Engine, LeaveTraining, Leaves, Rng, Searcher};
use indicatif::{ProgressBar, ProgressStyle};
use lexicon::Lexicon;

/// The number of games of each generation, played in lots of [`LOT`].
const GENERATIONS: [u64; 4] = [20_000, 40_000, 80_000, 160_000];
const LOT: u64 = 1_000;
/// The counts are saved after this many lots.
const LOTS_TO_KEEP: u64 = 20;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [language, folder, rest @ ..] = &arguments[..] else {
        println!("LANGUAGE FOLDER [SEED]: writes FOLDER/LANGUAGE.bin");
        return;
    };
    let seed: u64 = rest.first().map_or(1, |seed| seed.parse().expect("a seed is a number"));
    let lexicon = wordlists::embedded(language).expect("a language that is there");
    let folder = Path::new(folder);
    fs::create_dir_all(folder).expect("a folder to write to");
    let letters = lexicon.language().letters().len();
    let mut leaves = Leaves::untrained(letters);
    for (generation, games) in GENERATIONS.into_iter().enumerate() {
        let file = folder.join(format!("{language}-{seed}-{generation}.bin"));
        if let Ok(bytes) = fs::read(&file) {
            leaves = Leaves::from_bytes(&bytes, letters).expect("a file of an earlier run");
            continue;
        }
        let lots = folder.join(format!("{language}-{seed}-{generation}.lots"));
        let census = count(lexicon, leaves, seed, generation as u64, games, &lots);
        leaves = census.leaves(lexicon.language());
        keep(&file, &leaves.to_bytes());
        println!("generation {}: {} racks counted in {games} games", generation + 1, census.racks());
    }
    keep(&folder.join(format!("{language}.bin")), &leaves.to_bytes());
}

fn count(
    lexicon: &Lexicon,
    leaves: Leaves,
    seed: u64,
    generation: u64,
    games: u64,
    file: &Path,
) -> LeaveTraining {
    let engine = Engine::new(lexicon).expect("a small alphabet").with_leaves(leaves);
    let letters = lexicon.language().letters().len();
    let lots = games / LOT;
    let (begun, census) = read(file, letters).unwrap_or_else(|| (0, LeaveTraining::new(letters)));
    let progress = ProgressBar::new(lots)
        .with_position(begun)
        .with_message(format!("generation {}", generation + 1))
        .with_style(ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}").expect("a template"));
    let total = Mutex::new(census);
    for first in (begun..lots).step_by(LOTS_TO_KEEP as usize) {
        let next = AtomicU64::new(first);
        let end = lots.min(first + LOTS_TO_KEEP);
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(|| {
                    let mut searcher = Searcher::new(&engine);
                    loop {
                        let lot = next.fetch_add(1, Ordering::Relaxed);
                        if lot >= end {
                            break;
                        }
                        let mut counted = LeaveTraining::new(letters);
                        let mut chance = Rng::new(seed << 48 | generation << 40 | lot);
                        for _ in 0..LOT {
                            counted.play_and_count(&mut searcher, &mut chance);
                        }
                        total.lock().expect("nobody panics with it").merge(&counted);
                        progress.inc(1);
                    }
                });
            }
        });
        let census = total.lock().expect("nobody panics with it");
        let mut bytes = end.to_le_bytes().to_vec();
        bytes.extend(census.to_bytes());
        keep(file, &bytes);
    }
    progress.finish_and_clear();
    total.into_inner().expect("nobody panics with it")
}

/// Replaces a file atomically, because a run may be interrupted at any time.
fn keep(file: &Path, bytes: &[u8]) {
    let part = file.with_extension("part");
    fs::write(&part, bytes).expect("a folder to write to");
    fs::rename(&part, file).expect("a folder to write to");
}

fn read(file: &Path, letters: usize) -> Option<(u64, LeaveTraining)> {
    let bytes = fs::read(file).ok()?;
    let (lots, census) = bytes.split_first_chunk()?;
    Some((u64::from_le_bytes(*lots), LeaveTraining::from_bytes(census, letters)?))
}
