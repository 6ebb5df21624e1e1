use rules::{EventKind, ExchangeLimit, Preset, Refusal};
use testkit::{ANN, BOB, Table};

use crate::{dealt, dealt_by, last_tiles};

const RACKS: [&str; 2] = ["CATSEED", "HORNING"];

/// A game with this many tiles in the bag.
fn with_bag_of(preset: Preset, count: usize) -> Table {
    last_tiles(preset, 2, &[RACKS[0], RACKS[1], &"EEEEEEEEEEEE"[..count]], |_| {})
}

#[test]
fn an_exchange_swaps_the_named_tiles_and_ends_the_turn() {
    let mut table = dealt(Preset::Social, &RACKS).then_draws("XYZ");
    table.exchange(ANN, &[0, 2, 6]).unwrap();
    assert_eq!(table.rack(ANN), "ASEEXYZ");
    assert_eq!((table.bag(), table.to_move()), (86, Some(BOB)));
}

#[test]
fn the_old_tiles_are_returned_after_the_new_ones_are_drawn() {
    // The bag has only an X, so the player draws it for the C.
    let mut table = last_tiles(Preset::Social, 2, &["CATSEED", "HORNING", "X"], |_| {});
    table.exchange(ANN, &[0]).unwrap();
    assert_eq!(table.rack(ANN), "ATSEEDX");
    let events = table.exchange(BOB, &[0]).unwrap();
    assert!(matches!(&events[0], EventKind::TilesExchanged { drawn, .. } if drawn.first == 15));
    assert_eq!(table.rack(BOB), "ORNINGC");
}

#[test]
fn empty_duplicate_and_unknown_indices_are_refused() {
    let mut table = dealt(Preset::Open, &RACKS);
    assert_eq!(table.exchange(ANN, &[]), Err(Refusal::NothingToExchange));
    assert_eq!(table.exchange(ANN, &[1, 2, 1]), Err(Refusal::PlaceTwice { place: 1 }));
    assert_eq!(table.exchange(ANN, &[0, 7]), Err(Refusal::NoSuchPlace { place: 7, tiles: 7 }));
}

#[test]
fn the_bag_must_have_as_many_tiles_as_the_preset_requires() {
    for (preset, swapped, needed) in [
        (Preset::Social, 1, 1),
        (Preset::Social, 5, 5),
        (Preset::Classic, 1, 8),
        (Preset::Classic, 7, 8),
        (Preset::Validated, 1, 7),
        (Preset::Open, 1, 7),
        (Preset::Open, 7, 7),
    ] {
        let places: Vec<usize> = (0..swapped).collect();
        let left = needed - 1;
        let refused = with_bag_of(preset, left).exchange(ANN, &places);
        assert_eq!(refused, Err(Refusal::NotEnoughInBag { needed, left }), "{preset} {swapped}");
        assert!(with_bag_of(preset, needed).exchange(ANN, &places).is_ok(), "{preset} {swapped}");
    }
}

#[test]
fn a_table_may_lower_the_limit_to_the_number_of_exchanged_tiles() {
    let mut table = last_tiles(Preset::Open, 2, &[RACKS[0], RACKS[1], "EE"], |fields| {
        fields.exchange = ExchangeLimit::BagHolds(1);
    });
    assert_eq!(table.exchange(ANN, &[0, 1, 2]), Err(Refusal::NotEnoughInBag { needed: 3, left: 2 }));
    assert!(table.exchange(ANN, &[0, 1]).is_ok());
}

#[test]
fn the_limit_is_checked_after_the_draw_for_the_previous_play() {
    let mut table = with_bag_of(Preset::Classic, 9);
    table.play(ANN, "8H", "AT").unwrap();
    assert_eq!(table.bag(), 9);
    assert_eq!(table.exchange(BOB, &[0]), Err(Refusal::NotEnoughInBag { needed: 8, left: 7 }));
    // The move was refused, so the previous play is still open and its player has not drawn.
    assert_eq!((table.bag(), table.rack(ANN).len()), (9, 5));
    assert!(table.challenge(BOB).is_ok());
}

#[test]
fn indices_refer_to_the_rack_as_the_player_last_saw_it() {
    let mut table = dealt_by(Preset::Open, &RACKS, |_| {}).then_draws("XYZ");
    table.exchange(ANN, &[6, 0]).unwrap();
    assert_eq!(table.rack(ANN), "ATSEEXY");
}

#[test]
fn a_blank_can_be_exchanged() {
    let mut table = dealt(Preset::Open, &["CAT?SEE", "HORNING"]).then_draws("X");
    table.exchange(ANN, &[3]).unwrap();
    assert_eq!(table.rack(ANN), "CATSEEX");
}
