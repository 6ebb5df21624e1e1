//! Which member receives which events, and in which order.

use rules::{BySeat, Command, Language, Preset, Rules, Seat, Timer};
use serde_json::{Value, json};
use testkit::{ANN, BOB, CAT, Table};

use super::{CommitExtras, CommitView, Delivery, Member, events_for, reconnection, spectating};
use crate::{BagRecord, BoardCache, Outgoing, PlayerId, PlayerIds, RoomCode, TableContext};

fn rules_of(preset: Preset) -> Rules {
    preset.rules(Language::by_code("en").unwrap())
}

fn ids() -> PlayerIds {
    Seat::all().map(|seat| (seat, PlayerId::new(format!("p{}", seat.index() + 1)))).collect()
}

fn with_context<T>(table: &Table, then: impl FnOnce(&TableContext<'_>) -> T) -> T {
    let (ids, room_code): (PlayerIds, RoomCode) = (ids(), "ABCD".parse().unwrap());
    let board = BoardCache::default();
    let (away, now) = (&table.away, table.now);
    then(&TableContext { ids: &ids, away, room_code: &room_code, now, board: &board })
}

/// The messages sent for one step of a table.
fn deliveries(table: &mut Table, step: impl FnOnce(&mut Table)) -> Vec<Delivery> {
    let (before, logged) = (table.game.clone(), table.log.len());
    step(table);
    let reveal = BagRecord::of(&table.log).reveal(&table.game, &rules::Seed([0; 32]), &ids());
    let room: RoomCode = "EFGH".parse().unwrap();
    let announcements = CommitExtras { reveal: Some(&reveal), rematch_room: Some(&room) };
    let commit = CommitView { before: &before, events: &table.log[logged..], after: &table.game };
    with_context(table, |context| events_for(commit, context, &announcements))
}

fn player(index: usize) -> Member {
    Member::Player(Seat::at(index).unwrap())
}

/// The messages that one member receives.
fn heard(deliveries: &[Delivery], member: Member) -> Vec<(&'static str, Value)> {
    let reaching = deliveries.iter().filter(|delivery| delivery.reaches(member));
    reaching
        .map(|delivery| {
            let outgoing = Outgoing { seq: Some(1), event: delivery.clone().into_event() };
            (outgoing.name().as_str(), outgoing.payload())
        })
        .collect()
}

fn names(deliveries: &[Delivery], member: Member) -> Vec<&'static str> {
    heard(deliveries, member).into_iter().map(|(name, _)| name).collect()
}

fn payload(deliveries: &[Delivery], member: Member, name: &str) -> Value {
    let found = heard(deliveries, member).into_iter().find(|(other, _)| *other == name);
    found.unwrap_or_else(|| panic!("{name} is not there")).1
}

#[test]
fn a_new_player_receives_the_commitment_and_the_table_state() {
    let mut table = Table::of(rules_of(Preset::Open), 1);
    let sent = deliveries(&mut table, |table| drop(table.join("Bob").unwrap()));
    assert_eq!(names(&sent, player(ANN)), ["lobbyUpdate"]);
    assert_eq!(names(&sent, player(BOB)), ["lobbyUpdate", "bagCommitment", "tableState"]);
    let lobby = payload(&sent, player(ANN), "lobbyUpdate");
    assert_eq!(lobby["players"][0], json!({"id": "p1", "name": "Ann", "isHost": true, "connected": true}));
    assert_eq!((&lobby["canStart"], &lobby["seq"]), (&json!(true), &json!(1)));
    assert_eq!(payload(&sent, player(BOB), "tableState")["you"]["playerId"], "p2");
}

