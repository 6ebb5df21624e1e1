//! Support for tests of the game.
//!
//! It provides scripted draws, a table to drive, random games, and the laws that hold in every
//! game. The product does not depend on this crate.

pub mod laws;
mod laying;
mod nonsense;
mod random_game;
mod rng;
mod scorer;
mod script;
mod table;

pub use laying::{lay, placement, tiles};
pub use nonsense::nonsense;
pub use random_game::RandomGame;
pub use rng::TestRng;
pub use scorer::naive_score;
pub use script::Script;
pub use table::{ANN, BOB, CAT, DAN, Table, anything_goes, seat};
