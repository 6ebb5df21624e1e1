//! Tasks for contributors: `cargo xtask check`, `cargo xtask prove`, and generators of files.

mod attack;
mod check;
mod checkout;
mod cluster_cost;
mod cold;
mod colour;
mod contract;
mod debian;
mod deny;
mod faults;
mod fuzz;
mod instructions;
mod leaves;
mod npm;
mod package;
mod prove;
mod report;
mod services;
mod serving;
mod step;
mod tests;
mod tidy;
mod web;

use std::{env, process::ExitCode};

use checkout::Checkout;
use step::{AfterFailure, Step};

const USAGE: &str = "\
Usage: cargo xtask <COMMAND>

Commands:
  check           Everything a change must pass: format, lints, tests, docs, dependencies, short fuzzing, tidy rules, wire contract, the web client and a browser that plays with it
  check STEP      One of its steps by the name in its report, such as contract or browser
  check --quick   The inner loop: format, lints, tests, tidy rules, the web client; stops at the first failure
  prove           What takes longer: fuzzing for a minute a body, random games, faults and costs of several nodes, floods, benchmarks, all that a browser can play
  prove STEP      One of its steps by the name that stands in its report, such as nodes or flood
  generate        Writes the files that are generated from the wire: web/src/protocol.ts, docs/protocol.md, docs/openapi.json
  leaves LANGUAGE [SEED]
                  Trains the leave values of a language, en or nl, by letting the engine play; it goes on where a run was broken off.
                  The same seed, 1 if none is given, gives the same values
  package KIND [ARCHITECTURE]
                  Builds a package into target/packages: static, deb or image, for amd64 or arm64 (this machine if left out).
                  package test builds deb and image, installs and runs them, and plays against them;
                  package check does so with the development build, as a step of the check
  screenshots     Takes pictures of every screen, and those of docs/screenshots
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let checkout = Checkout::of_this_source();
    let report = match arguments[..] {
        ["check"] => check::full(&checkout),
        ["check", "--quick"] => check::quick(&checkout),
        // Without a summary: the step's own output has its time and its failure.
        ["check", name] => {
            let Some(report) = check::one(&checkout, name) else {
                eprintln!("expected one of the steps of check: {}", check::names());
                return ExitCode::from(2);
            };
            return if report.all_passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        }
        ["prove"] => prove::prove(&checkout),
        ["prove", ..] => {
            let Some(report) = prove::one(&checkout, &arguments[1..].join(" ")) else {
                eprintln!("expected one of the steps of prove: {}", prove::names());
                return ExitCode::from(2);
            };
            report
        }
        ["generate"] => step::run_all(&checkout, &[Step::Generate], AfterFailure::Stop),
        ["leaves", ..] => match leaves::step(&arguments[1..]) {
            Some(step) => step::run_all(&checkout, &[step], AfterFailure::Stop),
            None => return wrong_usage(),
        },
        ["package", ..] => match package::step(&arguments[1..]) {
            Some(step) => step::run_all(&checkout, &[step], AfterFailure::Stop),
            None => return wrong_usage(),
        },
        ["screenshots"] => step::run_all(&checkout, &[Step::Screenshots], AfterFailure::Stop),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => return wrong_usage(),
    };
    report.print();
    if report.all_passed() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn wrong_usage() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(2)
}
