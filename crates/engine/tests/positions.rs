//! Both move generators and the rules agree with two independent engines on every play.
//!
//! Compared are the number of plays, the sum of their scores, and the highest score. A line of the
//! file is `BOARD RACK PLAYS SUM BEST`.

use std::collections::HashSet;
use std::sync::LazyLock;

use engine::{Engine, NaiveMovegen, Searcher};
use rules::notation::{read_board, tiles};
use rules::{Board, LegalPlay, Rack, Words};

const POSITIONS: &str = include_str!("positions.txt");

static ENGLISH: LazyLock<Engine> =
    LazyLock::new(|| Engine::new(wordlists::embedded("en").expect("English is there")).expect("26 letters"));

struct Expected {
    board: Board,
    rack: Rack,
    /// The number of plays, the sum of their scores, and the highest score.
    totals: [i32; 3],
    line: &'static str,
}

fn positions() -> impl Iterator<Item = Expected> {
    POSITIONS.lines().map(|line| {
        let columns: Vec<&str> = line.split(' ').collect();
        let number = |column: usize| columns[column].parse().expect("a number");
        Expected {
            board: read_board(columns[0], ENGLISH.language()).expect("a board"),
            rack: Rack::new(tiles::read_rack(ENGLISH.language(), columns[1]).expect("a rack")),
            totals: [number(2), number(3), number(4)],
            line,
        }
    })
}

fn totals(scores: &[i32]) -> [i32; 3] {
    [scores.len() as i32, scores.iter().sum(), scores.iter().copied().max().unwrap_or(0)]
}

#[test]
fn the_engine_finds_every_play_and_scores_it_as_the_rules_do() {
    let mut searcher = Searcher::new(&ENGLISH);
    let lexicon = wordlists::embedded("en").unwrap();
    let mut found = Vec::new();
    for Expected { board, rack, totals: known, line } in positions() {
        let grid = ENGLISH.grid(&board);
        searcher.all_plays(&grid, &rack, &mut found);
        let scores: Vec<i32> = found.iter().map(|play| play.score().0).collect();
        assert_eq!(totals(&scores), known, "{line}");
        let different: HashSet<_> = found.iter().map(|play| play.tiles(&ENGLISH, &grid)).collect();
        assert_eq!(different.len(), found.len(), "{line}");
        // A sample: the rules take too long to check thousands of plays.
        for play in found.iter().step_by(1 + found.len() / 50) {
            let placement = play.placement(&ENGLISH, &grid);
            let legal =
                LegalPlay::check(&placement, &board, &rack, ENGLISH.language()).expect("a legal play");
            assert_eq!(legal.score, play.score(), "{line}");
            assert!(legal.words.iter().all(|word| lexicon.contains(&word.letters)), "{line}");
            assert_eq!(legal.tiles.len(), play.tile_count(), "{line}");
        }
    }
}

#[test]
fn the_search_for_the_best_play_finds_the_highest_score() {
    let mut searcher = Searcher::new(&ENGLISH);
    for Expected { board, rack, totals: [_, _, best], line } in positions() {
        let found = searcher.highest_play(&ENGLISH.grid(&board), &rack);
        assert_eq!(found.map_or(0, |play| play.score().0), best, "{line}");
    }
}

#[test]
fn the_reference_finder_finds_every_play() {
    let lexicon = wordlists::embedded("en").unwrap();
    for Expected { board, rack, totals: known, line } in positions().step_by(40) {
        let scores: Vec<i32> = NaiveMovegen::new(&board, lexicon)
            .all(&rack)
            .iter()
            .map(|placement| {
                LegalPlay::check(placement, &board, &rack, lexicon.language()).expect("a legal play")
            })
            .filter(|play| !board.is_empty() || play.main_word().direction == rules::Direction::Across)
            .map(|play| (play.tiles.clone(), play.score.0))
            // A single tile that forms two words is found twice but is one play.
            .collect::<HashSet<_>>()
            .into_iter()
            .map(|(_, score)| score)
            .collect();
        assert_eq!(totals(&scores), known, "{line}");
    }
}
