//! The field's notations for places, tiles, positions and games: text that other programs read and write.
//!
//! | what | how it is written | here |
//! |---|---|---|
//! | a place and a direction | `8H` across, `H8` down | [`Coordinate`] |
//! | tiles | `Q?[CH]` on a rack, `q` or `[ch]` for a blank that was laid | [`tiles`] |
//! | a position | one line, CGP | [`Cgp`] |
//! | a game | a file, GCG | [`gcg::Gcg`] |
//!
//! Nothing here judges words or points: a text is read for what it claims, and the rules are asked elsewhere. What is
//! read comes from strangers, so everything has a limit and nothing panics.

mod cgp;
mod coordinate;
pub mod gcg;

pub mod tiles;
mod unexpected;

pub use cgp::{Cgp, CgpPlayer, Operation, read_board, write_board};
pub use coordinate::{Coordinate, CoordinateError};

pub use gcg::{Gcg, GcgError};
pub use unexpected::Unexpected;
