use rules::{
    Absence, BotLevel, Clock, ExchangeLimit, FirstToMove, GoingOut, Joining, Language, LookUp, Millis,
    Preset, RuleFields, Rules, RulesError, ScorelessEnd, Verdict, Watching, WordRule,
};
use serde_json::{Map, Value};

use super::to_client::{absence_rule, in_hours, in_seconds};
use super::{
    AbsenceRule, BeginnerRule, ClockKind, ClockRule, ExchangeNeeds, JoiningRule, LookUpRule, PresetName,
    ScorelessEndKind, ScorelessEndRule, TableRules, VerdictRule, WatchingRule, WordsRule,
};
use crate::strict::{self, BadRequest};

/// The default time in which a play can be challenged.
const CHALLENGE_WINDOW_SECONDS: u32 = 60;

/// The rules of a preset with the fields that a client changed.
///
/// The changes have the same form as [`TableRules`]. Paths in errors begin with `rules`.
pub fn chosen_rules(
    preset: Preset,
    language: std::sync::Arc<Language>,
    changes: &Map<String, Value>,
) -> Result<Rules, BadRequest> {
    rules_from(&preset.rules(language.clone()), preset, language, changes)
}

/// The present rules of a table with some fields changed.
pub fn changed_rules(
    present: &Rules,
    language: std::sync::Arc<Language>,
    changes: &Map<String, Value>,
) -> Result<Rules, BadRequest> {
    rules_from(present, present.preset, language, changes)
}

fn rules_from(
    base: &Rules,
    preset: Preset,
    language: std::sync::Arc<Language>,
    changes: &Map<String, Value>,
) -> Result<Rules, BadRequest> {
    let mut form = match serde_json::to_value(TableRules::from(base)) {
        Ok(Value::Object(form)) => form,
        Ok(_) | Err(_) => Map::new(),
    };
    // Verdict and window apply only to challenges, so the preset's values are dropped with them.
    if changes.get("words").is_some_and(|words| words == "checked") {
        form.remove("verdict");
        form.remove("challengeWindowSeconds");
    }
    for (field, value) in changes {
        if !matches!(field.as_str(), "preset" | "language") {
            form.insert(field.clone(), within_integers(value));
        }
    }
    follow_clock(&mut form, base, preset, language.clone(), changes);
    let chosen: TableRules = strict::read(&Value::Object(form)).map_err(|error| error.in_field("rules"))?;
    let fields = fields(&chosen, preset, language)?;
    Rules::new(fields).map_err(|contradiction| explain(&contradiction))
}

/// Sets the fields that a game over days fixes, unless the client names them.
///
/// With another clock they return to the preset's values. A value that the client names is checked
/// with the other rules.
fn follow_clock(
    form: &mut Map<String, Value>,
    base: &Rules,
    preset: Preset,
    language: std::sync::Arc<Language>,
    changes: &Map<String, Value>,
) {
    let is_days = form.get("clock").and_then(|clock| clock.get("kind")).is_some_and(|kind| kind == "days");
    if !is_days && !base.clock.is_days() {
        return;
    }
    let is_challenged = form.get("words").is_some_and(|words| words == "challenge");
    let window = if is_days { in_seconds(Rules::DAYS_WINDOW) } else { CHALLENGE_WINDOW_SECONDS };
    let usual = preset.fields(language);
    let (absence, expiry) = if is_days {
        (AbsenceRule { removed_after_seconds: None }, None)
    } else {
        (absence_rule(usual.absence), usual.expires_after.map(in_hours))
    };
    let fixed = [
        ("expiresAfterHours", Some(serde_json::json!(expiry))),
        ("absence", Some(serde_json::json!(absence))),
        ("challengeWindowSeconds", is_challenged.then(|| window.into())),
        ("standIn", (!is_days).then_some(Value::Null)),
    ];
    for (field, value) in fixed {
        if let Some(value) = value.filter(|_| !changes.contains_key(field)) {
            form.insert(field.to_owned(), value);
        }
    }
}

