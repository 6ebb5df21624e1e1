//! The record of a finished game, and how anybody can verify it.

mod bag_key;
mod form;
mod of_log;
mod racks;
mod verify;

pub(crate) use bag_key::from_hex;
pub use form::{BagStep, GameRecord, MoveRecord, OpeningDrawRecord, RecordPlayer};
pub use of_log::bag_reveal;
pub(crate) use of_log::{opened_commitment, text_of_nonce};
pub use verify::{RecordError, RecordVerified, verify_record};

impl GameRecord {
    /// The form of the record of a game whose nonces were committed to before they were revealed.
    pub const FORMAT: &str = "dord/game/2";
    /// The form of the record of an earlier game: nonces in the open, in the order in which the players came.
    pub const FORMAT_1: &str = "dord/game/1";

    /// Reads a record.
    pub fn parse(text: &str) -> Result<GameRecord, serde_json::Error> {
        serde_json::from_str(text)
    }
}
