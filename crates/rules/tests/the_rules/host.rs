use rules::{Command, EndReason, Preset, Refusal, Score, Timer};
use testkit::{ANN, BOB, CAT, DAN, Table, seat};

use crate::{dealt, english};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];

#[test]
fn the_first_human_to_join_is_the_host() {
    assert_eq!(Table::of(english(Preset::Open), 3).host(), Some(ANN));
}

#[test]
fn only_the_host_can_start_add_bots_and_remove_players() {
    let mut table = Table::of(english(Preset::Open), 3);
    assert_eq!(table.command(BOB, Command::Start), Err(Refusal::NotHost));
    assert_eq!(table.add_bot(BOB, "Robbie"), Err(Refusal::NotHost));
    assert_eq!(table.remove(BOB, CAT), Err(Refusal::NotHost));
    let mut table = table.started();
    assert_eq!(table.end_game(BOB), Err(Refusal::NotHost));
    assert_eq!(table.remove(BOB, CAT), Err(Refusal::NotHost));
}

#[test]
fn the_next_connected_human_in_join_order_becomes_the_host() {
    for (name, leave) in [
        ("leaves", Box::new(|table: &mut Table| table.leave(ANN).map(drop)) as Box<dyn Fn(&mut Table) -> _>),
        ("resigns", Box::new(|table: &mut Table| table.resign(ANN).map(drop))),
        (
            "is removed",
            Box::new(|table: &mut Table| {
                table.goes_away(ANN);
                table.let_seconds_pass(60);
                Ok(())
            }),
        ),
    ] {
        let mut table = dealt(Preset::Open, &RACKS);
        table.resign(BOB).unwrap();
        table.goes_away(CAT);
        leave(&mut table).unwrap();
        assert_eq!(table.host(), Some(DAN), "the host {name}, Bob has resigned, Cat is away");
    }
}

#[test]
fn another_player_becomes_the_host_when_the_host_is_away_for_60_seconds() {
    for in_lobby in [true, false] {
        let table = Table::of(english(Preset::Social), 3);
        let mut table = if in_lobby { table } else { table.started() };
        table.goes_away(ANN);
        table.wait_seconds(59);
        assert_eq!(table.fire(Timer::HostAway), Err(Refusal::NotDue));
        table.wait_seconds(1);
        table.fire(Timer::HostAway).unwrap();
        assert_eq!(table.host(), Some(BOB));
        // Ann does not become the host again when she reconnects.
        table.comes_back(ANN);
        assert_eq!(table.host(), Some(BOB));
    }
}

#[test]
fn the_next_host_after_the_last_in_join_order_is_the_first() {
    let mut table = Table::of(english(Preset::Open), 3);
    table.leave(ANN).unwrap();
    table.join("Eve").unwrap();
    // Eve has the first seat but joined last: after Bob comes Cat, after Cat comes Eve.
    assert_eq!(table.host(), Some(BOB));
    table.leave(BOB).unwrap();
    assert_eq!(table.host(), Some(CAT));
    table.leave(CAT).unwrap();
    assert_eq!(table.host(), Some(ANN));
}

#[test]
fn a_bot_is_never_the_host() {
    let mut table = Table::of(english(Preset::Open), 1);
    table.add_bot(ANN, "Robbie").unwrap();
    table.join("Cat").unwrap();
    table.leave(ANN).unwrap();
    assert_eq!(table.host(), Some(CAT));
}

#[test]
fn the_host_does_not_change_while_all_players_are_away() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.goes_away(ANN);
    table.goes_away(BOB);
    table.let_seconds_pass(3600);
    assert_eq!(table.host(), Some(ANN));
    table.comes_back(BOB);
    table.let_seconds_pass(0);
    assert_eq!(table.host(), Some(BOB));
}

#[test]
fn the_host_can_remove_anyone_in_the_lobby() {
    let mut table = Table::of(english(Preset::Open), 3);
    table.remove(ANN, BOB).unwrap();
    assert!(!table.game.players().has(seat(BOB)));
    assert_eq!(table.remove(ANN, BOB), Err(Refusal::NotSeated));
    assert_eq!(table.remove(ANN, ANN), Err(Refusal::CannotRemoveYourself));
}

