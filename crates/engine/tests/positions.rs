//! The plain finder and the rules agree with two independent engines on every play: how many there are, what they
//! score together, and what the best scores. A line is `BOARD RACK PLAYS SUM BEST`.

use std::collections::HashSet;

use engine::Finder;
use rules::notation::{read_board, tiles};
use rules::{LegalPlay, Rack};

const POSITIONS: &str = include_str!("positions.txt");

#[test]
fn every_play_of_every_position_is_found_and_scored() {
    let lexicon = wordlists::embedded("en").expect("English is there");
    let language = lexicon.language();
    for line in POSITIONS.lines() {
        let columns: Vec<&str> = line.split(' ').collect();
        let board = read_board(columns[0], language).expect("a board");
        let rack = Rack::new(tiles::read_rack(language, columns[1]).expect("a rack"));
        let scores: Vec<i32> = Finder::new(&board, lexicon)
            .all(&rack)
            .iter()
            .map(|placement| LegalPlay::check(placement, &board, &rack, language).expect("a legal play"))
            .filter(|play| !board.is_empty() || play.main_word().direction == rules::Direction::Across)
            .map(|play| (play.tiles.clone(), play.score.0))
            // A single tile that forms two words is found twice and is one play.
            .collect::<HashSet<_>>()
            .into_iter()
            .map(|(_, score)| score)
            .collect();
        let found = (
            scores.len().to_string(),
            scores.iter().sum::<i32>().to_string(),
            scores.iter().max().unwrap_or(&0).to_string(),
        );
        let expected = (columns[2].to_owned(), columns[3].to_owned(), columns[4].to_owned());
        assert_eq!(found, expected, "{line}");
    }
}
