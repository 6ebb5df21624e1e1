//! Every mistake that a client can make, for every event.

use serde_json::{Value, json};

use super::{ClientEvent, ClientMessage, Handshake};

/// Every event with all its fields.
fn full_payloads() -> Vec<(&'static str, Value)> {
    let placements = json!([
        {"row": 7, "col": 7, "tile": {"letter": "H", "points": 4, "isBlank": false}},
        {"row": -1, "col": 99, "tile": {"letter": "_", "isBlank": true}},
    ]);
    vec![
        (
            "joinGame",
            json!({"playerName": "Ann", "roomCode": "abCD", "token": "t", "lastSeq": 3, "invite": "i", "ticket": "k", "nonce": "n"}),
        ),
        ("startGame", json!({})),
        ("submitWord", json!({"placements": placements})),
        ("passTurn", json!({})),
        ("exchangeTiles", json!({"tileIndices": [0, 6]})),
        (
            "createGame",
            json!({"playerName": "Ann", "preset": "classic", "language": "nl", "commitment": "ab".repeat(32), "rules": full_rules()}),
        ),
        ("setNonce", json!({"commitment": "ab".repeat(32)})),
        ("revealNonce", json!({"nonce": "n"})),
        ("admitPlayer", json!({"requestId": "r", "admit": true})),
        ("createTicket", json!({})),
        ("watchGame", json!({"roomCode": "ABCD", "invite": "i", "token": "t", "lastSeq": 0})),
        ("describeTable", json!({"roomCode": "ABCD", "invite": "i"})),
        ("updateRules", json!({"preset": "open", "language": "nl", "rules": {}})),
        ("watchRematch", json!({})),
        ("chatHistory", json!({})),
        ("previewMove", json!({"placements": placements})),
        ("challenge", json!({"turnNumber": 1})),
        ("acceptPlay", json!({"turnNumber": 1})),
        ("resolveChallenge", json!({"valid": false, "turnNumber": 1})),
        ("lookupWord", json!({"word": "dord"})),
        ("resign", json!({})),
        ("endGame", json!({})),
        ("proposePause", json!({})),
        ("answerPause", json!({"agree": true})),
        ("resumeGame", json!({})),
        ("returnToSeat", json!({})),
        ("playAgain", json!({"commitment": "ab".repeat(32)})),
        ("leaveGame", json!({})),
        ("addBot", json!({"level": 5})),
        ("removePlayer", json!({"playerId": "p2"})),
        ("chat", json!({"text": "hello"})),
        ("resync", json!({"lastSeq": 9})),
    ]
}

fn full_rules() -> Value {
    json!({
        "maxPlayers": 3, "words": "challenge", "verdict": "vote", "challengeWindowSeconds": 30,
        "lookUp": "never", "beginner": "host", "exchangeNeeds": 7,
        "scorelessEnd": {"kind": "passes", "count": 4}, "goingOutEarns": false,
        "absence": {"removedAfterSeconds": 90},
        "clock": {"kind": "game", "minutes": 25, "incrementSeconds": 5},
        "expiresAfterHours": 48, "turns": 20, "watching": "anyone", "joining": "hostAdmits", "tileTracker": false,
    })
}

/// Names of fields that may be absent.
const OPTIONAL: &[&str] = &[
    "roomCode",
    "token",
    "lastSeq",
    "invite",
    "ticket",
    "nonce",
    "commitment",
    "preset",
    "language",
    "rules",
    "turnNumber",
    "points",
    "incrementSeconds",
];

/// Fields of [`OPTIONAL`] names that are required in certain events.
const REQUIRED: &[(&str, &str)] = &[
    ("setNonce", "commitment"),
    ("revealNonce", "nonce"),
    ("watchGame", "roomCode"),
    ("describeTable", "roomCode"),
];

/// Fields that accept null.
const NULLABLE: &[&str] = &["removedAfterSeconds", "expiresAfterHours", "turns"];

/// Every location in a value, as the path in errors and as a JSON pointer.
fn places(value: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), String::new(), value)];
    while let Some((path, pointer, value)) = waiting.pop() {
        if !path.is_empty() {
            found.push((path.clone(), pointer.clone()));
        }
        match value {
            Value::Object(fields) => waiting.extend(fields.iter().map(|(field, value)| {
                let dot = if path.is_empty() { "" } else { "." };
                (format!("{path}{dot}{field}"), format!("{pointer}/{field}"), value)
            })),
            Value::Array(items) => waiting.extend(
                items
                    .iter()
                    .enumerate()
                    .map(|(i, value)| (format!("{path}[{i}]"), format!("{pointer}/{i}"), value)),
            ),
            _ => {}
        }
    }
    found
}

