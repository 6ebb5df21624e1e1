use std::sync::Arc;

use crate::{
    Absence, Clock, ExchangeLimit, FirstToMove, GoingOut, Joining, Language, LookUp, Millis, RuleFields,
    Rules, ScorelessEnd, Verdict, Watching, WordRule,
};

/// A named set of rules that a table starts from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Preset {
    /// Words are not checked; players challenge and decide.
    Social,
    /// Words are not checked; players challenge and the dictionary decides.
    Classic,
    /// Words are checked; a table stays open for days.
    Validated,
    /// Words are checked; players who stay away are removed.
    Open,
    /// One player, five turns: the daily puzzle.
    Daily,
}

/// A text that is not the name of a preset.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no preset is called {0:?}: there are social, classic, validated, open and daily")]
pub struct UnknownPreset(pub String);

impl Preset {
    /// All presets.
    pub const ALL: [Preset; 5] =
        [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open, Preset::Daily];

    /// The name on the wire and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Social => "social",
            Preset::Classic => "classic",
            Preset::Validated => "validated",
            Preset::Open => "open",
            Preset::Daily => "daily",
        }
    }

    /// The rules of the preset.
    pub fn rules(self, language: Arc<Language>) -> Rules {
        Rules::new(self.fields(language)).expect("a test makes every preset")
    }

    /// The rules of the preset, as fields that can be changed.
    pub fn fields(self, language: Arc<Language>) -> RuleFields {
        let window = Millis::seconds(60);
        let usual = RuleFields {
            preset: self,
            language,
            max_players: 4,
            words: WordRule::Checked,
            look_up: LookUp::Always,
            beginner: FirstToMove::JoinOrder,
            exchange: ExchangeLimit::BagHolds(7),
            scoreless_end: ScorelessEnd::EveryPlayerPassed,
            going_out: GoingOut::EarnsOthersTiles,
            absence: Absence::SeatKept,
            clock: Clock::None,
            expires_after: Some(Millis::hours(24)),
            turns: None,
            watching: Watching::ByLink,
            joining: Joining::Anyone,
            tile_tracker: true,
            stand_in: None,
        };
        match self {
            Preset::Social => RuleFields {
                words: WordRule::Challenge { verdict: Verdict::Anyone, window },
                beginner: FirstToMove::Host,
                exchange: ExchangeLimit::AsManyAsSwapped,
                ..usual
            },
            Preset::Classic => RuleFields {
                words: WordRule::Challenge { verdict: Verdict::Dictionary, window },
                look_up: LookUp::Never,
                beginner: FirstToMove::Drawn,
                exchange: ExchangeLimit::BagHolds(8),
                ..usual
            },
            Preset::Validated => RuleFields {
                scoreless_end: ScorelessEnd::Passes(4),
                going_out: GoingOut::EarnsNothing,
                expires_after: Some(Millis::hours(14 * 24)),
                ..usual
            },
            Preset::Open => RuleFields {
                scoreless_end: ScorelessEnd::PassesOrExchanges(6),
                absence: Absence::RemovedAfter(Millis::seconds(60)),
                ..usual
            },
            Preset::Daily => RuleFields {
                max_players: 1,
                look_up: LookUp::AfterTheEnd,
                exchange: ExchangeLimit::AsManyAsSwapped,
                scoreless_end: ScorelessEnd::Never,
                expires_after: None,
                turns: Some(5),
                ..usual
            },
        }
    }
}

impl std::fmt::Display for Preset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Preset {
    type Err = UnknownPreset;
    fn from_str(text: &str) -> Result<Preset, UnknownPreset> {
        Preset::ALL
            .into_iter()
            .find(|preset| preset.name() == text)
            .ok_or_else(|| UnknownPreset(text.to_owned()))
    }
}
