//! A network for one test: each server in its own namespace, linked to a bridge on the host.
//!
//! No traffic leaves it: the namespaces have routes only to the bridge, and the addresses are used
//! by nothing else.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Shell script that removes the network when its input ends: on request, or when the test process
/// dies.
const KEEPER: &str = "\
    trap '' INT TERM HUP; cat >/dev/null; switch=$1; shift; \
    for place; do \
        while processes=$(ip netns pids \"$place\") && [ -n \"$processes\" ]; do kill -KILL $processes; done; \
        ip link delete \"$place\"; ip netns delete \"$place\"; \
    done; \
    ip link delete \"$switch\"";

/// Port of every server. Each has its own address.
const PORT: u16 = 8080;

/// Host's address on the bridge, after those of the servers.
const HOST: u8 = 254;

/// Maximum number of networks to try.
const ATTEMPTS_MAX: u32 = 8;

/// Number of networks that this process has tried to create.
static TRIED: AtomicU32 = AtomicU32::new(0);

pub(crate) struct Network {
    number: u8,
    /// Namespaces of the servers. The host ends of their links have the same names.
    places: Vec<String>,
    keeper: Child,
}

impl Network {
    /// Creates a network for `servers` servers, or says why that is not possible here.
    pub(crate) fn lay(servers: usize) -> Result<Network, String> {
        let pid = std::process::id();
        let mut why = String::new();
        for _ in 0..ATTEMPTS_MAX {
            // Processes start at different numbers and count up.
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
        // Link names have at most fifteen characters.
        let switch = format!("d{number}-{pid}");
        let places: Vec<String> = (0..servers).map(|server| format!("d{number}n{server}-{pid}")).collect();
        let mut keeper = Command::new("sh");
        keeper.args(["-c", KEEPER, "sh", &switch]).args(&places);
        keeper.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A signal to the test's process group must not end the keeper.
        keeper.process_group(0);
        let keeper = keeper.spawn().map_err(|error| format!("sh: {error}"))?;
        // From here on, dropping this value removes everything that was created.
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

    /// Checks that a namespace can reach the host: a firewall may block it.
    fn gets_through(&self, place: &str) -> Result<(), String> {
        let cannot = |error: std::io::Error| format!("nobody can listen at {}: {error}", self.host());
        let listener = TcpListener::bind((self.host(), 0)).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        let connect = format!("exec 3<>/dev/tcp/{}/{}", address.ip(), address.port());
        ip(&["netns", "exec", place, "timeout", "5", "bash", "-c", &connect]).map(drop)
    }

    /// The host's address for the servers.
    pub(crate) fn host(&self) -> IpAddr {
        IpAddr::V4(Ipv4Addr::new(10, 77, self.number, HOST))
    }

    /// Address of a server.
    pub(crate) fn address(&self, server: usize) -> SocketAddr {
        SocketAddr::from(([10, 77, self.number, server as u8 + 1], PORT))
    }

    pub(crate) fn namespace(&self, server: usize) -> String {
        self.places[server].clone()
    }

    /// Takes a server's link down: nothing is transferred, and no connection is closed.
    pub(crate) fn cut(&self, server: usize) {
        ip(&["link", "set", &self.places[server], "down"]).unwrap();
    }

    /// Brings a server's link up again.
    pub(crate) fn mend(&self, server: usize) {
        ip(&["link", "set", &self.places[server], "up"]).unwrap();
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // The keeper would continue in the background without this wait.
        let _ = self.keeper.wait();
    }
}

/// Output of `ip` (iproute2).
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

/// Number of the host's routes to a subnet, without the default route.
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

    /// `None` if namespaces are not permitted.
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
    fn a_network_and_its_processes_are_removed_even_if_the_test_fails() {
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
    async fn a_disconnected_server_is_silent_and_its_connections_stay_open() {
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
        // Neither data nor the end of the connection arrives.
        assert!(timeout(Duration::from_millis(300), stream.read_u8()).await.is_err());
        network.mend(0);
        assert_eq!(timeout(LONG, stream.read_u8()).await.unwrap().unwrap(), b'b');
        drop((says, network));
        client.wait().unwrap();
    }
}
