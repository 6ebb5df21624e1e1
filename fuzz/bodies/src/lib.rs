//! What is fuzzed, and a runner for it that needs no nightly compiler.
//!
//! A body takes any bytes and panics if a promise is broken. To add one called `name`:
//!
//! 1. write the function and its [`Body`] in `src/name.rs`, and add it to [`BODIES`] below;
//! 2. put a few good inputs, small ones, into `fuzz/seeds/name/`;
//! 3. add `fuzz/fuzz_targets/name.rs` and its `[[bin]]` in `fuzz/Cargo.toml`, after the pattern of the others.
//!
//! A test of this crate fails if one of these is forgotten. An input that was found to break something is kept as
//! a seed once it is mended: seeds are run as they are by every `cargo test`.

mod body;
mod cgp;
mod client_event;
mod daily_attempt;
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
pub use gcg::gcg;
pub use tile_set::tile_set;
pub use word_graph::word_graph;
pub use word_list::word_list;

/// Every body, in the order in which they are run.
pub const BODIES: &[Body] = &[
    tile_set::BODY,
    cgp::BODY,
    client_event::BODY,
    daily_attempt::BODY,
    gcg::BODY,
    word_list::BODY,
    word_graph::BODY,
];