#[test]
fn a_game_starts_with_the_contracts_events_in_order() {
    let mut table = Table::of(rules_of(Preset::Open), 2).with_racks(&["QUIZES?", "ABCDEFG"]);
    let sent = deliveries(&mut table, |table| drop(table.command(ANN, Command::Start).unwrap()));
    assert_eq!(names(&sent, player(ANN)), ["gameStarted", "yourTiles", "scoreUpdate", "turnChange"]);
    assert_eq!(names(&sent, Member::Spectator), ["gameStarted", "scoreUpdate", "turnChange"]);
    let started = payload(&sent, player(BOB), "gameStarted");
    assert_eq!(started["turnOrder"], json!(["p1", "p2"]));
    assert_eq!((&started["currentPlayerId"], &started["tileBagCount"]), (&json!("p1"), &json!(86)));
    assert_eq!(started["board"], json!(vec![vec![Value::Null; 15]; 15]));
    let tiles = payload(&sent, player(ANN), "yourTiles");
    assert_eq!(tiles["tiles"][0], json!({"letter": "Q", "points": 10, "isBlank": false}));
    assert_eq!(tiles["tiles"][6], json!({"letter": "_", "points": 0, "isBlank": true}));
}

#[test]
fn each_round_of_the_opening_draw_is_sent_before_the_start() {
    let mut table = Table::of(rules_of(Preset::Classic), 2).with_opening_draw("BBCA");
    let sent = deliveries(&mut table, |table| drop(table.command(ANN, Command::Start).unwrap()));
    let expected = ["openingDraw", "openingDraw", "gameStarted", "yourTiles", "scoreUpdate", "turnChange"];
    assert_eq!(names(&sent, player(BOB)), expected);
    assert_eq!(payload(&sent, player(BOB), "openingDraw")["best"], json!(["p1", "p2"]));
    assert_eq!(payload(&sent, player(BOB), "turnChange")["currentPlayerId"], "p2");
}

#[test]
fn an_accepted_play_is_answered_first_and_then_announced() {
    let mut table = Table::of(rules_of(Preset::Open), 2).with_racks(&["QUIZES?", "ABCDEFG"]).started();
    let sent = deliveries(&mut table, |table| drop(table.play(ANN, "8E", "QUIz").unwrap()));
    let expected = ["wordAccepted", "playMade", "boardUpdate", "yourTiles", "scoreUpdate", "turnChange"];
    assert_eq!(names(&sent, player(ANN)), expected);
    assert_eq!(names(&sent, player(BOB)), ["playMade", "boardUpdate", "scoreUpdate", "turnChange"]);
    let accepted = payload(&sent, player(ANN), "wordAccepted");
    assert_eq!(
        (&accepted["playerId"], &accepted["word"], &accepted["score"], &accepted["newScore"]),
        (&json!("p1"), &json!("QUIZ"), &json!(24), &json!(24))
    );
    let blank = json!({"row": 7, "col": 7, "tile": {"letter": "Z", "points": 0, "isBlank": true}});
    assert_eq!(accepted["placements"][3], blank);
    let board = payload(&sent, player(BOB), "boardUpdate");
    assert_eq!(board["board"][7][7], blank["tile"]);
    assert_eq!(board["lastPlay"]["positions"][0], json!({"row": 7, "col": 4}));
    let change = payload(&sent, player(BOB), "turnChange");
    assert_eq!((&change["currentPlayerId"], &change["consecutivePasses"]), (&json!("p2"), &json!(0)));
    assert_eq!(change["nextPlayerId"], "p1");
}

#[test]
fn an_exchange_is_answered_and_the_others_see_only_the_count() {
    let mut table = Table::of(rules_of(Preset::Open), 2).with_racks(&["QUIZEST", "ABCDEFG", "XY"]).started();
    let sent = deliveries(&mut table, |table| drop(table.exchange(ANN, &[0, 3]).unwrap()));
    assert_eq!(names(&sent, player(ANN)), ["tilesExchanged", "tilesSwapped", "yourTiles", "turnChange"]);
    assert_eq!(names(&sent, player(BOB)), ["tilesSwapped", "turnChange"]);
    let new_tiles = payload(&sent, player(ANN), "tilesExchanged")["newTiles"].clone();
    assert_eq!((&new_tiles[0]["letter"], &new_tiles[1]["letter"]), (&json!("X"), &json!("Y")));
    assert_eq!(payload(&sent, player(BOB), "turnChange")["consecutivePasses"], 1);
}

