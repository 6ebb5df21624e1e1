//! Instruction counts of the engine. They do not depend on the machine's speed or load, so they can
//! have limits.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{checkout::Checkout, debian, step::Failure};

/// A benchmark of the engine with its limit per unit.
struct Measure {
    what: &'static str,
    bench: &'static str,
    arguments: &'static [&'static str],
    /// Repetitions of the shorter and of the longer run. Start-up is part of both and cancels out.
    times: [u64; 2],
    /// Number of units per repetition.
    units: u64,
    /// Instructions per unit of the fastest known engine.
    limit: u64,
}

const NO_BLANK: &str = "no-blank.txt";
const ONE_BLANK: &str = "one-blank.txt";

const MEASURES: [Measure; 5] = [
    Measure {
        what: "all plays of a position, no blank",
        bench: "positions",
        arguments: &[NO_BLANK, "all"],
        times: [1, 4],
        units: 495,
        limit: 622_000,
    },
    Measure {
        what: "all plays of a position, one blank",
        bench: "positions",
        arguments: &[ONE_BLANK, "all"],
        times: [1, 2],
        units: 500,
        limit: 5_370_000,
    },
    Measure {
        what: "the best play by equity, no blank",
        bench: "positions",
        arguments: &[NO_BLANK, "equity"],
        times: [1, 4],
        units: 495,
        limit: 284_000,
    },
    Measure {
        what: "the best play by equity, one blank",
        bench: "positions",
        arguments: &[ONE_BLANK, "equity"],
        times: [1, 4],
        units: 500,
        limit: 432_000,
    },
    Measure {
        what: "a game against itself by equity",
        bench: "games",
        arguments: &["en"],
        times: [20, 220],
        units: 1,
        limit: 8_970_000,
    },
];

/// Runs all benchmarks, prints the counts, and fails if one is over its limit.
pub(crate) fn count(checkout: &Checkout) -> Result<(), Failure> {
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        debian::install(checkout, "valgrind", "valgrind is missing, which counts instructions. Install it")?;
    }
    let folder = checkout.target().join("instructions");
    divide_positions(checkout, &folder)?;
    let mut too_many = Vec::new();
    println!("{:<36} {:>12} {:>12}", "instructions", "taken", "limit");
    for measure in MEASURES {
        let program = bench(checkout, measure.bench)?;
        let [less, more] = measure.times;
        let taken = counted(&program, &folder, &measure, more)? - counted(&program, &folder, &measure, less)?;
        let each = taken / ((more - less) * measure.units);
        println!("{:<36} {:>12} {:>12}", measure.what, grouped(each), grouped(measure.limit));
        if each >= measure.limit {
            too_many.push(measure.what);
        }
    }
    if too_many.is_empty() {
        Ok(())
    } else {
        Err(Failure(format!("too many instructions for: {}", too_many.join("; "))))
    }
}

/// Splits the positions: racks with a blank use another algorithm and are counted separately.
fn divide_positions(checkout: &Checkout, folder: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure(format!("no positions: {error}"));
    let all =
        fs::read_to_string(checkout.root().join("crates/engine/tests/positions.txt")).map_err(failed)?;
    fs::create_dir_all(folder).map_err(failed)?;
    let (blank, no_blank): (Vec<&str>, Vec<&str>) = all.lines().partition(|line| line.contains('?'));
    fs::write(folder.join(NO_BLANK), no_blank.join("\n")).map_err(failed)?;
    fs::write(folder.join(ONE_BLANK), blank.join("\n")).map_err(failed)
}

/// Builds a benchmark if needed, and returns its path from cargo's output.
fn bench(checkout: &Checkout, name: &str) -> Result<PathBuf, Failure> {
    let mut build = checkout.cargo(&format!("bench --package engine --bench {name} --no-run"));
    let output = build.output().map_err(|error| Failure(format!("cargo could not be started: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let path =
        said.lines().filter_map(|line| line.trim_end().strip_suffix(')')?.rsplit_once('(')).next_back();
    match path {
        Some((_, path)) if output.status.success() => Ok(checkout.root().join(path)),
        _ => Err(Failure(format!("the benchmark {name} could not be built:\n{said}"))),
    }
}

fn counted(program: &Path, folder: &Path, measure: &Measure, times: u64) -> Result<u64, Failure> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    valgrind.arg(program).args(measure.arguments).arg(times.to_string()).current_dir(folder);
    let output =
        valgrind.output().map_err(|error| Failure(format!("valgrind could not be started: {error}")))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let count =
        said.lines().find_map(|line| line.split_once("I refs:").or_else(|| line.split_once("I   refs:")));
    let count = count.and_then(|(_, count)| count.trim().replace(',', "").parse().ok());
    count
        .filter(|_| output.status.success())
        .ok_or_else(|| Failure(format!("valgrind did not count {}:\n{said}", measure.what)))
}

/// Formats a number with thousands separators.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let groups =
        digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let head = (first > 0).then(|| digits[..first].to_owned());
    head.into_iter().chain(groups).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_threes() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (359_139, "359,139"), (8_970_000, "8,970,000")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
