//! A server in a process of its own.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to start on a machine that has other things to do.
const START_MAX: Duration = Duration::from_secs(60);
/// How long to leave the processor to what is starting before looking again.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

pub(crate) struct Program {
    child: Child,
    pub(crate) address: SocketAddr,
    data: PathBuf,
    /// Where the database and the hints are, if not inside the program.
    services: Vec<String>,
    /// The network namespace that it is in, if it has one of its own.
    namespace: Option<String>,
}

impl Program {
    pub(crate) fn start(data: &Path) -> Program {
        Program::run(Command::new(env!("CARGO_BIN_EXE_dord")), data, free_address(), Vec::new())
    }

    /// A server on a database of its own process.
    pub(crate) fn start_on(data: &Path, database: &str) -> Program {
        let command = Command::new(env!("CARGO_BIN_EXE_dord"));
        let services = vec!["--database-url".to_owned(), database.to_owned()];
        Program::run(command, data, free_address(), services)
    }

    /// One of several servers on a database, with a server for hints unless the database does that too.
    pub(crate) fn start_node(data: &Path, database: &str, nats: Option<&str>) -> Program {
        let command = Command::new(env!("CARGO_BIN_EXE_dord"));
        let mut services = vec!["--database-url".to_owned(), database.to_owned()];
        services.extend(nats.into_iter().flat_map(|nats| ["--nats-url".to_owned(), nats.to_owned()]));
        Program::run(command, data, free_address(), services)
    }

    /// The same on a network of its own, at an address there.
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

    /// Its process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Asks it to end, waits until it has, and starts it again.
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

    /// A server on a disk that is full as soon as a file has so many bytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn on_a_small_disk(data: &Path, bytes: u64) -> Program {
        let mut command = Command::new("sh");
        // The shell counts in blocks. Whoever writes too much is told so, and not ended by a signal.
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

    /// A server that logs as much as it can, to a file beside its data.
    pub(crate) fn talkative(data: &Path) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
        command.env("DORD_LOG", "trace");
        Program::run(command, data, free_address(), Vec::new())
    }

    /// A server with more in its environment.
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

    /// Whether the server says that it is ready.
    pub(crate) fn is_ready(&self) -> bool {
        let answer = self.get("/readyz");
        match answer.split(' ').nth(1) {
            Some("200") => true,
            Some("503") => false,
            _ => panic!("{answer}"),
        }
    }

    /// Waits until the server says that it is ready, or that it is not. Its answer holds for a second.
    pub(crate) fn becomes_ready(&self, is_ready: bool) {
        let begun = Instant::now();
        while self.is_ready() != is_ready {
            assert!(begun.elapsed() < START_MAX, "it never says that it is ready: {is_ready}");
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    /// The whole answer to a request for a page.
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
        // Servers of other tests want the usual address as well.
        command.env("DORD_METRICS_LISTEN", "main");
        // No player here is slow on purpose.
        command.env("DORD_LIMITS_MESSAGES_PER_SECOND", "0");
        command.env("DORD_LIMITS_STATES_PER_MINUTE", "0");
        if command.get_envs().all(|(name, _)| name != "DORD_LOG") {
            command.env("DORD_LOG", "error");
        }
        let log = data.with_extension("log");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(File::create(&log).unwrap());
        let mut child = command.spawn().unwrap();
        // It says when the port is open.
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(begun.elapsed() < START_MAX, "the server does not open its port: {line}");
            if let Some(status) = child.try_wait().unwrap() {
                let log = fs::read_to_string(log).unwrap_or_default();
                panic!("the server stopped while it started ({status}): {log}");
            }
            std::thread::sleep(LOOK_AGAIN);
        }
        Program { child, address, data: data.to_owned(), services, namespace: None }
    }

    /// Ends it as a power cut would, and starts it again on the same port and files.
    pub(crate) fn kill_and_restart(mut self) -> Program {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.again()
    }
}

/// The program, in a network namespace if it has one of its own.
fn dord_in(namespace: Option<&str>) -> Command {
    let program = env!("CARGO_BIN_EXE_dord");
    let Some(namespace) = namespace else { return Command::new(program) };
    let mut command = Command::new("ip");
    // It becomes the program, so its process is the program's.
    command.args(["netns", "exec", namespace, program]);
    command
}

/// Sends a signal to a process.
#[cfg(unix)]
pub(crate) fn signal(pid: u32, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(pid.to_string()).status().unwrap();
    assert!(sent.success(), "no signal {name} to {pid}");
}

/// Somebody may take the port in between, which is so rare that the test may fail for it.
pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap()
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
