//! The daily puzzle in the OpenAPI document.

use serde_json::{Value, json};

use super::{Operation, list, object, read, reference};

fn answer(name: &str) -> super::Answer {
    ("application/json", reference(name))
}

/// The answer of an operation whose refusals may have status 200.
fn answer_or_refusal(name: &str) -> super::Answer {
    ("application/json", json!({"anyOf": [reference(name), reference("DailyProblem")]}))
}

/// Marks an operation that requires a device's token.
fn by_token(operation: Operation) -> Operation {
    Operation { is_by_token: true, ..operation }
}

fn change(
    method: &'static str,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    answer: super::Answer,
) -> Operation {
    Operation { method, status: 200, ..read(path, id, "daily", summary, answer) }
}

const NOTHING: (&str, Value) = ("", Value::Null);

pub(super) fn operations() -> Vec<Operation> {
    puzzles().into_iter().chain(devices()).collect()
}

fn puzzles() -> Vec<Operation> {
    let get = |path, id, summary, name: &str| Operation {
        has_language: true,
        problems: &[400, 404, 429, 503],
        ..read(path, id, "daily", summary, answer(name))
    };
    let state = "With a token the player's own attempt; without one, the puzzle before its first turn.";
    let turn =
        "A play or an exchange. One that is rejected (422) costs nothing; 409 says how the puzzle stands.";
    let results = "Seed, best line and the turns of par come when the puzzle's day is over, by UTC.";
    vec![
        by_token(get(
            "/api/daily",
            "dailyArchive",
            "The puzzles there are, and the player's days",
            "DailyArchive",
        )),
        Operation {
            description: state,
            ..by_token(get("/api/daily/{date}", "dailyState", "A day's puzzle", "DailyState"))
        },
        Operation {
            description: turn,
            body: Some("SubmitTurn"),
            has_refusals: true,
            problems: &[400, 401, 404, 409, 413, 422, 429, 503],
            ..by_token(change(
                "post",
                "/api/daily/{date}/turns",
                "playTurn",
                "Play a turn",
                answer_or_refusal("TurnAnswer"),
            ))
        },
        Operation {
            body: Some("SubmitTurn"),
            has_refusals: true,
            problems: &[400, 401, 404, 409, 413, 422, 429, 503],
            ..by_token(change(
                "post",
                "/api/daily/{date}/preview",
                "previewTurn",
                "What tiles would score",
                answer_or_refusal("MovePreview"),
            ))
        },
        Operation {
            description: results,
            problems: &[400, 401, 404, 409, 429, 503],
            ..by_token(get(
                "/api/daily/{date}/results",
                "dailyResults",
                "What came of it, after the last turn",
                "DailyResults",
            ))
        },
        by_token(get("/api/daily/{date}/leaderboard", "leaderboard", "The best of a day", "Leaderboard")),
    ]
}

fn devices() -> Vec<Operation> {
    let token = "A device asks for one once, and sends it as `Authorization: Bearer …` from then on.";
    vec![
        Operation {
            description: token,
            status: 201,
            problems: &[429, 503],
            ..change(
                "post",
                "/api/daily/devices",
                "addDevice",
                "A token for a new device",
                answer("DeviceToken"),
            )
        },
        Operation {
            body: Some("Rename"),
            status: 204,
            problems: &[400, 401, 409, 413, 422, 429, 503],
            ..by_token(change("put", "/api/daily/name", "rename", "What to be called on the lists", NOTHING))
        },
        Operation {
            problems: &[401, 429, 503],
            ..by_token(change(
                "post",
                "/api/daily/transfer",
                "offerTransfer",
                "A code that makes another device the same player",
                answer("TransferCode"),
            ))
        },
        Operation {
            body: Some("RedeemCode"),
            problems: &[400, 404, 413, 429, 503],
            ..change(
                "post",
                "/api/daily/transfer/redeem",
                "redeemTransfer",
                "A token for the player behind a code",
                answer("DeviceToken"),
            )
        },
        Operation {
            status: 204,
            problems: &[401, 429, 503],
            ..by_token(change(
                "delete",
                "/api/daily/me",
                "forgetMe",
                "Forget the player: name, devices and today's score; scores of earlier days stay without a name",
                NOTHING,
            ))
        },
    ]
}

