use rules::{BotLevel, Nonce, NonceInput, Rules};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::secret::Secret;
use crate::strict::BadRequest;
use crate::table_rules::{PresetName, chosen_rules};
use crate::text::{
    ChatText, CommitmentText, LanguageCode, NameText, NonceText, PlayerId, RequestId, RevealedNonceText,
    RoomCode, WordText,
};
use crate::tile::ClaimedPlacement;

/// No fields.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Empty {}

/// Sit down at a table, or come back to it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinGame {
    /// What the player is called: 1 to 20 letters and digits with single spaces, hyphens, apostrophes or dots between them; in the open lobby 3 to 20 letters, digits and spaces. Not needed with a `token` or a `ticket`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub player_name: Option<NameText>,
    /// The table; without it the open lobby.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub room_code: Option<RoomCode>,
    /// The secret of a seat, to come back to it.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub token: Option<Secret>,
    /// The last `seq` that was seen, to get what was missed.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_seq: Option<u64>,
    /// The secret of an invitation link; one that is not this table's is `BAD_TOKEN`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invite: Option<Secret>,
    /// A one-time ticket that carries a seat to this device.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub ticket: Option<Secret>,
    /// A nonce in the open, from older clients; see `setNonce`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub nonce: Option<NonceText>,
    /// The commitment to a nonce, as in `setNonce`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<CommitmentText>,
}

/// Open a table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CreateGame {
    /// What the host is called.
    pub player_name: NameText,
    /// Where the rules start from; `social` if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub preset: Option<PresetName>,
    /// The language to play in; `en` if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub language: Option<LanguageCode>,
    /// The fields of the rules that differ from the preset.
    #[cfg_attr(feature = "reference", ts(optional, type = "Partial<TableRules>"))]
    pub rules: Option<Map<String, Value>>,
    /// A nonce in the open, from older clients; see `setNonce`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub nonce: Option<NonceText>,
    /// The commitment to a nonce, as in `setNonce`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<CommitmentText>,
}

/// Tiles to lay.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SubmitWord {
    /// The tiles with their squares, in any order.
    #[serde(deserialize_with = "at_most::<_, _, 225>")]
    pub placements: Vec<ClaimedPlacement>,
}

/// Tiles to swap.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExchangeTiles {
    /// Their places on the rack of the last `yourTiles`, from 0.
    #[serde(deserialize_with = "at_most::<_, _, 64>")]
    pub tile_indices: Vec<u32>,
}

/// Something to add to the chance of the game: either a commitment or a nonce. It replaces what was given before.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SetNonce {
    /// `sha256("dord/2/nonce" ‖ nonce)` in hexadecimal; the nonce stays secret until `nonceRequested`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<CommitmentText>,
    /// A nonce in the open, from older clients. The bag is then not proven fair for this player.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub nonce: Option<NonceText>,
}

/// The nonce that was committed to.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RevealNonce {
    /// The text whose hash was the commitment.
    pub nonce: RevealedNonceText,
}

/// What a client gives for the chance of the game, if anything; both a nonce and a commitment are refused.
fn nonce_input(
    nonce: Option<&NonceText>,
    commitment: Option<&CommitmentText>,
) -> Result<Option<NonceInput>, BadRequest> {
    match (nonce, commitment) {
        (Some(_), Some(_)) => Err(BadRequest::new("nonce", "send either a commitment or a nonce")),
        (None, Some(commitment)) => Ok(Some(NonceInput::Committed(commitment.0))),
        (Some(nonce), None) => Ok(Some(NonceInput::Open(Nonce(nonce.as_str().as_bytes().to_vec())))),
        (None, None) => Ok(None),
    }
}

/// The host's answer to somebody who wants to join.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AdmitPlayer {
    /// From `joinRequested`.
    pub request_id: RequestId,
    /// Whether they may sit down.
    pub admit: bool,
}

/// A table to watch.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WatchGame {
    /// The table.
    pub room_code: RoomCode,
    /// The secret of the table's link, where the code alone does not do; one that is not this table's is `BAD_TOKEN`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invite: Option<Secret>,
    /// The last `seq` that was seen, to get what was missed.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_seq: Option<u64>,
}

