//! Reading what a client sent: strictly, and with the path of whatever is wrong.

mod bad_request;
mod reader;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use bad_request::BadRequest;
use reader::Reader;

/// Reads a value. Fields that are not known are passed over; a known one is never null unless its type says so.
pub(crate) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, BadRequest> {
    T::deserialize(Reader(value)).map_err(BadRequest::in_payload)
}
