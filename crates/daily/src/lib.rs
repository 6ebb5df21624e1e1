//! The daily puzzle: one for each UTC date and language.
//!
//! All servers with the same word list have the same puzzle.
//!
//! | | |
//! |---|---|
//! | [`Day`] | a UTC date |
//! | [`Puzzle`], [`Criteria`], [`GENERATOR`] | the starting word and the tile order, determined by the date |
//! | [`Attempt`], [`Turn`], [`TurnRecord`] | one player's five turns, and their written form |
//! | [`best_play`], [`solve`] | the highest play of a turn, and the best line of a puzzle |
//!
//! The rules are those of the `rules` crate with its `daily` preset. The caller passes in the date.

mod attempt;
mod criteria;
mod day;
mod generator;
mod greedy;
mod puzzle;
mod solver;
mod turn_record;

pub use attempt::{Attempt, BrokenAttempt, DrawnTile, Turn};
pub use criteria::{Criteria, CriteriaError};
pub use day::{Day, NotADay};
pub use generator::{GENERATOR, NoPuzzle, PLAYABLE, starting_words};
pub use greedy::best_play;
pub use puzzle::{BrokenPuzzle, Puzzle};
pub use solver::{Effort, Solution, SolvedLine, par, solve};
pub use turn_record::{Laid, TurnRecord, TurnRecordError};