/// The play that is meant.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WhichPlay {
    /// The number of its turn; another play is `NOTHING_TO_CHALLENGE`, so that nobody doubts the wrong one.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn_number: Option<u32>,
}

/// A verdict on a challenge, or a vote where the table votes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ResolveChallenge {
    /// Whether the words are words.
    pub valid: bool,
    /// The number of the turn in which they were played.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn_number: Option<u32>,
}

/// A word to look up.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LookupWord {
    /// The word, in either case.
    pub word: WordText,
}

/// A bot for the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AddBot {
    /// How well it plays, 1 to 5.
    #[serde(deserialize_with = "bot_level")]
    #[cfg_attr(feature = "reference", ts(type = "1 | 2 | 3 | 4 | 5"))]
    pub level: BotLevel,
}

/// Somebody to turn out.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RemovePlayer {
    /// Who.
    pub player_id: PlayerId,
}

/// Something to say.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SayChat {
    /// Up to 280 characters.
    pub text: ChatText,
}

/// Ask for what was missed.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Resync {
    /// The last `seq` that was seen; without it everything is sent anew.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_seq: Option<u64>,
}

impl JoinGame {
    /// Whoever is new needs a name.
    pub(super) fn check(self) -> Result<JoinGame, BadRequest> {
        if self.player_name.is_none() && self.token.is_none() && self.ticket.is_none() {
            return Err(BadRequest::missing_field("playerName"));
        }
        self.nonce_input()?;
        Ok(self)
    }

    /// What the player adds to the chance of the game.
    pub fn nonce_input(&self) -> Result<Option<NonceInput>, BadRequest> {
        nonce_input(self.nonce.as_ref(), self.commitment.as_ref())
    }
}

impl SetNonce {
    /// What the player adds to the chance of the game: one of both is needed.
    pub fn nonce_input(&self) -> Result<NonceInput, BadRequest> {
        let given = nonce_input(self.nonce.as_ref(), self.commitment.as_ref())?;
        given.ok_or_else(|| BadRequest::missing_field("commitment"))
    }
}

impl CreateGame {
    /// What the host adds to the chance of the game.
    pub fn nonce_input(&self) -> Result<Option<NonceInput>, BadRequest> {
        nonce_input(self.nonce.as_ref(), self.commitment.as_ref())
    }

    /// The rules of the table to open, if the fields that were chosen fit together.
    pub fn table_rules(&self) -> Result<Rules, BadRequest> {
        let nothing = Map::new();
        let changes = self.rules.as_ref().unwrap_or(&nothing);
        // Rules as they are shown name their preset and language too, so that they can be sent back as they are.
        let preset = match (self.preset, changes.get("preset")) {
            (Some(preset), _) => preset,
            (None, None) => PresetName::Social,
            (None, Some(preset)) => {
                crate::strict::read(preset).map_err(|error| BadRequest::new("rules.preset", error.message))?
            }
        };
        let (path, code) = match (&self.language, changes.get("language")) {
            (Some(code), _) => ("language", code.as_str()),
            (None, None) => ("language", "en"),
            (None, Some(code)) => ("rules.language", code.as_str().unwrap_or_default()),
        };
        let language = rules::Language::by_code(code).ok_or_else(|| {
            let codes: Vec<&str> = rules::Language::all().iter().map(|language| language.code()).collect();
            BadRequest::new(path, format!("expected one of {}", codes.join(", ")))
        })?;
        chosen_rules(preset.into(), language, changes)
    }
}

/// Reads a list with a limit.
pub(crate) fn at_most<'de, T: Deserialize<'de>, D: Deserializer<'de>, const MAX: usize>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let items = Vec::deserialize(deserializer)?;
    if items.len() > MAX {
        return Err(D::Error::custom(format!("expected at most {MAX} items")));
    }
    Ok(items)
}

fn bot_level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BotLevel, D::Error> {
    let level = i64::deserialize(deserializer)?;
    let fits = u8::try_from(level).ok().and_then(BotLevel::new);
    fits.ok_or_else(|| D::Error::custom("expected an integer from 1 to 5"))
}
