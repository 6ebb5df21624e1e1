//! Messages from clients.

mod event;
mod handshake;
mod parse;
mod payload;
#[cfg(test)]
mod tests;

use serde::Deserialize;
use serde_json::{Map, Value};

pub use event::ClientEvent;
pub use handshake::Handshake;
pub use parse::ParseError;
pub(crate) use payload::at_most;
pub use payload::{
    AddBot, AdmitPlayer, AnswerPause, CreateGame, DescribeTable, Empty, ExchangeTiles, JoinGame, LookupWord,
    PlayAgain, RemovePlayer, ResolveChallenge, Resync, RevealNonce, SayChat, SetNonce, SubmitWord,
    UpdateRules, WatchGame, WhichPlay,
};

use crate::strict::{self, BadRequest};
use crate::text::CommandId;

/// An event from a client with its idempotency key.
///
/// ```
/// use protocol::{ClientEvent, ClientMessage};
/// use serde_json::json;
///
/// let message = ClientMessage::parse("exchangeTiles", &[json!({"tileIndices": [0, 3], "commandId": "a"})]).unwrap();
/// assert_eq!(message.command_id.unwrap().as_str(), "a");
/// assert!(matches!(message.event, ClientEvent::ExchangeTiles(exchange) if exchange.tile_indices == [0, 3]));
///
/// let error = ClientMessage::parse("exchangeTiles", &[json!({"tileIndices": [0, "3"]})]).unwrap_err();
/// assert_eq!(error.path, "tileIndices[1]");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClientMessage {
    /// Idempotency key: a repeated command is answered again but not executed again.
    pub command_id: Option<CommandId>,
    /// The request.
    pub event: ClientEvent,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    command_id: Option<CommandId>,
}

impl ClientMessage {
    /// Parses an event from its name and its arguments without the ack callback.
    ///
    /// A missing payload is the same as an empty one.
    pub fn parse(event: &str, arguments: &[Value]) -> Result<ClientMessage, BadRequest> {
        let nothing = Value::Object(Map::new());
        let payload = match arguments {
            [] => &nothing,
            [payload] => payload,
            [_, _, ..] if !ClientEvent::NAMES.contains(&event) => &nothing,
            [_, _, ..] => return Err(BadRequest::new("arguments[1]", "expected one payload and no more")),
        };
        let event = match ClientEvent::read(event, payload)? {
            ClientEvent::JoinGame(join) => ClientEvent::JoinGame(join.check()?),
            ClientEvent::CreateGame(create) => {
                create.table_rules()?;
                create.nonce_input()?;
                ClientEvent::CreateGame(create)
            }
            ClientEvent::SetNonce(given) => {
                given.nonce_input()?;
                ClientEvent::SetNonce(given)
            }
            event => event,
        };
        let Envelope { command_id } = strict::read(payload)?;
        Ok(ClientMessage { command_id, event })
    }
}