fn refused_at(event: &str, payload: &Value) -> Option<String> {
    ClientMessage::parse(event, std::slice::from_ref(payload)).err().map(|error| error.path)
}

/// Whether a list of invalid items is refused at its first item.
fn refused_inside(event: &str, payload: &Value, pointer: &str, bad: &Value) -> bool {
    let mut changed = payload.clone();
    *changed.pointer_mut(pointer).unwrap() = bad.clone();
    refused_at(event, &changed).is_some_and(|path| path.ends_with("[0]"))
}

fn last_name(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}

#[test]
fn every_event_is_read_with_all_its_fields_and_unknown_ones_are_ignored() {
    let payloads = full_payloads();
    let names: Vec<&str> = payloads.iter().map(|(name, _)| *name).collect();
    assert!(ClientEvent::NAMES.iter().all(|name| names.contains(name)), "a new event needs a row here");
    for (event, mut payload) in payloads {
        let read = ClientMessage::parse(event, &[payload.clone()]).unwrap();
        assert_eq!((read.event.name(), read.command_id), (event, None));
        payload["somethingElse"] = json!({"deep": [null]});
        payload["commandId"] = json!("c1");
        let read = ClientMessage::parse(event, &[payload]).unwrap();
        assert_eq!(read.command_id.unwrap().as_str(), "c1");
    }
}

#[cfg(feature = "reference")]
#[test]
fn the_examples_of_the_reference_can_be_read() {
    for entry in ClientEvent::catalogue() {
        let payload: Value = serde_json::from_str(entry.example).unwrap();
        assert_eq!(refused_at(entry.name, &payload), None, "{}", entry.name);
    }
}

#[test]
fn an_error_names_the_field_of_a_wrong_type() {
    let wrong = [
        json!(null),
        json!(true),
        json!(7),
        json!(1.5),
        json!("✗"),
        json!([]),
        json!([[{}]]),
        json!({"x": 1}),
    ];
    for (event, payload) in full_payloads() {
        for (path, pointer) in places(&payload) {
            let good = payload.pointer(&pointer).unwrap().clone();
            for bad in &wrong {
                let same_kind = match (&good, bad) {
                    (Value::Number(_), Value::Number(number)) => {
                        number.is_u64() || last_name(&path) == "points"
                    }
                    (Value::Array(_), Value::Array(items)) => {
                        items.is_empty() || refused_inside(event, &payload, &pointer, bad)
                    }
                    (good, bad) => std::mem::discriminant(good) == std::mem::discriminant(bad),
                };
                let is_null_fine = bad.is_null() && NULLABLE.contains(&last_name(&path));
                if same_kind || is_null_fine {
                    continue;
                }
                let mut changed = payload.clone();
                *changed.pointer_mut(&pointer).unwrap() = bad.clone();
                assert_eq!(refused_at(event, &changed), Some(path.clone()), "{event} {path} = {bad}");
            }
        }
    }
}

#[test]
fn an_error_names_a_missing_required_field() {
    for (event, payload) in full_payloads() {
        for (path, pointer) in places(&payload) {
            let (parent, field) = pointer.rsplit_once('/').unwrap();
            let mut changed = payload.clone();
            let Some(Value::Object(fields)) = changed.pointer_mut(parent) else { continue };
            fields.remove(field);
            // Every rule has a default from the preset, and a token replaces the name.
            let is_rule = parent == "/rules";
            let may_be_absent = (OPTIONAL.contains(&field) && !REQUIRED.contains(&(event, field)))
                || is_rule
                || (event == "joinGame" && field == "playerName");
            let expected = (!may_be_absent).then_some(path);
            assert_eq!(refused_at(event, &changed), expected, "{event} without {field}");
        }
    }
}

#[test]
fn a_payload_must_be_an_object_and_a_missing_one_is_empty() {
    for (event, payload) in full_payloads() {
        for bad in [json!(null), json!(1), json!("x"), json!([]), json!(true)] {
            assert_eq!(refused_at(event, &bad).as_deref(), Some("payload"), "{event} {bad}");
        }
        assert_eq!(ClientMessage::parse(event, &[]), ClientMessage::parse(event, &[json!({})]));
        let error = ClientMessage::parse(event, &[payload.clone(), json!(1)]).unwrap_err();
        assert_eq!(error.path, "arguments[1]");
    }
    assert_eq!(ClientMessage::parse("joinGame", &[]).unwrap_err().path, "playerName");
}

