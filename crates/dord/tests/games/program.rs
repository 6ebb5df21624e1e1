use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

/// Seed of the games here, which determines every draw.
pub(crate) const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// Output and exit status of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) error: String,
}

/// A temporary folder to run the program in.
pub(crate) struct TestFolder(TempDir);

impl TestFolder {
    pub(crate) fn new() -> TestFolder {
        TestFolder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    pub(crate) fn write(&self, file: &str, text: &str) {
        fs::write(self.path(file), text).unwrap();
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
        command.args(arguments).current_dir(self.0.path()).env_remove("DORD_DATA_DIR");
        for colour in ["CLICOLOR_FORCE", "NO_COLOR", "CLICOLOR"] {
            command.env_remove(colour);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs the program with piped lines.
    pub(crate) fn dord(&self, arguments: &[&str], lines: &[&str]) -> Run {
        run(self.command(arguments), lines)
    }

    /// Plays a game of Alice and Bob with [`SEED`].
    pub(crate) fn play(&self, arguments: &[&str], lines: &[&str]) -> Run {
        self.dord(&[&["play", "Alice", "Bob", "--seed", SEED], arguments].concat(), lines)
    }

    /// The same with JSON output: one answer per line.
    pub(crate) fn play_json(&self, arguments: &[&str], lines: &[&str]) -> Vec<Value> {
        let run = self.play(&[&["--json"], arguments].concat(), lines);
        assert_eq!(run.status, 0, "{}", run.error);
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

pub(crate) fn run(mut command: Command, lines: &[&str]) -> Run {
    let mut child = command.spawn().unwrap();
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect::<Vec<_>>().concat();
    // A program that ends early has closed its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        error: String::from_utf8(output.stderr).unwrap(),
    }
}
