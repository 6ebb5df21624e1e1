//! How long a look-up takes, how long until the lists inside the program are ready, and how large they are.
//!
//! `cargo bench -p wordlists`. The ways to look up take turns, five rounds, and the median counts; every answer is
//! checked. The words are in random order, so that no two neighbours share their path through the graph.

// Counts of words are far below what a float holds exactly.
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
    // `cargo test --benches` runs this too, without optimisation: then the answers are checked and nothing is measured.
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

/// What happens once when the program starts, done anew.
fn make_ready() {
    for lexicon in wordlists::all() {
        // The bytes are copied where the program borrows them, so that this is rather too long than too short.
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

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}
