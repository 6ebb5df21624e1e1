//! Operations outside the daily puzzle.

use lexicon::Metadata;
use protocol::{GameRecord, ReviewLine, WordAnswer};
use serde_json::{Map, Value};

use super::operation::{Answer, Caching, Operation, json_of, read, text};
use super::schemas::schema_of;

const PLAIN: &str = "text/plain; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const GAME_NOTE: &str =
    "Finished games only: a game that is not over and one that never was have the same answer.";

fn game(path: &'static str, id: &'static str, summary: &'static str, answer: Answer) -> Operation {
    let read = read(path, id, "games", summary, answer);
    Operation { description: GAME_NOTE, problems: &[404, 429, 503], caching: Caching::ForEver, ..read }
}

pub(super) fn games() -> Vec<Operation> {
    let picture = "The same picture as pixels; names in scripts that its font lacks are boxes";
    vec![
        game(
            "/api/games/{id}",
            "game",
            "The record of a game, which anybody can verify",
            json_of::<GameRecord>(),
        ),
        game(
            "/api/games/{id}.gcg",
            "gameNotation",
            "The game in the notation of the field, GCG",
            text(PLAIN),
        ),
        game(
            "/api/games/{id}.svg",
            "gameSvg",
            "A picture of the last board, as shapes",
            text("image/svg+xml"),
        ),
        game("/api/games/{id}.png", "gamePng", picture, Answer::Bytes("image/png")),
        Operation {
            description: "A line of JSON for each turn, sent as soon as it was looked at: first `begin`, at last `end`. A review without \
                          its last line broke off. Finished games only: a game that is not over and one that never was have the same answer.",
            caching: Caching::Asked,
            ..game(
                "/api/games/{id}/review",
                "gameReview",
                "What the coach says about a game, turn by turn",
                Answer::Content("application/x-ndjson", schema_of::<ReviewLine>()),
            )
        },
    ]
}

pub(super) fn words() -> Vec<Operation> {
    let list = read(
        "/api/words/{language}",
        "wordList",
        "words",
        "What is known of a language's word list",
        json_of::<Metadata>(),
    );
    let word = read(
        "/api/words/{language}/{word}",
        "word",
        "words",
        "Whether the list has a word, and what it means",
        json_of::<WordAnswer>(),
    );
    vec![Operation { problems: &[404], ..list }, Operation { problems: &[400, 404], ..word }]
}

pub(super) fn pages() -> Vec<Operation> {
    let page = |path, id, summary, answer| read(path, id, "reference", summary, answer);
    let links = crate::pages::LINKS
        .into_iter()
        .map(|link| read(link.path, link.id, "pages", link.summary, text(HTML)));
    let mut pages = vec![
        page("/api/openapi.json", "openapi", "This document", json_of::<Map<String, Value>>()),
        page("/docs", "docs", "The Socket.IO events, for people", text(HTML)),
        page(
            "/docs/style.css",
            "docsStyle",
            "What the reference looks like",
            text("text/css; charset=utf-8"),
        ),
    ];
    pages.extend(links);
    pages
}

pub(super) fn for_operators() -> Vec<Operation> {
    let about = |path, id, summary, kind| read(path, id, "operation", summary, text(kind));
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
