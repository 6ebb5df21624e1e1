//! Live tables: one task per table, with versions, timers, presence and visibility.
//!
//! A [`Client`] is connected through a [`ClientSink`]. It receives parsed messages and returns an
//! [`Answer`]. [`Tables`] finds a table or loads it. The table's task handles one request after the
//! other: the rules decide, the store records the events, and only then are they applied and sent
//! to the clients that may see them. This crate knows nothing of HTTP or sockets.

mod answer;
mod bot_pool;
mod client;
mod client_sink;
mod cluster;
mod idempotency;
mod look_up_meanings;
mod quota;
mod registry;
mod secrets;
mod shared;
mod table;
mod time;

pub use answer::{Accepted, Answer, Refused};
pub use client::Client;
pub use client_sink::{ClientId, ClientSink};
pub use cluster::{ClusterHandle, ClusterStats};
pub use look_up_meanings::meanings;
pub use quota::Quota;
pub use registry::Tables;
pub use secrets::{OperatingSystem, Secrets, token};
pub use shared::{Lexicons, Limits, token_hash};
pub use time::Time;
