//! Measure of how well a recorded game fits a language.

use super::audit::{Audit, DiscrepancyKind, PlayStatus};
use rules::notation::gcg::GcgOutcome;

/// Minimum number of plays for a verdict: with fewer, errors can be chance.
const PLAYS_MIN: usize = 4;

/// Share of a game's plays that are right in a language, by points and by words.
///
/// Letter values differ between languages, so points distinguish languages as well as words do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LanguageFit {
    /// Plays with the right points, plus plays whose words are in the list.
    right: usize,
    plays: usize,
}

impl LanguageFit {
    /// Fit of a game that cannot be replayed.
    pub(super) const NONE: LanguageFit = LanguageFit { right: 0, plays: 0 };

    pub(super) fn of(audit: &Audit) -> LanguageFit {
        let is_wrong = |number: usize| {
            audit
                .discrepancies
                .iter()
                .any(|discrepancy| discrepancy.turn == number && discrepancy.kind != DiscrepancyKind::Total)
        };
        let mut fit = LanguageFit::NONE;
        for (number, turn) in (1..).zip(&audit.turns) {
            if !matches!(turn.claimed.outcome, GcgOutcome::Played(_)) || turn.fate == PlayStatus::TakenBack {
                continue;
            }
            fit.plays += 1;
            fit.right += usize::from(!is_wrong(number));
            fit.right += usize::from(turn.play.is_some() && turn.unknown.is_empty());
        }
        fit
    }

    /// Whether less than half is right.
    pub(super) const fn is_poor(self) -> bool {
        self.plays >= PLAYS_MIN && self.right < self.plays
    }
}
