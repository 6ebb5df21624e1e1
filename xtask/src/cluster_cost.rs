//! Cost of a cluster: processor time per move at one, two and four nodes.

use std::process::Stdio;

use crate::{
    checkout::Checkout,
    services::{self, Services},
    serving::{self, Limits, Running, Serving},
    step::Failure,
};

/// Cluster sizes to compare.
const COUNTS: [usize; 3] = [1, 2, 4];
/// Number of runs per size. Sizes alternate, so that other load on the machine affects all of them.
const RUNS: usize = 5;
const TABLES: &str = "40";
const MOVES_A_SECOND: &str = "400";
const SECONDS: &str = "6";
/// Maximum relative difference of moves per second of processor time.
const DIFFERENCE_MAX: f64 = 0.15;

/// Measured microseconds per move for a cluster size.
struct Measured {
    nodes: usize,
    micros: Vec<f64>,
}

impl Measured {
    fn median(&self) -> f64 {
        let mut sorted = self.micros.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    }

    /// Moves per second of processor time.
    fn moves(&self) -> f64 {
        1e6 / self.median()
    }
}

/// Compares the cost of a move at one, two and four nodes of a release build. Fails if it differs
/// too much.
pub(crate) fn compare(checkout: &Checkout) -> Result<(), Failure> {
    let program = serving::release(checkout)?;
    let services = Services::start(checkout)?;
    let mut measured: Vec<Measured> =
        COUNTS.iter().map(|&nodes| Measured { nodes, micros: Vec::new() }).collect();
    for run in 0..RUNS {
        for measured in &mut measured {
            let database = services.database(&format!("dord_nodes_{}_{run}", measured.nodes))?;
            let port = services::free_port().map_err(|error| Failure(format!("no port is free: {error}")))?;
            let mut nats = checkout.command(services.nats_program());
            nats.args(["-a", "127.0.0.1", "-p", &port.to_string()]);
            let _nats = Running::start(nats.stdout(Stdio::null()).stderr(Stdio::null()))?;
            let nats_url = format!("nats://127.0.0.1:{port}");
            let arguments = ["--database-url", database.url(), "--nats-url", &nats_url];
            let nodes: Result<Vec<Serving>, Failure> = (0..measured.nodes)
                .map(|_| Serving::start(checkout, &program, &arguments, Limits::None))
                .collect();
            let nodes = nodes?;
            let all = |what: fn(&Serving) -> String| nodes.iter().map(what).collect::<Vec<_>>().join(",");
            let mut load = checkout.command(&program);
            load.args(["load", "--json", "--tables", TABLES, "--rate", MOVES_A_SECOND, "--seconds", SECONDS]);
            load.args(["--url", &all(Serving::url), "--pid", &all(Serving::pid)]);
            let output = load
                .stderr(Stdio::inherit())
                .output()
                .map_err(|error| Failure(format!("nobody can play: {error}")))?;
            let report = String::from_utf8_lossy(&output.stdout);
            let micros = number_of(&report, "serverCpuMicrosPerMove").filter(|_| output.status.success());
            let micros = micros.ok_or_else(|| {
                Failure(format!("playing at {} nodes went wrong:\n{report}", measured.nodes))
            })?;
            println!("run {} of {RUNS}, {} nodes: {micros:.0} µs a move", run + 1, measured.nodes);
            measured.micros.push(micros);
        }
    }
    print(&measured);
    judge(&measured)
}

fn print(measured: &[Measured]) {
    println!(
        "\n| nodes | µs of processor time a move (the runs) | moves a second of it | against one node |"
    );
    println!("|---|---|---|---|");
    let one = measured.first().map_or(f64::NAN, Measured::moves);
    for measured in measured {
        let runs: Vec<String> = measured.micros.iter().map(|micros| format!("{micros:.0}")).collect();
        println!(
            "| {} | {:.0} ({}) | {:.0} | {:+.0} % |",
            measured.nodes,
            measured.median(),
            runs.join(", "),
            measured.moves(),
            (measured.moves() / one - 1.0) * 100.0
        );
    }
}

fn judge(measured: &[Measured]) -> Result<(), Failure> {
    let moves = || measured.iter().map(Measured::moves);
    let (most, least) = (moves().fold(f64::MIN, f64::max), moves().fold(f64::MAX, f64::min));
    let difference = 1.0 - least / most;
    // `min` and `max` ignore NaN, so it is checked separately.
    if moves().all(f64::is_finite) && difference <= DIFFERENCE_MAX {
        println!(
            "\nThey differ by {:.1} %; {:.0} % are allowed.",
            difference * 100.0,
            DIFFERENCE_MAX * 100.0
        );
        return Ok(());
    }
    Err(Failure(format!(
        "the moves that a second of processor time makes differ by {:.1} % between 1, 2 and 4 nodes; {:.0} % are allowed",
        difference * 100.0,
        DIFFERENCE_MAX * 100.0
    )))
}

/// The number of a field, at its first occurrence in a JSON text.
pub(crate) fn number_of(json: &str, field: &str) -> Option<f64> {
    let (_, after) = json.split_once(&format!("\"{field}\":"))?;
    let after = after.trim_start();
    let end = after.find(|c: char| !c.is_ascii_digit() && !".eE+-".contains(c)).unwrap_or(after.len());
    after[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(nodes: usize, micros: [f64; 5]) -> Measured {
        Measured { nodes, micros: micros.to_vec() }
    }

    #[test]
    fn a_single_disturbed_run_does_not_matter() {
        let one = measured(1, [500.0, 510.0, 490.0, 505.0, 495.0]);
        let two = measured(2, [520.0, 9000.0, 510.0, 515.0, 100.0]);
        assert_eq!((one.median(), two.median()), (500.0, 515.0));
        assert!(judge(&[one, two]).is_ok());
    }

    #[test]
    fn a_difference_above_fifteen_percent_fails() {
        let one = || measured(1, [500.0; 5]);
        assert!(judge(&[one(), measured(4, [588.0; 5])]).is_ok());
        let Failure(message) = judge(&[one(), measured(4, [589.0; 5])]).unwrap_err();
        assert!(message.contains("15.1 %"), "{message}");
        assert!(judge(&[one(), measured(4, [f64::NAN; 5])]).is_err());
    }

    #[test]
    fn a_number_is_found_by_its_field_name() {
        let json = "{\n  \"games\": {\"moves\": 12, \"serverCpuMicrosPerMove\": 511.25, \"x\": null}}";
        assert_eq!(number_of(json, "serverCpuMicrosPerMove"), Some(511.25));
        assert_eq!(
            (number_of(json, "moves"), number_of(json, "x"), number_of(json, "y")),
            (Some(12.0), None, None)
        );
    }
}
