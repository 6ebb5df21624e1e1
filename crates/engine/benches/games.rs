//! Benchmark of self-play by static equity: the time per game and the average score.
//!
//! `cargo bench -p engine --bench games [-- LANGUAGE GAMES SEED]`. Also runs under cachegrind: the
//! cost of a game is the difference between two runs, divided by the difference of their GAMES.

use std::{env, time::Instant};

use engine::{Engine, Rng, Searcher, SelfPlayGame};

/// Peak memory of the fastest comparable engine in its fastest configuration.
const MEMORY_MAX_MB: u64 = 123;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let argument =
        |index: usize, otherwise: &'static str| arguments.get(index).map_or(otherwise, String::as_str);
    let language = argument(0, "en");
    let games: u64 = argument(1, "500").parse().expect("a number of games");
    let seed: u64 = argument(2, "1").parse().expect("a seed");
    let lexicon = wordlists::embedded(language).expect("a language that is there");
    let begun = Instant::now();
    let engine = Engine::new(lexicon).expect("a small alphabet");
    println!("ready after {:?}", begun.elapsed());
    let mut searcher = Searcher::new(&engine);
    let (mut points, mut turns, mut bingos) = (0_i64, 0_u64, 0_u64);
    let begun = Instant::now();
    for game in 0..games {
        let mut chance = Rng::new(seed.wrapping_mul(1 << 32).wrapping_add(game));
        let mut duel = SelfPlayGame::new(lexicon.language(), &mut chance);
        while !duel.is_over() {
            let (choice, _) = searcher.best_choice(&duel.position());
            duel.make(&choice, &engine, &mut chance);
        }
        points += i64::from(duel.scores().iter().sum::<i32>());
        turns += u64::from(duel.turns());
        bingos += u64::from(duel.bingos());
    }
    // The average of a few games varies widely; that of ten thousand is accurate to a third of a
    // point.
    let least = if games >= 10_000 && language == "en" { 424 } else { 400 };
    assert!(points >= least * 2 * games as i64, "the engine plays badly: {points} points in {games} games");
    let taken = begun.elapsed();
    // A profiler such as cachegrind adds its own memory; such runs pass arguments.
    if let Some(peak) = peak_memory_mb().filter(|_| arguments.is_empty()) {
        println!("{peak} MB at most");
        assert!(peak < MEMORY_MAX_MB, "the fastest engine of the field takes {MEMORY_MAX_MB} MB");
    }
    let each = games.max(1) as f64;
    println!(
        "{games} games: {:.2} points a player, {:.2} turns and {:.2} bingos a game, {:.0} games a second",
        points as f64 / each / 2.0,
        turns as f64 / each,
        bingos as f64 / each,
        each / taken.as_secs_f64(),
    );
}

/// Peak resident memory of this process, on systems with `/proc`.
fn peak_memory_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix(" kB")?.parse::<u64>().ok()? >> 10)
}
