//! The storage format of the log: encoding round-trips, and logs of earlier releases stay readable.

mod arbitrary;
mod games;
mod logs;

use proptest::prelude::*;
use rules::Language;
use store::codec::{self, DecodeError};

proptest! {
    #[test]
    fn every_kind_of_event_round_trips(events in arbitrary::events("en")) {
        let text = codec::encode(&events, &Language::by_code("en").unwrap());
        prop_assert_eq!(codec::decode(&text).unwrap(), events);
    }

    #[test]
    fn multi_character_letters_round_trip(events in arbitrary::events("xx")) {
        let language = arbitrary::language("xx");
        let text = codec::encode(&events, &language);
        let read = codec::decode_with(&text, |code| (code == "xx").then(|| language.clone()));
        prop_assert_eq!(read.unwrap(), events);
    }

    #[test]
    fn a_damaged_batch_is_refused_or_read_but_never_panics(
        events in arbitrary::events("en"),
        at in any::<prop::sample::Index>(),
        with in any::<char>(),
    ) {
        let text = codec::encode(&events, &Language::by_code("en").unwrap());
        let mut characters: Vec<char> = text.chars().collect();
        let at = at.index(characters.len());
        characters[at] = with;
        let _ = codec::decode(&characters.iter().collect::<String>());
        let _ = codec::decode(&characters[..at].iter().collect::<String>());
    }

    #[test]
    fn any_text_is_refused_without_a_panic(text in ".*") {
        prop_assert!(codec::decode(&text).is_err());
    }
}

#[test]
fn logs_of_played_games_round_trip() {
    for (_, log) in games::all() {
        let rules::EventKind::TableOpened(opening) = &log[0].kind else { panic!("no opening") };
        let text = codec::encode(&log, &opening.rules.language);
        assert_eq!(codec::decode(&text).unwrap(), log);
    }
}

#[test]
fn a_log_of_a_later_version_is_refused() {
    for text in
        [r#"{"v":5,"language":"en","events":[]}"#, r#"{"v":99,"anything":{"new":true}}"#, r#"{"v":0}"#]
    {
        assert!(matches!(codec::decode(text), Err(DecodeError::Version { .. })), "{text}");
    }
}

#[test]
fn errors_name_what_is_wrong_with_a_batch() {
    let pass = |seat: &str| {
        format!(
            r#"{{"v":1,"language":"en","events":[{{"at":1,"kind":{{"turnPassed":{{"seat":{seat}}}}}}}]}}"#
        )
    };
    let kind = |kind: &str| format!(r#"{{"v":1,"language":"en","events":[{{"at":1,"kind":{kind}}}]}}"#);
    for (text, expected) in [
        (String::new(), "EOF while parsing"),
        ("{}".to_owned(), "missing field `v`"),
        (r#"{"v":1,"language":"tlh","events":[]}"#.to_owned(), "no language has the code \"tlh\""),
        (r#"{"v":1,"language":"en","events":[],"more":1}"#.to_owned(), "unknown field `more`"),
        (r#"{"v":1,"language":"en","events":[]} "#.to_owned() + "x", "trailing characters"),
        (pass("4"), "event 0 of the batch: expected a seat from 0 to 3, found 4"),
        (pass("-1"), "expected u8"),
        (kind(r#"{"danced":{"seat":0}}"#), "unknown variant `danced`"),
        (kind(r#"{"playerLeft":{"seat":0,"why":"tired"}}"#), "unknown field `why`"),
        (
            kind(r#"{"tilesExchanged":{"seat":0,"returned":"Aé","drawn":{"first":0,"tiles":""}}}"#),
            "expected a letter of English, found \"é\"",
        ),
        (
            kind(r#"{"playerJoined":{"seat":0,"name":"Ann","kind":{"bot":6}}}"#),
            "expected a bot's level from 1 to 5, found 6",
        ),
        (kind(r#"{"nonceGiven":{"seat":0,"nonce":"0g"}}"#), "expected bytes as pairs of hexadecimal digits"),
        (
            kind(
                r#"{"tilesPlaced":{"seat":0,"play":{"tiles":[["8P","A"]],"words":[{"place":"8H","letters":"A","score":1}],"score":1}}}"#,
            ),
            "expected a row from 1 to 15 and a column from A to O",
        ),
    ] {
        let error = codec::decode(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}\n{error}");
    }
}
