//! The daily puzzle over HTTP, judged here: devices get the tiles they have drawn and nothing of what is to come.
//!
//! `puzzles.rs` has the puzzle of a day, `solving.rs` what could be made of it, in the order of `solve_queue.rs`; `turns.rs` takes turns, `results.rs` tells what came of
//! them beside what `best_plays.rs` finds, `devices.rs` knows who plays, and `show.rs` puts all of it into the shapes of the wire.

mod asking;
mod best_plays;
mod devices;
mod puzzles;
mod results;
mod show;
mod solve_queue;
mod solving;
mod turns;

use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post, put};
use daily::Day;

use crate::http::Routes;

pub(crate) use puzzles::{Puzzles, prepare_every_day};

/// The first day that has a puzzle here.
fn first_day() -> Day {
    "2026-01-01".parse().unwrap_or(Day::FIRST)
}

/// How long a body may be: a turn is some hundred bytes.
const BODY_MAX: usize = 16 * 1024;

/// The routes of the puzzle.
pub(crate) fn routes() -> Routes {
    let limit = || DefaultBodyLimit::max(BODY_MAX);
    vec![
        ("/api/daily", get(results::archive)),
        ("/api/daily/devices", post(devices::add).layer(limit())),
        ("/api/daily/me", delete(devices::forget)),
        ("/api/daily/name", put(devices::rename).layer(limit())),
        ("/api/daily/transfer", post(devices::offer_transfer).layer(limit())),
        ("/api/daily/transfer/redeem", post(devices::redeem_transfer).layer(limit())),
        ("/api/daily/{date}", get(turns::state)),
        ("/api/daily/{date}/turns", post(turns::submit).layer(limit())),
        ("/api/daily/{date}/preview", post(turns::preview).layer(limit())),
        ("/api/daily/{date}/results", get(results::results)),
        ("/api/daily/{date}/leaderboard", get(results::leaderboard)),
    ]
}
