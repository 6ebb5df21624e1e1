use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The rules of a table, as they are shown and as they are chosen. When a table is made each field may be given; those
/// that are not come from the preset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TableRules {
    /// Where the choice began.
    pub preset: PresetName,
    /// The language that is played in, such as `en`.
    pub language: String,
    /// How many can sit at the table, 1 to 4.
    pub max_players: u8,
    /// Who says whether a word is one: the word list before the play, or whoever challenges it.
    pub words: WordsRule,
    /// Who decides a challenge; only where words are challenged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub verdict: Option<VerdictRule>,
    /// How long a play can be challenged; only where words are challenged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub challenge_window_seconds: Option<u32>,
    /// When the table answers `lookupWord`.
    pub look_up: LookUpRule,
    /// Who has the first turn.
    pub beginner: BeginnerRule,
    /// How many tiles the bag must hold for an exchange.
    #[cfg_attr(feature = "reference", ts(type = "number | \"asManyAsSwapped\""))]
    pub exchange_needs: ExchangeNeeds,
    /// How many turns in a row without a play end the game.
    pub scoreless_end: ScorelessEndRule,
    /// Whether the player who goes out earns the value of the others' tiles.
    pub going_out_earns: bool,
    /// What happens to the seat of a player who is away.
    pub absence: AbsenceRule,
    /// How time is kept.
    pub clock: ClockRule,
    /// After how long without an action the table is closed; null never.
    #[serde(deserialize_with = "or_null")]
    pub expires_after_hours: Option<u32>,
    /// How many turns each player has; null as many as it takes.
    #[serde(deserialize_with = "or_null")]
    pub turns: Option<u32>,
    /// Who can watch.
    pub watching: WatchingRule,
    /// Who can sit down in the lobby.
    pub joining: JoiningRule,
    /// Whether the table counts the unseen tiles for a player.
    pub tile_tracker: bool,
}

/// The name of a preset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PresetName {
    /// Anything goes; players challenge, and players decide.
    Social,
    /// Anything goes; players challenge, and the dictionary decides.
    Classic,
    /// Words are checked; seats wait for days.
    Validated,
    /// Words are checked; whoever stays away is removed.
    Open,
    /// One player, five turns.
    Daily,
}

/// Who says whether a word is one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WordsRule {
    /// The word list, before the play is accepted.
    Checked,
    /// Anything goes until somebody challenges it.
    Challenge,
}

/// Who decides a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum VerdictRule {
    /// The first person at the table who says so.
    Anyone,
    /// More than half of the others.
    Vote,
    /// The word list, at once.
    Dictionary,
}

/// When the table answers what the word list says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum LookUpRule {
    /// At any time.
    Always,
    /// Once the last turn has been played.
    AfterTheEnd,
    /// Not at all.
    Never,
}

/// Who has the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BeginnerRule {
    /// The host.
    Host,
    /// Whoever joined first.
    JoinOrder,
    /// Drawn: nearest to the beginning of the alphabet.
    Drawn,
}

/// How many tiles the bag must hold for an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExchangeNeeds {
    /// As many as are swapped.
    AsManyAsSwapped,
    /// So many at least.
    Tiles(u8),
}

/// How many turns in a row without a play end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScorelessEndRule {
    /// What counts.
    pub kind: ScorelessEndKind,
    /// How many of them; only where they are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub count: Option<u32>,
}

/// Which turns in a row end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ScorelessEndKind {
    /// One pass by every player still in.
    EveryPlayerPassed,
    /// So many passes.
    Passes,
    /// So many passes or exchanges.
    PassesOrExchanges,
    /// They never do.
    Never,
}

/// What happens to the seat of a player who is away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AbsenceRule {
    /// After how long the player is removed; null keeps the seat.
    #[serde(deserialize_with = "or_null")]
    pub removed_after_seconds: Option<u32>,
}

/// How a table keeps time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockRule {
    /// Which clock.
    pub kind: ClockKind,
    /// `soft` and `turn`: how long a turn takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub seconds: Option<u32>,
    /// `game`: what each player starts with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub minutes: Option<u32>,
    /// `game`: what every completed turn adds; 0 if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub increment_seconds: Option<u32>,
}

/// Which clock a table has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ClockKind {
    /// None.
    None,
    /// It shows and nags, and never acts.
    Soft,
    /// So long a turn, then an automatic pass.
    Turn,
    /// So long a player for the whole game.
    Game,
}

/// Who can watch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WatchingRule {
    /// Whoever knows the code.
    Anyone,
    /// Whoever has the table's link.
    ByLink,
}

/// Who can sit down in the lobby.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum JoiningRule {
    /// Whoever knows the code.
    Anyone,
    /// Whom the host lets in.
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

/// Reads a number for which null has a meaning.
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