#[test]
fn a_pass_that_ends_the_game_is_answered_before_the_end_is_announced() {
    let mut table = Table::of(rules_of(Preset::Open), 2).started();
    for turn in 0..5 {
        let sent = deliveries(&mut table, |table| drop(table.pass(turn % 2).unwrap()));
        assert_eq!(names(&sent, player(ANN)), ["turnPassed", "turnChange"]);
    }
    let sent = deliveries(&mut table, |table| drop(table.pass(BOB).unwrap()));
    assert_eq!(
        names(&sent, player(ANN)),
        ["turnPassed", "scoreUpdate", "turnChange", "gameEnded", "bagReveal"]
    );
    assert_eq!(payload(&sent, player(ANN), "turnChange")["consecutivePasses"], 6);
    let ended = payload(&sent, Member::Spectator, "gameEnded");
    assert_eq!(ended["reason"], "consecutivePasses");
    assert_eq!(ended["winner"], ended["winners"][0]);
    let sent = deliveries(&mut table, |table| {
        drop(
            table
                .command(BOB, Command::PlayAgain { game: rules::GameId::new("next"), instead_of: None })
                .unwrap(),
        );
    });
    assert_eq!(payload(&sent, player(ANN), "playAgainOffered")["roomCode"], "EFGH");
}

#[test]
fn a_play_that_is_taken_back_returns_the_tiles_to_its_player() {
    let rules = rules_of(Preset::Social);
    let mut table = Table::of(rules, 3).with_racks(&["QUIZES?", "ABCDEFG", "HIJKLMN"]).started();
    let sent = deliveries(&mut table, |table| drop(table.play(ANN, "8E", "QUIz").unwrap()));
    assert!(payload(&sent, player(BOB), "playMade")["challengeUntil"].is_i64());
    assert_eq!(payload(&sent, player(ANN), "yourTiles")["tiles"].as_array().unwrap().len(), 3);
    let sent = deliveries(&mut table, |table| drop(table.accept(CAT).unwrap()));
    assert_eq!(names(&sent, player(ANN)), ["playAccepted"]);
    let sent = deliveries(&mut table, |table| drop(table.challenge(BOB).unwrap()));
    assert_eq!(names(&sent, Member::Spectator), ["challengeStarted"]);
    assert_eq!(payload(&sent, player(ANN), "challengeStarted")["words"], json!(["QUIZ"]));
    let sent = deliveries(&mut table, |table| drop(table.judge(CAT, false).unwrap()));
    let expected = ["challengeResolved", "boardUpdate", "yourTiles", "scoreUpdate", "turnChange"];
    assert_eq!(names(&sent, player(ANN)), expected);
    assert_eq!(names(&sent, player(BOB)), ["challengeResolved", "boardUpdate", "scoreUpdate", "turnChange"]);
    assert_eq!(payload(&sent, player(BOB), "turnChange")["currentPlayerId"], "p2");
    let resolved = payload(&sent, player(BOB), "challengeResolved");
    assert_eq!((&resolved["valid"], &resolved["pointsLost"]), (&json!(false), &json!(24)));
    assert_eq!(resolved["judge"], json!({"kind": "player", "playerId": "p3"}));
    assert_eq!(payload(&sent, player(ANN), "yourTiles")["tiles"][6]["letter"], "_");
}

#[test]
fn a_failed_challenge_costs_the_challenger_the_turn() {
    let mut table = Table::of(rules_of(Preset::Classic), 2)
        .with_opening_draw("AB")
        .with_racks(&["QUIZEST", "ABCDEFG"])
        .started();
    drop(table.play(ANN, "8E", "QUIZ").unwrap());
    let sent = deliveries(&mut table, |table| drop(table.challenge(BOB).unwrap()));
    let expected = ["challengeStarted", "challengeResolved", "playStood", "turnLost", "turnChange"];
    assert_eq!(names(&sent, player(BOB)), expected);
    assert_eq!(payload(&sent, player(BOB), "challengeResolved")["challengerLosesTurn"], true);
    assert_eq!(payload(&sent, player(BOB), "playStood")["drawn"], 4);
    assert!(names(&sent, player(ANN)).contains(&"yourTiles"));
}

