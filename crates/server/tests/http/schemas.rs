//! Compares answers with the schemas of the OpenAPI description.
//!
//! Stricter than a JSON Schema validator: a field that the schema does not name is an error.

use serde_json::{Map, Value};

use crate::client::Running;

/// The named schemas of a server's description.
pub(crate) struct Schemas(Map<String, Value>);

impl Schemas {
    pub(crate) async fn of(server: &Running) -> Schemas {
        let mut description: Value =
            serde_json::from_str(server.get("/api/openapi.json").await.text()).unwrap();
        let Value::Object(schemas) = description["components"]["schemas"].take() else {
            panic!("the description has no schemas");
        };
        Schemas(schemas)
    }

    /// Asserts that a value has the form that a schema describes.
    pub(crate) fn check(&self, name: &str, value: &Value) {
        if let Err(difference) = self.compare(&self.0[name], value) {
            panic!("{name}{difference}: {value:#}");
        }
    }

    /// The schema, merged with the one that it refers to.
    fn resolved(&self, schema: &Value) -> Value {
        let mut schema = schema.clone();
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return schema };
        let name = reference.strip_prefix("#/components/schemas/").expect("a schema of the description");
        let mut merged = self.resolved(&self.0[name]);
        for (key, own) in schema.as_object_mut().unwrap() {
            match (key.as_str(), own.take()) {
                ("$ref", _) => {}
                ("properties", Value::Object(own)) => {
                    merged["properties"].as_object_mut().unwrap().extend(own);
                }
                ("required", Value::Array(own)) => merged["required"].as_array_mut().unwrap().extend(own),
                (_, own) => merged[key.as_str()] = own,
            }
        }
        merged
    }

    /// The error has the path of the difference, and the difference.
    fn compare(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = self.resolved(schema);
        for (keyword, at_most) in [("oneOf", 1), ("anyOf", usize::MAX)] {
            let Some(choices) = schema[keyword].as_array() else { continue };
            let results: Vec<_> = choices.iter().map(|choice| self.compare(choice, value)).collect();
            let fitting = results.iter().filter(|result| result.is_ok()).count();
            if fitting == 0 || fitting > at_most {
                return Err(format!(" fits {fitting} of {keyword}: {results:?}"));
            }
        }
        if schema.get("const").is_some_and(|only| only != value) {
            return Err(format!(" is not {}", schema["const"]));
        }
        if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
            return Err(format!(" is none of {}", schema["enum"]));
        }
        if !has_type(&schema["type"], value) {
            return Err(format!(" is no {}", schema["type"]));
        }
        match value {
            Value::Array(items) => items.iter().enumerate().try_for_each(|(index, item)| {
                self.compare(&schema["items"], item).map_err(|error| format!("[{index}]{error}"))
            }),
            Value::Object(fields) if schema["type"] == "object" => self.compare_fields(&schema, fields),
            _ => Ok(()),
        }
    }

    fn compare_fields(&self, schema: &Value, fields: &Map<String, Value>) -> Result<(), String> {
        for name in schema["required"].as_array().into_iter().flatten() {
            if !fields.contains_key(name.as_str().unwrap()) {
                return Err(format!(".{name} is missing"));
            }
        }
        // Only maps have patterns, and one each.
        let of_map = schema["patternProperties"].as_object().and_then(|patterns| patterns.values().next());
        fields.iter().try_for_each(|(name, field)| {
            let property = schema["properties"].get(name).or(of_map);
            let property = property.ok_or_else(|| format!(".{name} is not described"))?;
            self.compare(property, field).map_err(|error| format!(".{name}{error}"))
        })
    }
}

/// Whether a value has one of the types; without types, any does.
fn has_type(types: &Value, value: &Value) -> bool {
    let is_of = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    match types {
        Value::String(name) => is_of(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).any(is_of),
        _ => true,
    }
}
