use rules::{
    Absence, Clock, ExchangeLimit, FirstToMove, GoingOut, Joining, LookUp, Millis, Preset, Rules,
    ScorelessEnd, Verdict, Watching, WordRule,
};

use super::{
    AbsenceRule, BeginnerRule, ClockKind, ClockRule, ExchangeNeeds, JoiningRule, LookUpRule, PresetName,
    ScorelessEndKind, ScorelessEndRule, TableRules, VerdictRule, WatchingRule, WordsRule,
};

impl From<&Rules> for TableRules {
    fn from(rules: &Rules) -> TableRules {
        let (words, verdict, window) = match rules.words {
            WordRule::Checked => (WordsRule::Checked, None, None),
            WordRule::Challenge { verdict, window } => {
                let verdict = match verdict {
                    Verdict::Anyone => VerdictRule::Anyone,
                    Verdict::Vote => VerdictRule::Vote,
                    Verdict::Dictionary => VerdictRule::Dictionary,
                };
                (WordsRule::Challenge, Some(verdict), Some(in_seconds(window)))
            }
        };
        TableRules {
            preset: rules.preset.into(),
            language: rules.language.code().to_owned(),
            max_players: rules.max_players,
            words,
            verdict,
            challenge_window_seconds: window,
            look_up: match rules.look_up {
                LookUp::Always => LookUpRule::Always,
                LookUp::AfterTheEnd => LookUpRule::AfterTheEnd,
                LookUp::Never => LookUpRule::Never,
            },
            beginner: match rules.beginner {
                FirstToMove::Host => BeginnerRule::Host,
                FirstToMove::JoinOrder => BeginnerRule::JoinOrder,
                FirstToMove::Drawn => BeginnerRule::Drawn,
            },
            exchange_needs: match rules.exchange {
                ExchangeLimit::AsManyAsSwapped => ExchangeNeeds::AsManyAsSwapped,
                ExchangeLimit::BagHolds(count) => ExchangeNeeds::Tiles(count),
            },
            scoreless_end: match rules.scoreless_end {
                ScorelessEnd::EveryPlayerPassed => {
                    ScorelessEndRule { kind: ScorelessEndKind::EveryPlayerPassed, count: None }
                }
                ScorelessEnd::Passes(count) => {
                    ScorelessEndRule { kind: ScorelessEndKind::Passes, count: Some(count) }
                }
                ScorelessEnd::PassesOrExchanges(count) => {
                    ScorelessEndRule { kind: ScorelessEndKind::PassesOrExchanges, count: Some(count) }
                }
                ScorelessEnd::Never => ScorelessEndRule { kind: ScorelessEndKind::Never, count: None },
            },
            going_out_earns: match rules.going_out {
                GoingOut::EarnsOthersTiles => true,
                GoingOut::EarnsNothing => false,
            },
            absence: absence_rule(rules.absence),
            clock: clock_rule(rules.clock),
            expires_after_hours: rules.expires_after.map(in_hours),
            turns: rules.turns,
            watching: match rules.watching {
                Watching::Anyone => WatchingRule::Anyone,
                Watching::ByLink => WatchingRule::ByLink,
            },
            joining: match rules.joining {
                Joining::Anyone => JoiningRule::Anyone,
                Joining::HostAdmits => JoiningRule::HostAdmits,
            },
            tile_tracker: rules.tile_tracker,
            stand_in: rules.stand_in.map(rules::BotLevel::get),
        }
    }
}

impl From<Preset> for PresetName {
    fn from(preset: Preset) -> PresetName {
        match preset {
            Preset::Social => PresetName::Social,
            Preset::Classic => PresetName::Classic,
            Preset::Validated => PresetName::Validated,
            Preset::Open => PresetName::Open,
            Preset::Daily => PresetName::Daily,
        }
    }
}

fn clock_rule(clock: Clock) -> ClockRule {
    let none = ClockRule {
        kind: ClockKind::None,
        seconds: None,
        minutes: None,
        increment_seconds: None,
        days: None,
        bank_days: None,
    };
    match clock {
        Clock::None => none,
        Clock::Soft { turn } => ClockRule { kind: ClockKind::Soft, seconds: Some(in_seconds(turn)), ..none },
        Clock::Turn { turn } => ClockRule { kind: ClockKind::Turn, seconds: Some(in_seconds(turn)), ..none },
        Clock::Game { each, increment } => ClockRule {
            kind: ClockKind::Game,
            minutes: Some(in_seconds(each) / 60),
            increment_seconds: Some(in_seconds(increment)),
            ..none
        },
        Clock::Days { turn_days, bank_days } => ClockRule {
            kind: ClockKind::Days,
            days: Some(turn_days.into()),
            bank_days: Some(bank_days.into()),
            ..none
        },
    }
}

pub(super) fn absence_rule(absence: Absence) -> AbsenceRule {
    AbsenceRule {
        removed_after_seconds: match absence {
            Absence::SeatKept => None,
            Absence::RemovedAfter(hold) => Some(in_seconds(hold)),
        },
    }
}

pub(super) fn in_hours(span: Millis) -> u32 {
    (span.0 / Millis::hours(1).0) as u32
}

pub(super) fn in_seconds(span: Millis) -> u32 {
    (span.0 / Millis::seconds(1).0) as u32
}
