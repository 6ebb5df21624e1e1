//! A single run of the program.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Output and exit status of a run.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) error: String,
}

impl Run {
    /// Standard output of a successful run.
    pub(crate) fn ok(self) -> String {
        assert_eq!((self.status, self.error.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Standard output of a successful run, as JSON.
    pub(crate) fn json(self) -> Value {
        serde_json::from_str(&self.ok()).unwrap()
    }
}

/// Runs the program in a folder.
pub(crate) fn dord<A: AsRef<OsStr>>(folder: &Path, arguments: &[A]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("DORD_")) {
        command.env_remove(name);
    }
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1");
    let output = command.stdin(Stdio::null()).output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        error: String::from_utf8(output.stderr).unwrap(),
    }
}
