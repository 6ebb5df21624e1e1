use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde_json::{Map, Value};

use super::BadRequest;

/// A deserializer for a JSON value.
///
/// Unlike that of `serde_json`, it reports the path of an error and refuses null for optional
/// fields.
pub(super) struct Reader<'v>(pub(super) &'v Value);

/// The kind of a value, for error messages.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.is_f64() => "a number that is no integer",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl Reader<'_> {
    fn expected(&self, what: &str) -> BadRequest {
        BadRequest::custom(format!("expected {what}, found {}", kind(self.0)))
    }
}

macro_rules! integers {
    ($($method:ident),+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadRequest> {
            match self.0 {
                Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                    (Some(number), _) => visitor.visit_u64(number),
                    (None, Some(number)) => visitor.visit_i64(number),
                    (None, None) => Err(self.expected("an integer")),
                },
                _ => Err(self.expected("an integer")),
            }
        })+
    };
}

macro_rules! strings {
    ($($method:ident),+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadRequest> {
            match self.0 {
                Value::String(text) => visitor.visit_borrowed_str(text),
                _ => Err(self.expected("a string")),
            }
        })+
    };
}

macro_rules! unused {
    ($($method:ident($($argument:ty),*)),+) => {
        $(fn $method<V: Visitor<'de>>(self $(, _: $argument)*, visitor: V) -> Result<V::Value, BadRequest> {
            self.deserialize_any(visitor)
        })+
    };
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = BadRequest;

    /// Used by types that accept several kinds of values, or null.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadRequest> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), _, _) => visitor.visit_u64(number),
                (None, Some(number), _) => visitor.visit_i64(number),
                (None, None, number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadRequest> {
        match self.0 {
            Value::Bool(is) => visitor.visit_bool(*is),
            _ => Err(self.expected("true or false")),
        }
    }

    integers!(
        deserialize_i8,
        deserialize_i16,
        deserialize_i32,
        deserialize_i64,
        deserialize_i128,
        deserialize_u8,
        deserialize_u16,
        deserialize_u32,
        deserialize_u64,
        deserialize_u128
    );

    strings!(deserialize_char, deserialize_str, deserialize_string, deserialize_identifier);

    /// An optional field must be absent, not null.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadRequest> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, BadRequest> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadRequest> {
        match self.0 {
            Value::Array(items) => visitor.visit_seq(Items { items: items.iter(), index: 0 }),
            _ => Err(self.expected("a list")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadRequest> {
        match self.0 {
            Value::Object(fields) => visitor.visit_map(Fields { fields: fields.iter(), current: None }),
            _ => Err(self.expected("an object")),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, BadRequest> {
        self.deserialize_map(visitor)
    }

    /// All enums in client messages are plain names.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, BadRequest> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Name(name)),
            _ => Err(self.expected("a string")),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadRequest> {
        visitor.visit_unit()
    }

    unused!(
        deserialize_f32(),
        deserialize_f64(),
        deserialize_bytes(),
        deserialize_byte_buf(),
        deserialize_unit(),
        deserialize_unit_struct(&'static str),
        deserialize_tuple(usize),
        deserialize_tuple_struct(&'static str, usize)
    );
}

struct Fields<'v> {
    fields: <&'v Map<String, Value> as IntoIterator>::IntoIter,
    current: Option<(&'v str, &'v Value)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = BadRequest;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, BadRequest> {
        self.current = self.fields.next().map(|(field, value)| (field.as_str(), value));
        let Some((field, _)) = self.current else { return Ok(None) };
        seed.deserialize(field.into_deserializer()).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, BadRequest> {
        let (field, value) = self.current.unwrap_or(("", &Value::Null));
        seed.deserialize(Reader(value)).map_err(|error| error.in_field(field))
    }
}

struct Items<'v> {
    items: std::slice::Iter<'v, Value>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = BadRequest;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, BadRequest> {
        let Some(value) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        seed.deserialize(Reader(value)).map(Some).map_err(|error| error.in_item(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Name<'v>(&'v str);

impl<'de> EnumAccess<'de> for Name<'de> {
    type Error = BadRequest;
    type Variant = Nothing;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Nothing), BadRequest> {
        Ok((seed.deserialize(self.0.into_deserializer())?, Nothing))
    }
}

/// The content of a plain name: none.
struct Nothing;

impl<'de> VariantAccess<'de> for Nothing {
    type Error = BadRequest;

    fn unit_variant(self) -> Result<(), BadRequest> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, BadRequest> {
        Err(BadRequest::custom("expected a name"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, BadRequest> {
        Err(BadRequest::custom("expected a name"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, BadRequest> {
        Err(BadRequest::custom("expected a name"))
    }
}
