//! Searches for the best line of a puzzle, with knowledge of all future draws.

mod search;
mod state;

use std::sync::Arc;

use engine::{Engine, Searcher};
use rules::Score;

use crate::{Attempt, Puzzle, Turn, greedy};

use search::Search;

/// A sequence of turns through a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedLine {
    /// The turns.
    pub turns: Vec<Turn>,
    /// The total score.
    pub total: Score,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The greedy line: [`best_play`](crate::best_play) in every turn.
    pub par: SolvedLine,
    /// The line with the highest total found; at least par.
    pub best: SolvedLine,
    /// Whether no line scores more.
    ///
    /// Only a puzzle with few turns or few words can be searched completely.
    pub is_proven: bool,
}

/// The size of a search.
///
/// It is counted in states rather than in time, so the result is the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The number of states kept after a turn.
    pub width: usize,
    /// The number of moves examined more closely to choose those states.
    pub tried: usize,
    /// The number of moves of the last turn but one that are played to the end.
    pub finished: usize,
}

impl Effort {
    /// The size a server uses for the puzzle of a day: some seconds.
    pub const USUAL: Effort = Effort::of_width(1_000);

    /// Keeps `width` states after a turn and examines a proportional number of moves.
    pub const fn of_width(width: usize) -> Effort {
        Effort { width, tried: width.saturating_mul(20), finished: width.saturating_mul(50) }
    }
}

/// Searches for the line with the highest total.
///
/// This is a beam search over turns. It considers all moves, plays and exchanges, and keeps the
/// most promising states of each turn: those with the highest sum of the score so far and the best
/// next play. The last turn is always the best play.
pub fn solve(puzzle: &Arc<Puzzle>, engine: &Engine, effort: Effort) -> Solution {
    let par = greedy::greedy_line(puzzle, engine);
    let finding = Search::new(puzzle, engine, effort, par.score().0).run();
    let mut searcher = Searcher::new(engine);
    let best = finding.attempt.map(|mut attempt| {
        greedy::go_on(&mut attempt, engine, &mut searcher);
        attempt
    });
    let best = best.filter(|best| best.score() > par.score());
    let best = best.as_ref().unwrap_or(&par);
    Solution { par: line(&par), best: line(best), is_proven: finding.is_complete }
}

/// The greedy line of a puzzle.
pub fn par(puzzle: &Arc<Puzzle>, engine: &Engine) -> SolvedLine {
    line(&greedy::greedy_line(puzzle, engine))
}

fn line(attempt: &Attempt) -> SolvedLine {
    SolvedLine { turns: attempt.turns().to_vec(), total: attempt.score() }
}
