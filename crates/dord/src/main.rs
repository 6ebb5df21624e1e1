//! The `dord` program: server, terminal game and tools in one command line.

mod admin;
mod analyse;
mod backup;
mod board_picture;
mod bounded_reader;
mod command_line;
mod completions;
mod daily;
mod database;
mod moves;
mod outcome;
mod play;
mod replay;
mod score_table;
mod selfplay;
mod serve;
mod verify;
mod version;
mod words;

use std::process::ExitCode;

use clap::Parser;
use terminal::{style, text_columns};

use crate::{command_line::CommandLine, outcome::Outcome};

fn main() -> ExitCode {
    let outcome = CommandLine::parse().run();
    outcome::exit_code(outcome)
}
