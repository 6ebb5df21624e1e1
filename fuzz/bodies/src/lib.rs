//! Fuzz bodies, and a runner for stable Rust.
//!
//! A body takes arbitrary bytes and panics if a property does not hold. To add one called `name`:
//!
//! 1. write the function and its [`Body`] in `src/name.rs`, and add it to [`BODIES`] below;
//! 2. put a few small valid inputs into `fuzz/seeds/name/`;
//! 3. add `fuzz/fuzz_targets/name.rs` and its `[[bin]]` in `fuzz/Cargo.toml`, like the others.
//!
//! A test of this crate fails if one of these is missing. After fixing a bug, add the input that
//! caused it as a seed: every `cargo test` runs the seeds unchanged.

mod body;
mod cgp;
mod client_event;
mod daily_attempt;
mod definitions_file;
mod definitions_text;
mod gcg;
#[cfg(feature = "runner")]
pub mod runner;
mod tile_set;
mod word_graph;
mod word_list;

pub use body::Body;
pub use cgp::cgp;
pub use client_event::client_event;
pub use daily_attempt::daily_attempt;
pub use definitions_file::definitions_file;
pub use definitions_text::definitions_text;
pub use gcg::gcg;
pub use tile_set::tile_set;
pub use word_graph::word_graph;
pub use word_list::word_list;

/// All bodies, in the order in which they run.
pub const BODIES: &[Body] = &[
    tile_set::BODY,
    cgp::BODY,
    client_event::BODY,
    daily_attempt::BODY,
    gcg::BODY,
    word_list::BODY,
    word_graph::BODY,
    definitions_text::BODY,
    definitions_file::BODY,
];
