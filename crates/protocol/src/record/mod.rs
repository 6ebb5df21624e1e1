//! The record of a finished game, and how anybody can verify it.

mod bag_key;
mod form;
mod of_log;
mod racks;
mod verify;

pub use form::{BagStep, GameRecord, MoveRecord, OpeningDrawRecord, RecordPlayer};
pub use of_log::bag_reveal;
pub(crate) use of_log::text_of_nonce;
pub use verify::{RecordError, RecordVerified, verify_record};

impl GameRecord {
    /// The form of a record that this release writes, and the only one so far.
    pub const FORMAT: &str = "dord/game/1";

    /// Reads a record.
    pub fn parse(text: &str) -> Result<GameRecord, serde_json::Error> {
        serde_json::from_str(text)
    }
}
