//! Standard notations for coordinates, tiles, positions and games.
//!
//! Other programs read and write the same text.
//!
//! | what | notation | here |
//! |---|---|---|
//! | a square and a direction | `8H` across, `H8` down | [`Coordinate`] |
//! | tiles | `Q?[CH]` on a rack, `q` or `[ch]` for a blank that was laid | [`tiles`] |
//! | a position | one line, CGP | [`Cgp`] |
//! | a game | a file, GCG | [`gcg::Gcg`] |
//!
//! This module does not validate words or scores; it only parses what a text claims. The input is
//! untrusted, so all sizes are limited and parsing never panics.

mod cgp;
mod coordinate;
pub mod gcg;

pub mod tiles;
mod unexpected;

pub use cgp::{Cgp, CgpPlayer, Operation, read_board, write_board};
pub use coordinate::{Coordinate, CoordinateError};

pub use gcg::{Gcg, GcgError};
pub use unexpected::Unexpected;
