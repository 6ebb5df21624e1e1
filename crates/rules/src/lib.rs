//! The crossword-tile game, pure.

mod bag;
mod board;
mod fairness;
mod id;
mod language;
pub mod notation;
mod premium;
mod rack;
mod score;
mod square;
mod tile;
mod words;

pub use bag::{Bag, Draw, DrawNumber, Draws};
pub use board::Board;
pub use fairness::{Commitment, Key, Nonce, Seed};
pub use id::GameId;
pub use language::{Language, LanguageError, NotALetter};
pub use premium::Premium;
pub use rack::Rack;
pub use score::Score;
pub use square::{Direction, SIDE, Square};
pub use tile::{LaidTile, Letter, Tile};
pub use words::Words;
