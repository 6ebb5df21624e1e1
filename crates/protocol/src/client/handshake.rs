use serde::Deserialize;
use serde_json::Value;

use crate::secret::Secret;
use crate::strict::{self, BadRequest};
use crate::text::RoomCode;

/// The `auth` object of a client that connects.
#[derive(Default, Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Handshake {
    /// The code of the table.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub room_code: Option<RoomCode>,
    /// The secret of the seat.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub token: Option<Secret>,
    /// The last `seq` the client received; the server sends what it missed.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_seq: Option<u64>,
    /// Whether to send `stateChange`, with which a client keeps its state up to date.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub state_changes: Option<bool>,
}

impl Handshake {
    /// Reads `auth`; clients without a seat send none.
    pub fn parse(auth: Option<&Value>) -> Result<Handshake, BadRequest> {
        match auth {
            None | Some(Value::Null) => Ok(Handshake::default()),
            Some(auth) => strict::read(auth).map_err(|error| match error.path.as_str() {
                "payload" => BadRequest::new("auth", error.message),
                _ => error.in_field("auth"),
            }),
        }
    }
}
