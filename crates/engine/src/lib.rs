//! Move generation, and computer players built on it.
//!
//! | | |
//! |---|---|
//! | [`Engine`], [`Grid`], [`Workbench`] | an indexed word list, a board, and the search for plays |
//! | [`Leaves`], [`Census`], [`Equity`] | the value of kept tiles, and how it is trained |
//! | [`Position`] → [`Choice`] | what a player knows, and the move: by equity, rollouts or endgame search |
//! | [`Opponents`] | bots of five levels, which also bluff, challenge and vote |
//! | [`PlayedTurn`] → [`Review`] | a finished game reviewed turn by turn by a [`Coach`] |
//! | [`Duel`], [`Contest`] | self-play, and pairs of games with the same draws |
//! | [`Finder`] | the reference move generator that tests compare the fast one with |

mod all;
mod anagrams;
mod best;
mod bluff;
mod budget;
mod bunch;
mod census;
mod chance;
mod choice;
mod coach;
mod contest;
mod duel;
mod endgame;
mod engine;
mod equity;
mod finder;
mod found;
mod grid;
mod hand;
mod judgement;
mod leaves;
mod letter_set;
mod lookup;
mod opponents;
mod others;
mod played;
mod position;
mod premiums;
mod reach;
mod review;
mod rollout;
mod sight;
mod simulation;
mod spots;
mod workbench;

pub use anagrams::AlphabetTooLarge;
pub use budget::Budget;
pub use census::Census;
pub use chance::Chance;
pub use choice::Choice;
pub use coach::{Advice, Basis, Coach, Suggestion};
pub use contest::{Contest, Contestant, Game};
pub use duel::Duel;
pub use endgame::Solution;
pub use engine::Engine;
pub use equity::Equity;
pub use finder::Finder;
pub use found::Found;
pub use grid::Grid;
pub use leaves::{Leaves, LeavesError};
pub use opponents::Opponents;
pub use others::Others;
pub use played::{Deed, Fate, PlayedTurn};
pub use position::Position;
pub use review::{Review, Reviewed, Sum};
pub use sight::{Move, Sight};
pub use simulation::Weighed;
pub use workbench::Workbench;

/// The most blanks laid in one play; further blanks stay on the rack.
///
/// No tile set that comes with Dord has more.
pub const BLANKS_MAX: usize = lookup::Missing::MOST;
