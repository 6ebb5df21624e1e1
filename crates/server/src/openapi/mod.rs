//! Generator of the OpenAPI document, which the server embeds (`docs.rs`).
//!
//! The operations are listed here. The schemas of their contents are derived from the types that the
//! handlers read and write.

mod daily_operations;
mod general_operations;
mod operation;
mod schemas;

use serde_json::{Map, Value, json};

use operation::Operation;
use schemas::Schemas;

/// The document of a server without a base path, as JSON text.
pub(crate) fn text() -> String {
    // Serialising a `Value` does not fail.
    serde_json::to_string_pretty(&document()).map(|text| text + "\n").unwrap_or_default()
}

fn operations() -> impl Iterator<Item = Operation> {
    let first = general_operations::games().into_iter().chain(general_operations::words());
    first
        .chain(daily_operations::operations())
        .chain(general_operations::pages())
        .chain(general_operations::for_operators())
}

fn document() -> Value {
    let mut schemas = Schemas::new();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations() {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.describe(&mut schemas);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Dord",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "description": "The HTTP half of Dord. Tables are played over Socket.IO, which /docs describes. Every path that answers GET also answers HEAD; any other method is 405.",
        },
        "servers": [{"url": "/"}],
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
            "schemas": schemas.into_definitions(),
            "securitySchemes": {"device": {"type": "http", "scheme": "bearer", "description": "The token of a device for the daily puzzle"}},
        },
    })
}
