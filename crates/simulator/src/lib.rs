//! Deterministic simulation of live tables under faults.
//!
//! [`simulate`] runs the real `tables` and `rules` with several nodes, their store, the network and
//! the players in one thread, from one seed. Everything around the tables is simulated and fails:
//! the store is slow, unreachable or does not answer; hints are lost; connections break; nodes
//! crash, freeze, lose the store and restart; clocks differ and jump. The promises of [`Invariant`]
//! are checked after every step. The same seed gives the same run, to the byte. A [`Bug`] can be
//! planted, to prove that the checks find it.
//!
//! [`Chronicle`] and [`Hearing`] compare what clients receive with what the store has. Tests of
//! real nodes use them, too.
//!
//! This crate is for tests only. The product does not depend on it.

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