#[test]
fn an_unknown_event_is_refused() {
    for (name, arguments) in
        [("", vec![]), ("disconnect", vec![json!({})]), ("JoinGame", vec![json!(1), json!(2)])]
    {
        assert_eq!(ClientMessage::parse(name, &arguments).unwrap_err().path, "event", "{name}");
    }
}

#[test]
fn an_error_names_a_field_that_is_too_long_too_short_or_out_of_range() {
    let long = |count: usize| "é".repeat(count);
    let tile = json!({"row": 0, "col": 0, "tile": {"letter": "A", "isBlank": false}});
    let cases = [
        ("joinGame", json!({"playerName": long(1001)}), "playerName"),
        ("joinGame", json!({"playerName": "Ann", "roomCode": "ABC"}), "roomCode"),
        ("joinGame", json!({"playerName": "Ann", "roomCode": "ABC1"}), "roomCode"),
        ("joinGame", json!({"playerName": "Ann", "roomCode": "ÄBCD"}), "roomCode"),
        ("joinGame", json!({"playerName": "Ann", "token": long(129)}), "token"),
        ("joinGame", json!({"playerName": "Ann", "token": ""}), "token"),
        ("joinGame", json!({"playerName": "Ann", "lastSeq": -1}), "lastSeq"),
        ("joinGame", json!({"playerName": "Ann", "nonce": long(65)}), "nonce"),
        ("joinGame", json!({"playerName": "Ann", "nonce": "n", "commitment": "ab".repeat(32)}), "nonce"),
        ("createGame", json!({"playerName": "Ann", "nonce": "n", "commitment": "ab".repeat(32)}), "nonce"),
        ("setNonce", json!({}), "commitment"),
        ("setNonce", json!({"nonce": "n", "commitment": "ab".repeat(32)}), "nonce"),
        ("setNonce", json!({"nonce": long(65)}), "nonce"),
        ("setNonce", json!({"commitment": "ab".repeat(31)}), "commitment"),
        ("setNonce", json!({"commitment": "zz".repeat(32)}), "commitment"),
        ("revealNonce", json!({"nonce": ""}), "nonce"),
        ("revealNonce", json!({"nonce": long(65)}), "nonce"),
        ("passTurn", json!({"commandId": ""}), "commandId"),
        ("passTurn", json!({"commandId": long(65)}), "commandId"),
        ("passTurn", json!({"commandId": null}), "commandId"),
        ("submitWord", json!({"placements": vec![tile; 226]}), "placements"),
        (
            "submitWord",
            json!({"placements": [{"row": 0.5, "col": 0, "tile": {"letter": "A", "isBlank": false}}]}),
            "placements[0].row",
        ),
        (
            "submitWord",
            json!({"placements": [{"row": u64::MAX, "col": 0, "tile": {"letter": "A", "isBlank": false}}]}),
            "placements[0].row",
        ),
        (
            "submitWord",
            json!({"placements": [{"row": 0, "col": 0, "tile": {"letter": "", "isBlank": false}}]}),
            "placements[0].tile.letter",
        ),
        (
            "submitWord",
            json!({"placements": [{"row": 0, "col": 0, "tile": {"letter": long(9), "isBlank": false}}]}),
            "placements[0].tile.letter",
        ),
        ("exchangeTiles", json!({"tileIndices": vec![0; 65]}), "tileIndices"),
        ("exchangeTiles", json!({"tileIndices": [0, -1]}), "tileIndices[1]"),
        ("exchangeTiles", json!({"tileIndices": [1e300]}), "tileIndices[0]"),
        ("challenge", json!({"turnNumber": 1_u64 << 32}), "turnNumber"),
        ("lookupWord", json!({"word": ""}), "word"),
        ("lookupWord", json!({"word": long(51)}), "word"),
        ("addBot", json!({"level": 0}), "level"),
        ("addBot", json!({"level": 6}), "level"),
        ("chat", json!({"text": ""}), "text"),
        ("chat", json!({"text": long(281)}), "text"),
        ("removePlayer", json!({"playerId": long(65)}), "playerId"),
        ("createGame", json!({"playerName": "Ann", "preset": "chess"}), "preset"),
        ("createGame", json!({"playerName": "Ann", "language": "xx"}), "language"),
    ];
    for (event, payload, path) in cases {
        assert_eq!(refused_at(event, &payload).as_deref(), Some(path), "{event} {payload}");
    }
    assert_eq!(refused_at("chat", &json!({"text": long(280)})), None);
}

