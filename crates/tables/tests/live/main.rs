//! Tables played end to end by scripted clients.
//!
//! The store is in memory, and the tests control time.

mod absence;
mod challenges;
mod chat;
mod clocks;
mod cluster;
mod days;
mod full_state_quota;
mod hosting;
mod join_requests;
mod joining;
mod loading;
mod move_cost;
mod node_clocks;
mod node_seats;
mod nonces;
mod one_seat;
mod play_again;
mod presets;
mod restart;
mod resync;
mod rule_changes;
mod shutdown;
mod store_faults;
mod test_client;
mod test_server;
mod tickets;
mod tile_swap;
mod two_worlds;
mod visiting;
mod watching;
