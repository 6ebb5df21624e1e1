//! JSON forms of the values in rows.

use rules::{GameId, Progress, Seat, Seed, Timestamp};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::codec::hex;
use crate::{DailyPlayer, Lobby, PlayerId, RoomCode, TokenHash, Version, columns};

/// A value with a JSON form.
pub(super) trait Written: Sized {
    type Form: Serialize + DeserializeOwned;

    fn write(&self) -> Self::Form;

    /// Reads the value. The error states what was expected.
    fn read(form: Self::Form) -> Result<Self, String>;
}

pub(super) fn serialize<T: Written, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.write().serialize(serializer)
}

pub(super) fn deserialize<'de, T: Written, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(T::Form::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// Reads a field that may be null but must be present.
pub(super) fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

impl<T: Written> Written for Option<T> {
    type Form = Option<T::Form>;

    fn write(&self) -> Self::Form {
        self.as_ref().map(T::write)
    }

    fn read(form: Self::Form) -> Result<Self, String> {
        form.map(T::read).transpose()
    }
}

/// Implements [`Written`] for plain texts and numbers, of which every value is valid.
macro_rules! plain {
    ($($value:ty = $form:ty: |$this:ident| $write:expr, $read:expr;)+) => {
        $(
            impl Written for $value {
                type Form = $form;

                fn write(&self) -> $form {
                    let $this = self;
                    $write
                }

                fn read(form: $form) -> Result<Self, String> {
                    Ok($read(form))
                }
            }
        )+
    };
}

plain! {
    GameId = String: |id| id.as_str().to_owned(), GameId::new;
    PlayerId = String: |player| player.as_str().to_owned(), PlayerId::new;
    DailyPlayer = i64: |player| player.0, DailyPlayer;
    Timestamp = i64: |moment| moment.0, Timestamp;
}

impl Written for Version {
    type Form = u64;

    fn write(&self) -> u64 {
        self.0
    }

    fn read(form: u64) -> Result<Version, String> {
        // No database could store a larger one.
        i64::try_from(form).map(|_| Version(form)).map_err(|_| format!("expected a version, found {form}"))
    }
}

impl Written for Seat {
    type Form = usize;

    fn write(&self) -> usize {
        self.index()
    }

    fn read(form: usize) -> Result<Seat, String> {
        Seat::at(form).ok_or_else(|| format!("expected the number of a seat, found {form}"))
    }
}

impl Written for RoomCode {
    type Form = String;

    fn write(&self) -> String {
        self.as_str().to_owned()
    }

    fn read(form: String) -> Result<RoomCode, String> {
        RoomCode::new(&form).ok_or_else(|| format!("expected a room code, found {form:?}"))
    }
}

impl Written for Lobby {
    type Form = String;

    fn write(&self) -> String {
        columns::lobby(*self).to_owned()
    }

    fn read(form: String) -> Result<Lobby, String> {
        columns::read_lobby(&form).ok_or_else(|| format!("expected a kind of lobby, found {form:?}"))
    }
}

impl Written for Progress {
    type Form = String;

    fn write(&self) -> String {
        columns::status(*self).to_owned()
    }

    fn read(form: String) -> Result<Progress, String> {
        columns::read_standing(&form).ok_or_else(|| format!("expected how far a table is, found {form:?}"))
    }
}

/// The error does not contain the value, which is secret.
fn secret(form: &str) -> Result<[u8; 32], String> {
    let bytes = hex::read(form).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| "expected 32 bytes as hexadecimal digits".to_owned())
}

impl Written for Seed {
    type Form = String;

    fn write(&self) -> String {
        rules::hex(&self.0)
    }

    fn read(form: String) -> Result<Seed, String> {
        secret(&form).map(Seed)
    }
}

impl Written for TokenHash {
    type Form = String;

    fn write(&self) -> String {
        rules::hex(&self.0)
    }

    fn read(form: String) -> Result<TokenHash, String> {
        secret(&form).map(TokenHash)
    }
}
