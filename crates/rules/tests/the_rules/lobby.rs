use rules::{
    Command, Env, EventKind, Game, Language, Newcomer, Nonce, NonceInput, PlayerKind, Preset, Progress,
    Refusal, Rules,
};
use testkit::{ANN, BOB, CAT, DAN, Table, seat};

use crate::english;

#[test]
fn players_get_the_first_free_seat() {
    let mut table = Table::of(english(Preset::Open), 3);
    table.leave(BOB).unwrap();
    table.join("Eve").unwrap();
    table.join("Fay").unwrap();
    let names: Vec<&str> = table.game.players().iter().map(|(_, player)| player.name.as_str()).collect();
    assert_eq!(names, ["Ann", "Eve", "Cat", "Fay"]);
    assert_eq!(table.game.join_order(), [ANN, CAT, BOB, DAN].map(seat));
}

#[test]
fn a_full_table_admits_no_more_players() {
    for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
        let mut table = Table::of(english(preset), 4);
        assert_eq!(table.join("Eve"), Err(Refusal::TableFull { seats: 4 }), "{preset}");
        assert_eq!(table.add_bot(ANN, "Robbie"), Err(Refusal::TableFull { seats: 4 }), "{preset}");
    }
    assert_eq!(Table::of(english(Preset::Daily), 1).join("Eve"), Err(Refusal::TableFull { seats: 1 }));
    let mut of_three = Table::changed(english(Preset::Open), 3, |fields| fields.max_players = 3);
    assert_eq!(of_three.join("Eve"), Err(Refusal::TableFull { seats: 3 }));
}

#[test]
fn a_game_needs_two_players() {
    let mut table = Table::of(english(Preset::Open), 1);
    assert_eq!(table.command(ANN, Command::Start), Err(Refusal::NotEnoughPlayers { needed: 2, found: 1 }));
    table.join("Bob").unwrap();
    assert!(table.command(ANN, Command::Start).is_ok());
    // A puzzle is for one player.
    assert!(Table::of(english(Preset::Daily), 1).command(ANN, Command::Start).is_ok());
}

#[test]
fn a_game_starts_once() {
    let mut table = Table::of(english(Preset::Open), 2).started();
    assert_eq!(table.command(ANN, Command::Start), Err(Refusal::AlreadyStarted));
    table.end_game(ANN).unwrap();
    assert_eq!(table.command(ANN, Command::Start), Err(Refusal::Ended));
}

#[test]
fn no_player_can_join_a_game_that_has_started_or_ended() {
    let mut table = Table::of(english(Preset::Open), 2).started();
    assert_eq!(table.join("Eve"), Err(Refusal::AlreadyStarted));
    assert_eq!(table.add_bot(ANN, "Robbie"), Err(Refusal::AlreadyStarted));
    table.end_game(ANN).unwrap();
    assert_eq!(table.join("Eve"), Err(Refusal::Ended));
}

#[test]
fn the_host_changes_the_rules_before_the_start() {
    let mut table = Table::of(english(Preset::Open), 2);
    let change = |table: &mut Table, by, rules: Rules| {
        table.command(by, Command::ChangeRules(Box::new(rules))).map(|events| events.len())
    };
    assert_eq!(change(&mut table, BOB, english(Preset::Classic)), Err(Refusal::NotHost));
    let dutch = Preset::Classic.rules(Language::by_code("nl").unwrap());
    assert_eq!(change(&mut table, ANN, dutch.clone()), Ok(1));
    assert_eq!(table.game.rules(), &dutch);
    assert_eq!(Game::replay(&table.log), Ok(table.game.clone()));
    let mut table = table.started();
    assert_eq!(table.game.tile_count(), Some(102), "the tiles are those of the new language");
    assert_eq!(change(&mut table, ANN, english(Preset::Open)), Err(Refusal::AlreadyStarted));
}

#[test]
fn rules_with_fewer_seats_than_players_are_refused() {
    let of_seats = |seats| Table::changed(english(Preset::Open), 0, |fields| fields.max_players = seats);
    let two = Command::ChangeRules(Box::new(of_seats(2).game.rules().clone()));
    let mut table = Table::of(english(Preset::Open), 3);
    assert_eq!(table.command(ANN, two.clone()), Err(Refusal::TooFewSeats { players: 3, seats: 2 }));
    // Ann and Cat stay, on the first and the third seat.
    table.leave(BOB).unwrap();
    table.command(ANN, two).unwrap();
    assert_eq!(table.join("Eve"), Err(Refusal::TableFull { seats: 2 }));
}

#[test]
fn every_player_is_dealt_seven_tiles() {
    for players in 2..=4 {
        let table = Table::of(english(Preset::Open), players).started();
        for player in 0..players {
            assert_eq!(table.rack(player).len(), 7);
        }
        assert_eq!(table.bag(), 100 - 7 * players);
    }
}

#[test]
fn racks_are_dealt_in_turn_order() {
    let table = Table::of(english(Preset::Classic), 3)
        .with_opening_draw("CBA")
        .with_racks(&["CATSEED", "HORNING", "MULBERY"])
        .started();
    assert_eq!([CAT, ANN, BOB].map(|player| table.rack(player)), ["CATSEED", "HORNING", "MULBERY"]);
}

#[test]
fn the_host_can_add_bots() {
    let mut table = Table::of(english(Preset::Open), 1);
    table.add_bot(ANN, "Robbie").unwrap();
    assert!(matches!(table.game.players()[seat(BOB)].kind, PlayerKind::Bot(level) if level.get() == 3));
    table.remove(ANN, BOB).unwrap();
    assert_eq!(table.game.players().len(), 1);
}

#[test]
fn the_last_nonce_before_the_start_counts() {
    let mut table = Table::of(english(Preset::Open), 1);
    let nonce = |text: &str| Nonce(text.as_bytes().to_vec());
    let newcomer = Newcomer { name: "Bob".parse().unwrap(), nonce: Some(NonceInput::Open(nonce("first"))) };
    let env = Env { words: table.words.as_ref(), now: table.now, draws: &table.draws, away: &table.away };
    table.game = table.game.admit(newcomer, &env).unwrap().after;
    assert_eq!(table.game.nonces(), [Nonce::default(), nonce("first")]);
    table.command(BOB, Command::GiveNonce(nonce("second"))).unwrap();
    let mut table = table.started();
    assert_eq!(table.command(BOB, Command::GiveNonce(nonce("third"))), Err(Refusal::AlreadyStarted));
    // The nonces are published at the start.
    assert_eq!(table.game.table_view().play().unwrap().nonces(), [Nonce::default(), nonce("second")]);
}

#[test]
fn replaying_the_log_rebuilds_the_game() {
    let mut table = Table::of(english(Preset::Social), 3).started();
    table.resign(CAT).unwrap();
    table.pass(ANN).unwrap();
    assert_eq!(rules::Game::replay(&table.log).as_ref(), Ok(&table.game));
    assert!(rules::Game::replay(&table.log[1..]).is_err());
    assert!(matches!(table.log[0].kind, EventKind::TableOpened(_)));
    assert_eq!(table.game.progress(), Progress::Playing);
}
