//! The stored form of a table's rules, part of its first event.
//!
//! The enums mirror those of `rules` one by one (serde's remote derive). If one of them changes,
//! this no longer compiles, and the storage format has to be considered.

use std::sync::Arc;

use rules::{
    Absence, BotLevel, Clock, ExchangeLimit, FirstToMove, GoingOut, Joining, Language, LookUp, Millis,
    Preset, RuleFields, Rules, ScorelessEnd, Verdict, Watching, WordRule,
};
use serde::{Deserialize, Serialize};

/// All fields of the rules.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WrittenRules {
    preset: String,
    language: String,
    max_players: u8,
    #[serde(with = "WrittenWordRule")]
    words: WordRule,
    #[serde(with = "WrittenLookUp")]
    look_up: LookUp,
    #[serde(with = "WrittenBeginner")]
    beginner: FirstToMove,
    #[serde(with = "WrittenExchangeLimit")]
    exchange: ExchangeLimit,
    #[serde(with = "WrittenScorelessEnd")]
    scoreless_end: ScorelessEnd,
    #[serde(with = "WrittenGoingOut")]
    going_out: GoingOut,
    #[serde(with = "WrittenAbsence")]
    absence: Absence,
    #[serde(with = "WrittenClock")]
    clock: Clock,
    expires_after_ms: Option<i64>,
    turns: Option<u32>,
    #[serde(with = "WrittenWatching")]
    watching: Watching,
    #[serde(with = "WrittenJoining")]
    joining: Joining,
    tile_tracker: bool,
    /// Since version 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stand_in: Option<u8>,
}

impl WrittenRules {
    /// Returns the first version that has these rules.
    pub(super) const fn since(&self) -> u64 {
        if self.clock.is_days() { 4 } else { 1 }
    }

    pub(super) fn of(rules: &Rules) -> WrittenRules {
        // Destructured by name, so that a new field of the rules does not compile until it is added
        // here.
        let RuleFields {
            preset,
            language,
            max_players,
            words,
            look_up,
            beginner,
            exchange,
            scoreless_end,
            going_out,
            absence,
            clock,
            expires_after,
            turns,
            watching,
            joining,
            tile_tracker,
            stand_in,
        } = rules.clone().into_fields();
        WrittenRules {
            preset: preset.name().to_owned(),
            language: language.code().to_owned(),
            max_players,
            words,
            look_up,
            beginner,
            exchange,
            scoreless_end,
            going_out,
            absence,
            clock,
            expires_after_ms: expires_after.map(|span| span.0),
            turns,
            watching,
            joining,
            tile_tracker,
            stand_in: stand_in.map(BotLevel::get),
        }
    }

    pub(super) fn read(self, languages: &dyn Fn(&str) -> Option<Arc<Language>>) -> Result<Rules, String> {
        let preset: Preset = self.preset.parse().map_err(|error: rules::UnknownPreset| error.to_string())?;
        let language = languages(&self.language)
            .ok_or_else(|| format!("no language has the code {:?}", self.language))?;
        let level =
            |level| BotLevel::new(level).ok_or_else(|| format!("expected a level of 1 to 5, found {level}"));
        let fields = RuleFields {
            preset,
            language,
            max_players: self.max_players,
            words: self.words,
            look_up: self.look_up,
            beginner: self.beginner,
            exchange: self.exchange,
            scoreless_end: self.scoreless_end,
            going_out: self.going_out,
            absence: self.absence,
            clock: self.clock,
            expires_after: self.expires_after_ms.map(Millis),
            turns: self.turns,
            watching: self.watching,
            joining: self.joining,
            tile_tracker: self.tile_tracker,
            stand_in: self.stand_in.map(level).transpose()?,
        };
        Rules::new(fields).map_err(|contradiction| contradiction.to_string())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Millis")]
struct WrittenMillis(i64);

#[derive(Serialize, Deserialize)]
#[serde(remote = "WordRule", rename_all = "camelCase", deny_unknown_fields)]
enum WrittenWordRule {
    Checked,
    Challenge {
        #[serde(with = "WrittenVerdict")]
        verdict: Verdict,
        #[serde(with = "WrittenMillis", rename = "windowMs")]
        window: Millis,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Verdict", rename_all = "camelCase")]
enum WrittenVerdict {
    Anyone,
    Vote,
    Dictionary,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "LookUp", rename_all = "camelCase")]
enum WrittenLookUp {
    Always,
    AfterTheEnd,
    Never,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "FirstToMove", rename_all = "camelCase")]
enum WrittenBeginner {
    Host,
    JoinOrder,
    Drawn,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ExchangeLimit", rename_all = "camelCase")]
enum WrittenExchangeLimit {
    AsManyAsSwapped,
    BagHolds(u8),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ScorelessEnd", rename_all = "camelCase")]
enum WrittenScorelessEnd {
    EveryPlayerPassed,
    Passes(u32),
    PassesOrExchanges(u32),
    Never,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "GoingOut", rename_all = "camelCase")]
enum WrittenGoingOut {
    EarnsOthersTiles,
    EarnsNothing,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Absence", rename_all = "camelCase")]
enum WrittenAbsence {
    SeatKept,
    #[serde(rename = "removedAfterMs")]
    RemovedAfter(#[serde(with = "WrittenMillis")] Millis),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Clock", rename_all = "camelCase", deny_unknown_fields)]
enum WrittenClock {
    None,
    Soft {
        #[serde(with = "WrittenMillis", rename = "turnMs")]
        turn: Millis,
    },
    Turn {
        #[serde(with = "WrittenMillis", rename = "turnMs")]
        turn: Millis,
    },
    Game {
        #[serde(with = "WrittenMillis", rename = "eachMs")]
        each: Millis,
        #[serde(with = "WrittenMillis", rename = "incrementMs")]
        increment: Millis,
    },
    /// Since version 4.
    #[serde(rename_all = "camelCase")]
    Days {
        turn_days: u8,
        bank_days: u8,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Watching", rename_all = "camelCase")]
enum WrittenWatching {
    Anyone,
    ByLink,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Joining", rename_all = "camelCase")]
enum WrittenJoining {
    Anyone,
    HostAdmits,
}
