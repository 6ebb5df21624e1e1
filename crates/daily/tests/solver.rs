//! The solver never returns less than par, is exact where it can be, and is deterministic.

use std::sync::{Arc, LazyLock};

use daily::{Attempt, Effort, Puzzle, Solution, best_play, solve};
use engine::{Engine, NaiveMovegen};
use lexicon::{Lexicon, Origin, import::Importer};
use proptest::prelude::*;
use rules::{Language, Play, Rack, Score, Square, Tile, notation::tiles};

/// A language with 15 tiles, and a list in which preparing a later play pays off.
static SMALL: LazyLock<(Lexicon, Engine)> =
    LazyLock::new(|| toy("A 3 1\nE 3 1\nR 2 2\nS 2 1\nT 3 1\nX 1 8\n", 1));

/// The same with 13 tiles and no blank. After the first rack one tile is left in the bag.
static TINY: LazyLock<(Lexicon, Engine)> =
    LazyLock::new(|| toy("A 2 1\nE 3 1\nR 2 2\nS 2 1\nT 3 1\nX 1 8\n", 0));

fn toy(letters: &str, blanks: u8) -> (Lexicon, Engine) {
    let tiles = format!("code xx\nname Toy\nblanks {blanks}\n{letters}");
    let language = Arc::new(Language::parse(&tiles).unwrap());
    let words = "as at er re ax ex ear era are sea eat tea ate eta tax sat set star rats seat east text rest taxes \
                 stare extra taste state rates tears";
    let list = Importer::new(&language).read(words.replace(' ', "\n").as_bytes()).unwrap();
    let bytes = list.compile(&Origin::new("toy", "1", "2026-11-16")).unwrap();
    let lexicon = Lexicon::from_bytes(bytes, language).unwrap();
    let engine = Engine::new(&lexicon).unwrap();
    (lexicon, engine)
}

/// Searches everything.
const ALL: Effort = Effort { width: usize::MAX / 8, tried: usize::MAX / 8, finished: usize::MAX / 8 };

/// A puzzle with STATE on the board and these tiles in draw order.
fn toy_puzzle((lexicon, _): &(Lexicon, Engine), order: Vec<Tile>, turns: u32) -> Arc<Puzzle> {
    let language = lexicon.language();
    let word = language.spell("STATE").unwrap();
    let puzzle = Puzzle::from_parts("2026-11-16".parse().unwrap(), language.clone(), 1, word, order).unwrap();
    Arc::new(puzzle.with_turns(turns).unwrap())
}

/// The tiles of the small language without those of STATE.
fn other_tiles() -> Vec<Tile> {
    tiles::read_rack(SMALL.0.language(), "?AAEERRSXT").unwrap()
}

/// The highest total from here on, by exhaustive search over all legal moves.
///
/// Plays are found by walking the word graph.
fn highest_total(attempt: &Attempt, lexicon: &Lexicon) -> Score {
    if attempt.is_finished() {
        return attempt.score();
    }
    let rack = Rack::new(attempt.rack().iter().map(|drawn| drawn.tile).collect());
    let plays = NaiveMovegen::new(attempt.board(), lexicon).all(&rack);
    if attempt.turns().len() + 1 == attempt.puzzle().turn_count() as usize {
        // An exchange scores nothing, so only plays matter in the last turn.
        let scores = plays.iter().map(|placement| attempt.preview(placement).unwrap().score);
        return attempt.score() + scores.max().unwrap_or_default();
    }
    let mut highest = attempt.score();
    for placement in &plays {
        let mut next = attempt.clone();
        next.play(placement, lexicon).unwrap();
        highest = highest.max(highest_total(&next, lexicon));
    }
    let numbers: Vec<u8> = attempt.rack().iter().map(|drawn| drawn.number).collect();
    for swapped in 1..1_u16 << numbers.len() {
        let places = (0..numbers.len()).filter(|place| swapped >> place & 1 == 1);
        let mut next = attempt.clone();
        if next.exchange(&places.map(|place| numbers[place]).collect::<Vec<_>>()).is_ok() {
            highest = highest.max(highest_total(&next, lexicon));
        }
    }
    highest
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn an_exhaustive_search_finds_the_highest_total(
        order in Just(other_tiles()).prop_shuffle(),
        turns in 1_u32..=2,
    ) {
        let puzzle = toy_puzzle(&SMALL, order, turns);
        let solution = solve(&puzzle, &SMALL.1, ALL);
        prop_assert!(solution.is_proven);
        prop_assert_eq!(solution.best.total, highest_total(&Attempt::new(&puzzle), &SMALL.0));
        check_lines(&puzzle, &solution);
    }
}

