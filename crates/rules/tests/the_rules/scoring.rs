use rules::{
    Board, ClaimedTile, LaidTile, Language, LegalPlay, Placement, Preset, Rack, Score, Square, TileToLay,
};
use testkit::{ANN, BOB, Table, tiles};

use crate::english;

#[test]
fn quiz_with_the_z_on_the_centre_and_zoo_through_that_z_make_68() {
    let language = Language::by_code("en").unwrap();
    let letter = |text: &str| language.letter(text).unwrap();
    let mut board = Board::empty();
    board.lay(Square::at(8, 7).unwrap(), LaidTile::lettered(letter("O")));
    board.lay(Square::at(9, 7).unwrap(), LaidTile::lettered(letter("O")));
    let quiz = ["Q", "U", "I", "Z"].into_iter().zip(4..);
    let quiz =
        quiz.map(|(text, column)| ClaimedTile { row: 7, column, tile: TileToLay::Letter(letter(text)) });

    let rack = Rack::new(tiles(&language, "QUIZABC"));
    let play = LegalPlay::check(&Placement { tiles: quiz.collect() }, &board, &rack, &language).unwrap();

    let words: Vec<(String, Score)> =
        play.words.iter().map(|word| (language.write(&word.letters), word.score)).collect();
    assert_eq!(words, [("QUIZ".to_owned(), Score(44)), ("ZOO".to_owned(), Score(24))]);
    assert_eq!(play.score, Score(68));
}

#[test]
fn only_newly_placed_tiles_use_premium_squares() {
    let mut table = Table::of(english(Preset::Open), 2).with_racks(&["QUIZEST", "SABCDEF"]).started();
    table.play(ANN, "8E", "QUIZ").unwrap();
    // The Z stays on the centre, which was used up: 10 + 1 + 1 + 10 + 1.
    table.play(BOB, "8E", "QUIZS").unwrap();
    assert_eq!(table.score(BOB), Score(23));
}