#[test]
fn an_error_names_the_field_of_contradictory_rules() {
    let cases = [
        (json!({"maxPlayers": 5}), "maxPlayers"),
        (json!({"maxPlayers": 0}), "maxPlayers"),
        (json!({"words": "checked", "verdict": "anyone"}), "verdict"),
        (json!({"words": "checked", "challengeWindowSeconds": 5}), "challengeWindowSeconds"),
        (json!({"challengeWindowSeconds": 0}), "challengeWindowSeconds"),
        (json!({"maxPlayers": 1}), "words"),
        (json!({"scorelessEnd": {"kind": "never"}}), "turns"),
        (json!({"scorelessEnd": {"kind": "passes"}}), "scorelessEnd.count"),
        (json!({"scorelessEnd": {"kind": "never", "count": 3}, "turns": 5}), "scorelessEnd.count"),
        (json!({"scorelessEnd": {"kind": "passes", "count": 0}}), "scorelessEnd.count"),
        (json!({"clock": {"kind": "turn"}}), "clock.seconds"),
        (json!({"clock": {"kind": "none", "minutes": 3}}), "clock.minutes"),
        (json!({"clock": {"kind": "game", "minutes": 0}}), "clock.minutes"),
        (json!({"turns": 0}), "turns"),
        (json!({"expiresAfterHours": 4_000_000_000_u32}), "expiresAfterHours"),
        (json!({"absence": {"removedAfterSeconds": 0}}), "absence.removedAfterSeconds"),
        (json!({"exchangeNeeds": "many"}), "exchangeNeeds"),
        (json!({"exchangeNeeds": 256}), "exchangeNeeds"),
        (json!({"language": 5}), "language"),
        (json!({"preset": "x"}), "preset"),
    ];
    for (rules, field) in cases {
        let payload = json!({"playerName": "Ann", "rules": rules});
        assert_eq!(refused_at("createGame", &payload), Some(format!("rules.{field}")), "{rules}");
    }
}

#[test]
fn rules_can_be_sent_back_as_they_are_shown() {
    for preset in rules::Preset::ALL {
        for language in rules::Language::all() {
            let rules = preset.rules(language.clone());
            let shown = serde_json::to_value(crate::TableRules::from(&rules)).unwrap();
            let message = ClientMessage::parse("createGame", &[json!({"playerName": "Ann", "rules": shown})]);
            let ClientEvent::CreateGame(create) = message.unwrap().event else { panic!("another event") };
            assert_eq!(create.table_rules().unwrap(), rules, "{preset}");
        }
    }
}

#[test]
fn every_field_of_the_rules_can_be_changed() {
    let payload = json!({"playerName": "Ann", "rules": full_rules()});
    let ClientEvent::CreateGame(create) = ClientMessage::parse("createGame", &[payload]).unwrap().event
    else {
        panic!("another event")
    };
    let shown = serde_json::to_value(crate::TableRules::from(&create.table_rules().unwrap())).unwrap();
    for (field, value) in full_rules().as_object().unwrap() {
        assert_eq!(&shown[field], value, "{field}");
    }
}

#[test]
fn secrets_from_clients_are_not_printed() {
    let payload = json!({"roomCode": "ABCD", "token": "hush", "ticket": "hush", "invite": "hush"});
    let read = ClientMessage::parse("joinGame", &[payload]).unwrap();
    assert!(!format!("{read:?}").contains("hush"));
}

#[test]
fn a_handshake_is_optional_and_its_errors_name_the_field() {
    for none in [None, Some(&json!(null)), Some(&json!({}))] {
        assert_eq!(Handshake::parse(none).unwrap().token, None);
    }
    let auth = json!({"roomCode": "abcd", "token": "t", "lastSeq": 4});
    assert_eq!(Handshake::parse(Some(&auth)).unwrap().room_code.unwrap().as_str(), "ABCD");
    for (auth, path) in
        [(json!(1), "auth"), (json!({"token": 1}), "auth.token"), (json!({"lastSeq": 1.5}), "auth.lastSeq")]
    {
        assert_eq!(Handshake::parse(Some(&auth)).unwrap_err().path, path);
    }
}
