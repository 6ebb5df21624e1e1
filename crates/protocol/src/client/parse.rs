//! Parses the text of messages: well-formed moves without building a tree.
//!
//! Moves are most of what clients send, and a tree of their tiles costs more than all the rest of
//! parsing. All other messages are parsed by way of a tree, which also reports what is wrong with
//! them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{ClientEvent, ClientMessage, Envelope};
use crate::strict::BadRequest;

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

/// The name of an event and its only argument.
#[derive(Deserialize)]
struct Named<'t>(#[serde(borrow)] &'t str, #[serde(borrow)] &'t RawValue);

/// Parses a move; `None` for all other messages, and for every message with an error.
fn parse_move(text: &str) -> Option<ClientMessage> {
    let Named(name, payload) = serde_json::from_str(text).ok()?;
    let payload = payload.get();
    if !is_plain(payload) {
        return None;
    }
    let event = match name {
        "submitWord" => ClientEvent::SubmitWord(read(payload)?),
        "exchangeTiles" => ClientEvent::ExchangeTiles(read(payload)?),
        "passTurn" => ClientEvent::PassTurn(read(payload)?),
        _ => return None,
    };
    let Envelope { command_id } = read(payload)?;
    Some(ClientMessage { command_id, event })
}

/// Whether `serde_json` accepts nothing here that strict parsing refuses: null for an optional
/// field, or a list for an object. A move has one list.
fn is_plain(payload: &str) -> bool {
    payload.starts_with('{') && !payload.contains("null") && payload.matches('[').count() <= 1
}

fn read<T: DeserializeOwned>(payload: &str) -> Option<T> {
    serde_json::from_str(payload).ok()
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
            r#"["passTurn",{},{}]"#,
            r#"["passTurn"]"#,
            r#"["joinGame",{"playerName":"Ann"}]"#,
        ] {
            assert_eq!(parse_move(text), None, "{text}");
        }
    }
}
