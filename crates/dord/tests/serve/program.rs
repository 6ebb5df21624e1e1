//! A server in its own process.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Maximum time for a server to start on a busy machine.
const START_MAX: Duration = Duration::from_secs(60);
/// Polling interval while the server starts.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

pub(crate) struct Program {
    child: Child,
    pub(crate) address: SocketAddr,
    data: PathBuf,
    /// Options for an external database and hint server.
    services: Vec<String>,
    /// Its network namespace, if it has one.
    namespace: Option<String>,
}

impl Program {
    pub(crate) fn start(data: &Path) -> Program {
        Program::run(Command::new(env!("CARGO_BIN_EXE_dord")), data, free_address(), Vec::new())
    }

    /// A server on an external database.
    pub(crate) fn start_on(data: &Path, database: &str) -> Program {
        let command = Command::new(env!("CARGO_BIN_EXE_dord"));
        let services = vec!["--database-url".to_owned(), database.to_owned()];
        Program::run(command, data, free_address(), services)
    }

    /// One of several servers on a database, with NATS for hints if given.
    pub(crate) fn start_node(data: &Path, database: &str, nats: Option<&str>) -> Program {
        let command = Command::new(env!("CARGO_BIN_EXE_dord"));
        let mut services = vec!["--database-url".to_owned(), database.to_owned()];
        services.extend(nats.into_iter().flat_map(|nats| ["--nats-url".to_owned(), nats.to_owned()]));
        Program::run(command, data, free_address(), services)
    }

    /// The same in a network namespace, at an address there.
    #[cfg(unix)]
    pub(crate) fn start_apart(
        data: &Path,
        (namespace, address): (String, SocketAddr),
        database: &str,
        nats: &str,
    ) -> Program {
        let services = ["--database-url", database, "--nats-url", nats].map(str::to_owned).to_vec();
        let mut program = Program::run(dord_in(Some(&namespace)), data, address, services);
        program.namespace = Some(namespace);
        program
    }

    /// Id of its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Shuts it down gracefully, waits until it has ended, and restarts it.
    #[cfg(unix)]
    pub(crate) fn restart_gracefully(mut self) -> Program {
        signal(self.pid(), "TERM");
        assert!(self.child.wait().unwrap().success(), "the server did not end well");
        self.again()
    }

    fn again(&mut self) -> Program {
        let command = dord_in(self.namespace.as_deref());
        let services = std::mem::take(&mut self.services);
        let mut program = Program::run(command, &self.data.clone(), self.address, services);
        program.namespace = self.namespace.take();
        program
    }

    /// A server whose files are limited to `bytes`, like a full disk.
    #[cfg(target_os = "linux")]
    pub(crate) fn on_a_small_disk(data: &Path, bytes: u64) -> Program {
        let mut command = Command::new("sh");
        // The shell counts in blocks of 512 bytes. Without SIGXFSZ, a write beyond the limit is an
        // error.
        let script = format!("trap '' XFSZ; ulimit -S -f {}; exec \"$@\"", bytes / 512);
        command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_dord")]);
        Program::run(command, data, free_address(), Vec::new())
    }

    /// A server whose soft limit on open files is lower than its hard limit.
    #[cfg(target_os = "linux")]
    pub(crate) fn with_few_files(data: &Path, soft: u64, hard: u64) -> Program {
        let mut command = Command::new("sh");
        let script = format!("ulimit -S -n {soft}; ulimit -H -n {hard}; exec \"$@\"");
        command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_dord")]);
        Program::run(command, data, free_address(), Vec::new())
    }

