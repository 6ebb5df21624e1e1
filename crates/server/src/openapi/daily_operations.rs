//! The daily puzzle in the OpenAPI document.

use protocol::{
    DailyArchive, DailyResults, DailyState, DeviceToken, Leaderboard, MovePreview, RedeemCode, Rename,
    SubmitTurn, TransferCode, TurnAnswer,
};

use super::operation::{Answer, Operation, json_of, read};
use super::schemas::schema_of;

/// Marks an operation that requires a device's token.
fn by_token(operation: Operation) -> Operation {
    Operation { is_by_token: true, ..operation }
}

fn change(
    method: &'static str,
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    answer: Answer,
) -> Operation {
    Operation { method, status: 200, ..read(path, id, "daily", summary, answer) }
}

pub(super) fn operations() -> Vec<Operation> {
    puzzles().into_iter().chain(devices()).collect()
}

fn puzzles() -> Vec<Operation> {
    let get = |path, id, summary, answer| Operation {
        has_language: true,
        problems: &[400, 404, 429, 503],
        ..read(path, id, "daily", summary, answer)
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
            json_of::<DailyArchive>(),
        )),
        Operation {
            description: state,
            ..by_token(get("/api/daily/{date}", "dailyState", "A day's puzzle", json_of::<DailyState>()))
        },
        Operation {
            description: turn,
            body: Some(schema_of::<SubmitTurn>()),
            has_refusals: true,
            problems: &[400, 401, 404, 409, 413, 422, 429, 503],
            ..by_token(change(
                "post",
                "/api/daily/{date}/turns",
                "playTurn",
                "Play a turn",
                json_of::<TurnAnswer>(),
            ))
        },
        Operation {
            body: Some(schema_of::<SubmitTurn>()),
            has_refusals: true,
            problems: &[400, 401, 404, 409, 413, 422, 429, 503],
            ..by_token(change(
                "post",
                "/api/daily/{date}/preview",
                "previewTurn",
                "What tiles would score",
                json_of::<MovePreview>(),
            ))
        },
        Operation {
            description: results,
            problems: &[400, 401, 404, 409, 429, 503],
            ..by_token(get(
                "/api/daily/{date}/results",
                "dailyResults",
                "What came of it, after the last turn",
                json_of::<DailyResults>(),
            ))
        },
        by_token(get(
            "/api/daily/{date}/leaderboard",
            "leaderboard",
            "The best of a day",
            json_of::<Leaderboard>(),
        )),
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
                json_of::<DeviceToken>(),
            )
        },
        Operation {
            body: Some(schema_of::<Rename>()),
            status: 204,
            problems: &[400, 401, 409, 413, 422, 429, 503],
            ..by_token(change(
                "put",
                "/api/daily/name",
                "rename",
                "What to be called on the lists",
                Answer::Nothing,
            ))
        },
        Operation {
            problems: &[401, 429, 503],
            ..by_token(change(
                "post",
                "/api/daily/transfer",
                "offerTransfer",
                "A code that makes another device the same player",
                json_of::<TransferCode>(),
            ))
        },
        Operation {
            body: Some(schema_of::<RedeemCode>()),
            problems: &[400, 404, 413, 429, 503],
            ..change(
                "post",
                "/api/daily/transfer/redeem",
                "redeemTransfer",
                "A token for the player behind a code",
                json_of::<DeviceToken>(),
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
                Answer::Nothing,
            ))
        },
    ]
}
