//! The rules of a table on the wire.

mod form;
mod from_client;
mod to_client;

pub use form::{
    AbsenceRule, BeginnerRule, ClockKind, ClockRule, ExchangeNeeds, JoiningRule, LookUpRule, PresetName,
    ScorelessEndKind, ScorelessEndRule, TableRules, VerdictRule, WatchingRule, WordsRule,
};
pub use from_client::{changed_rules, chosen_rules};
