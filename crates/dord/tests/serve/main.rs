//! The program as a server, with real sockets and a real database: killed at any moment, or with its files in trouble.

mod canary;
mod crash;
mod faults;
#[cfg(unix)]
mod postgres;
mod program;
mod table;
mod wire;
