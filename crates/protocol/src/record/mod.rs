//! The public record of a finished game, and its verification.

mod bag_key;
mod bag_record;
mod build;
mod form;
mod verify;
mod verify_racks;

pub(crate) use bag_key::from_hex;
pub use bag_record::BagRecord;
pub(crate) use build::{opened_commitment, text_of_nonce};
pub use form::{BagStep, GameRecord, MoveRecord, OpeningDrawRecord, RecordPlayer};
pub use verify::{RecordError, RecordVerified, verify_record};

impl GameRecord {
    /// The format of records of games with nonce commitments.
    pub const FORMAT: &str = "dord/game/2";
    /// The format of records of earlier games, with nonces in clear text and in join order.
    pub const FORMAT_1: &str = "dord/game/1";

    /// Parses a record.
    pub fn parse(text: &str) -> Result<GameRecord, serde_json::Error> {
        serde_json::from_str(text)
    }
}
