use rules::{BotLevel, Nonce, NonceInput, Rules};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::secret::Secret;
use crate::strict::BadRequest;
use crate::table_rules::{PresetName, changed_rules, chosen_rules};
use crate::text::{
    ChatText, CommitmentText, LanguageCode, NameText, NonceText, PlayerId, RequestId, RevealedNonceText,
    RoomCode, WordText,
};
use crate::tile::ClaimedPlacement;

/// A payload without fields.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Empty {}

/// Take a seat at a table, or resume one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct JoinGame {
    /// The player's name, not needed with a `token` or a `ticket`. 1 to 20 letters and digits with
    /// single spaces, hyphens, apostrophes or dots between them; in the open lobby 3 to 20 letters,
    /// digits and spaces.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub player_name: Option<NameText>,
    /// The code of the table; the open lobby if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub room_code: Option<RoomCode>,
    /// The secret of a seat, to resume it.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub token: Option<Secret>,
    /// The last `seq` the client received; the server sends what it missed.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_seq: Option<u64>,
    /// The secret of the table's invitation link; any other secret is `BAD_TOKEN`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invite: Option<Secret>,
    /// A one-time ticket that moves a seat to this device.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub ticket: Option<Secret>,
    /// A nonce in clear text, from older clients; see `setNonce`.
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
    /// The host's name.
    pub player_name: NameText,
    /// The preset of the rules; `social` if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub preset: Option<PresetName>,
    /// The language to play in; `en` if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub language: Option<LanguageCode>,
    /// The fields of the rules that differ from the preset.
    #[cfg_attr(feature = "reference", ts(optional, type = "Partial<TableRules>"))]
    pub rules: Option<Map<String, Value>>,
    /// A nonce in clear text, from older clients; see `setNonce`.
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
    #[serde(deserialize_with = "at_most::<_, _, PLACEMENTS_MAX>")]
    pub placements: Vec<ClaimedPlacement>,
}

/// Tiles to exchange.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ExchangeTiles {
    /// The indices of the tiles in the last `yourTiles`, from 0.
    #[serde(deserialize_with = "at_most::<_, _, INDICES_MAX>")]
    pub tile_indices: Vec<u32>,
}

/// A contribution to the randomness of the bag: either a commitment or a nonce. It replaces an
/// earlier one.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SetNonce {
    /// `sha256("dord/2/nonce" ‖ nonce)` in hexadecimal; the nonce stays secret until
    /// `nonceRequested`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<CommitmentText>,
    /// A nonce in clear text, from older clients. It does not prove to this player that the bag is
    /// fair.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub nonce: Option<NonceText>,
}

/// Claim the seat at a rematch table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayAgain {
    /// The commitment to a nonce for the new game, as in `setNonce`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub commitment: Option<CommitmentText>,
}

/// The nonce that the player committed to.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RevealNonce {
    /// The text whose hash is the commitment.
    pub nonce: RevealedNonceText,
}

/// A client's contribution to the randomness of the bag, if any.
///
/// Sending both a nonce and a commitment is an error.
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

/// The host's decision on a join request.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AdmitPlayer {
    /// The id from `joinRequested`.
    pub request_id: RequestId,
    /// Whether the player gets a seat.
    pub admit: bool,
}

/// A table to watch.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WatchGame {
    /// The code of the table.
    pub room_code: RoomCode,
    /// The secret of the table's link, if the code alone does not suffice; any other secret is
    /// `BAD_TOKEN`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invite: Option<Secret>,
    /// The secret of a seat that moved to another device. Its former owner may go on watching.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub token: Option<Secret>,
    /// The last `seq` the client received; the server sends what it missed.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_seq: Option<u64>,
}

/// A table to describe before joining it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DescribeTable {
    /// The code of the table.
    pub room_code: RoomCode,
    /// The secret of the table's link, if the client has it; any other secret is `BAD_TOKEN`.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub invite: Option<Secret>,
}

/// New rules for a table in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct UpdateRules {
    /// The preset to start from; the table's present rules if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub preset: Option<PresetName>,
    /// The language to play in; the table's present one if absent.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub language: Option<LanguageCode>,
    /// The fields that differ from the preset or from the present rules.
    #[cfg_attr(feature = "reference", ts(optional, type = "Partial<TableRules>"))]
    pub rules: Option<Map<String, Value>>,
}

/// The play that a command refers to.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct WhichPlay {
    /// The number of the play's turn. If it is not the open play, the answer is
    /// `NOTHING_TO_CHALLENGE`; this prevents challenges of the wrong play.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn_number: Option<u32>,
}

/// A verdict on a challenge, or a vote if the table votes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ResolveChallenge {
    /// Whether the words are valid.
    pub valid: bool,
    /// The number of the turn in which they were played.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turn_number: Option<u32>,
}

