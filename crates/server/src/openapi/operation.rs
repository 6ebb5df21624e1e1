//! One operation of the API, and its description in OpenAPI.

use protocol::{DailyProblem, HttpProblem};
use schemars::JsonSchema;
use serde_json::{Map, Value, json};

use super::schemas::{SchemaOf, Schemas, schema_of};

/// An operation of the API.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    pub(super) tag: &'static str,
    pub(super) summary: &'static str,
    pub(super) description: &'static str,
    pub(super) answer: Answer,
    /// Status of the response.
    pub(super) status: u16,
    /// Schema of the request body.
    pub(super) body: Option<SchemaOf>,
    /// Error statuses.
    pub(super) problems: &'static [u16],
    pub(super) caching: Caching,
    /// Whether the query can name a language.
    pub(super) has_language: bool,
    /// Whether the query can ask for refusals with status 200.
    pub(super) has_refusals: bool,
    /// Whether it requires a device's token.
    pub(super) is_by_token: bool,
}

/// Content of a response.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// None.
    Nothing,
    /// Bytes of a content type.
    Bytes(&'static str),
    /// Content type and schema.
    Content(&'static str, SchemaOf),
}

/// Caching of responses by clients.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Caching {
    /// Not specified.
    Unsaid,
    /// With revalidation.
    Asked,
    /// Immutable.
    ForEver,
}

/// A `T` as JSON.
pub(super) fn json_of<T: JsonSchema>() -> Answer {
    Answer::Content("application/json", schema_of::<T>())
}

/// A text of a content type.
pub(super) fn text(kind: &'static str) -> Answer {
    Answer::Content(kind, schema_of::<String>())
}

/// A `GET` operation.
pub(super) fn read(
    path: &'static str,
    id: &'static str,
    tag: &'static str,
    summary: &'static str,
    answer: Answer,
) -> Operation {
    Operation {
        method: "get",
        path,
        id,
        tag,
        summary,
        description: "",
        answer,
        status: 200,
        body: None,
        problems: &[],
        caching: Caching::Unsaid,
        has_language: false,
        has_refusals: false,
        is_by_token: false,
    }
}

impl Operation {
    /// The operation object of the document. The schemas it needs are added to the others.
    pub(super) fn describe(&self, schemas: &mut Schemas) -> Value {
        let mut operation = json!({
            "operationId": self.id,
            "tags": [self.tag],
            "summary": self.summary,
            "responses": self.responses(schemas),
        });
        if !self.description.is_empty() {
            operation["description"] = self.description.into();
        }
        if let Some(body) = self.body {
            let content = json!({"application/json": {"schema": schemas.body(body)}});
            operation["requestBody"] = json!({"required": true, "content": content});
        }
        if self.is_by_token {
            operation["security"] = json!([{"device": []}]);
        }
        let mut parameters = parameters(self.path);
        if self.has_language {
            let schema = json!({"type": "string", "maxLength": 16, "default": "en"});
            parameters.push(json!({"name": "language", "in": "query", "description": "A language by its code", "schema": schema}));
        }
        if self.has_refusals {
            let schema = json!({"type": "string", "enum": ["ok"]});
            let description = "With `ok`, a refusal has status 200 instead of 422, and the same body";
            parameters.push(
                json!({"name": "refusals", "in": "query", "description": description, "schema": schema}),
            );
        }
        if !parameters.is_empty() {
            operation["parameters"] = parameters.into();
        }
        operation
    }

    fn responses(&self, schemas: &mut Schemas) -> Map<String, Value> {
        let mut answer = json!({"description": self.summary});
        match self.answer {
            Answer::Nothing => {}
            // In OpenAPI 3.1, bytes need no schema.
            Answer::Bytes(kind) => answer["content"] = json!({kind: {}}),
            Answer::Content(kind, schema) => {
                let mut schema = schemas.answer(schema);
                if self.has_refusals {
                    schema = json!({"anyOf": [schema, schemas.answer(schema_of::<DailyProblem>())]});
                }
                answer["content"] = json!({kind: {"schema": schema}});
            }
        }
        let mut responses = Map::new();
        if self.caching != Caching::Unsaid {
            let how_long =
                if self.caching == Caching::ForEver { "It never changes." } else { "Ask again each time." };
            answer["headers"] = json!({
                "ETag": {"schema": {"type": "string"}},
                "Cache-Control": {"description": how_long, "schema": {"type": "string"}},
            });
            let known = json!({"description": "The client has it already (If-None-Match)"});
            responses.insert("304".to_owned(), known);
        }
        responses.insert(self.status.to_string(), answer);
        for &status in self.problems {
            let content = json!({"application/json": {"schema": self.problem(status, schemas)}});
            let problem = json!({"description": problem_text(status), "content": content});
            responses.insert(status.to_string(), problem);
        }
        responses
    }

    /// The schema of an error response.
    fn problem(&self, status: u16, schemas: &mut Schemas) -> Value {
        let general = schema_of::<HttpProblem>();
        if self.tag != "daily" {
            return schemas.answer(general);
        }
        match status {
            // Of an unknown path, and of a day without a puzzle.
            404 => {
                let of_puzzle = schemas.answer(schema_of::<DailyProblem>());
                json!({"anyOf": [of_puzzle, schemas.answer(general)]})
            }
            503 => schemas.answer(general),
            _ => schemas.answer(schema_of::<DailyProblem>()),
        }
    }
}

const fn problem_text(status: u16) -> &'static str {
    match status {
        400 => "What was asked for cannot be",
        401 => "The token is missing, or none of this server's",
        404 => "There is nothing of this name, or not yet",
        409 => "The puzzle stands elsewhere",
        413 => "The body is too long",
        422 => "The rules do not allow it; nothing has changed",
        429 => "Too much in too short a time",
        _ => "Not now: try again in a moment",
    }
}

/// The parameters in a path.
fn parameters(path: &str) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    let parameter = |name: &str| {
        let (description, example, length) = match name {
            "id" => ("The game, as `bagCommitment` names it", "0b6e5d8e-6d3e-4b1c-9a55-0d6c1d7a2f10", 64),
            "language" => ("A language by its code", "en", 16),
            "code" => ("The code of a room, in either case", "ABCD", 4),
            "date" => ("A day", "2026-11-15", 10),
            _ => ("A word", "quiz", 50),
        };
        let schema = json!({"type": "string", "maxLength": length});
        json!({"name": name, "in": "path", "required": true, "description": description, "schema": schema, "example": example})
    };
    names.map(parameter).collect()
}