#[test]
fn votes_are_announced_without_their_content() {
    let mut table = Table::changed(rules_of(Preset::Social), 4, |fields| {
        fields.words =
            rules::WordRule::Challenge { verdict: rules::Verdict::Vote, window: rules::Millis::seconds(60) };
    })
    .with_racks(&["QUIZEST"])
    .started();
    drop(table.play(ANN, "8E", "QUIZ").unwrap());
    drop(table.challenge(BOB).unwrap());
    let mut worlds = [true, false].map(|valid| {
        let before = table.game.clone();
        let rules::Decision { events, after } = before
            .decide(
                Seat::at(CAT).unwrap(),
                Command::Judge { valid, turn: None },
                &rules::Env {
                    words: &testkit::anything_goes,
                    now: table.now,
                    draws: &table.draws,
                    away: &BySeat::new(),
                },
            )
            .unwrap();
        with_context(&table, |context| {
            let commit = CommitView { before: &before, events: &events, after: &after };
            let sent = events_for(commit, context, &CommitExtras::default());
            let mut bytes = heard(&sent, player(ANN));
            let state = reconnection(&after, Seat::at(ANN).unwrap(), context);
            bytes.extend(state.into_iter().map(|event| {
                let outgoing = Outgoing { seq: None, event };
                (outgoing.name().as_str(), outgoing.payload())
            }));
            bytes
        })
    });
    assert_eq!(worlds[0][0].0, "voteCast");
    let second = std::mem::take(&mut worlds[1]);
    assert_eq!(worlds[0], second);
}

#[test]
fn departures_and_the_end_of_the_game_are_announced() {
    let mut table = Table::of(rules_of(Preset::Open), 3).started();
    let sent = deliveries(&mut table, |table| drop(table.resign(ANN).unwrap()));
    let resigned = names(&sent, player(BOB));
    assert_eq!(resigned, ["playerResigned", "hostChanged", "turnChange"]);
    table.goes_away(CAT);
    table.wait_seconds(60);
    let cat = Seat::at(CAT).unwrap();
    let sent = deliveries(&mut table, |table| drop(table.fire(Timer::Absence(cat)).unwrap()));
    assert_eq!(names(&sent, player(BOB))[0], "playerRemoved");
    let ended = payload(&sent, player(BOB), "gameEnded");
    assert_eq!((&ended["reason"], &ended["winner"]["playerId"]), (&json!("abandoned"), &json!("p2")));
}

#[test]
fn a_new_next_player_is_announced_when_the_expected_one_resigns() {
    let mut table = Table::of(rules_of(Preset::Open), 3).started();
    let sent = deliveries(&mut table, |table| drop(table.resign(BOB).unwrap()));
    assert_eq!(names(&sent, player(CAT)), ["playerResigned", "turnChange"]);
    let change = payload(&sent, player(CAT), "turnChange");
    assert_eq!((&change["currentPlayerId"], &change["nextPlayerId"]), (&json!("p1"), &json!("p3")));
}

#[test]
fn every_step_of_ending_by_agreement_is_announced() {
    let mut table = Table::of(rules_of(Preset::Open), 3).started();
    let sent = deliveries(&mut table, |table| drop(table.command(ANN, Command::EndGame).unwrap()));
    assert_eq!(names(&sent, player(CAT)), ["endGameRequested"]);
    let sent = deliveries(&mut table, |table| drop(table.pass(ANN).unwrap()));
    assert_eq!(names(&sent, player(CAT)), ["turnPassed", "endGameLapsed", "turnChange"]);
    drop(table.command(ANN, Command::EndGame).unwrap());
    let sent = deliveries(&mut table, |table| drop(table.command(BOB, Command::EndGame).unwrap()));
    assert_eq!(names(&sent, player(CAT)), ["endGameAgreed", "scoreUpdate", "gameEnded", "bagReveal"]);
    assert_eq!(payload(&sent, player(CAT), "endGameAgreed")["agreed"], json!(["p1", "p2"]));
}

