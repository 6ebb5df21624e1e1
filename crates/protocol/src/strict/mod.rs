//! Strict parsing of client input, with the path of every error.

mod bad_request;
mod reader;

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use bad_request::BadRequest;
use reader::Reader;

/// Parses a value. Unknown fields are ignored; null is an error unless the field's type accepts it.
pub(crate) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, BadRequest> {
    T::deserialize(Reader(value)).map_err(BadRequest::in_payload)
}
