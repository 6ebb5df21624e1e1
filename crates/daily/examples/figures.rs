//! Prints puzzles and solutions of some dates.
//!
//! Run with `cargo run --release -p daily --example figures -- en 2026-11-16 30`.

use std::{sync::Arc, time::Instant};

use daily::{Day, Effort, Puzzle, solve};
use engine::Engine;
use rules::notation::tiles;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [code, day, count, ..] = &arguments[..] else { panic!("expected LANGUAGE DATE COUNT") };
    let numbers: Vec<usize> = arguments[3..].iter().map(|text| text.parse().expect("a number")).collect();
    let effort = match numbers[..] {
        [width, tried, finished] => Effort { width, tried, finished },
        _ => Effort::USUAL,
    };
    let lexicon = wordlists::embedded(code).expect("a language with a list");
    let engine = Engine::new(lexicon).expect("a list of an alphabet that the engine can hold");
    let mut day: Day = day.parse().expect("a date");
    let (mut pars, mut bests, mut longest) = (0, 0, 0.0_f64);
    let count: i32 = count.parse().expect("a number of days");
    for _ in 0..count {
        let began = Instant::now();
        let puzzle = Arc::new(Puzzle::of(day, lexicon, &engine).expect("a puzzle"));
        let made = began.elapsed().as_secs_f64();
        let began = Instant::now();
        let solution = solve(&puzzle, &engine, effort);
        let solved = began.elapsed().as_secs_f64();
        let language = puzzle.language();
        let line: Vec<String> = solution
            .best
            .turns
            .iter()
            .map(|turn| format!("{} ({})", &turn.deed.write(language)[3..], turn.score))
            .collect();
        println!(
            "{day} {:7} {:7} par {:3} best {:3} proven {} made {made:.2} s solved {solved:.1} s  {}",
            language.write(puzzle.starting_word()),
            tiles::write_rack(language, &puzzle.order()[..7]),
            solution.par.total,
            solution.best.total,
            solution.is_proven,
            line.join(", "),
        );
        pars += solution.par.total.0;
        bests += solution.best.total.0;
        longest = longest.max(solved);
        day = day.next();
    }
    println!(
        "{count} days: par {:.1}, best {:.1}, longest {longest:.1} s",
        f64::from(pars) / f64::from(count),
        f64::from(bests) / f64::from(count)
    );
}
