//! The HTTP API as an `OpenAPI` document, for `GET /api/openapi.json` and `docs/openapi.json`.

mod daily;

use serde_json::{Map, Value, json};

use crate::BasePath;

/// The document of a server with this base path, as JSON text.
pub(crate) fn text(base: &BasePath) -> String {
    // Serialising a `Value` does not fail.
    serde_json::to_string_pretty(&document(base)).map(|text| text + "\n").unwrap_or_default()
}

/// An operation of the API.
struct Operation {
    method: &'static str,
    path: &'static str,
    id: &'static str,
    tag: &'static str,
    summary: &'static str,
    description: &'static str,
    /// Content type and schema of the response.
    answer: (&'static str, Value),
    /// Status of the response.
    status: u16,
    /// Schema of the request body.
    body: Option<&'static str>,
    /// Error statuses.
    problems: &'static [u16],
    caching: Caching,
    /// Whether the query can name a language.
    has_language: bool,
    /// Whether the query can ask for refusals with status 200.
    has_refusals: bool,
    /// Whether it requires a device's token.
    is_by_token: bool,
}

/// Caching of responses by clients.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caching {
    /// Not specified.
    Unsaid,
    /// With revalidation.
    Asked,
    /// Immutable.
    ForEver,
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn text_schema() -> Value {
    json!({"type": "string"})
}

fn picture_schema() -> Value {
    // In OpenAPI 3.1, an empty schema allows any content.
    json!({})
}

const PLAIN: &str = "text/plain; charset=utf-8";
const GAME_NOTE: &str =
    "Finished games only: a game that is not over and one that never was have the same answer.";

type Answer = (&'static str, Value);

fn read(
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

fn game(path: &'static str, id: &'static str, summary: &'static str, answer: Answer) -> Operation {
    let read = read(path, id, "games", summary, answer);
    Operation { description: GAME_NOTE, problems: &[404, 429, 503], caching: Caching::ForEver, ..read }
}

fn operations() -> Vec<Operation> {
    let all = games().into_iter().chain(words()).chain(daily::operations());
    all.chain(pages()).chain(for_operators()).collect()
}

fn games() -> Vec<Operation> {
    let record = ("application/json", reference("GameRecord"));
    let picture = "The same picture as pixels; names in scripts that its font lacks are boxes";
    vec![
        game("/api/games/{id}", "game", "The record of a game, which anybody can verify", record),
        game(
            "/api/games/{id}.gcg",
            "gameNotation",
            "The game in the notation of the field, GCG",
            (PLAIN, text_schema()),
        ),
        game(
            "/api/games/{id}.svg",
            "gameSvg",
            "A picture of the last board, as shapes",
            ("image/svg+xml", text_schema()),
        ),
        game("/api/games/{id}.png", "gamePng", picture, ("image/png", picture_schema())),
        Operation {
            description: "A line of JSON for each turn, sent as soon as it was looked at: first `begin`, at last `end`. A review without \
                          its last line broke off. Finished games only: a game that is not over and one that never was have the same answer.",
            caching: Caching::Asked,
            ..game(
                "/api/games/{id}/review",
                "gameReview",
                "What the coach says about a game, turn by turn",
                ("application/x-ndjson", reference("ReviewLine")),
            )
        },
    ]
}

fn words() -> Vec<Operation> {
    let list = ("application/json", reference("WordList"));
    let list =
        read("/api/words/{language}", "wordList", "words", "What is known of a language's word list", list);
    let word = ("application/json", reference("WordAnswer"));
    let word = read(
        "/api/words/{language}/{word}",
        "word",
        "words",
        "Whether the list has a word, and what it means",
        word,
    );
    vec![Operation { problems: &[404], ..list }, Operation { problems: &[400, 404], ..word }]
}

fn pages() -> Vec<Operation> {
    let page = |path, id, summary, kind| read(path, id, "reference", summary, (kind, text_schema()));
    let links = crate::pages::LINKS.into_iter().map(|link| {
        read(link.path, link.id, "pages", link.summary, ("text/html; charset=utf-8", text_schema()))
    });
    let mut pages = vec![
        read(
            "/api/openapi.json",
            "openapi",
            "reference",
            "This document",
            ("application/json", json!({"type": "object"})),
        ),
        page("/docs", "docs", "The Socket.IO events, for people", "text/html; charset=utf-8"),
        page("/docs/style.css", "docsStyle", "What the reference looks like", "text/css; charset=utf-8"),
    ];
    pages.extend(links);
    pages
}

fn for_operators() -> Vec<Operation> {
    let about = |path, id, summary, kind| read(path, id, "operation", summary, (kind, text_schema()));
    let metrics = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let ready = about("/readyz", "readyz", "Whether the server can keep what happens", PLAIN);
    let metrics = about("/metrics", "metrics", "What the server counts, as OpenMetrics", metrics);
    let elsewhere = "On a listener of their own, and here only if the operator wants it so.";
    vec![
        about("/healthz", "healthz", "Whether the server runs", PLAIN),
        Operation { problems: &[503], ..ready },
        Operation { description: elsewhere, problems: &[404], ..metrics },
    ]
}

fn document(base: &BasePath) -> Value {
    let server = if base.is_root() { "/".to_owned() } else { base.to_string() };
    let mut paths: Map<String, Value> = Map::new();
    for asked in operations() {
        let path = paths.entry(asked.path).or_insert_with(|| json!({}));
        path[asked.method] = operation(&asked);
    }
    let mut schemas = schemas();
    for (name, schema) in daily::schemas() {
        schemas[name] = schema;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Dord",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "description": "The HTTP half of Dord. Tables are played over Socket.IO, which /docs describes. Every path that answers GET also answers HEAD; any other method is 405.",
        },
        "servers": [{"url": server}],
        "security": [],
        "tags": [
            {"name": "games", "description": "Finished games"},
            {"name": "words", "description": "Word lists"},
            {"name": "daily", "description": "The daily puzzle: one for each day and language, the same for everybody"},
            {"name": "reference", "description": "What there is"},
            {"name": "pages", "description": "Links into the web client: each opens the same page, which shows what the link is about"},
            {"name": "operation", "description": "For operators"},
        ],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"device": {"type": "http", "scheme": "bearer", "description": "The token of a device for the daily puzzle"}},
        },
    })
}

