//! The server program with real sockets and a real database, killed at any moment or with damaged
//! files.

mod canary;
mod clock;
#[cfg(unix)]
mod cluster;
mod crash;
#[cfg(unix)]
mod database;
mod faults;
#[cfg(unix)]
mod history;
mod moves;
#[cfg(unix)]
mod network;
#[cfg(unix)]
mod nodes;
mod patience;
#[cfg(unix)]
mod player;
#[cfg(unix)]
mod postgres;
#[cfg(target_os = "linux")]
mod power;
mod program;
mod table;
#[cfg(unix)]
mod trouble;
mod wire;
