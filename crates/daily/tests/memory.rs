//! The peak memory of one search. This test needs its own binary: the counter is global.

use std::sync::Arc;

use daily::{Effort, Puzzle, solve};
use engine::Engine;
use peak_alloc::PeakAlloc;
use rules::Score;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The limit for one search, in addition to the engine, which a server has in memory anyway.
const BYTES_MAX: usize = 64 << 20;

#[test]
fn one_search_takes_at_most_64_megabytes_in_addition_to_the_engine() {
    let lexicon = wordlists::embedded("en").unwrap();
    let engine = Engine::new(lexicon).unwrap();
    let puzzle = Arc::new(Puzzle::of("2026-11-16".parse().unwrap(), lexicon, &engine).unwrap());
    let idle = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let solution = solve(&puzzle, &engine, Effort::USUAL);
    let taken = ALLOCATED.peak_usage() - idle;
    assert!(taken < BYTES_MAX, "{} kB were allocated at once", taken / 1024);
    // The limit does not cost any points: an unlimited search finds the same.
    assert_eq!((solution.par.total, solution.best.total), (Score(192), Score(356)));
}
