//! What whoever runs a server does with the program: backups, what hostile ones lead to, looking after tables, and running it
//! with nothing around it.

mod admin;
mod backup;
mod damage;
mod erasing;
mod keeping;
mod kept;
mod messages;
#[path = "../serve/moves.rs"]
mod moves;
#[path = "../serve/program.rs"]
#[expect(dead_code, reason = "the tests of the server need more of it")]
mod program;
mod run;
#[cfg(target_os = "linux")]
mod standalone;
#[path = "../serve/table.rs"]
#[expect(dead_code, reason = "the tests of the server need more of it")]
mod table;
#[path = "../serve/wire.rs"]
#[expect(dead_code, reason = "the tests of the server need more of it")]
mod wire;
