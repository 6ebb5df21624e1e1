use rules::{Board, Language, LegalPlay, Play, Premium, Preset, Rack, Score, Tile};
use testkit::{ANN, BOB, lay, placement, tiles};

use crate::dealt;

/// The play of a word in English on a board with other words on it.
fn play(lying: &[(&str, &str)], rack: &str, place: &str, word: &str) -> Play {
    let language = Language::by_code("en").unwrap();
    let mut board = Board::empty();
    for (place, word) in lying {
        lay(&mut board, &language, place, word);
    }
    let placement = placement(&language, &board, place, word);
    let rack = Rack::new(tiles(&language, rack));
    LegalPlay::check(&placement, &board, &rack, &language).unwrap().into_play()
}

fn words(play: &Play) -> Vec<(String, i32)> {
    let language = Language::by_code("en").unwrap();
    play.words.iter().map(|word| (language.write(&word.letters), word.score.0)).collect()
}

#[test]
fn quiz_with_the_z_on_the_centre_and_zoo_through_that_z_make_68() {
    let play = play(&[("H9", "OO")], "QUIZABC", "8E", "QUIZ");
    assert_eq!(words(&play), [("QUIZ".to_owned(), 44), ("ZOO".to_owned(), 24)]);
    assert_eq!(play.score, Score(68));
}

#[test]
fn word_with_the_dutch_w_on_a_triple_letter_and_the_d_on_a_double_word_makes_40() {
    // This play is impossible on the board, so the test only checks the arithmetic.
    let dutch = Language::by_code("nl").unwrap();
    let squares = [Premium::TripleLetter, Premium::Plain, Premium::Plain, Premium::DoubleWord];
    let letters = dutch.spell("WORD").unwrap();
    let points = letters.iter().zip(squares).map(|(&letter, premium)| {
        let points = dutch.points(Tile::Letter(letter));
        premium.letter_score(points)
    });
    let factor: i32 = squares.iter().map(|premium| premium.word_factor()).product();
    assert_eq!(points.sum::<Score>() * factor, Score(40));
}

#[test]
fn each_premium_square_multiplies_as_defined() {
    for (lying, place, word, score, why) in [
        (vec![], "8H", "CAT", 10, "the star doubles the word: (3 + 1 + 1) × 2"),
        (vec![], "8F", "CAT", 10, "wherever the star lies in it"),
        (vec![("8H", "CAT")], "8K", "SE", 8, "the E lies on a double letter: 3 + 1 + 1 + 1 + 2"),
        (vec![("6I", "A")], "6J", "F", 13, "the F lies on a triple letter: 1 + 4 × 3"),
        (vec![("5J", "A")], "5K", "F", 10, "the F lies on a double word: (1 + 4) × 2"),
        (vec![("8N", "A")], "8O", "F", 15, "the F lies on a triple word: (1 + 4) × 3"),
    ] {
        let play = play(&lying, "CATFSEE", place, word);
        assert_eq!(play.score, Score(score), "{why}");
    }
}

#[test]
fn only_newly_placed_tiles_use_premium_squares() {
    let mut table = dealt(Preset::Open, &["QUIZEST", "SABCDEF"]);
    table.play(ANN, "8E", "QUIZ").unwrap();
    // The Z stays on the centre, whose premium is used up: 10 + 1 + 1 + 10 + 1.
    table.play(BOB, "8E", "QUIZS").unwrap();
    assert_eq!(table.score(BOB), Score(23));
}

#[test]
fn a_premium_square_counts_in_the_main_word_and_in_the_cross_word_alike() {
    // F on the triple letter of 6J: FE is 12 + 1, AF is 1 + 12.
    let play = play(&[("6I", "A"), ("K7", "O")], "FEXXXXX", "J6", "FE");
    assert_eq!(words(&play), [("FE".to_owned(), 13), ("AF".to_owned(), 13), ("EO".to_owned(), 2)]);
}

#[test]
fn a_letter_premium_counts_before_a_word_premium() {
    // 8L doubles the letter, 8O triples the word: (1 + 1 × 2 + 1 + 1 + 1) × 3.
    let play = play(&[("8K", "A")], "EATSXYZ", "8L", "EATS");
    assert_eq!(play.score, Score(18));
}

#[test]
fn word_premiums_multiply_with_each_other() {
    // Row 5 from E to K covers two double words: 7 × 4, and the bonus for a full rack.
    let two_doubles = play(&[("I6", "A")], "TEASERS", "5E", "TEASERS");
    assert_eq!(two_doubles.main_word().score, Score(28));
    // Row 1 from A to H covers two triple words, and the D a double letter square: (8 + 2) × 9.
    let two_triples = play(&[("1B", "E")], "TADSENO", "1A", "TEADSENO");
    assert_eq!(two_triples.main_word().score, Score((8 + 1 + 2) * 9));
}

#[test]
fn laying_seven_tiles_earns_50_once() {
    // CATSEED is laid across with the S on the centre and forms two cross words. The bonus is paid
    // once.
    let bingo = play(&[], "CATSEED", "8E", "CATSEED");
    assert_eq!(bingo.score, Score((3 + 1 + 1 + 1 + 1 + 1 + 2) * 2 + 50));
    let joined = play(&[("7D", "HORNING")], "CATSEED", "8D", "CATSEED");
    assert_eq!(joined.words.len(), 8);
    assert_eq!(joined.score - joined.words.iter().map(|word| word.score).sum(), Score(50));
}

#[test]
fn fewer_than_seven_tiles_earn_no_bonus_even_if_they_are_the_whole_rack() {
    let play = play(&[], "CATSEE", "8E", "CATSEE");
    assert_eq!(play.score, Score((3 + 1 + 1 + 1 + 1 + 1) * 2));
}

#[test]
fn a_blank_scores_nothing_even_on_a_premium_square_but_doubles_the_word_there() {
    // The blank C is on the centre: (0 + 1 + 1) × 2.
    assert_eq!(play(&[], "AT?SEED", "8H", "cAT").score, Score(4));
    // The blank F is on a triple letter.
    assert_eq!(play(&[("6I", "A")], "?ATSEED", "6J", "f").score, Score(1));
}

#[test]
fn a_blank_keeps_its_letter_on_the_board_and_scores_nothing_for_later_words() {
    let mut table = dealt(Preset::Open, &["AT?SEED", "HORNING"]);
    table.play(ANN, "8H", "cAT").unwrap();
    table.play(BOB, "8K", "H").unwrap();
    let entry = table.game.history().last().unwrap();
    let rules::Action::Played { play, .. } = &entry.deed else { panic!() };
    assert_eq!(words(play), [("CATH".to_owned(), 1 + 1 + 4)]);
}

#[test]
fn words_of_one_letter_do_not_count() {
    let play = play(&[("8H", "CAT")], "HORNING", "8K", "H");
    assert_eq!(words(&play), [("CATH".to_owned(), 9)]);
}

#[test]
fn a_bingo_counts_for_the_player_who_lays_it() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING"]);
    table.play(ANN, "8E", "CATSEED").unwrap();
    assert_eq!((table.score(ANN), table.score(BOB)), (Score(70), Score(0)));
}
