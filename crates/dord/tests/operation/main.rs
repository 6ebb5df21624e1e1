//! Operation of a server: backups, damaged backups, administration, and running the program in
//! isolation.

mod admin;
mod backup;
mod damage;
mod erasing;
mod kept;
mod messages;
#[path = "../serve/moves.rs"]
mod moves;
#[path = "../serve/program.rs"]
#[expect(dead_code, reason = "the tests of the server need more of it")]
mod program;
#[path = "../serve/recording_socket.rs"]
#[expect(dead_code, reason = "the tests of the server need more of it")]
mod recording_socket;
mod retention;
mod run;
#[cfg(target_os = "linux")]
mod standalone;
#[path = "../serve/table.rs"]
#[expect(dead_code, reason = "the tests of the server need more of it")]
mod table;
