//! Finding plays, and players that choose among them.
//!
//! [`Finder`] is the plain way to find every play: it is what a simple player uses, and what faster ways are held
//! against. [`choose`] is such a player.

mod finder;
mod player;

pub use finder::Finder;
pub use player::{Move, Sight, choose};
