//! What tests of the game need: scripted chance and a table to drive.
//!
//! Nothing of this is part of the product, and nothing in the product depends on it.

mod laying;
mod script;
mod table;

pub use laying::{lay, placement, tiles};
pub use script::Script;
pub use table::{ANN, BOB, CAT, DAN, Table, anything_goes, seat};
