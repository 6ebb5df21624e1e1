//! Move generation, and computer players built on it.
//!
//! | | |
//! |---|---|
//! | [`Engine`], [`Grid`], [`Searcher`] | an indexed word list, a board, and the search for plays |
//! | [`Leaves`], [`LeaveTraining`], [`Equity`] | the value of kept tiles, and how it is trained |
//! | [`Position`] → [`Choice`] | what a player knows, and the move: by equity, rollouts or endgame search |
//! | [`Bots`] | bots of five levels, which also bluff, challenge and vote |
//! | [`PlayedTurn`] → [`Review`] | a finished game reviewed turn by turn by a [`Coach`] |
//! | [`SelfPlayGame`], [`Match`] | self-play, and pairs of games with the same draws |
//! | [`NaiveMovegen`] | the reference move generator that tests compare the fast one with |

mod anagrams;
mod best_move;
mod bluff;
mod bots;
mod budget;
mod choice;
mod coach;
mod endgame;
mod engine;
mod equity;
mod grid;
mod leave_training;
mod leaves;
mod letter_set;
mod lookup;
mod match_play;
mod movegen;
mod multiset;
mod naive_movegen;
mod observation;
mod opponent_rack_sizes;
mod packed_move;
mod played_turn;
mod position;
mod premiums;
mod rack_subsets;
mod review;
mod rng;
mod rollout;
mod searcher;
mod selfplay;
mod simulation;
mod span;
mod span_scoring;
mod static_eval;

pub use anagrams::AlphabetTooLarge;
pub use bots::Bots;
pub use budget::Budget;
pub use choice::Choice;
pub use coach::{Advice, Basis, Coach, Suggestion};
pub use endgame::Solution;
pub use engine::Engine;
pub use equity::Equity;
pub use grid::Grid;
pub use leave_training::LeaveTraining;
pub use leaves::{Leaves, LeavesError};
pub use match_play::{Game, Match, MatchPlayer};
pub use naive_movegen::NaiveMovegen;
pub use observation::{Move, Observation};
pub use opponent_rack_sizes::OpponentRackSizes;
pub use packed_move::PackedMove;
pub use played_turn::{PlayStatus, PlayedTurn, TurnAction};
pub use position::Position;
pub use review::{Review, Reviewed, Sum};
pub use rng::Rng;
pub use searcher::Searcher;
pub use selfplay::SelfPlayGame;
pub use simulation::CandidateResult;

/// The most blanks laid in one play; further blanks stay on the rack.
///
/// No tile set that comes with Dord has more.
pub const BLANKS_MAX: usize = lookup::Missing::MOST;
