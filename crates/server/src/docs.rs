//! API reference, as a page and as OpenAPI.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};

use crate::BasePath;
use crate::state::ServerState;

/// OpenAPI description of the HTTP API, which `cargo xtask generate` writes.
const GENERATED: &str = include_str!("../../../docs/openapi.json");

/// The address of the server in the description. It occurs once.
const ROOT: &str = r#""url": "/""#;

/// OpenAPI description of one server's HTTP API.
pub(crate) struct Description {
    text: Bytes,
}

impl Description {
    pub(crate) fn new(base: &BasePath) -> Description {
        if base.is_root() {
            return Description { text: Bytes::from_static(GENERATED.as_bytes()) };
        }
        // A base path contains no characters that JSON escapes.
        let text = GENERATED.replacen(ROOT, &format!(r#""url": "{base}""#), 1);
        Description { text: text.into() }
    }
}

/// `GET /docs`. Its links are relative, so it needs no base path.
pub(crate) async fn page() -> Html<&'static str> {
    Html(include_str!("../assets/docs.html"))
}

/// `GET /docs/style.css`
pub(crate) async fn stylesheet() -> Response {
    let kind = HeaderValue::from_static("text/css; charset=utf-8");
    let kept = HeaderValue::from_static("public, max-age=3600");
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)];
    (headers, include_str!("../assets/docs.css")).into_response()
}

/// `GET /api/openapi.json`
pub(crate) async fn description(State(state): State<Arc<ServerState>>) -> Response {
    let kind = HeaderValue::from_static("application/json");
    ([(header::CONTENT_TYPE, kind)], state.description.text.clone()).into_response()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn document() -> Value {
        serde_json::from_str(GENERATED).unwrap()
    }

    #[test]
    fn every_route_is_in_the_description_and_nothing_else_is() {
        let document = document();
        let mut documented: Vec<&str> =
            document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
        documented.retain(|path| ![".gcg", ".svg", ".png"].iter().any(|end| path.ends_with(end)));
        documented.sort_unstable();
        let mut routes = crate::http::paths();
        routes.sort_unstable();
        assert_eq!(documented, routes);
    }

    #[test]
    fn every_reference_of_the_description_is_defined() {
        let document = document();
        for rest in GENERATED.split("#/components/schemas/").skip(1) {
            let name = rest.split('"').next().unwrap();
            assert!(document["components"]["schemas"][name].is_object(), "{name}");
        }
    }

    #[test]
    fn operation_ids_are_unique() {
        let document = document();
        let paths = document["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|path| path.as_object().unwrap().values());
        let mut ids: Vec<&str> =
            operations.map(|operation| operation["operationId"].as_str().unwrap()).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn the_address_of_the_server_is_its_base_path() {
        assert_eq!(GENERATED.matches(ROOT).count(), 1);
        let below = Description::new(&"/games/dord".parse().unwrap());
        let mut below: Value = serde_json::from_slice(&below.text).unwrap();
        assert_eq!(below["servers"][0]["url"], "/games/dord");
        below["servers"][0]["url"] = "/".into();
        assert_eq!(below, document());
        assert_eq!(Description::new(&BasePath::default()).text, GENERATED);
    }
}
