//! Tables played end to end by scripted clients.
//!
//! The store is in memory, and the tests control time.

mod absence;
mod challenges;
mod clocks;
mod goodbye;
mod guest;
mod hidden;
mod hosting;
mod house;
mod join_requests;
mod joining;
mod loading;
mod neighbours;
mod node_clocks;
mod node_seats;
mod nonces;
mod one_seat;
mod play_again;
mod presets;
mod restart;
mod returning;
mod store_faults;
mod tickets;
mod two_worlds;
mod watching;
mod whole_states;