#[test]
fn in_a_game_the_host_can_remove_a_player_who_has_been_away_for_60_seconds() {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    let not_away = Err(Refusal::NotAway { seat: seat(BOB) });
    assert_eq!(table.remove(ANN, BOB), not_away);
    table.goes_away(BOB);
    table.wait_seconds(59);
    assert_eq!(table.remove(ANN, BOB), not_away);
    table.wait_seconds(1);
    table.remove(ANN, BOB).unwrap();
    assert_eq!(table.remove(ANN, BOB), Err(Refusal::OutOfGame));
    assert_eq!(table.bag(), 79 + 7);
}

#[test]
fn at_a_table_of_two_the_host_ends_the_game_at_once() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.end_game(ANN).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::HostEnded));
    // Each loses the value of their tiles: C, A, T, S, E, E, D and H, O, R, N, I, N, G.
    assert_eq!((table.score(ANN), table.score(BOB)), (Score(-10), Score(-11)));
}

#[test]
fn with_three_or_four_players_more_than_half_of_the_humans_present_end_the_game() {
    for (players, agree, ends) in
        [(3, &[ANN][..], false), (3, &[ANN, BOB], true), (4, &[ANN, CAT], false), (4, &[ANN, CAT, DAN], true)]
    {
        let mut table = dealt(Preset::Social, &RACKS[..players]);
        for &player in agree {
            table.end_game(player).unwrap();
        }
        assert_eq!(table.is_over(), ends, "{agree:?} of {players}");
    }
}

#[test]
fn players_who_are_away_are_not_asked_to_end_the_game() {
    let mut table = dealt(Preset::Social, &RACKS);
    table.goes_away(CAT);
    table.end_game(ANN).unwrap();
    table.end_game(BOB).unwrap();
    assert_eq!(table.end_reason(), Some(EndReason::HostEnded));
}

#[test]
fn bots_are_not_asked_to_end_the_game() {
    let mut table = Table::of(english(Preset::Open), 2);
    table.add_bot(ANN, "Robbie").unwrap();
    table.add_bot(ANN, "Marvin").unwrap();
    let mut table = table.started();
    table.end_game(ANN).unwrap();
    assert_eq!(table.end_game(CAT), Err(Refusal::OnlyPersons));
    assert!(!table.is_over());
    table.end_game(BOB).unwrap();
    assert!(table.is_over());
}

#[test]
fn a_player_cannot_agree_twice() {
    let mut table = dealt(Preset::Social, &RACKS);
    table.end_game(ANN).unwrap();
    assert_eq!(table.end_game(ANN), Err(Refusal::AlreadyAgreed));
}

#[test]
fn a_request_to_end_the_game_lapses_with_the_next_move() {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.end_game(ANN).unwrap();
    table.pass(ANN).unwrap();
    assert_eq!(table.end_game(BOB), Err(Refusal::NotHost));
    assert!(!table.is_over());
}

#[test]
fn a_request_to_end_the_game_lapses_after_60_seconds() {
    let mut table = dealt(Preset::Social, &RACKS[..3]);
    table.end_game(ANN).unwrap();
    table.wait_seconds(59);
    assert_eq!(table.fire(Timer::EndRequest), Err(Refusal::NotDue));
    table.wait_seconds(1);
    table.fire(Timer::EndRequest).unwrap();
    assert_eq!(table.end_game(BOB), Err(Refusal::NotHost));
}

#[test]
fn an_open_play_stands_when_the_host_ends_the_game() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    table.play(BOB, "9H", "HO").unwrap();
    table.end_game(ANN).unwrap();
    // Bob does not draw for it: R, N, I, N and G are left.
    assert_eq!(table.result_of(BOB).tiles_left.len(), 5);
    assert_eq!(table.result_of(BOB).deducted, Score(6));
}

#[test]
fn the_host_cannot_end_the_game_while_the_hosts_own_play_is_open() {
    let mut table = dealt(Preset::Social, &RACKS[..2]);
    table.play(ANN, "8H", "CAT").unwrap();
    assert_eq!(table.end_game(ANN), Err(Refusal::PlayMustStand));
    table.accept(BOB).unwrap();
    table.end_game(ANN).unwrap();
    assert!(table.is_over());
}

#[test]
fn only_a_running_game_can_be_ended() {
    let mut table = Table::of(english(Preset::Open), 2);
    assert_eq!(table.end_game(ANN), Err(Refusal::NotStarted));
    let mut table = table.started();
    table.end_game(ANN).unwrap();
    assert_eq!(table.end_game(ANN), Err(Refusal::Ended));
    assert_eq!(table.remove(ANN, BOB), Err(Refusal::Ended));
}