#[test]
fn the_search_considers_redrawing_exchanged_tiles() {
    // With one tile in the bag, tiles exchanged in the first turn are drawn again in the second.
    let order = tiles::read_rack(TINY.0.language(), "EXRREATS").unwrap();
    let puzzle = toy_puzzle(&TINY, order, 3);
    let solution = solve(&puzzle, &TINY.1, ALL);
    assert!(solution.is_proven);
    assert_eq!(solution.best.total, highest_total(&Attempt::new(&puzzle), &TINY.0));
    check_lines(&puzzle, &solution);
}

/// Checks that both lines can be played and have the stated totals.
fn check_lines(puzzle: &Arc<Puzzle>, solution: &Solution) {
    assert!(solution.best.total >= solution.par.total);
    for line in [&solution.par, &solution.best] {
        let deeds = line.turns.iter().map(|turn| turn.deed.clone());
        let attempt = Attempt::replay(puzzle, deeds).unwrap();
        assert_eq!((attempt.turns(), attempt.score()), (&line.turns[..], line.total));
    }
}

/// The results for these dates and this size. They are the same on every machine.
#[test]
fn real_puzzles_are_solved_above_par_and_deterministically() {
    let effort = Effort { width: 20, tried: 200, finished: 1_000 };
    for (code, day, par, best) in [
        ("en", "2026-11-16", 192, 334),
        ("en", "2026-11-19", 161, 399),
        ("nl", "2026-11-17", 242, 295),
        ("nl", "2026-11-19", 148, 444),
    ] {
        let lexicon = wordlists::embedded(code).unwrap();
        let engine = Engine::new(lexicon).unwrap();
        let puzzle = Arc::new(Puzzle::of(day.parse().unwrap(), lexicon, &engine).unwrap());
        let solution = solve(&puzzle, &engine, effort);
        check_lines(&puzzle, &solution);
        assert!(!solution.is_proven);
        assert_eq!((solution.par.total, solution.best.total), (Score(par), Score(best)), "{code} {day}");
    }
}

#[test]
fn the_best_play_breaks_ties_in_the_documented_order() {
    let lexicon = wordlists::embedded("en").unwrap();
    let engine = Engine::new(lexicon).unwrap();
    let rank = |play: &Play| {
        let main = play.main_word();
        let blanks: Vec<Square> =
            play.tiles.iter().filter(|(_, laid)| laid.is_blank).map(|(square, _)| *square).collect();
        (play.tiles.len(), main.direction, main.start, main.letters.clone(), blanks.len(), blanks)
    };
    let mut ties = 0;
    for day in 1..=20 {
        let day = format!("2026-03-{day:02}").parse().unwrap();
        let attempt = Attempt::new(&Arc::new(Puzzle::of(day, lexicon, &engine).unwrap()));
        let rack = Rack::new(attempt.rack().iter().map(|drawn| drawn.tile).collect());
        let placements = NaiveMovegen::new(attempt.board(), lexicon).all(&rack);
        let plays: Vec<Play> =
            placements.iter().map(|placement| attempt.preview(placement).unwrap()).collect();
        let highest = plays.iter().map(|play| play.score).max().unwrap();
        let mut tied: Vec<&Play> = plays.iter().filter(|play| play.score == highest).collect();
        tied.sort_by_key(|play| rank(play));
        assert_eq!(best_play(&attempt, &engine).as_ref(), Some(tied[0]), "{day}");
        tied.dedup();
        ties += usize::from(tied.len() > 1);
    }
    assert!(ties >= 3, "there are ties to break: {ties}");
}
