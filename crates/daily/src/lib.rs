//! The daily puzzle: one for each UTC date and language, the same for everybody who has the same word list.
//!
//! | | |
//! |---|---|
//! | [`Day`] | a UTC date |
//! | [`Puzzle`], [`Criteria`], [`GENERATOR`] | what lies on the board and which tiles come, as a pure function of the date |
//! | [`Attempt`], [`Turn`], [`Deed`] | one player's five turns, and their written form |
//! | [`best_play`], [`solve`] | what could have been made of it |
//!
//! Not here: rules, which are those of `rules` with its `daily` preset; and time, which is handed in.

mod attempt;
mod criteria;
mod day;
mod deed;
mod generator;
mod greedy;
mod puzzle;
mod solver;

pub use attempt::{Attempt, BrokenAttempt, DrawnTile, Turn};
pub use criteria::{Criteria, CriteriaError};
pub use day::{Day, NotADay};
pub use deed::{Deed, Laid, NotADeed};
pub use generator::{GENERATOR, NoPuzzle, PLAYABLE, starting_words};
pub use greedy::best_play;
pub use puzzle::{BrokenPuzzle, Puzzle};
pub use solver::{Effort, Line, Solution, par, solve};