/// Replaces integers that are out of range for any field by the largest one.
///
/// No rule allows that value, so the error gives the bounds of the rule, not those of a machine
/// integer.
fn within_integers(value: &Value) -> Value {
    match value {
        Value::Number(number)
            if number.as_f64().is_some_and(|number| number < 0.0 || number > f64::from(u32::MAX)) =>
        {
            u32::MAX.into()
        }
        Value::Object(fields) => {
            fields.iter().map(|(field, value)| (field.clone(), within_integers(value))).collect()
        }
        other => other.clone(),
    }
}

impl From<PresetName> for Preset {
    fn from(name: PresetName) -> Preset {
        match name {
            PresetName::Social => Preset::Social,
            PresetName::Classic => Preset::Classic,
            PresetName::Validated => Preset::Validated,
            PresetName::Open => Preset::Open,
            PresetName::Daily => Preset::Daily,
        }
    }
}

fn fields(
    chosen: &TableRules,
    preset: Preset,
    language: std::sync::Arc<Language>,
) -> Result<RuleFields, BadRequest> {
    Ok(RuleFields {
        preset,
        language,
        max_players: chosen.max_players,
        words: words(chosen)?,
        look_up: match chosen.look_up {
            LookUpRule::Always => LookUp::Always,
            LookUpRule::AfterTheEnd => LookUp::AfterTheEnd,
            LookUpRule::Never => LookUp::Never,
        },
        beginner: match chosen.beginner {
            BeginnerRule::Host => FirstToMove::Host,
            BeginnerRule::JoinOrder => FirstToMove::JoinOrder,
            BeginnerRule::Drawn => FirstToMove::Drawn,
        },
        exchange: match chosen.exchange_needs {
            ExchangeNeeds::AsManyAsSwapped => ExchangeLimit::AsManyAsSwapped,
            ExchangeNeeds::Tiles(count) => ExchangeLimit::BagHolds(count),
        },
        scoreless_end: scoreless_end(chosen.scoreless_end)?,
        going_out: if chosen.going_out_earns { GoingOut::EarnsOthersTiles } else { GoingOut::EarnsNothing },
        absence: match chosen.absence.removed_after_seconds {
            None => Absence::SeatKept,
            Some(seconds) => Absence::RemovedAfter(Millis::seconds(seconds.into())),
        },
        clock: clock(chosen.clock)?,
        expires_after: chosen.expires_after_hours.map(|hours| Millis::hours(hours.into())),
        turns: chosen.turns,
        watching: match chosen.watching {
            WatchingRule::Anyone => Watching::Anyone,
            WatchingRule::ByLink => Watching::ByLink,
        },
        joining: match chosen.joining {
            JoiningRule::Anyone => Joining::Anyone,
            JoiningRule::HostAdmits => Joining::HostAdmits,
        },
        tile_tracker: chosen.tile_tracker,
        stand_in: chosen.stand_in.map(stand_in).transpose()?,
    })
}

fn stand_in(level: u8) -> Result<BotLevel, BadRequest> {
    BotLevel::new(level).ok_or_else(|| BadRequest::new("rules.standIn", "expected an integer from 1 to 5"))
}

fn words(chosen: &TableRules) -> Result<WordRule, BadRequest> {
    match chosen.words {
        WordsRule::Checked => {
            let absent = "expected none: nothing is challenged where words are checked";
            if chosen.verdict.is_some() {
                return Err(BadRequest::new("rules.verdict", absent));
            }
            if chosen.challenge_window_seconds.is_some() {
                return Err(BadRequest::new("rules.challengeWindowSeconds", absent));
            }
            Ok(WordRule::Checked)
        }
        WordsRule::Challenge => {
            let verdict = match chosen.verdict.unwrap_or(VerdictRule::Anyone) {
                VerdictRule::Anyone => Verdict::Anyone,
                VerdictRule::Vote => Verdict::Vote,
                VerdictRule::Dictionary => Verdict::Dictionary,
            };
            let seconds = chosen.challenge_window_seconds.unwrap_or(CHALLENGE_WINDOW_SECONDS);
            Ok(WordRule::Challenge { verdict, window: Millis::seconds(seconds.into()) })
        }
    }
}

