//! Schemas of requests and responses, derived from their types.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

/// The schema of a type: a reference, or the schema itself if the type has no name of its own.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

/// The schema of `T`.
pub(super) fn schema_of<T: JsonSchema>() -> SchemaOf {
    SchemaGenerator::subschema_for::<T>
}

/// All schemas of the document.
pub(super) struct Schemas {
    /// Types as the server writes them.
    answers: SchemaGenerator,
    /// Types as the server reads them.
    bodies: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Schemas {
        let settings = SchemaSettings::draft2020_12()
            .with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
            })
            .with_transform(RecursiveTransform(optional_is_not_null))
            .with_transform(RecursiveTransform(description_on_one_line));
        Schemas {
            answers: settings.clone().for_serialize().into_generator(),
            bodies: settings.for_deserialize().into_generator(),
        }
    }

    pub(super) fn answer(&mut self, schema: SchemaOf) -> Value {
        schema(&mut self.answers).to_value()
    }

    pub(super) fn body(&mut self, schema: SchemaOf) -> Value {
        schema(&mut self.bodies).to_value()
    }

    /// The named schemas that the others refer to.
    pub(super) fn into_definitions(mut self) -> Map<String, Value> {
        let mut definitions = self.answers.take_definitions(true);
        for (name, schema) in self.bodies.take_definitions(true) {
            let other = definitions.insert(name.clone(), schema.clone());
            assert!(other.is_none_or(|other| other == schema), "{name} is read in another form than written");
        }
        definitions
    }
}

/// Removes null from optional fields: the server neither writes it there nor accepts it.
fn optional_is_not_null(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else { return };
    let required: Vec<Value> = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    for (name, property) in properties {
        if let Value::Object(property) = property
            && !required.iter().any(|required| required == name)
        {
            remove_null(property);
        }
    }
}

fn remove_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = &choices[..] {
            let only = only.clone();
            schema.remove("anyOf");
            for (key, value) in only {
                schema.entry(key).or_insert(value);
            }
        }
    }
}

/// Joins the lines of a doc comment.
fn description_on_one_line(schema: &mut Schema) {
    if let Some(Value::String(description)) = schema.get_mut("description") {
        *description = description.split_whitespace().collect::<Vec<_>>().join(" ");
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;

    /// A doc comment
    /// of two lines.
    #[derive(Serialize, JsonSchema)]
    struct Outer {
        always: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        number: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        inner: Option<Inner>,
    }

    #[derive(Serialize, JsonSchema)]
    struct Inner {
        text: String,
    }

    #[test]
    fn only_a_field_that_is_always_there_can_be_null() {
        let mut schemas = Schemas::new();
        assert_eq!(schemas.answer(schema_of::<Outer>())["$ref"], "#/components/schemas/Outer");
        let definitions = schemas.into_definitions();
        let outer = &definitions["Outer"];
        assert_eq!(outer["description"], "A doc comment of two lines.");
        assert_eq!(outer["required"], serde_json::json!(["always"]));
        assert_eq!(outer["properties"]["always"]["type"], serde_json::json!(["integer", "null"]));
        assert_eq!(outer["properties"]["number"]["type"], "integer");
        assert_eq!(outer["properties"]["inner"]["$ref"], "#/components/schemas/Inner");
        assert_eq!(definitions["Inner"]["properties"]["text"]["type"], "string");
    }
}
