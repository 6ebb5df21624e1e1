//! Finding plays, and players that choose among them.
//!
//! | | |
//! |---|---|
//! | [`Engine`], [`Grid`], [`Workbench`] | a word list and a board arranged for the search, and the search: all plays, or the best |
//! | [`Leaves`], [`Census`], [`Equity`] | what the tiles that are kept are worth, and how that was found |
//! | [`Position`] → [`Choice`] | what a player knows, and what it does: by equity, by looking ahead, exactly once the bag is empty |
//! | [`Opponents`] | five levels of players for people, who also bluff, challenge and vote |
//! | [`PlayedTurn`] → [`Review`] | a finished game turn by turn: what could have been done better, by a [`Coach`] |
//! | [`Duel`], [`Contest`] | games of the engine with itself, and of players in pairs with the same draws |
//! | [`Finder`] | the plain way to find plays, that the fast one is held against |

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

/// So many blanks are laid in one play at most; whoever has more keeps the others. No tile set that comes with Dord has more.
pub const BLANKS_MAX: usize = lookup::Missing::MOST;
