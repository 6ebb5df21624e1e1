use daily::{Attempt, Turn, best_play, par};
use engine::Engine;
use rules::{Play, Score, notation::tiles};

use super::share::{self, Bars};
use crate::score_table::notated;

/// Result of a finished puzzle. The best total is not part of it: finding it takes longer.
pub(super) struct PuzzleResult {
    /// Every turn, with the highest-scoring play it allowed.
    pub(super) turns: Vec<(Turn, Option<Play>)>,
    pub(super) score: Score,
    pub(super) par: Score,
}

impl PuzzleResult {
    /// Evaluates a finished attempt.
    pub(super) fn of(attempt: &Attempt, engine: &Engine) -> anyhow::Result<PuzzleResult> {
        let puzzle = attempt.puzzle();
        let mut again = Attempt::new(puzzle);
        let mut turns = Vec::new();
        for turn in attempt.turns() {
            turns.push((turn.clone(), best_play(&again, engine)));
            let done: Vec<_> = turns.iter().map(|(turn, _)| turn.deed.clone()).collect();
            again = Attempt::replay(puzzle, done)?;
        }
        Ok(PuzzleResult { turns, score: attempt.score(), par: par(puzzle, engine).total })
    }

    /// The text to share.
    pub(super) fn share(&self, attempt: &Attempt, bars: Bars) -> String {
        let turns: Vec<(Score, Score)> = self
            .turns
            .iter()
            .map(|(turn, best)| (turn.score, best.as_ref().map_or(Score::ZERO, |best| best.score)))
            .collect();
        let puzzle = attempt.puzzle();
        share::text(puzzle.day(), puzzle.language(), self.score, self.par, &turns, bars)
    }
}

/// Describes a turn in notation: the play, or the exchanged tiles.
pub(super) fn deed(turn: &Turn, attempt: &Attempt) -> String {
    let puzzle = attempt.puzzle();
    match (&turn.play, &turn.deed) {
        (Some(play), _) => notated(play, puzzle.language()),
        (None, daily::TurnRecord::Exchange(numbers)) => {
            let swapped: Vec<_> = numbers
                .iter()
                .filter_map(|&number| puzzle.order().get(usize::from(number).checked_sub(1)?).copied())
                .collect();
            format!("exchange {}", tiles::write_rack(puzzle.language(), &swapped))
        }
        (None, daily::TurnRecord::Play(_)) => String::new(),
    }
}
