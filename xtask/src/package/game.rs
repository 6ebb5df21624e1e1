//! A server from a package, and a game that is played against it.

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
    nodes::number_of,
    services,
    step::Failure,
};

/// How long a server can take to be ready, under emulation as well.
const START_MAX: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// How long a server can take to close; its unit gives it as long.
const STOP_MAX: Duration = Duration::from_secs(20);

/// Slow enough for the limits that a server has by default.
const MOVES_A_SECOND: &str = "10";
const SECONDS: &str = "1";

/// A free address of this machine.
pub(super) fn free_address() -> Result<SocketAddr, Failure> {
    let port = services::free_port().map_err(|error| Failure(format!("no port is free: {error}")))?;
    Ok((Ipv4Addr::LOCALHOST, port).into())
}

/// A process that is told to stop, or killed when this is dropped.
pub(super) struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts a command that serves at an address, and waits until it is ready.
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

    /// Tells it to stop as systemd does, and waits until it has.
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
        // It has ended already, or there is nothing more to be done about it.
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

/// Two players of a program make moves at one table over Socket.IO; every move must be answered.
pub(super) fn play(mut player: Command, address: SocketAddr) -> Result<(), Failure> {
    // By a name, so that the program has to look one up.
    let url = format!("http://localhost:{}", address.port());
    player.args(["load", "--json", "--tables", "1", "--seconds", SECONDS, "--rate", MOVES_A_SECOND]);
    player.args(["--url", &url]);
    let report = output_of(player)?;
    let moves = number_of(&report, "moves").unwrap_or(0.0);
    ensure(moves > 0.0, format!("moves to be made, found the report {report}"))?;
    println!("{moves} moves were played at {address}");
    Ok(())
}

/// How many commits a server has kept, from what `dord admin stats --json` printed.
pub(super) fn commits(stats: &str) -> Result<u64, Failure> {
    let commits = number_of(stats, "commits").filter(|&commits| commits > 0.0);
    commits.map(|commits| commits as u64).ok_or_else(|| Failure(format!("expected commits, found {stats}")))
}
