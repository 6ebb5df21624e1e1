use rules::{Command, GameId, Opening, Preset, Progress, Refusal};
use testkit::{ANN, BOB, CAT, DAN, Table, seat};

use crate::{dealt, english};

const RACKS: [&str; 4] = ["CATSEED", "HORNING", "MULBERY", "POWFAIL"];

fn play_again(table: &mut Table, player: usize) -> Result<(), Refusal> {
    table.command(player, Command::PlayAgain { game: GameId::new("again"), instead_of: None }).map(drop)
}

/// The rematch table of a game.
fn rematch(table: &Table) -> Table {
    Table::open(Opening {
        game: GameId::new("again"),
        rules: table.game.rules().clone(),
        rematch: table.game.rematch_seats(),
        ..table.game.opening().clone()
    })
}

/// A game by these rules that has ended.
fn ended(preset: Preset, players: usize) -> Table {
    let mut table = dealt(preset, &RACKS[..players]);
    while let Some(player) = table.to_move() {
        table.pass(player).unwrap();
    }
    table
}

fn order(table: &Table) -> Vec<usize> {
    table.game.turn_order().iter().map(|seat| seat.index()).collect()
}

#[test]
fn an_abandoned_rematch_table_can_be_replaced() {
    let mut table = ended(Preset::Social, 2);
    play_again(&mut table, BOB).unwrap();
    let (game, given_up) = (GameId::new("another"), GameId::new("again"));
    table.command(ANN, Command::PlayAgain { game: game.clone(), instead_of: Some(given_up) }).unwrap();
    assert_eq!(table.game.rematch(), Some(&game));
}

#[test]
fn the_first_player_to_play_again_opens_the_rematch_table() {
    let mut table = ended(Preset::Social, 2);
    play_again(&mut table, BOB).unwrap();
    assert_eq!(table.game.rematch(), Some(&GameId::new("again")));
    assert_eq!(play_again(&mut table, ANN), Err(Refusal::RematchOpen));
    assert_eq!(table.game.table_view().rematch(), Some(&GameId::new("again")));
}

#[test]
fn a_rematch_cannot_be_opened_before_the_end() {
    let mut table = Table::of(english(Preset::Open), 2);
    assert_eq!(play_again(&mut table, ANN), Err(Refusal::NotEnded));
    assert_eq!(table.game.rematch_seats(), None);
    let mut table = table.started();
    assert_eq!(play_again(&mut table, ANN), Err(Refusal::NotEnded));
}

#[test]
fn a_closed_table_has_no_rematch() {
    let mut table = Table::of(english(Preset::Open), 2);
    table.let_seconds_pass(24 * 3600);
    assert_eq!(table.game.progress(), Progress::Closed);
    assert_eq!(play_again(&mut table, ANN), Err(Refusal::Ended));
}

#[test]
fn a_rematch_table_reserves_a_seat_for_each_player() {
    let mut again = rematch(&ended(Preset::Social, 3));
    again.claim(BOB).unwrap();
    let kept: Vec<(usize, String)> =
        again.game.table_view().kept_seats().map(|(seat, name)| (seat.index(), name.to_string())).collect();
    assert_eq!(kept, [(CAT, "Cat".to_owned()), (ANN, "Ann".to_owned())]);
    // The player who opened it is its host and has their old seat and name.
    assert_eq!(again.host(), Some(BOB));
    assert_eq!(again.game.players()[seat(BOB)].name.as_str(), "Bob");
}

#[test]
fn a_reserved_seat_is_claimed_once_and_only_by_its_player() {
    let mut again = rematch(&ended(Preset::Social, 2));
    again.claim(ANN).unwrap();
    assert_eq!(again.claim(ANN), Err(Refusal::SeatNotKept));
    assert_eq!(again.claim(CAT), Err(Refusal::SeatNotKept));
    assert_eq!(again.join("Bob"), Err(Refusal::NameTaken));
    // A new player gets another seat.
    again.join("Eve").unwrap();
    assert_eq!(again.game.players()[seat(CAT)].name.as_str(), "Eve");
    again.join("Fay").unwrap();
    assert_eq!(again.join("Gus"), Err(Refusal::TableFull { seats: 4 }));
    assert!(again.claim(BOB).is_ok());
}

#[test]
fn an_ordinary_table_has_no_seats_to_claim() {
    assert_eq!(Table::of(english(Preset::Open), 2).claim(CAT), Err(Refusal::SeatNotKept));
}

#[test]
fn in_every_preset_the_next_player_moves_first_in_a_rematch() {
    for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
        let first = ended(preset, 3);
        assert_eq!(order(&first), [ANN, BOB, CAT], "{preset}");
        let mut second = rematch(&first);
        for player in [CAT, ANN, BOB] {
            second.claim(player).unwrap();
        }
        let mut second = second.started();
        assert_eq!(order(&second), [BOB, CAT, ANN], "{preset}");
        assert_eq!(second.game.table_view().play().unwrap().opening_draw(), [], "this replaces the draw");
        while let Some(player) = second.to_move() {
            second.pass(player).unwrap();
        }
        let mut third = rematch(&second);
        for player in [ANN, BOB, CAT] {
            third.claim(player).unwrap();
        }
        assert_eq!(order(&third.started()), [CAT, ANN, BOB], "{preset}");
    }
}

#[test]
fn a_rematch_starts_with_two_players_and_drops_unclaimed_seats() {
    let mut again = rematch(&ended(Preset::Social, 4));
    again.claim(DAN).unwrap();
    assert_eq!(again.command(DAN, Command::Start), Err(Refusal::NotEnoughPlayers { needed: 2, found: 1 }));
    again.claim(ANN).unwrap();
    assert_eq!(again.command(ANN, Command::Start), Err(Refusal::NotHost));
    let mut again = again.started();
    // Bob would move first. He is absent, so the next player does.
    assert_eq!(order(&again), [DAN, ANN]);
    assert_eq!(again.game.table_view().kept_seats().count(), 0);
    assert_eq!(again.claim(BOB), Err(Refusal::AlreadyStarted));
}

#[test]
fn new_players_move_after_those_of_the_previous_game() {
    let mut again = rematch(&ended(Preset::Social, 2));
    again.join("Eve").unwrap();
    again.claim(ANN).unwrap();
    again.claim(BOB).unwrap();
    assert_eq!(order(&again.started()), [BOB, ANN, CAT]);
}

#[test]
fn players_who_resigned_may_join_the_rematch() {
    let mut table = dealt(Preset::Open, &RACKS[..3]);
    table.resign(BOB).unwrap();
    table.end_game(ANN).unwrap();
    play_again(&mut table, BOB).unwrap();
    assert!(rematch(&table).claim(BOB).is_ok());
}