fn scoreless_end(chosen: ScorelessEndRule) -> Result<ScorelessEnd, BadRequest> {
    match (chosen.kind, chosen.count) {
        (ScorelessEndKind::EveryPlayerPassed, None) => Ok(ScorelessEnd::EveryPlayerPassed),
        (ScorelessEndKind::Passes, Some(count)) => Ok(ScorelessEnd::Passes(count)),
        (ScorelessEndKind::PassesOrExchanges, Some(count)) => Ok(ScorelessEnd::PassesOrExchanges(count)),
        (ScorelessEndKind::Never, None) => Ok(ScorelessEnd::Never),
        (ScorelessEndKind::Passes | ScorelessEndKind::PassesOrExchanges, None) => {
            Err(BadRequest::new("rules.scorelessEnd.count", "this field is missing"))
        }
        (ScorelessEndKind::EveryPlayerPassed | ScorelessEndKind::Never, Some(_)) => {
            Err(BadRequest::new("rules.scorelessEnd.count", "expected none for this kind"))
        }
    }
}

fn clock(chosen: ClockRule) -> Result<Clock, BadRequest> {
    let missing =
        |field: &str| BadRequest::new(format!("rules.clock.{field}"), "this field is missing for this kind");
    let needless = [
        ("seconds", chosen.seconds, matches!(chosen.kind, ClockKind::Soft | ClockKind::Turn)),
        ("minutes", chosen.minutes, chosen.kind == ClockKind::Game),
        ("incrementSeconds", chosen.increment_seconds, chosen.kind == ClockKind::Game),
        ("days", chosen.days, chosen.kind == ClockKind::Days),
        ("bankDays", chosen.bank_days, chosen.kind == ClockKind::Days),
    ]
    .into_iter()
    .find(|(_, given, is_used)| given.is_some() && !is_used);
    if let Some((field, _, _)) = needless {
        return Err(BadRequest::new(format!("rules.clock.{field}"), "expected none for this kind"));
    }
    let turn = || {
        let seconds = chosen.seconds.ok_or_else(|| missing("seconds"))?;
        Ok::<_, BadRequest>(Millis::seconds(seconds.into()))
    };
    Ok(match chosen.kind {
        ClockKind::None => Clock::None,
        ClockKind::Soft => Clock::Soft { turn: turn()? },
        ClockKind::Turn => Clock::Turn { turn: turn()? },
        ClockKind::Game => Clock::Game {
            each: Millis::minutes(chosen.minutes.ok_or_else(|| missing("minutes"))?.into()),
            increment: Millis::seconds(chosen.increment_seconds.unwrap_or(0).into()),
        },
        ClockKind::Days => {
            // The rules refuse more days than a number of this size has.
            let days = |days: u32| u8::try_from(days).unwrap_or(u8::MAX);
            Clock::Days {
                turn_days: days(chosen.days.ok_or_else(|| missing("days"))?),
                bank_days: days(chosen.bank_days.unwrap_or(0)),
            }
        }
    })
}