/// An answer to a proposed pause.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AnswerPause {
    /// Whether the player agrees. `false` ends the proposal, also for the player who made it.
    pub agree: bool,
}

/// A word to look up.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LookupWord {
    /// The word, in upper or lower case.
    pub word: WordText,
}

/// A bot to add in the lobby.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AddBot {
    /// Its strength, from 1 to 5.
    #[serde(deserialize_with = "bot_level")]
    #[cfg_attr(feature = "reference", ts(type = "1 | 2 | 3 | 4 | 5"))]
    pub level: BotLevel,
}

/// A player to remove.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RemovePlayer {
    /// The player's id.
    pub player_id: PlayerId,
}

/// A chat message.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SayChat {
    /// The text, up to 280 characters.
    pub text: ChatText,
}

/// A request for missed events.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Resync {
    /// The last `seq` the client received; without it the server sends the full state.
    #[cfg_attr(feature = "reference", ts(optional))]
    pub last_seq: Option<u64>,
}

impl JoinGame {
    /// Checks that a new player has a name.
    pub(super) fn check(self) -> Result<JoinGame, BadRequest> {
        if self.player_name.is_none() && self.token.is_none() && self.ticket.is_none() {
            return Err(BadRequest::missing_field("playerName"));
        }
        self.nonce_input()?;
        Ok(self)
    }

    /// The player's contribution to the randomness of the bag.
    pub fn nonce_input(&self) -> Result<Option<NonceInput>, BadRequest> {
        nonce_input(self.nonce.as_ref(), self.commitment.as_ref())
    }
}

impl PlayAgain {
    /// The player's contribution to the randomness of the bag.
    pub fn nonce_input(&self) -> Option<NonceInput> {
        self.commitment.map(|commitment| NonceInput::Committed(commitment.0))
    }
}

impl SetNonce {
    /// The player's contribution to the randomness of the bag; required.
    pub fn nonce_input(&self) -> Result<NonceInput, BadRequest> {
        let given = nonce_input(self.nonce.as_ref(), self.commitment.as_ref())?;
        given.ok_or_else(|| BadRequest::missing_field("commitment"))
    }
}

impl CreateGame {
    /// The host's contribution to the randomness of the bag.
    pub fn nonce_input(&self) -> Result<Option<NonceInput>, BadRequest> {
        nonce_input(self.nonce.as_ref(), self.commitment.as_ref())
    }

    /// The rules of the new table, if the chosen fields are consistent.
    pub fn table_rules(&self) -> Result<Rules, BadRequest> {
        let nothing = Map::new();
        let changes = self.rules.as_ref().unwrap_or(&nothing);
        // Rules sent by the server include their preset and language, so clients can send them back
        // as is.
        let preset = match (self.preset, changes.get("preset")) {
            (Some(preset), _) => preset,
            (None, None) => PresetName::Social,
            (None, Some(preset)) => {
                crate::strict::read(preset).map_err(|error| BadRequest::new("rules.preset", error.message))?
            }
        };
        let language = chosen_language(self.language.as_ref(), changes, "en")?;
        chosen_rules(preset.into(), language, changes)
    }
}

impl UpdateRules {
    /// The new rules of a table, if the chosen fields are consistent.
    pub fn table_rules(&self, present: &Rules) -> Result<Rules, BadRequest> {
        let nothing = Map::new();
        let changes = self.rules.as_ref().unwrap_or(&nothing);
        let language = chosen_language(self.language.as_ref(), changes, present.language.code())?;
        match self.preset {
            Some(preset) => chosen_rules(preset.into(), language, changes),
            None => changed_rules(present, language, changes),
        }
    }
}

/// The language that a client chose, in its own field or among the rules.
fn chosen_language(
    chosen: Option<&LanguageCode>,
    changes: &Map<String, Value>,
    otherwise: &str,
) -> Result<std::sync::Arc<rules::Language>, BadRequest> {
    let (path, code) = match (chosen, changes.get("language")) {
        (Some(code), _) => ("language", code.as_str()),
        (None, None) => ("language", otherwise),
        (None, Some(code)) => ("rules.language", code.as_str().unwrap_or_default()),
    };
    rules::Language::by_code(code).ok_or_else(|| {
        let codes: Vec<&str> = rules::Language::all().iter().map(|language| language.code()).collect();
        BadRequest::new(path, format!("expected one of {}", codes.join(", ")))
    })
}

/// The maximum number of tiles in a move: one for each square.
pub(crate) const PLACEMENTS_MAX: usize = 225;
/// The maximum number of indices in an exchange.
pub(crate) const INDICES_MAX: usize = 64;

/// Deserializes a list of at most `MAX` items.
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
