//! Live tables under a simulated sky: several nodes, their store, the network and the people in one thread, from one seed.
//!
//! [`simulate`] runs the real `tables` and `rules`. Everything around them is made up here, and breaks: the store is slow, away or
//! silent, hints are lost, connections break, nodes die, stand still, lose the store and come back, clocks differ and jump. After every step the promises of
//! [`Invariant`] are checked. The same seed is the same game, to the byte. [`Bug`]s are planted on purpose, to see that they are found.
//!
//! [`Chronicle`] and [`Hearing`] hold what anybody hears against what the store keeps; tests of real nodes use them, too.
//!
//! Nothing of this is part of the product, and nothing in the product depends on it.

mod answers;
mod branch;
mod breakage;
mod bug;
pub mod capacity;
mod chronicle;
mod clocks;
mod commits;
mod commons;
mod condition;
mod daily;
mod frames;
mod hearing;
mod hints;
mod invariant;
mod keeping;
mod link;
mod moves;
mod node;
mod panics;
mod person;
mod plan;
mod rest;
mod retelling;
mod run;
mod trace;
mod watch;
mod world;

pub use bug::Bug;
pub use chronicle::Chronicle;
pub use hearing::{Acquaintance, Hearing, seq_of};
pub use invariant::Invariant;
pub use run::{Report, narrate, simulate};
pub use world::Failure;
