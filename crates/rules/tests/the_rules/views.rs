use rules::{Departure, Preset, RuleFields, SeenAction, Tile, Verdict};
use testkit::{ANN, BOB, CAT, Table, seat};

use crate::{challenge, dealt, dealt_by};

/// The same game twice, differing only in tiles hidden from Ann and from spectators.
fn two_worlds(preset: Preset, change: fn(&mut RuleFields), game: fn(&mut Table)) -> [Table; 2] {
    let racks = [["CATSEED", "HORNIGG", "MULBERY"], ["CATSEED", "HOQZJXK", "?IVWAPT"]];
    let draws = ["ABCEFIA", "TRSNLDO"];
    [0, 1].map(|world| {
        let mut table = dealt_by(preset, &racks[world], change);
        // Ann sees her own draw, so it is the same in both games.
        table = table.then_draws("EIO").then_draws(draws[world]);
        game(&mut table);
        table
    })
}

fn look_alike_to_ann_and_spectators(worlds: &[Table; 2]) {
    let [one, other] = worlds;
    assert_eq!(one.game.player_view(seat(ANN)), other.game.player_view(seat(ANN)));
    assert_eq!(one.game.table_view(), other.game.table_view());
    assert_eq!(one.game.timers(&one.away), other.game.timers(&other.away));
    assert_ne!(one.game.rack(seat(BOB)), other.game.rack(seat(BOB)));
}

#[test]
fn views_do_not_depend_on_other_racks_or_the_bag() {
    let games: [fn(&mut Table); 5] = [
        |_| {},
        |table| {
            table.play(ANN, "8H", "CAT").unwrap();
            table.exchange(BOB, &[2, 3, 4]).unwrap();
            table.pass(CAT).unwrap();
        },
        |table| {
            table.play(ANN, "8H", "CAT").unwrap();
            table.play(BOB, "8K", "HO").unwrap();
        },
        |table| {
            table.play(ANN, "8H", "CAT").unwrap();
            table.play(BOB, "8K", "HO").unwrap();
            table.pass(CAT).unwrap();
            table.end_game(ANN).unwrap();
        },
        |table| {
            table.play(ANN, "8H", "CAT").unwrap();
            table.pass(BOB).unwrap();
            table.resign(CAT).unwrap();
        },
    ];
    for game in games {
        for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
            look_alike_to_ann_and_spectators(&two_worlds(preset, |_| {}, game));
        }
    }
}

#[test]
fn taking_back_a_play_reveals_nothing_about_the_bag() {
    let taken_back: fn(&mut Table) = |table| {
        table.pass(ANN).unwrap();
        table.play(BOB, "8H", "HO").unwrap();
        table.challenge(CAT).unwrap();
        table.judge(CAT, false).unwrap();
    };
    let by_vote: fn(&mut Table) = |table| {
        table.pass(ANN).unwrap();
        table.play(BOB, "8H", "HO").unwrap();
        table.challenge(CAT).unwrap();
        table.judge(CAT, false).unwrap();
        table.judge(ANN, false).unwrap();
    };
    let votes: fn(&mut RuleFields) = |fields| fields.words = challenge(Verdict::Vote, 60);
    look_alike_to_ann_and_spectators(&two_worlds(Preset::Social, |_| {}, taken_back));
    look_alike_to_ann_and_spectators(&two_worlds(Preset::Social, votes, by_vote));
}

#[test]
fn a_refusal_reveals_nothing_about_hidden_tiles() {
    let [mut one, mut other] = two_worlds(Preset::Social, |_| {}, |_| {});
    for table in [&mut one, &mut other] {
        table.play(ANN, "8H", "CAT").unwrap();
    }
    assert_eq!(one.pass(ANN), other.pass(ANN));
    assert_eq!(one.play(ANN, "8K", "SEE"), other.play(ANN, "8K", "SEE"));
    assert_eq!(one.exchange(ANN, &[0]), other.exchange(ANN, &[0]));
    assert_eq!(one.challenge(ANN), other.challenge(ANN));
}

#[test]
fn a_player_sees_their_own_rack_and_how_many_tiles_the_others_hold() {
    let mut table = dealt(Preset::Social, &["CATSEED", "HORNING"]);
    table.play(ANN, "8H", "CAT").unwrap();
    let view = table.game.player_view(seat(BOB)).unwrap();
    assert_eq!(view.rack().tiles(), testkit::tiles(table.language(), "HORNING"));
    assert_eq!(view.table().player(seat(ANN)).unwrap().tile_count(), 4);
    assert_eq!(view.table().play().unwrap().bag_count(), 86);
    assert_eq!(table.game.player_view(seat(CAT)), None);
}

#[test]
fn an_exchange_shows_how_many_tiles_and_not_which() {
    let mut table = dealt(Preset::Social, &["CATSEED", "HORNING"]);
    table.exchange(ANN, &[0, 1, 2]).unwrap();
    assert_eq!(
        table.game.table_view().play().unwrap().log().next().unwrap().deed(),
        SeenAction::Exchanged { count: 3 }
    );
}

#[test]
fn the_unseen_tiles_exclude_the_board_and_the_players_own_rack() {
    let mut table = dealt(Preset::Open, &["CATSE?D", "HORNING"]);
    table.play(ANN, "8H", "CAnT").unwrap();
    let unseen = table.game.player_view(seat(BOB)).unwrap().unseen().unwrap();
    assert_eq!(unseen.iter().map(|(_, count)| count).sum::<usize>(), 100 - 7 - 4);
    let count = |text: &str| {
        let tile = testkit::tiles(table.language(), text)[0];
        unseen.iter().find(|(other, _)| *other == tile).unwrap().1
    };
    // The blank laid as N counts as a blank. Two of the six N are on Bob's rack.
    assert_eq!((count("?"), count("N"), count("C"), count("Z")), (1, 4, 1, 1));
    assert_eq!(unseen[0].0, Tile::Blank);
}

#[test]
fn a_table_may_disable_the_tile_tracker() {
    let table = dealt_by(Preset::Open, &["CATSEED", "HORNING"], |fields| fields.tile_tracker = false);
    assert_eq!(table.game.player_view(seat(ANN)).unwrap().unseen(), None);
}

#[test]
fn the_view_shows_the_next_player_and_who_dropped_out() {
    let mut table = dealt(Preset::Open, &["CATSEED", "HORNING", "MULBERY"]);
    table.resign(BOB).unwrap();
    let view = table.game.table_view();
    let play = view.play().unwrap();
    assert_eq!((play.to_move(), play.next()), (seat(ANN), seat(CAT)));
    assert_eq!(view.player(seat(BOB)).unwrap().departure(), Some(Departure::Resigned));
    assert_eq!(play.log().next().unwrap().deed(), SeenAction::Left(Departure::Resigned));
}

#[test]
fn the_lobby_has_no_hidden_state() {
    let table = Table::of(crate::english(Preset::Open), 2);
    let view = table.game.player_view(seat(ANN)).unwrap();
    assert_eq!((view.table().play(), view.unseen(), view.rack().len()), (None, None, 0));
    assert_eq!(view.table(), table.game.table_view());
}
