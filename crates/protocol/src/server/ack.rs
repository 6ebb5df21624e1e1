//! The answers to a client's events.

use serde::{Deserialize, Serialize};

use super::state::SpectatorState;
use crate::error::WireError;
use crate::secret::Secret;
use crate::text::{PlayerId, RequestId, RoomCode};

/// Nothing but that it was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Done {}

/// A table was opened, and the host sits at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameOpened {
    /// What finds the table.
    pub room_code: RoomCode,
    /// What names the player.
    pub player_id: PlayerId,
    /// The secret of the seat.
    #[serde(serialize_with = "Secret::reveal")]
    pub token: Secret,
    /// The secret of the table's invitation link.
    #[serde(serialize_with = "Secret::reveal")]
    pub invite: Secret,
}

/// The player sits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Seated {
    /// What finds the table.
    pub room_code: RoomCode,
    /// What names the player.
    pub player_id: PlayerId,
    /// The secret of the seat.
    #[serde(serialize_with = "Secret::reveal")]
    pub token: Secret,
    /// With `playAgain`: the secret of the new table's invitation link.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "Secret::reveal_some")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invite: Option<Secret>,
}

/// The host is asked first; `joinDecided` follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// What finds the table.
    pub room_code: RoomCode,
    /// What names the wish to join.
    pub request_id: RequestId,
}

/// Whether the player sits, or the host is asked first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(untagged)]
pub enum JoinAnswer {
    /// The player sits.
    Seated(Seated),
    /// The host is asked.
    Asked(Asked),
}

/// A ticket that carries the seat to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TicketMade {
    /// It works once.
    #[serde(serialize_with = "Secret::reveal")]
    pub ticket: Secret,
    /// Until when, in milliseconds since 1970.
    pub expires_at: i64,
}

/// The client watches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WatchStarted {
    /// What a spectator sees.
    pub state: SpectatorState,
}

/// What a play would score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MovePreview {
    /// Everything together.
    pub score: i32,
    /// The words that it would form.
    pub words: Vec<PreviewedWord>,
}

/// A word that a play would form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PreviewedWord {
    /// The word.
    pub text: String,
    /// What it would score.
    pub score: i32,
    /// Whether the list has it; only told where the table checks words before the play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub valid: Option<bool>,
}

/// What the list says of a word.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LookedUp {
    /// Whether it has the word.
    pub valid: bool,
    /// What the list is called.
    pub list: String,
}

/// A bot sits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BotSeated {
    /// What names it.
    pub player_id: PlayerId,
}

/// What the answer to an event adds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum AckExtra {
    /// Nothing.
    Done(Done),
    /// To `createGame`.
    GameOpened(GameOpened),
    /// To `joinGame` where the player sits, and to `playAgain`.
    Seated(Seated),
    /// To `joinGame` where the host is asked.
    Asked(Asked),
    /// To `createTicket`.
    TicketMade(TicketMade),
    /// To `watchGame`.
    WatchStarted(Box<WatchStarted>),
    /// To `previewMove`.
    MovePreview(MovePreview),
    /// To `lookupWord`.
    LookedUp(LookedUp),
    /// To `addBot`.
    BotSeated(BotSeated),
}

/// The answer to an event: it was done, or it was refused.
///
/// ```
/// use protocol::{Ack, AckExtra, Done};
///
/// let ack = Ack::Ok { seq: Some(3), extra: AckExtra::Done(Done {}) };
/// assert_eq!(serde_json::to_string(&ack).unwrap(), r#"{"ok":true,"seq":3}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ack {
    /// It was done.
    Ok {
        /// The table's version after it; none where there is no table.
        seq: Option<u64>,
        /// What the event's own answer adds.
        extra: AckExtra,
    },
    /// It was refused, and nothing has changed.
    Refused(WireError),
}

impl Serialize for Ack {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Accepted<'a> {
            ok: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            seq: Option<u64>,
            #[serde(flatten)]
            extra: &'a AckExtra,
        }
        #[derive(Serialize)]
        struct Refused<'a> {
            ok: bool,
            error: &'a WireError,
        }
        match self {
            Ack::Ok { seq, extra } => Accepted { ok: true, seq: *seq, extra }.serialize(serializer),
            Ack::Refused(error) => Refused { ok: false, error }.serialize(serializer),
        }
    }
}
