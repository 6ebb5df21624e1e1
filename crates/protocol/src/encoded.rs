//! Parts of events that are encoded once and sent several times.

use std::marker::PhantomData;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A value as JSON. Copies share the text.
#[derive(Debug)]
pub struct Encoded<T> {
    text: Arc<RawValue>,
    of: PhantomData<fn() -> T>,
}

impl<T: Serialize> Encoded<T> {
    /// Encodes a value.
    pub fn new(value: &T) -> Encoded<T> {
        Encoded::from_parts(value)
    }
}

impl<T> Encoded<T> {
    /// Encodes a value of which some parts are encoded already.
    pub(crate) fn from_parts(value: &impl Serialize) -> Encoded<T> {
        // The values are plain lists and objects: encoding one cannot fail.
        let text = to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned());
        Encoded { text: text.into(), of: PhantomData }
    }

    /// Whether two values share their text.
    #[cfg(test)]
    pub(crate) fn is_shared_with(&self, other: &Encoded<T>) -> bool {
        Arc::ptr_eq(&self.text, &other.text)
    }
}

impl<T> Clone for Encoded<T> {
    fn clone(&self) -> Encoded<T> {
        Encoded { text: Arc::clone(&self.text), of: PhantomData }
    }
}

impl<T> PartialEq for Encoded<T> {
    fn eq(&self, other: &Encoded<T>) -> bool {
        self.text.get() == other.text.get()
    }
}

impl<T> Eq for Encoded<T> {}

impl<T> Serialize for Encoded<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Serialize> Deserialize<'de> for Encoded<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Encoded<T>, D::Error> {
        T::deserialize(deserializer).map(|value| Encoded::new(&value))
    }
}
