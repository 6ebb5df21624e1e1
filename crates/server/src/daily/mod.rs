//! The daily puzzle over HTTP. The server judges plays and reveals only tiles that were drawn.
//!
//! `puzzles.rs` loads and creates the puzzle of a day. `solutions.rs` finds its best solution,
//! scheduled by `solve_queue.rs`. `turns.rs` accepts turns, `results.rs` reports results with the
//! best plays of `best_plays.rs`, `devices.rs` identifies players, and `dto.rs` converts
//! everything to protocol types.

mod attempts;
mod best_plays;
mod devices;
mod dto;
mod extract;
mod puzzles;
mod results;
mod solutions;
mod solve_queue;

use axum::extract::DefaultBodyLimit;
use axum::routing::{delete, get, post, put};
use daily::Day;

use crate::http::Routes;

pub(crate) use puzzles::{Puzzles, prepare_every_day};

/// The first day with a puzzle.
fn first_day() -> Day {
    "2026-01-01".parse().unwrap_or(Day::FIRST)
}

/// Maximum size of a request body in bytes. A turn takes some hundred.
const BODY_MAX: usize = 16 * 1024;

/// The routes of the daily puzzle.
pub(crate) fn routes() -> Routes {
    let limit = || DefaultBodyLimit::max(BODY_MAX);
    vec![
        ("/api/daily", get(results::archive)),
        ("/api/daily/devices", post(devices::add).layer(limit())),
        ("/api/daily/me", delete(devices::forget)),
        ("/api/daily/name", put(devices::rename).layer(limit())),
        ("/api/daily/transfer", post(devices::offer_transfer).layer(limit())),
        ("/api/daily/transfer/redeem", post(devices::redeem_transfer).layer(limit())),
        ("/api/daily/{date}", get(attempts::state)),
        ("/api/daily/{date}/turns", post(attempts::submit).layer(limit())),
        ("/api/daily/{date}/preview", post(attempts::preview).layer(limit())),
        ("/api/daily/{date}/results", get(results::results)),
        ("/api/daily/{date}/leaderboard", get(results::leaderboard)),
    ]
}