fn operation(read: &Operation) -> Value {
    let (kind, schema) = &read.answer;
    let mut answer = json!({"description": read.summary});
    if !schema.is_null() {
        answer["content"] = json!({*kind: {"schema": schema}});
    }
    let mut responses = Map::new();
    if read.caching != Caching::Unsaid {
        let how_long =
            if read.caching == Caching::ForEver { "It never changes." } else { "Ask again each time." };
        answer["headers"] = json!({
            "ETag": {"schema": {"type": "string"}},
            "Cache-Control": {"description": how_long, "schema": {"type": "string"}},
        });
        responses
            .insert("304".to_owned(), json!({"description": "The client has it already (If-None-Match)"}));
    }
    responses.insert(read.status.to_string(), answer);
    for status in read.problems {
        let description = match status {
            400 => "What was asked for cannot be",
            401 => "The token is missing, or none of this server's",
            404 => "There is nothing of this name, or not yet",
            409 => "The puzzle stands elsewhere",
            413 => "The body is too long",
            422 => "The rules do not allow it; nothing has changed",
            429 => "Too much in too short a time",
            _ => "Not now: try again in a moment",
        };
        let schema = reference(if read.tag == "daily" { "DailyProblem" } else { "Problem" });
        let content = json!({"application/json": {"schema": schema}});
        responses.insert(status.to_string(), json!({"description": description, "content": content}));
    }
    let mut operation = json!({
        "operationId": read.id,
        "tags": [read.tag],
        "summary": read.summary,
        "responses": responses,
    });
    if !read.description.is_empty() {
        operation["description"] = read.description.into();
    }
    if let Some(body) = read.body {
        let content = json!({"application/json": {"schema": reference(body)}});
        operation["requestBody"] = json!({"required": true, "content": content});
    }
    if read.is_by_token {
        operation["security"] = json!([{"device": []}]);
    }
    let mut parameters = parameters(read.path);
    if read.has_language {
        let schema = json!({"type": "string", "maxLength": 16, "default": "en"});
        parameters.push(json!({"name": "language", "in": "query", "description": "A language by its code", "schema": schema}));
    }
    if read.has_refusals {
        let schema = json!({"type": "string", "enum": ["ok"]});
        let description = "With `ok`, a refusal has status 200 instead of 422, and the same body";
        parameters
            .push(json!({"name": "refusals", "in": "query", "description": description, "schema": schema}));
    }
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    operation
}

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

/// Schema of an object with these fields; a `?` after the name marks an optional one.
fn object(description: &str, fields: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|(name, schema)| (name.trim_end_matches('?').to_owned(), schema.clone())).collect();
    let required: Vec<&str> =
        fields.iter().map(|(name, _)| *name).filter(|name| !name.ends_with('?')).collect();
    json!({"type": "object", "description": description, "properties": properties, "required": required})
}

fn list(items: &Value) -> Value {
    json!({"type": "array", "items": items})
}

