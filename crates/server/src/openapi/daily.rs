//! The daily puzzle in the document.

use serde_json::{Value, json};

use super::{Operation, list, object, read, reference};

fn answer(name: &str) -> super::Answer {
    ("application/json", reference(name))
}

/// Something that a device asks for by its token.
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
    let get = |path, id, summary, name: &str| Operation {
        has_language: true,
        problems: &[400, 404, 429, 503],
        ..read(path, id, "daily", summary, answer(name))
    };
    let token = "A device asks for one once, and sends it as `Authorization: Bearer …` from then on.";
    let state = "With a token the player's own attempt; without one, the puzzle before its first turn.";
    let turn =
        "A play or an exchange. One that is rejected (422) costs nothing; 409 says how the puzzle stands.";
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
            problems: &[400, 401, 404, 409, 413, 422, 429, 503],
            ..by_token(change(
                "post",
                "/api/daily/{date}/turns",
                "playTurn",
                "Play a turn",
                answer("TurnAnswer"),
            ))
        },
        Operation {
            body: Some("SubmitTurn"),
            problems: &[400, 401, 404, 409, 413, 422, 429, 503],
            ..by_token(change(
                "post",
                "/api/daily/{date}/preview",
                "previewTurn",
                "What tiles would score",
                answer("MovePreview"),
            ))
        },
        Operation {
            problems: &[400, 401, 404, 409, 429, 503],
            ..by_token(get(
                "/api/daily/{date}/results",
                "dailyResults",
                "What came of it, after the last turn",
                "DailyResults",
            ))
        },
        by_token(get("/api/daily/{date}/leaderboard", "leaderboard", "The best of a day", "Leaderboard")),
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
            problems: &[400, 401, 413, 422, 429, 503],
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
                "Forget the player's name and devices; scores stay, as nobody's",
                NOTHING,
            ))
        },
    ]
}

