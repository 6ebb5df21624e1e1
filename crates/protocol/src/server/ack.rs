//! Acks: the answers to a client's events.

use serde::{Deserialize, Serialize};

use super::contract_payloads::LobbyPlayer;
use super::extension_payloads::ChatLine;
use super::state::{Progress, SpectatorState};
use crate::error::WireError;
use crate::secret::Secret;
use crate::table_rules::TableRules;
use crate::text::{PlayerId, RequestId, RoomCode};

/// The event was done; no further fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Done {}

/// A table was opened, and the host has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameOpened {
    /// The code of the table.
    pub room_code: RoomCode,
    /// The player's id.
    pub player_id: PlayerId,
    /// The secret of the seat.
    #[serde(serialize_with = "Secret::reveal")]
    pub token: Secret,
    /// The secret of the table's invitation link.
    #[serde(serialize_with = "Secret::reveal")]
    pub invite: Secret,
}

/// The player has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Seated {
    /// The code of the table.
    pub room_code: RoomCode,
    /// The player's id.
    pub player_id: PlayerId,
    /// The secret of the seat.
    #[serde(serialize_with = "Secret::reveal")]
    pub token: Secret,
    /// With `playAgain`: the secret of the new table's invitation link.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "Secret::reveal_some")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invite: Option<Secret>,
}

/// The host was asked; `joinDecided` follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// The code of the table.
    pub room_code: RoomCode,
    /// The id of the join request.
    pub request_id: RequestId,
}

/// Either a seat, or a request to the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[serde(untagged)]
pub enum JoinAnswer {
    /// The player has a seat.
    Seated(Seated),
    /// The host was asked.
    Asked(Asked),
}

/// A ticket that moves the seat to another device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TicketMade {
    /// The ticket. It can be used once.
    #[serde(serialize_with = "Secret::reveal")]
    pub ticket: Secret,
    /// When it expires, in milliseconds since 1970.
    pub expires_at: i64,
}

/// The client is now a spectator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WatchStarted {
    /// The view of a spectator.
    pub state: SpectatorState,
    /// With `watchRematch`, where watching needs the link: the secret of the new table's link.
    #[serde(default, skip_serializing_if = "Option::is_none", serialize_with = "Secret::reveal_some")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invite: Option<Secret>,
}

/// What a client may know of a table before joining it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableDescription {
    /// The code of the table.
    pub room_code: RoomCode,
    /// The phase of the table.
    pub progress: Progress,
    /// The rules.
    pub rules: TableRules,
    /// The number of players.
    pub player_count: u32,
    /// The players in join order; null if only the table's link shows them.
    pub players: Option<Vec<LobbyPlayer>>,
    /// Whether the lobby has a free seat.
    pub can_join: bool,
    /// Whether the client may watch with what it has sent.
    pub can_watch: bool,
}

/// The stored chat messages of a table, oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChatHistory {
    /// The messages.
    pub lines: Vec<ChatLine>,
}

/// The score of a possible play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MovePreview {
    /// The total score.
    pub score: i32,
    /// The words that the play would form.
    pub words: Vec<PreviewedWord>,
}

/// A word that a play would form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PreviewedWord {
    /// The word.
    pub text: String,
    /// The score.
    pub score: i32,
    /// Whether the word is in the list; only present if the table checks words before the play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub valid: Option<bool>,
}

/// The result of a word lookup.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LookedUp {
    /// Whether the word is in the list.
    pub valid: bool,
    /// The name of the list.
    pub list: String,
    /// What the word means; only present if definitions are installed and have the word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub meanings: Option<Vec<Meaning>>,
}

/// One meaning of a word.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Meaning {
    /// The part of speech as the definitions name it, such as `noun`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub part_of_speech: Option<String>,
    /// The definition, as plain text in the language of the definitions.
    pub text: String,
}

/// A bot has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BotSeated {
    /// The bot's id.
    pub player_id: PlayerId,
}

/// The event-specific fields of an ack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum AckExtra {
    /// No further fields.
    Done(Done),
    /// To `createGame`.
    GameOpened(GameOpened),
    /// To `joinGame` if the player has a seat, and to `playAgain`.
    Seated(Seated),
    /// To `joinGame` if the host was asked.
    Asked(Asked),
    /// To `createTicket`.
    TicketMade(TicketMade),
    /// To `watchGame` and `watchRematch`.
    WatchStarted(Box<WatchStarted>),
    /// To `describeTable`.
    TableDescription(Box<TableDescription>),
    /// To `chatHistory`.
    ChatHistory(ChatHistory),
    /// To `previewMove`.
    MovePreview(MovePreview),
    /// To `lookupWord`.
    LookedUp(LookedUp),
    /// To `addBot`.
    BotSeated(BotSeated),
}

/// The answer to a client's event: done or refused.
///
/// ```
/// use protocol::{Ack, AckExtra, Done};
///
/// let ack = Ack::Ok { seq: Some(3), extra: AckExtra::Done(Done {}) };
/// assert_eq!(serde_json::to_string(&ack).unwrap(), r#"{"ok":true,"seq":3}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ack {
    /// The event was done.
    Ok {
        /// The version of the table after the event; `None` without a table.
        seq: Option<u64>,
        /// The event-specific fields.
        extra: AckExtra,
    },
    /// The event was refused, and nothing has changed.
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
