//! Refusals of the rules on the wire.

use protocol::{ErrorCode, EventName, ReplyEvent, WireError, claim, refusal_event};
use rules::{Language, PlacementError, Preset, Refusal, Square};
use serde_json::json;
use testkit::{ANN, BOB, Table};

#[test]
fn placement_and_word_refusals_reject_the_word_and_others_are_errors() {
    let english = Language::by_code("en").unwrap();
    let unknown = Refusal::UnknownWords { words: vec![english.spell("dord").unwrap()] };
    let cases = [
        (Refusal::NotYourTurn, "error", "NOT_YOUR_TURN"),
        (Refusal::ChallengePending, "error", "CHALLENGE_PENDING"),
        (Refusal::NotStarted, "error", "GAME_NOT_STARTED"),
        (Refusal::PlayMustStand, "error", "NOT_ALLOWED"),
        (Refusal::Placement(PlacementError::NotOnRack(Square::CENTRE)), "wordRejected", "TILES_NOT_IN_RACK"),
        (Refusal::Placement(PlacementError::CentreNotCovered), "wordRejected", "INVALID_PLACEMENT"),
        (unknown.clone(), "wordRejected", "WORD_NOT_FOUND"),
    ];
    for (refusal, event, code) in cases {
        let answer = refusal_event("submitWord", &refusal, &english);
        assert_eq!(answer.name().as_str(), event, "{refusal:?}");
        let payload = serde_json::to_value(&answer).unwrap();
        let error = if event == "error" { &payload } else { &payload["error"] };
        assert_eq!((&error["code"], &error["event"]), (&json!(code), &json!("submitWord")));
        assert_eq!(refusal_event("previewMove", &refusal, &english).name(), EventName::Error);
    }
    let ReplyEvent::WordRejected(rejected) = refusal_event("submitWord", &unknown, &english) else {
        panic!("another answer")
    };
    assert_eq!(rejected.invalid_words, Some(vec!["DORD".to_owned()]));
}

#[test]
fn a_placement_refusal_has_its_rule_and_squares() {
    let english = Language::by_code("en").unwrap();
    let refusal = Refusal::Placement(PlacementError::SquareTaken(Square::CENTRE));
    let error = serde_json::to_value(WireError::of_refusal(&refusal, &english)).unwrap();
    assert_eq!(error["rule"], "squareTaken");
    assert_eq!(error["squares"], json!([{"row": 7, "col": 7}]));
}

#[test]
fn refusals_in_play_have_their_error_codes() {
    let mut table = Table::of(Preset::Open.rules(Language::by_code("en").unwrap()), 2)
        .with_racks(&["QUIZEST", "ABCDEFG"])
        .with_words(&["QUIZ"])
        .started();
    let code = |refusal: Refusal| ErrorCode::from(&refusal);
    assert_eq!(code(table.pass(BOB).unwrap_err()), ErrorCode::NotYourTurn);
    assert_eq!(code(table.play(ANN, "8E", "ZEST").unwrap_err()), ErrorCode::WordNotFound);
    assert_eq!(code(table.play(ANN, "1A", "QUIZ").unwrap_err()), ErrorCode::InvalidPlacement);
    assert_eq!(code(table.exchange(ANN, &[]).unwrap_err()), ErrorCode::BadRequest);
    assert_eq!(code(table.exchange(ANN, &[7]).unwrap_err()), ErrorCode::BadRequest);
    assert_eq!(code(table.challenge(BOB).unwrap_err()), ErrorCode::NothingToChallenge);
    assert_eq!(code(table.judge(BOB, true).unwrap_err()), ErrorCode::NoChallengePending);
}

#[test]
fn a_claim_uses_the_letters_of_the_tables_language() {
    let english = Language::by_code("en").unwrap();
    let parse = |payload| {
        let message = protocol::ClientMessage::parse("submitWord", &[payload]).unwrap();
        let protocol::ClientEvent::SubmitWord(submit) = message.event else { panic!("another event") };
        claim(&submit.placements, &english)
    };
    let tile = |letter: &str, is_blank| json!({"placements": [{"row": 0, "col": -3, "tile": {"letter": letter, "isBlank": is_blank}}]});
    let e = english.letter("E").unwrap();
    for (letter, is_blank, expected) in [
        ("e", false, rules::TileToLay::Letter(e)),
        ("E", true, rules::TileToLay::Blank(Some(e))),
        ("_", true, rules::TileToLay::Blank(None)),
        ("_", false, rules::TileToLay::Blank(None)),
    ] {
        let claimed = parse(tile(letter, is_blank)).unwrap();
        assert_eq!((claimed.tiles[0].tile, claimed.tiles[0].column), (expected, -3));
    }
    assert_eq!(parse(tile("Ø", false)).unwrap_err().path, "placements[0].tile.letter");
}
