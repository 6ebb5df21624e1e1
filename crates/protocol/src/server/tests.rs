use serde_json::json;

use super::{Ack, AckExtra, Asked, Done, Outgoing, ReplyEvent, Seated};
use crate::{ErrorCode, PlayerId, RequestId, Secret, WireError};

#[test]
fn an_ack_has_the_result_and_the_fields_of_its_event() {
    let room_code: crate::RoomCode = "ABCD".parse().unwrap();
    let (player_id, token) = (PlayerId::new("p1"), Secret::new("hush"));
    let seated = Seated { room_code: room_code.clone(), player_id, token, invite: None };
    let invited = Seated { invite: Some(Secret::new("link")), ..seated.clone() };
    assert!(!format!("{invited:?}").contains("hush") && !format!("{invited:?}").contains("link"));
    let asked = Asked { room_code, request_id: RequestId::new("r1") };
    let refused = WireError::new(ErrorCode::NotHost, "no");
    for (ack, expected) in [
        (Ack::Ok { seq: None, extra: AckExtra::Done(Done {}) }, json!({"ok": true})),
        (
            Ack::Ok { seq: Some(2), extra: AckExtra::Seated(seated) },
            json!({"ok": true, "seq": 2, "roomCode": "ABCD", "playerId": "p1", "token": "hush"}),
        ),
        (
            Ack::Ok { seq: Some(2), extra: AckExtra::Seated(invited) },
            json!({"ok": true, "seq": 2, "roomCode": "ABCD", "playerId": "p1", "token": "hush", "invite": "link"}),
        ),
        (
            Ack::Ok { seq: Some(2), extra: AckExtra::Asked(asked) },
            json!({"ok": true, "seq": 2, "roomCode": "ABCD", "requestId": "r1"}),
        ),
        (Ack::Refused(refused), json!({"ok": false, "error": {"code": "NOT_HOST", "message": "no"}})),
    ] {
        assert_eq!(serde_json::to_value(ack).unwrap(), expected);
    }
}

#[test]
fn an_event_without_a_table_has_no_version() {
    let error = ReplyEvent::Error(WireError::rate_limited(250));
    let payload = Outgoing { seq: None, event: error.into() }.payload();
    assert_eq!(payload["retryAfterMs"], 250);
    assert!(payload.get("seq").is_none());
}

#[cfg(feature = "reference")]
mod catalogue {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use crate::reference_entries::ServerEntry;
    use crate::server::{Outgoing, PrivateEvent, PublicEvent, ReplyEvent, ServerEvent};

    fn catalogue() -> Vec<ServerEntry> {
        [PublicEvent::catalogue(), PrivateEvent::catalogue(), ReplyEvent::catalogue()]
            .into_iter()
            .flatten()
            .collect()
    }

    #[test]
    fn every_example_round_trips() {
        for entry in catalogue() {
            let example: Value = serde_json::from_str(entry.example).unwrap();
            let event = ServerEvent::read(entry.name, &example).unwrap();
            let event = event.unwrap_or_else(|error| panic!("{}: {error}", entry.name));
            assert_eq!(event.name().as_str(), entry.name);
            let written = Outgoing { event, seq: Some(12) }.payload();
            let mut expected = example;
            expected["seq"] = json!(12);
            assert_eq!(written, expected, "{}", entry.name);
        }
    }

    #[test]
    fn the_contract_has_all_its_events() {
        let names: BTreeSet<&str> = catalogue().iter().map(|entry| entry.name).collect();
        for name in [
            "lobbyUpdate",
            "gameStarted",
            "yourTiles",
            "wordAccepted",
            "wordRejected",
            "boardUpdate",
            "turnChange",
            "tilesExchanged",
            "scoreUpdate",
            "gameEnded",
            "playerDisconnected",
            "error",
        ] {
            assert!(names.contains(name), "{name}");
        }
        assert!(ServerEvent::read("nonsense", &json!({})).is_none());
    }
}