fn schemas() -> Value {
    let (string, integer) = (json!({"type": "string"}), json!({"type": "integer"}));
    let number = json!({"type": "number"});
    let hash = json!({"type": "string", "pattern": "^[0-9a-f]{64}$"});
    let moment = json!({"type": "integer", "description": "Milliseconds since 1970"});
    let review_lines = ["ReviewBegin", "ReviewedTurn", "ReviewEnd"].map(reference);
    let open = |description: &str| json!({"type": "object", "description": description});
    let error = object("What is wrong", &[("code", string.clone()), ("message", string.clone())]);
    json!({
        "Problem": object("An answer that says what is wrong", &[("error", error)]),
        "WordList": object("What is known of a word list", &[
            ("version", string.clone()),
            ("wordCount", integer.clone()),
            ("playableWordCount", integer.clone()),
            ("source", string.clone()),
            ("lastUpdated", string.clone()),
            ("languages", list(&string)),
            ("wordLengthDistribution", json!({"type": "object", "additionalProperties": integer})),
            ("sha256", hash.clone()),
        ]),
        "WordAnswer": object("Whether the list has a word", &[
            ("language", string.clone()),
            ("word", string.clone()),
            ("valid", json!({"type": "boolean"})),
            ("list", string.clone()),
            ("meanings?", list(&reference("Meaning"))),
        ]),
        "Meaning": object("One meaning of a word, if definitions are installed", &[
            ("partOfSpeech?", string.clone()),
            ("text", string.clone()),
        ]),
        "GameRecord": object("A finished game. The types of its parts are in web/src/protocol.ts, generated from the server's own.", &[
            ("format", json!({"const": protocol::GameRecord::FORMAT})),
            ("id", string.clone()),
            ("rules", open("The rules of the table")),
            ("tileSet", list(&reference("TileKind"))),
            ("startingWord", list(&string)),
            ("rematch?", list(&integer)),
            ("startedAt", moment.clone()),
            ("endedAt", moment),
            ("failedStarts", integer.clone()),
            ("players", list(&reference("RecordPlayer"))),
            ("turnOrder", list(&integer)),
            ("commitment", hash.clone()),
            ("seed", hash),
            ("openingDraw", list(&list(&object("A tile drawn for who begins", &[("seat", integer.clone()), ("tile", string.clone())])))),
            ("bag", list(&reference("BagStep"))),
            ("moves", list(&open("A line of the score pad, with the rack"))),
            ("outcome", open("How it ended, as in the event `gameEnded`")),
        ]),
        "ReviewLine": {"description": "A line of a review", "oneOf": review_lines},
        "ReviewBegin": object("How many turns will follow", &[("kind", json!({"const": "begin"})), ("turns", integer.clone())]),
        "ReviewedTurn": object("A turn with what the coach says about it, in points", &[
            ("kind", json!({"const": "turn"})),
            ("moveIndex", integer.clone()),
            ("playerId", string.clone()),
            ("rack", list(&string)),
            ("made", open("What was done; its type is in web/src/protocol.ts")),
            ("takenBack", json!({"type": "boolean"})),
            ("equity", number.clone()),
            ("lost", number.clone()),
            ("luck", number.clone()),
            ("judgedBy", json!({"enum": ["equity", "lookingAhead", "exactly"]})),
            ("best", list(&reference("SuggestedMove"))),
            ("missedBingo", json!({"anyOf": [reference("SuggestedMove"), {"type": "null"}]})),
            ("phonies", list(&string)),
        ]),
        "SuggestedMove": object("A move that could have been made", &[
            ("suggested", open("The move; its type is in web/src/protocol.ts")),
            ("equity", number.clone()),
            ("keeps", list(&string)),
        ]),
        "ReviewEnd": object("The review is complete", &[
            ("kind", json!({"const": "end"})),
            ("sums", list(&reference("ReviewSum"))),
        ]),
        "ReviewSum": object("What came together for a player", &[
            ("playerId", string.clone()),
            ("turns", integer.clone()),
            ("lost", number.clone()),
            ("luck", number),
            ("missedBingos", integer.clone()),
            ("phoniesStood", integer.clone()),
            ("phoniesCaught", integer.clone()),
        ]),
        "TileKind": object("A kind of tile", &[("letter", string.clone()), ("count", integer.clone()), ("points", integer.clone())]),
        "RecordPlayer": object("Somebody who played", &[
            ("seat", integer.clone()),
            ("id", string.clone()),
            ("name", string.clone()),
            ("botLevel?", integer.clone()),
            ("nonce", string.clone()),
        ]),
        "BagStep": object("What was done with the bag", &[
            ("kind", json!({"enum": ["draw", "putBack"]})),
            ("seat", integer.clone()),
            ("t?", integer.clone()),
            ("count?", integer),
            ("tiles", list(&string)),
        ]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_in_the_document_and_nothing_else_is() {
        let document = document(&BasePath::default());
        let mut documented: Vec<String> = document["paths"].as_object().unwrap().keys().cloned().collect();
        documented.retain(|path| ![".gcg", ".svg", ".png"].iter().any(|end| path.ends_with(end)));
        documented.sort();
        let mut routes = crate::http::paths();
        routes.sort_unstable();
        assert_eq!(documented, routes);
    }

    #[test]
    fn every_reference_is_defined() {
        let root = BasePath::default();
        let (text, document) = (text(&root), document(&root));
        for rest in text.split("#/components/schemas/").skip(1) {
            let name = rest.split('"').next().unwrap();
            assert!(document["components"]["schemas"][name].is_object(), "{name}");
        }
    }

    #[test]
    fn operation_ids_are_unique() {
        let mut ids: Vec<&str> = operations().iter().map(|read| read.id).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
