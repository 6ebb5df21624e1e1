//! What could be made of a puzzle by somebody who knows which tiles will come.

mod search;
mod state;

use std::sync::Arc;

use engine::{Engine, Workbench};
use rules::Score;

use crate::{Attempt, Puzzle, Turn, greedy};

use search::Search;

/// A way through the turns of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The turns.
    pub turns: Vec<Turn>,
    /// What they score together.
    pub total: Score,
}

/// What the solver found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What a greedy player makes: [`best_play`](crate::best_play) in every turn.
    pub par: Line,
    /// The highest total that was found; at least par.
    pub best: Line,
    /// Whether no way through the puzzle scores more. Only puzzles of few turns or few words can be looked through.
    pub is_proven: bool,
}

/// How much is looked at. It is counted in states and not in time, so that the same is found on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many states are kept after a turn.
    pub width: usize,
    /// How many are looked at more closely to choose those.
    pub tried: usize,
    /// How many of the last turn but one are played to the end.
    pub finished: usize,
}

impl Effort {
    /// What a server spends on the puzzle of a day: some seconds.
    pub const USUAL: Effort = Effort::of_width(1_000);

    /// Keeps so many states after a turn, and looks at as many more as go well with that.
    pub const fn of_width(width: usize) -> Effort {
        Effort { width, tried: width.saturating_mul(20), finished: width.saturating_mul(50) }
    }
}

/// Looks for the highest total of a puzzle.
///
/// It goes through the puzzle turn by turn with all that can be done, plays and exchanges, and keeps the most promising states of each
/// turn: those with the highest score so far together with the highest play of the turn to come. The last turn is always the highest play.
pub fn solve(puzzle: &Arc<Puzzle>, engine: &Engine, effort: Effort) -> Solution {
    let par = greedy::greedy_line(puzzle, engine);
    let finding = Search::new(puzzle, engine, effort, par.score().0).run();
    let mut workbench = Workbench::new(engine);
    let best = finding.attempt.map(|mut attempt| {
        greedy::go_on(&mut attempt, engine, &mut workbench);
        attempt
    });
    let best = best.filter(|best| best.score() > par.score());
    let best = best.as_ref().unwrap_or(&par);
    Solution { par: line(&par), best: line(best), is_proven: finding.is_complete }
}

/// What a greedy player makes of a puzzle.
pub fn par(puzzle: &Arc<Puzzle>, engine: &Engine) -> Line {
    line(&greedy::greedy_line(puzzle, engine))
}

fn line(attempt: &Attempt) -> Line {
    Line { turns: attempt.turns().to_vec(), total: attempt.score() }
}
