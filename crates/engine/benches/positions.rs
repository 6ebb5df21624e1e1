//! Benchmark of move generation over many positions; compares the totals with known ones.
//!
//! `cargo bench -p engine --bench positions [-- FILE (all|best|equity) ROUNDS]`. Also runs under
//! cachegrind: the cost of a round is the difference between two runs, divided by the difference of
//! their ROUNDS.

use std::{env, fs, hint::black_box, time::Instant};

use engine::{Engine, Grid, Position, Searcher};
use rules::Rack;
use rules::notation::{read_board, tiles};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [file, what, rounds] = &arguments[..] {
        measure(file, what, rounds.parse().expect("a number of rounds"));
    } else {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions.txt");
        measure(file, "all", 1);
        measure(file, "best", 1);
        measure(file, "equity", 1);
    }
}

fn measure(file: &str, what: &str, rounds: usize) {
    let lexicon = wordlists::embedded("en").expect("English is there");
    let begun = Instant::now();
    let engine = Engine::new(lexicon).expect("a small alphabet");
    println!("ready after {:?}", begun.elapsed());
    let text = fs::read_to_string(file).expect("a file of positions");
    let language = lexicon.language();
    let positions: Vec<_> = text
        .lines()
        .map(|line| {
            let columns: Vec<&str> = line.split(' ').collect();
            let board = read_board(columns[0], language).expect("a board");
            let rack = Rack::new(tiles::read_rack(language, columns[1]).expect("a rack"));
            let known: Vec<i64> =
                columns[2..].iter().map(|number| number.parse().expect("a number")).collect();
            (engine.grid(&board), rack, known, line)
        })
        .collect();
    let mut searcher = Searcher::new(&engine);
    let mut found = Vec::new();
    let begun = Instant::now();
    let (mut plays, mut sum, mut best) = (0, 0, 0);
    for round in 0..rounds {
        for (grid, rack, known, line) in &positions {
            match what {
                "all" => {
                    searcher.all_plays(grid, rack, &mut found);
                    black_box(&found);
                    if round == 0 {
                        let count = found.len() as i64;
                        let total = found.iter().map(|play| i64::from(play.score().0)).sum::<i64>();
                        let most = found.iter().map(|play| i64::from(play.score().0)).max().unwrap_or(0);
                        assert_eq!([count, total, most], known[..], "{line}");
                        plays += count;
                        sum += total;
                        best += most;
                    }
                }
                "best" => {
                    let found = black_box(searcher.highest_play(grid, rack));
                    if round == 0 {
                        let most = found.map_or(0, |play| i64::from(play.score().0));
                        assert_eq!(most, known[2], "{line}");
                        best += most;
                    }
                }
                "equity" => {
                    let position = position(grid, rack);
                    let (_, equity) = black_box(searcher.best_choice(&position));
                    if round == 0 {
                        let (_, most) = searcher.candidates(&position, 1)[0];
                        assert_eq!(equity, most, "{line}");
                    }
                }
                _ => panic!("all, best or equity"),
            }
        }
    }
    let each = begun.elapsed() / (rounds.max(1) * positions.len()) as u32;
    println!("{} positions: {plays} plays, sum {sum}, best {best}; {each:?} a position", positions.len());
}

/// A mid-game position, with a bag far from empty.
fn position(grid: &Grid, rack: &Rack) -> Position {
    Position::in_the_middle(grid.clone(), rack)
}
