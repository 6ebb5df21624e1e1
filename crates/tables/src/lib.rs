//! Live tables: one task a table, versions, timers, presence, who may see what.
//!
//! A [`Client`] is somebody behind a [`Line`]; it hands in what was parsed and gets an [`Answer`]. [`Tables`] finds the
//! table or loads it, and the table's task takes one request after the other: it lets the rules decide, stores the events,
//! and only then lets them happen and tells everybody what they may know. Nothing here knows HTTP or sockets.

mod allowance;
mod answer;
mod answered;
mod client;
mod line;
mod neighbours;
mod registry;
mod secrets;
mod shared;
mod table;
mod thinkers;
mod time;

pub use allowance::Allowance;
pub use answer::{Accepted, Answer, Refused};
pub use client::Client;
pub use line::{ClientId, Frame, Line};
pub use neighbours::{Company, Neighbours};
pub use registry::Tables;
pub use secrets::{OperatingSystem, Secrets, token};
pub use shared::{Lexicons, Limits, token_hash};
pub use time::Time;
