//! A server in a process of its own.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to start on a machine that has other things to do.
const START_MAX: Duration = Duration::from_secs(60);

pub(crate) struct Program {
    child: Child,
    pub(crate) address: SocketAddr,
    data: PathBuf,
}

impl Program {
    pub(crate) fn start(data: &Path) -> Program {
        // Somebody may take the port in between, which is so rare that the test may fail for it.
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap();
        Program::start_at(data, free)
    }

    fn start_at(data: &Path, address: SocketAddr) -> Program {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
        command.arg("serve").arg("--quiet").arg("--listen").arg(address.to_string());
        command.arg("--data-dir").arg(data).current_dir(data.parent().unwrap());
        // No player here is slow on purpose.
        command.env("DORD_LIMITS_MESSAGES_PER_SECOND", "0").env("DORD_LOG", "error");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // It says when the port is open.
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let begun = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(begun.elapsed() < START_MAX, "the server does not open its port: {line}");
            assert!(child.try_wait().unwrap().is_none(), "the server has stopped: {line}");
            std::thread::yield_now();
        }
        Program { child, address, data: data.to_owned() }
    }

    /// Ends it as a power cut would, and starts it again on the same port and files.
    pub(crate) fn kill_and_restart(mut self) -> Program {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        Program::start_at(&self.data.clone(), self.address)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
