//! Measures waiting times of contributors: cold builds, the cold and the warm check, one changed
//! line.
//!
//! Everything runs in a clone of the last commit below `target/`, where nothing is built yet.
//! Downloaded crates are reused.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    checkout::{Checkout, run},
    services::free_port,
    serving::Running,
    step::Failure,
};

/// Limits of the figures.
const BUILD_CPU_MAX: Duration = Duration::from_secs(529);
const BUILD_MAX: Duration = Duration::from_secs(315);
const CHECK_MAX: Duration = Duration::from_secs(22 * 60);
const QUICK_MAX: Duration = Duration::from_secs(90);
const CHANGE_MAX: Duration = Duration::from_secs(15);

/// A file of `rules` and a test of that crate: changing the first recompiles the second.
const CHANGED: &str = "crates/rules/src/score.rs";

/// A measured time with its limit.
struct Figure {
    what: &'static str,
    took: Duration,
    limit: Duration,
}

/// Prints all figures, and fails if one is over its limit.
pub(crate) fn measure(checkout: &Checkout) -> Result<(), Failure> {
    let clone = checkout.target().join("cold");
    let _ = fs::remove_dir_all(&clone);
    let mut git = checkout.command("git");
    git.args(["clone", "--quiet", "--local"]).arg(checkout.root()).arg(&clone);
    run(git)?;

    let begun = Instant::now();
    let cpu = cpu_time_of(&clone, &["cargo", "build", "--release"])?;
    open_page(&clone)?;
    let opened = begun.elapsed();

    let mut figures = Figures::default();
    figures.add("cold `cargo run --release`, CPU time", cpu, BUILD_CPU_MAX);
    figures.add("cold `cargo run --release` until the page opens", opened, BUILD_MAX);
    // The check starts with an empty target folder as well: a newcomer may run it first.
    fs::remove_dir_all(clone.join("target"))
        .map_err(|error| Failure(format!("cannot empty the target folder: {error}")))?;
    figures.add("cold `cargo xtask check`", timed(&clone, &["xtask", "check"])?, CHECK_MAX);
    let quick = ["xtask", "check", "--quick"];
    timed(&clone, &quick)?;
    figures.add("warm `cargo xtask check --quick`", timed(&clone, &quick)?, QUICK_MAX);
    figures.add("one changed line in `rules` to its test", changed_line(&clone)?, CHANGE_MAX);
    figures.judge()
}

/// The measured times. Each is also printed at once: a later step may fail.
#[derive(Default)]
struct Figures(Vec<Figure>);

impl Figures {
    fn add(&mut self, what: &'static str, took: Duration, limit: Duration) {
        println!("{what}: {:.0} s, limit {} s", took.as_secs_f64(), limit.as_secs());
        self.0.push(Figure { what, took, limit });
    }

    /// Prints all times as a table. Fails if one is over its limit.
    fn judge(&self) -> Result<(), Failure> {
        println!("\n| what | seconds | limit |\n|---|---|---|");
        for Figure { what, took, limit } in &self.0 {
            println!("| {what} | {:.0} | {} |", took.as_secs_f64(), limit.as_secs());
        }
        let over: Vec<&str> =
            self.0.iter().filter(|figure| figure.took > figure.limit).map(|figure| figure.what).collect();
        if over.is_empty() { Ok(()) } else { Err(Failure(format!("over the limit: {}", over.join("; ")))) }
    }
}

/// Runs a command in the clone, and returns the CPU time of all its processes as the shell reports it.
fn cpu_time_of(clone: &Path, command: &[&str]) -> Result<Duration, Failure> {
    let mut shell = Command::new("sh");
    shell.args(["-c", "\"$@\" && times", "sh"]).args(command).current_dir(clone);
    let output = shell
        .env_remove("CARGO_TARGET_DIR")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| Failure(format!("`sh` could not be started: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .last()
        .filter(|_| output.status.success())
        .and_then(children_time)
        .ok_or_else(|| Failure(format!("`{}` failed:\n{text}", command.join(" "))))
}

/// Sum of a line of `times`, such as `8m1.5s 0m30.25s`: user and system time of the children.
fn children_time(line: &str) -> Option<Duration> {
    let parse = |text: &str| {
        let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let times: Option<Vec<f64>> = line.split_whitespace().map(parse).collect();
    times.filter(|times| times.len() == 2).map(|times| Duration::from_secs_f64(times.iter().sum()))
}

/// Starts the program of the clone and waits until it serves its page.
fn open_page(clone: &Path) -> Result<(), Failure> {
    let port = free_port().map_err(|error| Failure(format!("no port is free: {error}")))?;
    let mut serve = Command::new(clone.join("target/release/dord"));
    serve.args(["serve", "--quiet", "--listen", &format!("127.0.0.1:{port}"), "--data-dir"]);
    serve.arg(clone.join("target/data")).current_dir(clone).stdout(Stdio::null());
    let _server = Running::start(&mut serve)?;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(10) {
        if is_page(port).unwrap_or(false) {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(20));
    }
    Err(Failure("the page does not open".to_owned()))
}

fn is_page(port: u16) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer.starts_with("HTTP/1.1 200"))
}

fn timed(clone: &Path, arguments: &[&str]) -> Result<Duration, Failure> {
    let begun = Instant::now();
    let mut cargo = Command::new("cargo");
    cargo.args(arguments).current_dir(clone).env_remove("CARGO_TARGET_DIR");
    run(cargo)?;
    Ok(begun.elapsed())
}

/// The time from a changed line to the result of a test of the same crate.
fn changed_line(clone: &Path) -> Result<Duration, Failure> {
    let test = ["test", "--workspace", "--quiet", "--test", "the_rules"];
    timed(clone, &test)?;
    let file = clone.join(CHANGED);
    let failed = |error: std::io::Error| Failure(format!("cannot change {CHANGED}: {error}"));
    let text = fs::read_to_string(&file).map_err(failed)?;
    fs::write(&file, format!("{text}\nconst _: () = ();\n")).map_err(failed)?;
    timed(clone, &test)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_are_added() {
        assert_eq!(children_time("8m1.500s 0m30.250s"), Some(Duration::from_millis(511_750)));
        assert_eq!(children_time("8m1.500s"), None);
        assert_eq!(children_time("Finished in 8m"), None);
    }
}