/// The shapes of the puzzle. Those within them are in web/src/protocol.ts.
pub(super) fn schemas() -> Vec<(&'static str, Value)> {
    let (string, integer, boolean) =
        (json!({"type": "string"}), json!({"type": "integer"}), json!({"type": "boolean"}));
    let maybe = |of: &Value| json!({"anyOf": [of, {"type": "null"}]});
    let moment = json!({"type": "integer", "description": "Milliseconds since 1970"});
    let open = |description: &str| json!({"type": "object", "description": description});
    let status = json!({"enum": ["in_progress", "completed"]});
    let rows = |of: &Value| list(&list(of));
    vec![
        (
            "DailyProblem",
            object(
                "Why nothing was done",
                &[
                    (
                        "error",
                        object("What is wrong", &[("code", string.clone()), ("message", string.clone())]),
                    ),
                    ("turn?", reference("DailyTurn")),
                    ("state?", reference("DailyState")),
                ],
            ),
        ),
        (
            "DailyState",
            object(
                "A day's puzzle as one player has it",
                &[
                    ("gameId", string.clone()),
                    ("date", string.clone()),
                    ("language", string.clone()),
                    ("seed", maybe(&integer)),
                    ("status", status.clone()),
                    ("currentTurn", integer.clone()),
                    ("maxTurns", integer.clone()),
                    ("score", integer.clone()),
                    (
                        "board",
                        object(
                            "The board, row by row",
                            &[
                                ("grid", rows(&maybe(&string))),
                                ("multipliers", rows(&maybe(&string))),
                                ("usedMultipliers", rows(&boolean)),
                                ("blanks", list(&open("A square"))),
                            ],
                        ),
                    ),
                    (
                        "playerRack",
                        list(&object(
                            "A tile",
                            &[
                                ("letter", string.clone()),
                                ("value", integer.clone()),
                                ("id", string.clone()),
                                ("isBlank", boolean.clone()),
                                ("blankAssignment", maybe(&string)),
                            ],
                        )),
                    ),
                    ("tileBagRemaining", integer.clone()),
                    ("wordsPlayed", list(&open("A play: turn, word, score, position"))),
                    ("startingWord", open("The word that everybody begins with, and where it lies")),
                    ("turns", list(&reference("DailyTurn"))),
                    ("nextPuzzleAt", moment.clone()),
                    ("serverTime", moment.clone()),
                ],
            ),
        ),
        (
            "DailyTurn",
            object(
                "A turn",
                &[
                    ("turnNumber", integer.clone()),
                    ("tilesPlaced", list(&open("A tile: letter, position, isBlank"))),
                    ("wordsFormed", list(&open("A word: word, score, direction"))),
                    ("totalScore", integer.clone()),
                    ("tilesDrawn", integer.clone()),
                    ("tilesExchanged", integer.clone()),
                    ("validationStatus", json!({"enum": ["valid", "invalid"]})),
                ],
            ),
        ),
        (
            "SubmitTurn",
            object(
                "A turn to play: tilesPlaced or tilesExchanged",
                &[
                    ("language?", string.clone()),
                    ("turnNumber", integer.clone()),
                    ("tilesPlaced?", list(&open("A tile: letter, position, isBlank if it is one"))),
                    ("tilesExchanged?", list(&string)),
                ],
            ),
        ),
        (
            "TurnAnswer",
            object(
                "A turn was played",
                &[("turn", reference("DailyTurn")), ("state", reference("DailyState"))],
            ),
        ),
        (
            "MovePreview",
            object(
                "What a play would score",
                &[("score", integer.clone()), ("words", list(&open("A word: text, score, valid")))],
            ),
        ),
        (
            "DailyResults",
            object(
                "What came of a puzzle",
                &[
                    ("date", string.clone()),
                    ("language", string.clone()),
                    ("seed", integer.clone()),
                    ("score", integer.clone()),
                    ("completedAt", moment.clone()),
                    ("onTime", boolean.clone()),
                    ("turns", list(&open("A turn: turnNumber, score, bestPlay"))),
                    ("par", reference("DailyLine")),
                    ("best", maybe(&reference("DailyLine"))),
                    ("isBestProven", boolean.clone()),
                    ("players", integer.clone()),
                    ("rank", integer.clone()),
                    ("percentile", integer.clone()),
                    ("distribution", list(&open("A range of scores: from, to, count, isYours"))),
                ],
            ),
        ),
        (
            "DailyLine",
            object(
                "A way through the puzzle",
                &[("total", integer.clone()), ("turns", list(&reference("DailyTurn")))],
            ),
        ),
        (
            "Leaderboard",
            object(
                "The best of a day",
                &[
                    ("date", string.clone()),
                    ("language", string.clone()),
                    ("players", integer.clone()),
                    ("entries", list(&open("Somebody: rank, name, score, isYou"))),
                ],
            ),
        ),
        (
            "DailyArchive",
            object(
                "The puzzles there are",
                &[
                    ("language", string.clone()),
                    ("firstDate", string.clone()),
                    ("today", string.clone()),
                    ("nextPuzzleAt", moment.clone()),
                    ("serverTime", moment.clone()),
                    ("name", maybe(&string)),
                    (
                        "days",
                        list(&object(
                            "A day that the player has begun",
                            &[
                                ("date", string.clone()),
                                ("status", status),
                                ("turnsPlayed", integer.clone()),
                                ("score", integer),
                                ("onTime", boolean),
                            ],
                        )),
                    ),
                ],
            ),
        ),
        ("DeviceToken", object("Who a device is", &[("token", string.clone())])),
        (
            "TransferCode",
            object("A code for another device", &[("code", string.clone()), ("expiresAt", moment)]),
        ),
        ("Rename", object("What to be called", &[("name?", string.clone())])),
        ("RedeemCode", object("The code of another device", &[("code", string)])),
    ]
}
