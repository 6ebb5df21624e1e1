//! How well a recorded game fits a language.

use super::audit::{Audit, DiscrepancyKind, Fate};
use rules::notation::gcg::GcgOutcome;

/// So few plays may come out wrong by chance.
const PLAYS_MIN: usize = 4;

/// How many plays of a game come out right in a language: by their points and by their words.
///
/// Letters have other values in other languages, so points tell languages apart as well as words do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Fit {
    /// Plays with the right points, and plays whose words the list has.
    right: usize,
    plays: usize,
}

impl Fit {
    /// A game that cannot be laid.
    pub(super) const NONE: Fit = Fit { right: 0, plays: 0 };

    pub(super) fn of(audit: &Audit) -> Fit {
        let is_wrong = |number: usize| {
            audit
                .discrepancies
                .iter()
                .any(|discrepancy| discrepancy.turn == number && discrepancy.kind != DiscrepancyKind::Total)
        };
        let mut fit = Fit::NONE;
        for (number, turn) in (1..).zip(&audit.turns) {
            if !matches!(turn.claimed.outcome, GcgOutcome::Played(_)) || turn.fate == Fate::TakenBack {
                continue;
            }
            fit.plays += 1;
            fit.right += usize::from(!is_wrong(number));
            fit.right += usize::from(turn.play.is_some() && turn.unknown.is_empty());
        }
        fit
    }

    /// Whether less than half of it comes out right.
    pub(super) const fn is_poor(self) -> bool {
        self.plays >= PLAYS_MIN && self.right < self.plays
    }
}
