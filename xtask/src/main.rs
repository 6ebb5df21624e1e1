//! What a contributor runs: `cargo xtask check`, `cargo xtask prove` and `cargo xtask generate`.

mod check;
mod checkout;
mod colour;
mod contract;
mod deny;
mod fuzz;
mod prove;
mod report;
mod services;
mod step;
mod tidy;

use std::{env, process::ExitCode};

use checkout::Checkout;
use step::{AfterFailure, Step};

const USAGE: &str = "\
Usage: cargo xtask <COMMAND>

Commands:
  check           Everything a change must pass: format, lints, tests, docs, dependencies, short fuzzing, tidy rules, wire contract
  check --quick   The inner loop: format, lints, tests, tidy rules; stops at the first failure
  prove           What takes longer: fuzzing for a minute a body, random games, benchmarks
  generate        Writes the files that are generated from the wire: web/src/protocol.ts, docs/protocol.md
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let checkout = Checkout::of_this_source();
    let report = match arguments[..] {
        ["check"] => check::full(&checkout),
        ["check", "--quick"] => check::quick(&checkout),
        ["prove"] => prove::prove(&checkout),
        ["generate"] => step::run_all(&checkout, &[Step::Generate], AfterFailure::Stop),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    report.print();
    if report.all_passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
