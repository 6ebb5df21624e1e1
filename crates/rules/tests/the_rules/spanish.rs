use std::sync::Arc;

use rules::{Language, Preset, Refusal, Rules, Score};
use testkit::{ANN, BOB, Table};

const SPANISH: &str = "\
code es
name Español
blanks 2
A 12 1
B 2 3
C 4 3
CH 1 5
D 5 2
E 12 1
F 1 4
G 2 2
H 2 4
I 6 1
J 1 8
L 4 1
LL 1 8
M 2 3
N 5 1
Ñ 1 8
O 9 1
P 2 3
Q 1 5
R 5 1
RR 1 8
S 6 1
T 4 1
U 5 1
V 1 4
X 1 8
Y 1 4
Z 1 10
";

fn spanish(preset: Preset) -> Rules {
    preset.rules(Arc::new(Language::parse(SPANISH).unwrap()))
}

fn dealt(preset: Preset, racks: &[&str]) -> Table {
    Table::of(spanish(preset), racks.len()).with_racks(racks).started()
}

#[test]
fn ch_ll_and_rr_are_one_tile_each() {
    let mut table = dealt(Preset::Open, &["CHOLLOSAE", "PERROÑIDS"]);
    assert_eq!(table.game.rack(testkit::seat(ANN)).unwrap().len(), 7);
    // CH on the centre is worth 5, LL 8: (5 + 1 + 8 + 1) × 2.
    table.play(ANN, "8H", "CHOLLO").unwrap();
    assert_eq!(table.score(ANN), Score(30));
    assert_eq!(table.game.board().unwrap().tiles().count(), 4);
}

#[test]
fn a_word_of_seven_tiles_is_a_bingo_however_many_characters_it_has() {
    let mut table = dealt(Preset::Open, &["CHOLLARRAS", "EEEOOOI"]);
    table.play(ANN, "8D", "CHOLLARRAS").unwrap();
    // CH is on a double letter, RR on no premium, and the A before it on the centre.
    assert_eq!(table.score(ANN), Score((2 * 5 + 1 + 8 + 1 + 8 + 1 + 1) * 2 + 50));
}

#[test]
fn a_blank_may_be_a_letter_of_two_characters() {
    let mut table = dealt(Preset::Open, &["?ICOSAEN", "EEEOOOI"]);
    table.play(ANN, "8H", "chICO").unwrap();
    assert_eq!((table.score(ANN), table.rack(ANN).starts_with("SAE")), (Score((1 + 3 + 1) * 2), true));
}

#[test]
fn the_word_list_compares_tiles_and_not_characters() {
    // C and H are two tiles and spell a different word from CH.
    let mut table = dealt(Preset::Open, &["CHOLSAEI", "HEEOOOI"]).with_words(&["CHO"]);
    let spelled = |table: &Table, tiles: &[&str]| -> Vec<rules::Letter> {
        tiles.iter().map(|text| table.language().letter(text).unwrap()).collect()
    };
    let apart = spelled(&table, &["C", "H", "O"]);
    assert_ne!(apart, table.language().spell("CHO").unwrap());
    assert!(!table.words.contains(&apart));
    assert!(table.play(ANN, "8H", "CHO").is_ok());
}

#[test]
fn ch_comes_after_c_in_the_opening_draw() {
    let order = |opening: &str| {
        let table = Table::of(spanish(Preset::Classic), 2).with_opening_draw(opening).started();
        table.to_move()
    };
    assert_eq!(order("CHC"), Some(BOB));
    assert_eq!(order("CHD"), Some(ANN));
}

#[test]
fn a_whole_game_can_be_played() {
    let mut table = dealt(Preset::Social, &["CHOLLOSAE", "PERROÑIDS"]);
    table.play(ANN, "8H", "CHOLLO").unwrap();
    table.challenge(BOB).unwrap();
    table.judge(ANN, false).unwrap();
    assert_eq!(table.rack(ANN), "CHOLLOSAE");
    table.play(BOB, "8F", "PERRO").unwrap();
    table.exchange(ANN, &[0, 2]).unwrap();
    assert_eq!(table.play(ANN, "8J", "S"), Err(Refusal::NotYourTurn));
    table.end_game(ANN).unwrap();
    assert_eq!(table.winners(), [BOB]);
    assert_eq!(table.game.tile_count(), Some(table.language().tile_count()));
}
