//! The server program with real sockets and a real database, killed at any moment or with damaged
//! files.

mod clock;
#[cfg(unix)]
mod cluster;
mod crash;
#[cfg(unix)]
mod database;
mod deadlines;
#[cfg(unix)]
mod fault_plan;
mod faults;
#[cfg(unix)]
mod history;
mod moves;
#[cfg(unix)]
mod network;
#[cfg(unix)]
mod nodes;
#[cfg(unix)]
mod player;
#[cfg(unix)]
mod postgres;
#[cfg(target_os = "linux")]
mod power;
mod program;
mod recording_socket;
mod secret_leaks;
mod table;
