//! Benchmark of search: two-turn rollouts of one position, and one endgame solved to its end.
//!
//! `cargo bench -p engine --bench ahead [-- simulation ROUNDS | endgame WORK]`. Also runs under
//! cachegrind: the cost of a rollout is the difference between two runs with different ROUNDS,
//! divided by the difference of the rollout counts they print.

use std::{env, time::Instant};

use engine::{Budget, Choice, Engine, Observation, Rng, Searcher};
use rules::notation::{Coordinate, read_board, tiles};
use rules::{Preset, Rack};

/// The positions that the fastest engines publish measurements for.
const SIMULATED: (&str, &str) =
    ("15/5G9/5L9/5E9/5E9/5MI2J5/5EN2I5/3QINDARS5/1B1U2U2M5/1EGO2L8/1VET2I8/1YEH2N8/2Z12/15/15", "AEEHOPS");
const ENDGAME: (&str, &str) = (
    "4GOWD7/4L5O2R1/2BOA5U1PE1/2LID1CAVItIED1/2ODE5S1TO1/2TI1Q3FA2W1/3UTA3ON2AR/3MOTTE1AG3E/4N2HMm4U/1F2S4I4S/1R2I3BE4I/VEXIL2JURAL2N/1A2A3N5G/1K2R3N6/EYE12",
    "EEYTOEC",
);
/// The best known move for [`ENDGAME`], and its spread.
const BEST_KNOWN: (&str, i32) = ("H12", 45);
/// Enough work to find [`BEST_KNOWN`].
const USUAL_WORK: u64 = 200_000;
/// The number of candidates that other engines compare.
const CANDIDATES: usize = 10;
/// A rollout searches for two moves.
const ROUND: Budget = Budget::work(2 * 2_000);

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number = |text: &str| text.parse().expect("a number");
    let lexicon = wordlists::embedded("en").expect("English is there");
    let engine = Engine::new(lexicon).expect("a small alphabet");
    match &arguments[..] {
        [what, rounds] if what == "simulation" => simulation(&engine, number(rounds)),
        [what, work] if what == "endgame" => endgame(&engine, number(work)),
        _ => {
            simulation(&engine, 5);
            endgame(&engine, USUAL_WORK);
        }
    }
}

fn simulation(engine: &Engine, rounds: u64) {
    let rules = Preset::Validated.rules(engine.language().clone());
    let board = read_board(SIMULATED.0, engine.language()).expect("a board");
    let rack = Rack::new(tiles::read_rack(engine.language(), SIMULATED.1).expect("a rack"));
    let bag_count = engine.language().tile_count() - board.tiles().count() - 2 * Rack::SIZE;
    let position = Observation::of_two(&board, &rack, bag_count, &rules).position(engine);
    let mut searcher = Searcher::new(engine);
    let begun = Instant::now();
    let mut rollouts = 0;
    for round in 0..rounds {
        let weighed = searcher.simulate(&position, CANDIDATES, ROUND, &mut Rng::new(round));
        assert!(weighed[0].outlook >= weighed[1].outlook || weighed[1].rollouts < weighed[0].rollouts);
        rollouts += weighed.iter().map(|line| u64::from(line.rollouts)).sum::<u64>();
    }
    let taken = begun.elapsed().as_secs_f64();
    println!("{rollouts} rollouts of two turns: {:.0} a second", rollouts as f64 / taken);
}

fn endgame(engine: &Engine, work: u64) {
    let rules = Preset::Open.rules(engine.language().clone());
    let board = read_board(ENDGAME.0, engine.language()).expect("a board");
    let rack = Rack::new(tiles::read_rack(engine.language(), ENDGAME.1).expect("a rack"));
    let position = Observation::of_two(&board, &rack, 0, &rules).position(engine);
    let begun = Instant::now();
    let solution = Searcher::new(engine).solve_endgame(&position, Budget::work(work));
    let Choice::Play(play) = solution.choice else { panic!("{solution:?}") };
    let start = Coordinate { square: play.start(), direction: play.direction() };
    println!(
        "the endgame: {start} {} for {:+}, {}, in {:.1} s",
        engine.language().write(&play.word(engine)),
        solution.spread,
        if solution.is_proven { "proven" } else { "not proven" },
        begun.elapsed().as_secs_f64()
    );
    if work >= USUAL_WORK {
        assert_eq!((start.to_string().as_str(), solution.spread), BEST_KNOWN, "what the peers found, too");
    }
}
