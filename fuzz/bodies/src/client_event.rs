use protocol::{ClientEvent, ClientMessage, ErrorCode, WireError};
use serde_json::Value;

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "client_event",
    run: client_event,
    dictionary: &[
        b"[\"joinGame\",{\"playerName\":\"Ann\"}]",
        b"[\"submitWord\",{\"placements\":[{\"row\":7,\"col\":7,\"tile\":{\"letter\":\"A\",\"points\":1,\"isBlank\":false}}]}]",
        b"[\"exchangeTiles\",{\"tileIndices\":[0]}]",
        b"[\"createGame\",{\"playerName\":\"Ann\",\"rules\":{}}]",
        b"\"rules\":{",
        b"\"clock\":{\"kind\":\"game\",\"minutes\":25}",
        b"\"clock\":{\"kind\":\"days\",\"days\":3,\"bankDays\":2}",
        b"\"standIn\":3",
        b"[\"answerPause\",{\"agree\":true}]",
        b"\"scorelessEnd\":{\"kind\":\"passes\",\"count\":4}",
        b"\"words\":\"checked\"",
        b"\"maxPlayers\":1",
        b"\"turns\":5",
        b"\"commandId\":",
        b"null",
        b"-1",
        b"1e999",
        b"18446744073709551615",
        b"\"\"",
        b"\\ud800",
        b",",
        b"{}",
        b"[]",
    ],
};

/// A client event parses and respects its limits, or the error has a path.
///
/// The input is an event with its arguments, as Socket.IO packs them.
pub fn client_event(input: &[u8]) {
    let Ok(Value::Array(packed)) = serde_json::from_slice::<Value>(input) else { return };
    let Some((Value::String(name), arguments)) = packed.split_first() else { return };
    match ClientMessage::parse(name, arguments) {
        Ok(message) => {
            assert_eq!(message.event.name(), name);
            assert!(message.command_id.is_none_or(|id| (1..=64).contains(&id.as_str().chars().count())));
            match message.event {
                ClientEvent::CreateGame(create) => {
                    let rules = create.table_rules().expect("rules are looked at when the event is read");
                    assert_eq!(rules::Rules::new(rules.clone().into_fields()), Ok(rules));
                }
                ClientEvent::SubmitWord(submit) | ClientEvent::PreviewMove(submit) => {
                    for language in rules::Language::all() {
                        if let Err(error) = protocol::claim(&submit.placements, language) {
                            assert!(error.path.starts_with("placements["), "{}", error.path);
                        }
                    }
                }
                _ => {}
            }
        }
        Err(bad) => {
            assert!(!bad.path.is_empty() && !bad.message.is_empty());
            assert_eq!(WireError::from(bad).code, ErrorCode::BadRequest);
        }
    }
}
