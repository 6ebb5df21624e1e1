use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The rules of a table, as sent by the server and as chosen by the host.
///
/// When a table is created, fields that are not given come from the preset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableRules {
    /// The preset the rules are based on.
    pub preset: PresetName,
    /// The code of the language, such as `en`.
    pub language: String,
    /// The number of seats, from 1 to 4.
    pub max_players: u8,
    /// How words are validated: by the word list before the play, or by challenges.
    pub words: WordsRule,
    /// Who decides a challenge; only if words are challenged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub verdict: Option<VerdictRule>,
    /// How long a play can be challenged; only if words are challenged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub challenge_window_seconds: Option<u32>,
    /// When the table answers `lookupWord`.
    pub look_up: LookUpRule,
    /// Who has the first turn.
    pub beginner: BeginnerRule,
    /// The number of tiles the bag must have for an exchange.
    #[cfg_attr(feature = "reference", ts(type = "number | \"asManyAsSwapped\""))]
    pub exchange_needs: ExchangeNeeds,
    /// The number of consecutive turns without a play that ends the game.
    pub scoreless_end: ScorelessEndRule,
    /// Whether the player who goes out earns the value of the others' tiles.
    pub going_out_earns: bool,
    /// What happens to the seat of a player who is away.
    pub absence: AbsenceRule,
    /// The clock.
    pub clock: ClockRule,
    /// After how many hours without an action the table is closed; null for never.
    #[serde(deserialize_with = "or_null")]
    pub expires_after_hours: Option<u32>,
    /// The number of turns of each player; null for no limit.
    #[serde(deserialize_with = "or_null")]
    pub turns: Option<u32>,
    /// Who can watch.
    pub watching: WatchingRule,
    /// Who can take a seat in the lobby.
    pub joining: JoiningRule,
    /// Whether the table counts the unseen tiles for players.
    pub tile_tracker: bool,
    /// Clock `days`: the level, from 1 to 5, of the computer that plays for a player whose time ran
    /// out twice in a row, until the player returns; absent or null if the player is then out.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "level_or_null")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub stand_in: Option<u8>,
}

/// The name of a preset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PresetName {
    /// Words are not checked; players challenge, and players decide.
    Social,
    /// Words are not checked; players challenge, and the dictionary decides.
    Classic,
    /// Words are checked; absent players keep their seats for days.
    Validated,
    /// Words are checked; absent players are removed.
    Open,
    /// One player, five turns.
    Daily,
}

/// How words are validated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WordsRule {
    /// By the word list, before the play is accepted.
    Checked,
    /// Every word is accepted unless a player challenges it.
    Challenge,
}

/// Who decides a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum VerdictRule {
    /// The first person at the table to give a verdict.
    Anyone,
    /// A majority of the other players.
    Vote,
    /// The word list, immediately.
    Dictionary,
}

/// When the table answers word lookups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LookUpRule {
    /// At any time.
    Always,
    /// After the last turn.
    AfterTheEnd,
    /// Never.
    Never,
}

/// Who has the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BeginnerRule {
    /// The host.
    Host,
    /// The first player who joined.
    JoinOrder,
    /// The player who draws the tile nearest to the beginning of the alphabet.
    Drawn,
}

/// The number of tiles the bag must have for an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeNeeds {
    /// As many as are exchanged.
    AsManyAsSwapped,
    /// At least this many.
    Tiles(u8),
}

/// The consecutive turns without a play that end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScorelessEndRule {
    /// Which turns count.
    pub kind: ScorelessEndKind,
    /// The number of turns; only for kinds that count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub count: Option<u32>,
}

/// Which consecutive turns end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ScorelessEndKind {
    /// One pass by every player still in the game.
    EveryPlayerPassed,
    /// A number of passes.
    Passes,
    /// A number of passes or exchanges.
    PassesOrExchanges,
    /// None; such turns never end the game.
    Never,
}

/// What happens to the seat of a player who is away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AbsenceRule {
    /// After how many seconds the player is removed; null to keep the seat.
    #[serde(deserialize_with = "or_null")]
    pub removed_after_seconds: Option<u32>,
}

/// The clock of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockRule {
    /// The kind of clock.
    pub kind: ClockKind,
    /// `soft` and `turn`: the time for a turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub seconds: Option<u32>,
    /// `game`: the time each player starts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub minutes: Option<u32>,
    /// `game`: the time added by every completed turn; 0 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub increment_seconds: Option<u32>,
    /// `days`: the days for a turn, from 1 to 14.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub days: Option<u32>,
    /// `days`: each player's bank of days for the game, from 0 to 60; 0 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub bank_days: Option<u32>,
}

/// The kind of clock of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ClockKind {
    /// No clock.
    None,
    /// The time of a turn is shown, with reminders and without consequences.
    Soft,
    /// A time limit per turn, then an automatic pass.
    Turn,
    /// A time budget per player for the whole game.
    Game,
    /// A number of days per turn and a bank of days per player. The table does not expire, seats
    /// are kept, and a play can be challenged for a day.
    Days,
}

/// Who can watch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WatchingRule {
    /// Any client with the code.
    Anyone,
    /// Any client with the table's link.
    ByLink,
}

/// Who can take a seat in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum JoiningRule {
    /// Any client with the code.
    Anyone,
    /// Players whom the host admits.
    HostAdmits,
}

const AS_MANY_AS_SWAPPED: &str = "asManyAsSwapped";

impl Serialize for ExchangeNeeds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ExchangeNeeds::AsManyAsSwapped => serializer.serialize_str(AS_MANY_AS_SWAPPED),
            ExchangeNeeds::Tiles(count) => serializer.serialize_u8(*count),
        }
    }
}

impl<'de> Deserialize<'de> for ExchangeNeeds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ExchangeNeeds, D::Error> {
        deserializer.deserialize_any(NumberOrWord)
    }
}

#[cfg(feature = "reference")]
impl schemars::JsonSchema for ExchangeNeeds {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ExchangeNeeds".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The number of tiles the bag must have for an exchange.",
            "anyOf": [generator.subschema_for::<u8>(), {"const": AS_MANY_AS_SWAPPED}],
        })
    }
}

struct NumberOrWord;

impl Visitor<'_> for NumberOrWord {
    type Value = ExchangeNeeds;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a number from 0 to {} or {AS_MANY_AS_SWAPPED}", u8::MAX)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<ExchangeNeeds, E> {
        let count = u8::try_from(number)
            .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self))?;
        Ok(ExchangeNeeds::Tiles(count))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ExchangeNeeds, E> {
        if text == AS_MANY_AS_SWAPPED {
            Ok(ExchangeNeeds::AsManyAsSwapped)
        } else {
            Err(E::invalid_value(serde::de::Unexpected::Str(text), &self))
        }
    }
}

/// Deserializes a level or null. The rules refuse a level that does not exist.
fn level_or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    let number = deserializer.deserialize_any(NumberOrNull)?;
    Ok(number.map(|number| u8::try_from(number).unwrap_or(u8::MAX)))
}

/// Deserializes a number or null.
fn or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    deserializer.deserialize_any(NumberOrNull)
}

struct NumberOrNull;

impl Visitor<'_> for NumberOrNull {
    type Value = Option<u32>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an integer from 0 on or null")
    }

    fn visit_unit<E: Error>(self) -> Result<Option<u32>, E> {
        Ok(None)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Option<u32>, E> {
        u32::try_from(number).map(Some).map_err(|_| E::custom("expected a smaller integer"))
    }
}
