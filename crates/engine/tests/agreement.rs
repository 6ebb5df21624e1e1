//! The engine and the reference finder agree on random boards.
//!
//! The cases cover a small list, many blanks, Dutch, and an alphabet too large for four bits per
//! letter.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

use engine::{Engine, Grid, NaiveMovegen, Rng, Searcher};
use lexicon::{Lexicon, Origin, import::Importer};
use rules::{Board, Direction, LaidTile, Language, LegalPlay, Rack, Square, Tile};

type Laid = Vec<(Square, LaidTile)>;

/// Lays random plays one after the other and compares both generators at every turn.
fn both_find_the_same(lexicon: &Lexicon, seed: u64, turns: usize) {
    let engine = Engine::new(lexicon).unwrap();
    let language = lexicon.language();
    let mut searcher = Searcher::new(&engine);
    let mut chance = Rng::new(seed);
    let mut board = Board::empty();
    let mut bag: Vec<Tile> =
        language.tiles().flat_map(|tile| std::iter::repeat_n(tile, language.count(tile))).collect();
    chance.shuffle(&mut bag);
    let mut found = Vec::new();
    for _ in 0..turns {
        let size = 1 + chance.below(Rack::SIZE);
        if bag.len() < size {
            break;
        }
        let rack = Rack::new(bag.split_off(bag.len() - size));
        let grid = engine.grid(&board);
        searcher.all_plays(&grid, &rack, &mut found);
        let mut fast: Vec<(Laid, i32)> =
            found.iter().map(|play| (sorted(play.tiles(&engine, &grid)), play.score().0)).collect();
        let blanks = |tiles: &Laid| tiles.iter().filter(|(_, laid)| laid.is_blank).count();
        let mut plain: Vec<(Laid, i32)> = NaiveMovegen::new(&board, lexicon)
            .all(&rack)
            .iter()
            .map(|placement| LegalPlay::check(placement, &board, &rack, language).unwrap())
            .filter(|play| !board.is_empty() || play.main_word().direction == Direction::Across)
            .map(|play| (sorted(play.tiles.clone()), play.score.0))
            // The engine lays at most two blanks.
            .filter(|(tiles, _)| blanks(tiles) <= 2)
            .collect::<HashSet<_>>()
            .into_iter()
            .collect();
        fast.sort();
        plain.sort();
        assert_eq!(fast, plain, "{board:?} {rack:?}");
        let best = searcher.highest_play(&grid, &rack).map(|play| play.score().0);
        assert_eq!(best, plain.iter().map(|(_, score)| *score).max());
        if !found.is_empty() {
            for (square, laid) in found[chance.below(found.len())].tiles(&engine, &grid) {
                board.lay(square, laid);
            }
        }
    }
}

fn sorted(mut tiles: Laid) -> Laid {
    tiles.sort();
    tiles
}

fn list(language: &Arc<Language>, words: &str) -> Lexicon {
    let list = Importer::new(language).read(words.as_bytes()).unwrap();
    let bytes = list.compile(&Origin::new("a test", "1", "2026-11-16")).unwrap();
    Lexicon::from_bytes(bytes, language.clone()).unwrap()
}

#[test]
fn both_generators_agree_with_a_small_list() {
    let words =
        "ab aba abba at ate eat ea tea ta tat tate seat sea set se ast asset assess tests bet beat best ox";
    let lexicon = list(&Language::by_code("en").unwrap(), &words.replace(' ', "\n"));
    for seed in 0..40 {
        both_find_the_same(&lexicon, seed, 12);
    }
}

#[test]
fn both_generators_agree_with_many_blanks() {
    let text = "code xx\nname Blanks\nblanks 12\nA 6 1\nB 4 3\nE 6 1\nT 6 1\n";
    let language = Arc::new(Language::parse(text).unwrap());
    let lexicon = list(&language, "ab\nbat\nbate\ntab\ntea\neat\nat\nta\nbet\nbeat\nabet\nabate\nbe\n");
    for seed in 0..40 {
        both_find_the_same(&lexicon, seed, 4);
    }
}

#[test]
fn both_generators_agree_in_dutch() {
    for seed in 0..2 {
        both_find_the_same(wordlists::embedded("nl").unwrap(), seed, 6);
    }
}

#[test]
fn both_generators_agree_with_an_alphabet_of_forty_letters() {
    // Letters of two characters, as some alphabets have.
    let letters: Vec<String> =
        (0..40_u8).map(|n| format!("{}{}", (b'A' + n / 8) as char, (b'A' + n % 8) as char)).collect();
    let mut text = String::from("code xx\nname Forty\nblanks 2\n");
    for letter in &letters {
        writeln!(text, "{letter} 3 2").unwrap();
    }
    let language = Arc::new(Language::parse(&text).unwrap());
    let mut chance = Rng::new(7);
    let mut words = String::new();
    for _ in 0..3000 {
        for _ in 0..2 + chance.below(4) {
            words += &letters[chance.below(40)];
        }
        words.push('\n');
    }
    let lexicon = list(&language, &words);
    for seed in 0..10 {
        both_find_the_same(&lexicon, seed, 10);
    }
}

#[test]
fn a_grid_updated_by_plays_equals_one_read_from_the_board() {
    let lexicon = wordlists::embedded("en").unwrap();
    let engine = Engine::new(lexicon).unwrap();
    let mut searcher = Searcher::new(&engine);
    let mut chance = Rng::new(3);
    let mut duel = engine::SelfPlayGame::new(lexicon.language(), &mut chance);
    while !duel.is_over() {
        let (choice, _) = searcher.best_choice(&duel.position());
        duel.make(&choice, &engine, &mut chance);
        assert!(duel.position().grid() == &Grid::clone(&engine.grid(duel.board())));
    }
    assert!(duel.turns() > 10);
}