#[test]
fn leaving_the_lobby_and_closing_the_table_are_announced() {
    let mut table = Table::of(rules_of(Preset::Open), 2);
    let sent = deliveries(&mut table, |table| drop(table.command(ANN, Command::Leave).unwrap()));
    assert_eq!(names(&sent, player(BOB)), ["playerLeft", "hostChanged", "lobbyUpdate"]);
    let sent = deliveries(&mut table, |table| drop(table.command(BOB, Command::Leave).unwrap()));
    assert_eq!(names(&sent, Member::Spectator), ["playerLeft", "tableClosed", "bagReveal"]);
}

#[test]
fn a_reconnecting_player_gets_the_contracts_five_events_in_order() {
    let mut table = Table::of(rules_of(Preset::Open), 2).with_racks(&["QUIZEST", "ABCDEFG"]).started();
    drop(table.play(ANN, "8E", "QUIZ").unwrap());
    let (back, watching) = with_context(&table, |context| {
        let seat = Seat::at(BOB).unwrap();
        (reconnection(&table.game, seat, context), spectating(&table.game, context))
    });
    let names =
        |events: &[crate::ServerEvent]| events.iter().map(|event| event.name().as_str()).collect::<Vec<_>>();
    let expected = ["gameStarted", "yourTiles", "boardUpdate", "scoreUpdate", "turnChange", "tableState"];
    assert_eq!(names(&back), expected);
    let without_rack = ["gameStarted", "boardUpdate", "scoreUpdate", "turnChange", "tableState"];
    assert_eq!(names(&watching), without_rack);
    let state = Outgoing { seq: Some(9), event: back[5].clone() }.payload();
    assert_eq!(state["you"]["tiles"].as_array().unwrap().len(), 7);
    assert_eq!(state["game"]["log"][0]["deed"]["words"][0], json!({"text": "QUIZ", "score": 44}));
    assert_eq!(state["tileSet"][0], json!({"letter": "_", "count": 2, "points": 0}));
    assert_eq!(state["tileSet"][1], json!({"letter": "A", "count": 9, "points": 1}));
    let lobby = Table::of(rules_of(Preset::Open), 2);
    let waiting = with_context(&lobby, |context| spectating(&lobby.game, context));
    assert_eq!(names(&waiting), ["lobbyUpdate", "bagCommitment", "tableState"]);
}

#[test]
fn clocks_are_sent_after_every_move() {
    let mut table = Table::changed(rules_of(Preset::Open), 2, |fields| {
        fields.clock =
            rules::Clock::Game { each: rules::Millis::minutes(10), increment: rules::Millis::ZERO };
    })
    .started();
    table.wait_seconds(30);
    let sent = deliveries(&mut table, |table| drop(table.pass(ANN).unwrap()));
    let clock = payload(&sent, player(ANN), "clockUpdate");
    assert_eq!(clock["running"], "p2");
    assert_eq!(clock["players"][0], json!({"playerId": "p1", "remainingMs": 570_000}));
}

/// Plays the same game twice with different tiles for Bob. Ann and a spectator must not see a
/// difference.
#[test]
fn events_do_not_depend_on_the_tiles_of_other_players() {
    for preset in [Preset::Open, Preset::Social] {
        let worlds = ["ABCDEFG", "HIJKLMN"].map(|bob| {
            let racks = ["QUIZEST", bob, "OOOO", "AAAA", "EEE"];
            let mut table = Table::of(rules_of(preset), 2).with_racks(&racks);
            let mut sent = deliveries(&mut table, |table| drop(table.command(ANN, Command::Start).unwrap()));
            sent.extend(deliveries(&mut table, |table| drop(table.play(ANN, "8E", "QUIZ").unwrap())));
            sent.extend(deliveries(&mut table, |table| drop(table.exchange(BOB, &[0, 1, 2, 3]).unwrap())));
            sent.extend(deliveries(&mut table, |table| drop(table.pass(ANN).unwrap())));
            let state = with_context(&table, |context| {
                let mut states = spectating(&table.game, context);
                states.extend(reconnection(&table.game, Seat::at(ANN).unwrap(), context));
                states.into_iter().map(|event| Outgoing { seq: None, event }.payload()).collect::<Vec<_>>()
            });
            (heard(&sent, player(ANN)), heard(&sent, Member::Spectator), state)
        });
        assert_eq!(worlds[0], worlds[1], "{preset}");
    }
}