    /// A server with the most verbose log, in a file next to its data.
    pub(crate) fn talkative(data: &Path) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
        command.env("DORD_LOG", "trace");
        Program::run(command, data, free_address(), Vec::new())
    }

    /// A server with additional environment variables.
    #[cfg(target_os = "linux")]
    pub(crate) fn with_environment(data: &Path, variables: &[(&str, &std::ffi::OsStr)]) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
        command.envs(variables.iter().copied());
        Program::run(command, data, free_address(), Vec::new())
    }

    /// Makes room on the small disk.
    #[cfg(target_os = "linux")]
    pub(crate) fn make_room(&self) {
        let pid = self.child.id().to_string();
        let raised = Command::new("prlimit").args(["--pid", &pid, "--fsize=unlimited"]).status().unwrap();
        assert!(raised.success(), "prlimit (util-linux) is needed");
    }

    /// Whether the server reports that it is ready.
    pub(crate) fn is_ready(&self) -> bool {
        let answer = self.get("/readyz");
        match answer.split(' ').nth(1) {
            Some("200") => true,
            Some("503") => false,
            _ => panic!("{answer}"),
        }
    }

    /// Waits until the server reports this readiness, which it caches for a second.
    pub(crate) fn becomes_ready(&self, is_ready: bool) {
        let begun = Instant::now();
        while self.is_ready() != is_ready {
            assert!(begun.elapsed() < START_MAX, "it never says that it is ready: {is_ready}");
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    /// The whole response to a GET request.
    pub(crate) fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn run(mut command: Command, data: &Path, address: SocketAddr, services: Vec<String>) -> Program {
        command.arg("serve").arg("--quiet").arg("--listen").arg(address.to_string());
        command.arg("--data-dir").arg(data).current_dir(data.parent().unwrap());
        command.args(&services);
        // Servers of other tests would need the default address too.
        command.env("DORD_METRICS_LISTEN", "main");
        // No rate limits: the test's clients send as fast as they can.
        command.env("DORD_LIMITS_MESSAGES_PER_SECOND", "0");
        command.env("DORD_LIMITS_STATES_PER_MINUTE", "0");
        if command.get_envs().all(|(name, _)| name != "DORD_LOG") {
            command.env("DORD_LOG", "error");
        }
        let log = data.with_extension("log");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(File::create(&log).unwrap());
        let begun = Instant::now();
        loop {
            let mut child = command.spawn().unwrap();
            match wait_for_port(&mut child, address, begun) {
                Ok(()) => {
                    return Program { child, address, data: data.to_owned(), services, namespace: None };
                }
                Err(status) => {
                    let log = fs::read_to_string(&log).unwrap_or_default();
                    // A database that has just started may be too busy to answer. A supervisor
                    // starts the server again, too.
                    let is_early = log.contains("gives no answer") && begun.elapsed() < START_MAX;
                    assert!(is_early, "the server stopped while it started ({status}): {log}");
                }
            }
        }
    }

    /// Kills it like a power cut, and restarts it with the same port and files.
    pub(crate) fn kill_and_restart(mut self) -> Program {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.again()
    }
}

/// Waits until a server accepts connections, or returns the status with which it stopped.
fn wait_for_port(child: &mut Child, address: SocketAddr, begun: Instant) -> Result<(), ExitStatus> {
    // The server prints a line when the port is open.
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    while TcpStream::connect(address).is_err() {
        assert!(begun.elapsed() < START_MAX, "the server does not open its port: {line}");
        if let Some(status) = child.try_wait().unwrap() {
            return Err(status);
        }
        std::thread::sleep(LOOK_AGAIN);
    }
    Ok(())
}

/// The program, in a network namespace if given.
fn dord_in(namespace: Option<&str>) -> Command {
    let program = env!("CARGO_BIN_EXE_dord");
    let Some(namespace) = namespace else { return Command::new(program) };
    let mut command = Command::new("ip");
    // `ip` replaces itself by the program, so the process id is the program's.
    command.args(["netns", "exec", namespace, program]);
    command
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn signal(pid: u32, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(pid.to_string()).status().unwrap();
    assert!(sent.success(), "no signal {name} to {pid}");
}

/// A free port. Another process could take it before the test does, which is rare enough.
pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap()
}

impl Drop for Program {
    fn drop(&mut self) {
        // The server may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
