//! A network for one test: each server in a namespace of its own, with a cable to a switch that this machine is on, too.
//!
//! Nothing leaves it. The namespaces know no way but to the switch, and its addresses are nobody else's.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Takes everything away as soon as its own input ends: when it is told to, or when the test does not live any more,
/// however it came to its end.
const KEEPER: &str = "\
    trap '' INT TERM HUP; cat >/dev/null; switch=$1; shift; \
    for place; do \
        while processes=$(ip netns pids \"$place\") && [ -n \"$processes\" ]; do kill -KILL $processes; done; \
        ip link delete \"$place\"; ip netns delete \"$place\"; \
    done; \
    ip link delete \"$switch\"";

/// The port of every server: each has all of its own.
const PORT: u16 = 8080;

/// This machine's place on the switch, after those of the servers.
const HOST: u8 = 254;

/// How many networks are tried before it is taken for impossible.
const ATTEMPTS_MAX: u32 = 8;

/// Networks that this process has tried to lay.
static TRIED: AtomicU32 = AtomicU32::new(0);

pub(crate) struct Network {
    number: u8,
    /// The namespaces of the servers; the near ends of their cables are called the same.
    places: Vec<String>,
    keeper: Child,
}

impl Network {
    /// Lays a network for so many servers; or says why that cannot be done here.
    pub(crate) fn lay(servers: usize) -> Result<Network, String> {
        let pid = std::process::id();
        let mut why = String::new();
        for _ in 0..ATTEMPTS_MAX {
            // Another process begins elsewhere, and this one goes on.
            let number = pid.wrapping_mul(37).wrapping_add(TRIED.fetch_add(1, Ordering::Relaxed)) as u8;
            match Network::try_lay(number, pid, servers) {
                Ok(network) => return Ok(network),
                Err(reason) => why = reason,
            }
        }
        Err(why)
    }

    fn try_lay(number: u8, pid: u32, servers: usize) -> Result<Network, String> {
        let subnet = format!("10.77.{number}.0/24");
        if ways_to(&subnet)? > 0 {
            return Err(format!("{subnet} is in use"));
        }
        // A link has fifteen characters at most.
        let switch = format!("d{number}-{pid}");
        let places: Vec<String> = (0..servers).map(|server| format!("d{number}n{server}-{pid}")).collect();
        let mut keeper = Command::new("sh");
        keeper.args(["-c", KEEPER, "sh", &switch]).args(&places);
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // What ends this process by its group does not end the keeper.
        keeper.process_group(0);
        let keeper = keeper.spawn().map_err(|error| format!("sh: {error}"))?;
        // From here on whatever was made is taken away with this.
        let network = Network { number, places, keeper };
        ip(&["link", "add", &switch, "type", "bridge"])?;
        ip(&["address", "add", &format!("{}/24", network.host()), "dev", &switch])?;
        ip(&["link", "set", &switch, "up"])?;
        if ways_to(&subnet)? > 1 {
            return Err(format!("somebody else has taken {subnet} at the same moment"));
        }
        for (server, place) in network.places.iter().enumerate() {
            let address = format!("{}/24", network.address(server).ip());
            ip(&["netns", "add", place])?;
            ip(&["link", "add", place, "type", "veth", "peer", "name", "cable", "netns", place])?;
            ip(&["-netns", place, "address", "add", &address, "dev", "cable"])?;
            ip(&["-netns", place, "link", "set", "lo", "up"])?;
            ip(&["-netns", place, "link", "set", "cable", "up"])?;
            ip(&["link", "set", place, "master", &switch, "up"])?;
            network.gets_through(place)?;
        }
        Ok(network)
    }

    /// Whether somebody at a place reaches this machine: a firewall may be in the way.
    fn gets_through(&self, place: &str) -> Result<(), String> {
        let cannot = |error: std::io::Error| format!("nobody can listen at {}: {error}", self.host());
        let listener = TcpListener::bind((self.host(), 0)).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let connect = format!("exec 3<>/dev/tcp/{}/{}", address.ip(), address.port());
        ip(&["netns", "exec", place, "timeout", "5", "bash", "-c", &connect]).map(drop)
    }

