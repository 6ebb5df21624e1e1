use rules::{ClaimedTile, Command, Letter, Placement, PlacementError, Preset, Refusal, Square, TileToLay};
use testkit::{ANN, BOB, Table, lay};

use crate::dealt;

fn square(row: u8, column: u8) -> Square {
    Square::at(row, column).unwrap()
}

/// A row, a column and the tile to lay there.
type Claim = (i64, i64, char);

/// A placement of single tiles.
///
/// `?` is a blank without a letter, a small letter is a blank with that letter.
fn claim(table: &Table, tiles: &[Claim]) -> Placement {
    let letter = |character: char| table.language().letter(&character.to_string()).unwrap();
    let tile = |character: char| match character {
        '?' => TileToLay::Blank(None),
        small if small.is_lowercase() => TileToLay::Blank(Some(letter(small))),
        capital => TileToLay::Letter(letter(capital)),
    };
    let claimed = |&(row, column, character)| ClaimedTile { row, column, tile: tile(character) };
    Placement { tiles: tiles.iter().map(claimed).collect() }
}

fn refused(table: &mut Table, player: usize, tiles: &[Claim]) -> PlacementError {
    let placement = claim(table, tiles);
    match table.command(player, Command::PlaceTiles(placement)) {
        Err(Refusal::Placement(error)) => error,
        other => panic!("{tiles:?} led to {other:?}"),
    }
}

#[test]
fn each_rule_of_the_first_play_has_its_own_error() {
    let mut table = dealt(Preset::Open, &["CATSEE?", "HORNING"]);
    let cases: [(&[Claim], PlacementError, &str); 13] = [
        (&[], PlacementError::NoTiles, "noTiles"),
        (&[(7, 15, 'C')], PlacementError::OffBoard { row: 7, column: 15 }, "offBoard"),
        (&[(-1, 7, 'C')], PlacementError::OffBoard { row: -1, column: 7 }, "offBoard"),
        (&[(i64::MAX, i64::MIN, 'C')], off_board(i64::MAX, i64::MIN), "offBoard"),
        // 263 becomes 7 if it is truncated to one byte.
        (&[(263, 7, 'C')], PlacementError::OffBoard { row: 263, column: 7 }, "offBoard"),
        (&[(7, 7, 'C'), (7, 7, 'A')], PlacementError::SquareTwice(square(7, 7)), "squareTwice"),
        (&[(7, 7, 'C'), (7, 8, '?')], PlacementError::BlankWithoutLetter(square(7, 8)), "blankWithoutLetter"),
        (&[(7, 7, 'C'), (7, 8, 'X')], PlacementError::NotOnRack(square(7, 8)), "notOnRack"),
        // The rack has one C, not two.
        (&[(7, 7, 'C'), (7, 8, 'C')], PlacementError::NotOnRack(square(7, 8)), "notOnRack"),
        (&[(7, 7, 'C'), (8, 8, 'A')], not_in_line(&[(7, 7), (8, 8)]), "notInLine"),
        (&[(7, 7, 'C'), (7, 9, 'A')], PlacementError::Gap(square(7, 8)), "gap"),
        (&[(7, 8, 'C'), (7, 9, 'A')], PlacementError::CentreNotCovered, "centreNotCovered"),
        (&[(7, 7, 'A')], PlacementError::FirstPlayTooShort, "firstPlayTooShort"),
    ];
    for (tiles, error, rule) in cases {
        let found = refused(&mut table, ANN, tiles);
        assert_eq!((found.rule(), found), (rule, error), "{tiles:?}");
    }
}

fn off_board(row: i64, column: i64) -> PlacementError {
    PlacementError::OffBoard { row, column }
}

fn not_in_line(squares: &[(u8, u8)]) -> PlacementError {
    PlacementError::NotInLine(squares.iter().map(|&(row, column)| square(row, column)).collect())
}

#[test]
fn a_blank_must_be_a_letter_of_the_language() {
    let mut table = dealt(Preset::Open, &["CATSEE?", "HORNING"]);
    let foreign = Letter::at(200);
    let mut placement = claim(&table, &[(7, 7, 'C'), (7, 8, '?')]);
    placement.tiles[1].tile = TileToLay::Blank(foreign);
    let refused = table.command(ANN, Command::PlaceTiles(placement));
    assert_eq!(refused, Err(PlacementError::BlankWithoutLetter(square(7, 8)).into()));
}

#[test]
fn later_plays_use_free_squares_and_touch_tiles_on_the_board() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING"]);
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!(refused(&mut table, BOB, &[(7, 8, 'H')]), PlacementError::SquareTaken(square(7, 8)));
    assert_eq!(refused(&mut table, BOB, &[(0, 0, 'H')]), PlacementError::NotConnected(vec![square(0, 0)]));
    // Diagonal neighbours do not count as touching.
    assert_eq!(refused(&mut table, BOB, &[(8, 10, 'H')]), PlacementError::NotConnected(vec![square(8, 10)]));
    assert_eq!(refused(&mut table, BOB, &[(8, 7, 'H'), (8, 9, 'O')]), PlacementError::Gap(square(8, 8)));
}

#[test]
fn a_refused_play_does_not_change_the_turn_or_the_rack() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING"]);
    let before = table.game.clone();
    refused(&mut table, ANN, &[(7, 7, 'A')]);
    assert_eq!(table.game, before);
}

#[test]
fn tiles_on_the_board_fill_gaps_in_a_play() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING"]);
    table.play(ANN, "8H", "CAT").unwrap();
    let around = claim(&table, &[(7, 6, 'H'), (7, 10, 'O')]);
    table.command(BOB, Command::PlaceTiles(around)).unwrap();
    assert_eq!(main_word(&table), "HCATO");
}

#[test]
fn tiles_may_be_placed_in_any_order() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING"]);
    let backwards = claim(&table, &[(7, 9, 'T'), (7, 7, 'C'), (7, 8, 'A')]);
    table.command(ANN, Command::PlaceTiles(backwards)).unwrap();
    assert_eq!(main_word(&table), "CAT");
}

#[test]
fn the_first_play_may_be_vertical() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING"]);
    table.play(ANN, "H7", "CAT").unwrap();
    assert_eq!(main_word(&table), "CAT");
}

#[test]
fn a_single_tile_is_part_of_the_words_in_both_directions() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING"]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "K8", "HO").unwrap();
    table.play(ANN, "9J", "E").unwrap();
    let rules::Action::Played { play, .. } = &table.game.history().last().unwrap().deed else { panic!() };
    let words: Vec<String> = play.words.iter().map(|word| table.language().write(&word.letters)).collect();
    assert_eq!(words, ["EO", "TE"]);
}

#[test]
fn a_word_may_reach_the_edge_of_the_board() {
    let english = rules::Language::by_code("en").unwrap();
    let mut board = rules::Board::empty();
    lay(&mut board, &english, "8H", "CATNAP");
    let rack = rules::Rack::new(testkit::tiles(&english, "PYERST?"));
    let placement = testkit::placement(&english, &board, "8H", "CATNAPPY");
    let play = rules::LegalPlay::check(&placement, &board, &rack, &english).unwrap();
    assert_eq!(english.write(&play.main_word().letters), "CATNAPPY");
}

fn main_word(table: &Table) -> String {
    let rules::Action::Played { play, .. } = &table.game.history().last().unwrap().deed else {
        panic!("the last turn was no play");
    };
    table.language().write(&play.main_word().letters)
}
