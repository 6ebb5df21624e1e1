//! Measures look-ups, loading the built-in lists, and their size.
//!
//! Run with `cargo bench -p wordlists`. The look-up methods alternate for five rounds, and the
//! median is reported. Every answer is checked. The words are in random order, so that consecutive
//! words do not share their path through the graph.

// Word counts are far below the limit of exact floats.
#![allow(clippy::cast_precision_loss)]

use std::{
    collections::HashSet,
    hint::black_box,
    time::{Duration, Instant},
};

use lexicon::Lexicon;
use rules::{Letter, Words};

const ROUNDS: usize = 5;
const LOOKUPS: usize = 200_000;

fn main() {
    // `cargo test --benches` runs this without optimisation: it checks the answers and measures
    // nothing.
    let is_measured = std::env::args().any(|argument| argument == "--bench");
    let ready = median((0..ROUNDS).map(|_| time(make_ready)).collect());
    for lexicon in wordlists::all() {
        measure(lexicon);
    }
    println!("all lists ready after {:.2} ms", ready.as_secs_f64() * 1e3);
    if is_measured {
        assert!(ready < Duration::from_millis(10));
    }
}

/// Repeats the loading that happens once at program start.
fn make_ready() {
    for lexicon in wordlists::all() {
        // The program borrows the bytes. Copying them here makes this slightly slower, never
        // faster.
        let bytes = lexicon.bytes().to_vec();
        let again = Lexicon::from_bytes(bytes, lexicon.language().clone()).unwrap();
        assert_eq!(again.metadata(), lexicon.metadata());
    }
}

fn measure(lexicon: &Lexicon) {
    let words: Vec<Vec<Letter>> = lexicon.words().collect();
    let letters: Vec<Letter> = lexicon.language().letters().collect();
    let texts: HashSet<String> = words.iter().map(|word| lexicon.language().write(word)).collect();
    let set: HashSet<Vec<Letter>> = words.iter().cloned().collect();
    let mut random = Random(2026);

    let hits: Vec<Vec<Letter>> = (0..LOOKUPS).map(|_| words[random.below(words.len())].clone()).collect();
    // Non-words as players try them: a word with one letter changed.
    let mut misses = Vec::with_capacity(LOOKUPS);
    while misses.len() < LOOKUPS {
        let mut word = words[random.below(words.len())].clone();
        let place = random.below(word.len());
        word[place] = letters[random.below(letters.len())];
        if !set.contains(&word) {
            misses.push(word);
        }
    }

    let code = lexicon.language().code();
    let size = lexicon.bytes().len();
    println!(
        "{code}: {} words, {size} bytes, {:.2} bytes a word",
        words.len(),
        size as f64 / words.len() as f64
    );
    for (name, tried, expected) in [("words", &hits, LOOKUPS), ("non-words", &misses, 0)] {
        let mut times = [Vec::new(), Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            times[0].push(time(|| assert_eq!(count(tried, |word| lexicon.contains(word)), expected)));
            times[1].push(time(|| assert_eq!(count(tried, |word| set.contains(word)), expected)));
            let written: Vec<String> = tried.iter().map(|word| lexicon.language().write(word)).collect();
            let found = || written.iter().filter(|word| texts.contains(black_box(word.as_str()))).count();
            times[2].push(time(|| assert_eq!(found(), expected)));
        }
        let [graph, set, texts] = times.map(|times| median(times).as_secs_f64() * 1e9 / LOOKUPS as f64);
        println!(
            "{code} {name}: graph {graph:.1} ns, HashSet<Vec<Letter>> {set:.1} ns ({:.2} times the graph), \
             HashSet<String> {texts:.1} ns ({:.2} times)",
            set / graph,
            texts / graph
        );
    }
}

fn count(words: &[Vec<Letter>], is_word: impl Fn(&[Letter]) -> bool) -> usize {
    words.iter().filter(|word| is_word(black_box(word))).count()
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// A pseudorandom generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
