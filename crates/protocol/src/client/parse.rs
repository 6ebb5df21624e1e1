//! Parses the text of messages: well-formed moves without building a tree.
//!
//! Moves are most of what clients send, and a tree of their tiles costs more than all the rest of
//! parsing. All other messages are parsed by way of a tree, which also reports what is wrong with
//! them.

use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::payload::{Empty, ExchangeTiles, INDICES_MAX, PLACEMENTS_MAX, SubmitWord, at_most};
use super::{ClientEvent, ClientMessage, CommandId, Envelope};
use crate::strict::BadRequest;
use crate::tile::ClaimedPlacement;

/// Why a message could not be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The name of the event; empty if the message has none.
    pub event: String,
    /// What is wrong, and where.
    pub error: BadRequest,
}

impl ClientMessage {
    /// Parses a message: a list in JSON of the event's name and its arguments.
    ///
    /// ```
    /// use protocol::{ClientEvent, ClientMessage};
    ///
    /// let message = ClientMessage::from_text(r#"["passTurn",{"commandId":"a"}]"#).unwrap();
    /// assert!(matches!(message.event, ClientEvent::PassTurn(_)));
    /// assert_eq!(ClientMessage::from_text("[]").unwrap_err().error.path, "event");
    /// ```
    pub fn from_text(text: &str) -> Result<ClientMessage, ParseError> {
        parse_move(text).map_or_else(|| ClientMessage::from_tree(text), Ok)
    }

    /// Parses a message by way of a tree, which tells where an error is.
    fn from_tree(text: &str) -> Result<ClientMessage, ParseError> {
        let nameless =
            |path, message| ParseError { event: String::new(), error: BadRequest::new(path, message) };
        let mut arguments: Vec<Value> = serde_json::from_str(text)
            .map_err(|_| nameless("message", "expected a JSON array that begins with a name"))?;
        let Some(Value::String(event)) = (!arguments.is_empty()).then(|| arguments.remove(0)) else {
            return Err(nameless("event", "expected the name of an event"));
        };
        ClientMessage::parse(&event, &arguments).map_err(|error| ParseError { event, error })
    }
}

/// Parses a move; `None` for all other messages, and for every message with an error.
fn parse_move(text: &str) -> Option<ClientMessage> {
    let Move(message) = is_plain(text).then(|| serde_json::from_str(text).ok())??;
    Some(message)
}

/// Whether `serde_json` accepts nothing here that strict parsing refuses: null for an optional
/// field, or a list for an object. A move has one list, inside its payload.
fn is_plain(text: &str) -> bool {
    let mut lists = text.match_indices('[').map(|(at, _)| at).skip(1);
    let has_plain_lists = match (lists.next(), lists.next()) {
        (None, _) => true,
        (Some(list), None) => text.find('{').is_some_and(|payload| payload < list),
        (Some(_), Some(_)) => false,
    };
    has_plain_lists && !text.contains("null")
}

/// A move: a list of the event's name and its payload. Any other event is an error.
struct Move(ClientMessage);

/// The payload of `submitWord` with the id of the command. A flattened struct would be parsed by
/// way of a tree.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SubmittedWord {
    #[serde(deserialize_with = "at_most::<_, _, PLACEMENTS_MAX>")]
    placements: Vec<ClaimedPlacement>,
    command_id: Option<CommandId>,
}

/// The payload of `exchangeTiles` with the id of the command.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExchangedTiles {
    #[serde(deserialize_with = "at_most::<_, _, INDICES_MAX>")]
    tile_indices: Vec<u32>,
    command_id: Option<CommandId>,
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        deserializer.deserialize_seq(MoveVisitor)
    }
}

struct MoveVisitor;

impl<'de> Visitor<'de> for MoveVisitor {
    type Value = Move;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move with its payload")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Move, A::Error> {
        let (event, command_id) = match next(&mut list)? {
            "submitWord" => {
                let SubmittedWord { placements, command_id } = next(&mut list)?;
                (ClientEvent::SubmitWord(SubmitWord { placements }), command_id)
            }
            "exchangeTiles" => {
                let ExchangedTiles { tile_indices, command_id } = next(&mut list)?;
                (ClientEvent::ExchangeTiles(ExchangeTiles { tile_indices }), command_id)
            }
            "passTurn" => {
                let Envelope { command_id } = next(&mut list)?;
                (ClientEvent::PassTurn(Empty {}), command_id)
            }
            _ => return Err(A::Error::custom("not a move")),
        };
        Ok(Move(ClientMessage { command_id, event }))
    }
}

/// The next item of a list. `serde_json` refuses items after the last one that was taken.
fn next<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(list: &mut A) -> Result<T, A::Error> {
    list.next_element()?.ok_or_else(|| A::Error::custom("expected another item"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAY: &str = r#"["submitWord",{"placements":[{"row":7,"col":7,"tile":{"letter":"H","points":4,"isBlank":false}},{"row":7,"col":8,"tile":{"letter":"I","points":0,"isBlank":true}}],"commandId":"a1","later":{"x":"y"}}]"#;

    #[test]
    fn well_formed_moves_are_parsed_without_a_tree() {
        for text in [
            PLAY,
            r#"["submitWord",{"placements":[]}]"#,
            r#"["passTurn",{}]"#,
            r#"[ "passTurn" , { "commandId" : "b" } ]"#,
            r#"["exchangeTiles",{"tileIndices":[0,3],"commandId":"c"}]"#,
        ] {
            assert_eq!(parse_move(text), Some(ClientMessage::from_tree(text).unwrap()), "{text}");
        }
    }

    #[test]
    fn a_damaged_move_is_parsed_as_by_way_of_a_tree() {
        // Every deletion, and every replacement by a character with a meaning in JSON.
        let pieces =
            ["", "\"", "{", "}", "[", "]", ",", ":", "null", "-", "1.5", "e", "[[1]]", "true", "\\u0041"];
        let mut taken = 0;
        for at in 0..PLAY.len() {
            for length in 0..=3.min(PLAY.len() - at) {
                for piece in pieces {
                    let text = format!("{}{piece}{}", &PLAY[..at], &PLAY[at + length..]);
                    if let Some(message) = parse_move(&text) {
                        assert_eq!(ClientMessage::from_tree(&text), Ok(message), "{text}");
                        taken += 1;
                    }
                }
            }
        }
        assert!(taken > 100, "only {taken} were well-formed");
    }

    #[test]
    fn what_strict_parsing_refuses_is_left_to_it() {
        for text in [
            r#"["submitWord",{"placements":[[7,7,{"letter":"H","points":4,"isBlank":false}]]}]"#,
            r#"["submitWord",[[]]]"#,
            r#"["passTurn",{"commandId":null}]"#,
            r#"["passTurn",["a"]]"#,
            r#"["passTurn",["{"]]"#,
            r#"["passTurn",{},{}]"#,
            r#"["passTurn"]"#,
            r#"["joinGame",{"playerName":"Ann"}]"#,
        ] {
            assert_eq!(parse_move(text), None, "{text}");
        }
    }
}