    /// Where the servers find this machine.
    pub(crate) fn host(&self) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(10, 77, self.number, HOST))
    }

    /// Where a server is found.
    pub(crate) fn address(&self, server: usize) -> SocketAddr {
        SocketAddr::from(([10, 77, self.number, server as u8 + 1], PORT))
    }

    pub(crate) fn namespace(&self, server: usize) -> String {
        self.places[server].clone()
    }

    /// Pulls the cable of a server out: nothing goes in or out, and nobody is told.
    pub(crate) fn cut(&self, server: usize) {
        ip(&["link", "set", &self.places[server], "down"]).unwrap();
    }

    /// Puts the cable of a server in again.
    pub(crate) fn mend(&self, server: usize) {
        ip(&["link", "set", &self.places[server], "up"]).unwrap();
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // It goes on if we do not wait for it.
        let _ = self.keeper.wait();
    }
}

/// What `ip` (iproute2) says.
fn ip(arguments: &[&str]) -> Result<String, String> {
    let asked = || format!("ip {}", arguments.join(" "));
    let output = Command::new("ip").args(arguments).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{}: {error}", asked()))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{}: {}", asked(), String::from_utf8_lossy(&output.stderr).trim()))
    }
}

/// How many ways this machine knows to a part of the network, apart from the one to everywhere.
fn ways_to(subnet: &str) -> Result<usize, String> {
    let ways = ip(&["-4", "route", "show", "match", subnet])?;
    Ok(ways.lines().filter(|way| !way.starts_with("default")).count())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc;
    use std::time::Duration;

    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::{Child, Command, Network, Stdio, ip};

    /// `None` where it is not allowed.
    fn lay(servers: usize) -> Option<Network> {
        Network::lay(servers).inspect_err(|why| eprintln!("skipped: no namespaces here: {why}")).ok()
    }

    fn run_in(network: &Network, server: usize, program: &[&str]) -> Child {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &network.namespace(server)]).args(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
    }

    fn is_there(name: &str) -> bool {
        let (links, places) = (ip(&["link", "show"]).unwrap(), ip(&["netns", "list"]).unwrap());
        links.contains(name) || places.contains(name)
    }

    #[test]
    fn a_network_is_gone_after_its_test_with_all_that_ran_in_it_even_if_the_test_fails() {
        let (tell, told) = mpsc::channel();
        let failed = catch_unwind(AssertUnwindSafe(move || {
            let Some(network) = lay(2) else { return };
            assert!(network.places.iter().all(|place| is_there(place)));
            let mut sleeper = run_in(&network, 1, &["sh", "-c", "echo; exec sleep 600"]);
            sleeper.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
            tell.send((network.places.clone(), sleeper)).unwrap();
            panic!("a test fails");
        }));
        if failed.is_ok() {
            return;
        }
        let (places, mut sleeper) = told.try_recv().expect("it fails no earlier");
        assert!(!sleeper.wait().unwrap().success());
        for place in places {
            assert!(!is_there(&place), "{place} is left");
        }
    }

    #[tokio::test]
    async fn a_server_whose_cable_is_out_is_heard_by_nobody_and_nobody_is_told() {
        const LONG: Duration = Duration::from_secs(60);
        let Some(network) = lay(1) else { return };
        let listener = TcpListener::bind((network.host(), 0)).await.unwrap();
        let script = format!("cat >/dev/tcp/{}/{}", network.host(), listener.local_addr().unwrap().port());
        let mut client = run_in(&network, 0, &["bash", "-c", &script]);
        let mut says = client.stdin.take().unwrap();
        let (mut stream, from) = timeout(LONG, listener.accept()).await.unwrap().unwrap();
        assert_eq!(from.ip(), network.address(0).ip());
        says.write_all(b"a").unwrap();
        assert_eq!(timeout(LONG, stream.read_u8()).await.unwrap().unwrap(), b'a');
        network.cut(0);
        says.write_all(b"b").unwrap();
        // Neither what was said nor an end of the connection comes.
        assert!(timeout(Duration::from_millis(300), stream.read_u8()).await.is_err());
        network.mend(0);
        assert_eq!(timeout(LONG, stream.read_u8()).await.unwrap().unwrap(), b'b');
        drop((says, network));
        client.wait().unwrap();
    }
}
