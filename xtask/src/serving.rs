//! A server for one step, stopped after it.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use crate::{
    checkout::{Checkout, run},
    step::Failure,
};

/// Builds the program in the release profile and returns its path.
pub(crate) fn release(checkout: &Checkout) -> Result<PathBuf, Failure> {
    run(checkout.cargo("build --release --package dord"))?;
    Ok(checkout.target().join("release").join(format!("dord{}", env::consts::EXE_SUFFIX)))
}

/// A process, killed on drop.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Result<Running, Failure> {
        let program = command.get_program().to_string_lossy().into_owned();
        let failed = |error| Failure(format!("`{program}` could not be started: {error}"));
        command.stdin(Stdio::null()).spawn().map(Running).map_err(failed)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A temporary folder, removed on drop.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system's cleanup of temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Rate limits of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limits {
    Usual,
    /// Without those that a load from one address would reach.
    None,
}

/// Isolation of a server from the rest of the machine.
pub(crate) struct Confinement<'c> {
    /// File of a control group to which its process id is written.
    pub(crate) processes: &'c Path,
    /// Its wall clock: the faketime library, and the time at the start.
    pub(crate) clock: Option<(&'c Path, &'static str)>,
}

/// A running server.
pub(crate) struct Serving {
    /// Dropped first, so that the process has ended before its folder is removed.
    running: Running,
    _folder: Folder,
    port: String,
}

impl Serving {
    /// Starts a server in a new folder, with additional arguments.
    pub(crate) fn start(
        checkout: &Checkout,
        program: &Path,
        arguments: &[&str],
        limits: Limits,
    ) -> Result<Serving, Failure> {
        Serving::run(checkout.command(program), arguments, limits)
    }

    /// Starts a server inside a control group, with all rate limits.
    pub(crate) fn start_confined(
        checkout: &Checkout,
        program: &Path,
        confinement: &Confinement<'_>,
        limits: Limits,
    ) -> Result<Serving, Failure> {
        // The shell joins the group and then becomes the server.
        let mut shell = checkout.command("sh");
        shell.args(["-c", "echo $$ > \"$0\" && exec \"$@\""]).arg(confinement.processes);
        if let Some((library, time)) = confinement.clock {
            // Only the wall clock is changed: timers are not affected.
            shell.env("FAKETIME", time).env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("TZ", "UTC");
            shell.arg("env").arg(format!("LD_PRELOAD={}", library.display()));
        }
        shell.arg(program);
        Serving::run(shell, &[], limits)
    }

    fn run(mut server: Command, arguments: &[&str], limits: Limits) -> Result<Serving, Failure> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let failed = |error: std::io::Error| Failure(format!("no server could be started: {error}"));
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("dord-serving-{}-{number}", process::id()));
        fs::create_dir(&folder).map_err(failed)?;
        let folder = Folder(folder);
        server.args(["serve", "--quiet", "--listen", "127.0.0.1:0", "--log", "error", "--data-dir"]);
        server.arg(&folder.0).args(arguments).stdout(Stdio::piped());
        // Several servers run at once and cannot share the default address.
        server.env("DORD_METRICS_LISTEN", "off");
        let lifted: &[&str] = match limits {
            Limits::Usual => &[],
            Limits::None => &[
                "MESSAGES_PER_SECOND",
                "STATES_PER_MINUTE",
                "FAILED_CODES_PER_MINUTE",
                "FAILED_CODES_PER_DAY",
                "OPEN_CONNECTIONS_PER_ADDRESS",
            ],
        };
        for limit in lifted {
            server.env(format!("DORD_LIMITS_{limit}"), "0");
        }
        let running = Running::start(&mut server)?;
        let mut serving = Serving { running, _folder: folder, port: String::new() };
        let mut address = String::new();
        if let Some(output) = serving.running.0.stdout.take() {
            BufReader::new(output).read_line(&mut address).map_err(failed)?;
        }
        address.trim().rsplit(':').next().unwrap_or_default().clone_into(&mut serving.port);
        Ok(serving)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn pid(&self) -> String {
        self.running.0.id().to_string()
    }
}