/// Schemas of the daily puzzle: name, description and fields. A field is a name, a `?` if it is
/// optional, and a type: `s` string, `i` integer, `b` boolean, `t` timestamp, `o` an object
/// described in web/src/protocol.ts, or another schema; `[]` makes it a list, `|null` makes it
/// nullable.
const SHAPES: &[(&str, &str, &str)] = &[
    ("DailyProblem", "Why nothing was done", "error:DailyError turn?:DailyTurn state?:DailyState"),
    (
        "DailyError",
        "What is wrong",
        "code:s message:s path?:s rule?:s squares?:o[] words?:s[] retryAfterMs?:i",
    ),
    (
        "DailyState",
        "A day's puzzle as one player has it",
        "gameId:s date:s language:s seed:i|null status:s currentTurn:i maxTurns:i score:i board:DailyBoard \
         playerRack:DailyTile[] tileBagRemaining:i wordsPlayed:o[] startingWord:o turns:DailyTurn[] \
         nextPuzzleAt:t serverTime:t",
    ),
    (
        "DailyBoard",
        "The board, row by row",
        "grid:s|null[][] multipliers:s|null[][] usedMultipliers:b[][] blanks:o[]",
    ),
    ("DailyTile", "A tile of the rack", "letter:s value:i id:s isBlank:b blankAssignment:s|null"),
    (
        "DailyTurn",
        "A turn",
        "turnNumber:i tilesPlaced:o[] wordsFormed:o[] totalScore:i tilesDrawn:i tilesExchanged:i validationStatus:s",
    ),
    (
        "SubmitTurn",
        "A turn to play: tilesPlaced or tilesExchanged",
        "language?:s turnNumber:i tilesPlaced?:o[] tilesExchanged?:s[]",
    ),
    ("TurnAnswer", "A turn was played", "turn:DailyTurn state:DailyState"),
    ("MovePreview", "What a play would score", "score:i words:o[]"),
    (
        "DailyResults",
        "What came of a puzzle",
        "date:s language:s isDayOver:b seed?:i score:i completedAt:t onTime:b turns:o[] par:DailyPar \
         best:DailyLine|null isBestProven:b players:i rank:i percentile:i distribution:o[]",
    ),
    ("DailyPar", "What a greedy player makes; its turns when the day is over", "total:i turns?:DailyTurn[]"),
    ("DailyLine", "A way through the puzzle", "total:i turns:DailyTurn[]"),
    ("Leaderboard", "The best of a day", "date:s language:s players:i entries:o[]"),
    (
        "DailyArchive",
        "The puzzles there are",
        "language:s firstDate:s today:s nextPuzzleAt:t serverTime:t name:s|null days:PlayedDay[]",
    ),
    ("PlayedDay", "A day that the player has begun", "date:s status:s turnsPlayed:i score:i onTime:b"),
    ("DeviceToken", "Who a device is", "token:s"),
    ("TransferCode", "A code for another device", "code:s expiresAt:t"),
    ("Rename", "What to be called", "name?:s"),
    ("RedeemCode", "The code of another device", "code:s"),
];

/// Expands the schemas to JSON.
pub(super) fn schemas() -> impl Iterator<Item = (&'static str, Value)> {
    SHAPES.iter().map(|(name, description, fields)| {
        let fields: Vec<(&str, Value)> = fields
            .split_ascii_whitespace()
            .filter_map(|field| field.split_once(':'))
            .map(|(name, kind)| (name, schema(kind)))
            .collect();
        (*name, object(description, &fields))
    })
}

fn schema(kind: &str) -> Value {
    if let Some(item) = kind.strip_suffix("[]") {
        return list(&schema(item));
    }
    if let Some(present) = kind.strip_suffix("|null") {
        return json!({"anyOf": [schema(present), {"type": "null"}]});
    }
    match kind {
        "s" => json!({"type": "string"}),
        "i" => json!({"type": "integer"}),
        "b" => json!({"type": "boolean"}),
        "t" => json!({"type": "integer", "description": "Milliseconds since 1970"}),
        "o" => json!({"type": "object"}),
        name => reference(name),
    }
}