/// Converts a contradiction to an error with the field's name and unit on the wire.
fn explain(contradiction: &RulesError) -> BadRequest {
    let field = match *contradiction {
        RulesError::Players { .. } => "maxPlayers",
        RulesError::ChallengesAlone => "words",
        RulesError::ClockAlone => "clock",
        RulesError::RemovalAlone | RulesError::DaysRemoval => "absence",
        RulesError::DaysExpire => "expiresAfterHours",
        RulesError::DaysWindow => "challengeWindowSeconds",
        RulesError::StandInWithoutDays => "standIn",
        RulesError::EndlessAlone | RulesError::Endless => "turns",
        RulesError::OutOfRange { field, min, max, .. } => {
            let (field, unit) = match field {
                "challengeWindow" => ("challengeWindowSeconds", Millis::seconds(1)),
                "absence" => ("absence.removedAfterSeconds", Millis::seconds(1)),
                "expiresAfter" => ("expiresAfterHours", Millis::hours(1)),
                "clock.turn" => ("clock.seconds", Millis::seconds(1)),
                "clock.each" => ("clock.minutes", Millis::minutes(1)),
                "clock.increment" => ("clock.incrementSeconds", Millis::seconds(1)),
                "scorelessEnd" => ("scorelessEnd.count", Millis(1)),
                other => (other, Millis(1)),
            };
            let (least, most) = ((min + unit.0 - 1) / unit.0, max / unit.0);
            let message = format!("expected an integer from {least} to {most}");
            return BadRequest::new(format!("rules.{field}"), message);
        }
    };
    BadRequest::new(format!("rules.{field}"), contradiction.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn chosen(preset: Preset, changes: Value) -> Result<Rules, BadRequest> {
        let Value::Object(changes) = changes else { unreachable!("an object was written") };
        chosen_rules(preset, Language::by_code("en").unwrap(), &changes)
    }

    #[test]
    fn the_days_clock_brings_the_rules_that_fit_it_in_every_preset() {
        for preset in [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open] {
            let changes = json!({"clock": {"kind": "days", "days": 3, "bankDays": 2}, "standIn": 4});
            let rules = chosen(preset, changes).unwrap();
            assert_eq!(rules.clock, Clock::Days { turn_days: 3, bank_days: 2 });
            assert_eq!((rules.expires_after, rules.absence), (None, Absence::SeatKept));
            assert_eq!(rules.stand_in.map(BotLevel::get), Some(4));
            if let WordRule::Challenge { window, .. } = rules.words {
                assert_eq!(window, Rules::DAYS_WINDOW);
            }
            let Value::Object(back) = json!({"clock": {"kind": "none"}}) else { unreachable!() };
            let usual = changed_rules(&rules, rules.language.clone(), &back).unwrap();
            assert_eq!(usual, preset.rules(rules.language.clone()), "another clock undoes it");
        }
    }

    #[test]
    fn fields_that_contradict_the_days_clock_are_refused_with_a_reason() {
        let days = json!({"kind": "days", "days": 3});
        for (changes, path, reason) in [
            (json!({"clock": days, "expiresAfterHours": 24}), "rules.expiresAfterHours", "does not expire"),
            (
                json!({"clock": days, "absence": {"removedAfterSeconds": 60}}),
                "rules.absence",
                "keeps the seats",
            ),
            (json!({"clock": days, "challengeWindowSeconds": 60}), "rules.challengeWindowSeconds", "one day"),
            (json!({"standIn": 3}), "rules.standIn", "only a table with the `days` clock"),
            (json!({"clock": days, "standIn": 6}), "rules.standIn", "from 1 to 5"),
            (json!({"clock": {"kind": "days"}}), "rules.clock.days", "missing"),
            (json!({"clock": {"kind": "days", "days": 15}}), "rules.clock.days", "from 1 to 14"),
            (json!({"clock": {"kind": "days", "days": 0}}), "rules.clock.days", "from 1 to 14"),
            (
                json!({"clock": {"kind": "days", "days": 1, "bankDays": 999}}),
                "rules.clock.bankDays",
                "from 0 to 60",
            ),
            (json!({"clock": {"kind": "days", "days": 1, "seconds": 9}}), "rules.clock.seconds", "none"),
        ] {
            let error = chosen(Preset::Social, changes).unwrap_err();
            assert_eq!(error.path, path);
            assert!(error.to_string().contains(reason), "{error}");
        }
    }

    #[test]
    fn an_out_of_range_number_is_answered_with_the_bounds_of_the_rule() {
        let english = Language::by_code("en").unwrap();
        for number in [json!(-5), json!(4_294_967_295_u32), json!(4_294_967_296_u64), json!(1e30)] {
            for (changes, path, bounds) in [
                (
                    json!({"challengeWindowSeconds": number}),
                    "rules.challengeWindowSeconds",
                    "from 1 to 86400",
                ),
                (json!({"expiresAfterHours": number}), "rules.expiresAfterHours", "from 1 to 87600"),
                (
                    json!({"clock": {"kind": "turn", "seconds": number}}),
                    "rules.clock.seconds",
                    "from 1 to 31536000",
                ),
                (
                    json!({"scorelessEnd": {"kind": "passes", "count": number}}),
                    "rules.scorelessEnd.count",
                    "from 1 to 1000",
                ),
            ] {
                let Value::Object(changes) = changes else { unreachable!("an object was written") };
                let error = chosen_rules(Preset::Social, english.clone(), &changes).unwrap_err();
                assert_eq!(error.path, path);
                assert!(error.to_string().ends_with(bounds), "{error}");
            }
        }
    }
}
