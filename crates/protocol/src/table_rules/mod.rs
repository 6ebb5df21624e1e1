//! The rules of a table on the wire.

mod choose;
mod form;
mod show;

pub use choose::chosen_rules;
pub use form::{
    AbsenceRule, BeginnerRule, ClockKind, ClockRule, ExchangeNeeds, JoiningRule, LookUpRule, PresetName,
    ScorelessEndKind, ScorelessEndRule, TableRules, VerdictRule, WatchingRule, WordsRule,
};
