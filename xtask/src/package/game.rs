//! A server from a package, and a test game against it.

use std::{
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::commands::{ensure, output_of};
use crate::{
    checkout::{Checkout, run},
    cluster_cost::number_of,
    services,
    step::Failure,
};

/// Maximum time for a server to become ready, also under emulation.
const START_MAX: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// Maximum time for a server to stop, as in its unit.
const STOP_MAX: Duration = Duration::from_secs(20);

/// Slow enough for the default rate limits.
const MOVES_A_SECOND: &str = "10";
const SECONDS: &str = "1";

/// A free local address.
pub(super) fn free_address() -> Result<SocketAddr, Failure> {
    let port = services::free_port().map_err(|error| Failure(format!("no port is free: {error}")))?;
    Ok((Ipv4Addr::LOCALHOST, port).into())
}

/// A server process, killed on drop unless it was stopped.
pub(super) struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts a server command and waits until it is ready.
    pub(super) fn start(mut command: Command, address: SocketAddr) -> Result<Server, Failure> {
        let process = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| Failure(format!("the server could not be started: {error}")))?;
        let mut server = Server { process, address };
        let begun = Instant::now();
        while begun.elapsed() < START_MAX {
            if is_ready(address) {
                return Ok(server);
            }
            if let Ok(Some(status)) = server.process.try_wait() {
                return Err(Failure(format!("the server ended while it started: {status}")));
            }
            thread::sleep(LOOK_AGAIN);
        }
        Err(Failure(format!("the server at {address} is not ready after {START_MAX:?}")))
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops the server with the same signal as systemd, and waits for its end.
    pub(super) fn stop(mut self, checkout: &Checkout) -> Result<(), Failure> {
        let mut kill = checkout.command("kill");
        kill.args(["-TERM", &self.process.id().to_string()]);
        run(kill)?;
        let begun = Instant::now();
        while begun.elapsed() < STOP_MAX {
            if let Ok(Some(status)) = self.process.try_wait() {
                return ensure(status.success(), format!("the server to end well, found {status}"));
            }
            thread::sleep(LOOK_AGAIN);
        }
        Err(Failure(format!("the server was told to stop and still runs after {STOP_MAX:?}")))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already; otherwise nothing more can be done.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn is_ready(address: SocketAddr) -> bool {
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, LOOK_AGAIN)?;
        stream.set_read_timeout(Some(Duration::from_secs(5)))?;
        write!(stream, "GET /readyz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

/// Plays moves of two players at one table over Socket.IO; every move must be answered.
pub(super) fn play(mut player: Command, address: SocketAddr) -> Result<(), Failure> {
    // By host name, so that the program has to resolve it.
    let url = format!("http://localhost:{}", address.port());
    player.args(["load", "--json", "--tables", "1", "--seconds", SECONDS, "--rate", MOVES_A_SECOND]);
    player.args(["--url", &url]);
    let report = output_of(player)?;
    let moves = number_of(&report, "moves").unwrap_or(0.0);
    ensure(moves > 0.0, format!("moves to be made, found the report {report}"))?;
    println!("{moves} moves were played at {address}");
    Ok(())
}

/// Number of stored commits in the output of `dord admin stats --json`.
pub(super) fn commits(stats: &str) -> Result<u64, Failure> {
    let commits = number_of(stats, "commits").filter(|&commits| commits > 0.0);
    commits.map(|commits| commits as u64).ok_or_else(|| Failure(format!("expected commits, found {stats}")))
}
