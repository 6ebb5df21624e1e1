//! Deterministic simulation of live tables under faults.
//!
//! [`simulate`] runs the real `tables` and `rules` with several nodes, their store, the network and
//! the players in one thread, from one seed. Everything around the tables is simulated and fails:
//! the store is slow, unreachable or does not answer; hints are lost; connections break; nodes
//! crash, freeze, lose the store and restart; clocks differ and jump. The promises of [`Invariant`]
//! are checked after every step. The same seed gives the same run, to the byte. A [`Bug`] can be
//! planted, to prove that the checks find it.
//!
//! [`Oracle`] and [`ConnectionChecker`] compare what clients receive with what the store has. Tests of
//! real nodes use them, too.
//!
//! This crate is for tests only. The product does not depend on it.

mod answer_checker;
mod bug;
pub mod capacity;
mod clock_faults;
mod commit_checker;
mod connection_checker;
mod expected_events;
mod faulty_store;
mod frame_checker;
mod hint_bus;
mod invariant;
mod link;
mod liveness;
mod nemesis;
mod node;
mod node_state;
mod oracle;
mod panics;
mod player_actor;
mod player_moves;
mod quiescence;
mod run;
mod run_plan;
mod trace;
mod world;

pub use bug::Bug;
pub use connection_checker::{ConnectionChecker, ConnectionStart, seq_of};
pub use invariant::Invariant;
pub use oracle::Oracle;
pub use run::{Report, narrate, simulate};
pub use world::Failure;
