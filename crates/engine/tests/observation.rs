//! What the player to move sees of a table.

use engine::Observation;
use rules::{Language, PlayerView, Preset};
use testkit::{ANN, BOB, CAT, Table, seat};

fn table(preset: Preset, racks: &[&str]) -> Table {
    let rules = preset.rules(Language::by_code("en").unwrap());
    Table::of(rules, racks.len()).with_racks(racks).with_opening_draw(&"ABCD"[..racks.len()]).started()
}

fn view(table: &Table, player: usize) -> PlayerView<'_> {
    table.game.player_view(seat(player)).unwrap()
}

fn others(table: &Table, player: usize) -> Vec<usize> {
    Observation::of(view(table, player)).unwrap().others.tile_counts().collect()
}

#[test]
fn tiles_due_for_an_open_play_are_counted_as_drawn() {
    let mut table = table(Preset::Classic, &["CATSEED", "HORNING", "MULBERY"]).then_draws("EEE");
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!(table.bag(), 100 - 21, "nothing is drawn before the play stands");
    let bob = view(&table, BOB);
    assert_eq!(Observation::of(bob).unwrap().bag_count, 100 - 21 - 3);
    assert_eq!(others(&table, BOB), [7, 7]);
    table.pass(BOB).unwrap();
    assert_eq!((table.bag(), Observation::of(view(&table, CAT)).unwrap().bag_count), (76, 76));
}

#[test]
fn opponents_are_in_turn_order_without_players_who_left() {
    let mut table = table(Preset::Open, &["CATSEED", "HORNING", "MULBERY"]);
    table.resign(BOB).unwrap();
    assert_eq!(others(&table, ANN), [7]);
    assert_eq!(others(&table, CAT), [7]);
}

#[test]
fn the_pass_that_ends_the_game_is_recognised() {
    for (preset, passes) in
        [(Preset::Social, 2), (Preset::Classic, 2), (Preset::Validated, 4), (Preset::Open, 6)]
    {
        let mut table = table(preset, &["CATSEED", "HORNING"]);
        for pass in 1..=passes {
            let player = table.to_move().unwrap();
            assert_eq!(table.game.is_last_pass(), pass == passes, "{preset}: pass {pass}");
            assert_eq!(Observation::of(view(&table, player)).unwrap().is_last_pass, pass == passes);
            table.pass(player).unwrap();
        }
        assert!(table.is_over(), "{preset}");
    }
}
