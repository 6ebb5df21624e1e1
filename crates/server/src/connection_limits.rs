//! Registry of open TCP connections: their number per address, and which of them are waiting.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use crate::client_stream::AbortHandle;
use crate::limits::{is_private, network};

/// Factor by which addresses of private networks can have more connections.
const PRIVATE_FACTOR: u32 = 4;

/// Maximum wait for an aborted connection to close before another one is aborted.
const CLOSING_MAX: Duration = Duration::from_millis(50);

/// Registry of open TCP connections.
///
/// A connection without a request in progress is *waiting*: it is idle, or its client has not sent
/// a complete head yet. When there are too many connections, the one that has waited longest is
/// closed in favour of the newest. So a client that sends its request at once is served, however
/// many idle connections others keep open.
pub(crate) struct Connections {
    /// Maximum per address; 0 means no limit.
    per_address: u32,
    /// Maximum in total: the process's limit on open files, minus the files it needs itself.
    total_max: Option<usize>,
    register: Mutex<Register>,
    /// Notified when a connection is closed.
    closed: Notify,
}

#[derive(Default)]
struct Register {
    /// The last sequence number assigned.
    last: u64,
    open: HashMap<u64, Open>,
    addresses: HashMap<IpAddr, OfAddress>,
    /// Waiting connections, longest first, by the sequence number at which they began to wait.
    waiting: BTreeMap<u64, u64>,
}

/// An open connection.
struct Open {
    /// Address that it counts for; `None` for a trusted proxy or after an upgrade.
    address: Option<IpAddr>,
    /// Sequence number at which it began to wait.
    waiting: Option<u64>,
    cutter: AbortHandle,
}

#[derive(Default)]
struct OfAddress {
    open: u32,
    /// Its waiting connections, by the sequence number at which they began to wait.
    waiting: BTreeSet<u64>,
}

/// State of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Phase {
    Waiting,
    Busy,
    /// A WebSocket, which has its own limits and pings.
    Upgraded,
}

/// Entry of one connection in the registry, removed on drop.
pub(crate) struct Slot {
    connections: Arc<Connections>,
    number: u64,
    phase: AtomicU8,
    requests: AtomicU32,
}

impl Connections {
    pub(crate) fn new(per_address: u32, total_max: Option<usize>) -> Arc<Connections> {
        Arc::new(Connections { per_address, total_max, register: Mutex::default(), closed: Notify::new() })
    }

    /// Registers a connection; `None` if its address has reached its limit and no connection of it
    /// is waiting. A trusted proxy carries many clients, so it passes no address.
    pub(crate) fn admit(
        self: &Arc<Connections>,
        address: Option<IpAddr>,
        cutter: AbortHandle,
    ) -> Option<Arc<Slot>> {
        let address = address.map(network);
        let mut register = self.register();
        if let Some(address) = address
            && self.is_full(&register, address)
        {
            let oldest = *register.addresses.get(&address)?.waiting.first()?;
            register.evict(oldest);
        }
        if let Some(address) = address {
            register.addresses.entry(address).or_default().open += 1;
        }
        register.last += 1;
        let number = register.last;
        register.open.insert(number, Open { address, waiting: None, cutter });
        register.wait(number);
        drop(register);
        let phase = AtomicU8::new(Phase::Waiting as u8);
        Some(Arc::new(Slot { connections: Arc::clone(self), number, phase, requests: AtomicU32::new(0) }))
    }

    fn is_full(&self, register: &Register, address: IpAddr) -> bool {
        let factor = if is_private(address) { PRIVATE_FACTOR } else { 1 };
        let most = self.per_address.saturating_mul(factor);
        most > 0 && register.addresses.get(&address).is_some_and(|of_address| of_address.open >= most)
    }

    /// Waits until the process can open another connection. Meanwhile the connections that have
    /// waited longest are closed.
    pub(crate) async fn room(&self) {
        let Some(most) = self.total_max else { return };
        loop {
            let closed = self.closed.notified();
            if self.register().open.len() < most {
                return;
            }
            self.cut_oldest();
            // Busy connections may take longer.
            let _ = tokio::time::timeout(CLOSING_MAX, closed).await;
        }
    }

    /// Closes the connection that has waited longest.
    pub(crate) fn cut_oldest(&self) {
        let mut register = self.register();
        if let Some((&oldest, _)) = register.waiting.first_key_value() {
            register.evict(oldest);
        }
    }

    fn register(&self) -> MutexGuard<'_, Register> {
        // Nothing panics while the lock is held.
        self.register.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Register {
    /// Moves a connection to the end of the waiting ones.
    fn wait(&mut self, number: u64) {
        let Some(open) = self.open.get_mut(&number) else { return };
        self.last += 1;
        open.waiting = Some(self.last);
        self.waiting.insert(self.last, number);
        if let Some(of_address) = open.address.and_then(|address| self.addresses.get_mut(&address)) {
            of_address.waiting.insert(self.last);
        }
    }

    fn wait_no_more(&mut self, number: u64) {
        let Some(open) = self.open.get_mut(&number) else { return };
        let Some(since) = open.waiting.take() else { return };
        self.waiting.remove(&since);
        if let Some(of_address) = open.address.and_then(|address| self.addresses.get_mut(&address)) {
            of_address.waiting.remove(&since);
        }
    }

    /// Stops counting a connection as waiting and for its address.
    fn uncount(&mut self, number: u64) {
        self.wait_no_more(number);
        let Some(address) = self.open.get_mut(&number).and_then(|open| open.address.take()) else { return };
        if let Some(of_address) = self.addresses.get_mut(&address) {
            of_address.open -= 1;
            if of_address.open == 0 {
                self.addresses.remove(&address);
            }
        }
    }

    /// Closes the connection that has waited since this sequence number.
    fn evict(&mut self, since: u64) {
        let Some(&number) = self.waiting.get(&since) else { return };
        self.uncount(number);
        if let Some(open) = self.open.get(&number) {
            open.cutter.cut();
        }
    }
}

impl Slot {
    /// Marks the start of a request.
    pub(crate) fn begin_request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.phase.store(Phase::Busy as u8, Ordering::Release);
        self.connections.register().wait_no_more(self.number);
    }

    /// Marks the end of a response. The request of a WebSocket never ends.
    pub(crate) fn end_request(&self) {
        let is_over = self.phase.compare_exchange(
            Phase::Busy as u8,
            Phase::Waiting as u8,
            Ordering::AcqRel,
            Ordering::Acquire,
        );
        if is_over.is_err() {
            return;
        }
        let mut register = self.connections.register();
        register.wait(self.number);
        if let Some(open) = register.open.get(&self.number) {
            // The reader polled for the next request before this one ended, so it does not know yet
            // that it is waiting.
            open.cutter.wake_reader();
        }
    }

    /// Marks an upgrade to a WebSocket. WebSockets are counted separately.
    pub(crate) fn upgrade(&self) {
        self.phase.store(Phase::Upgraded as u8, Ordering::Release);
        self.connections.register().uncount(self.number);
    }

    pub(crate) fn is_waiting(&self) -> bool {
        self.phase.load(Ordering::Acquire) == Phase::Waiting as u8
    }

    /// Number of requests on this connection.
    pub(crate) fn requests(&self) -> u32 {
        self.requests.load(Ordering::Relaxed)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut register = self.connections.register();
        register.uncount(self.number);
        register.open.remove(&self.number);
        drop(register);
        self.connections.closed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 1));
    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 168, 0, 1));

    struct Client {
        slot: Arc<Slot>,
        cutter: AbortHandle,
    }

    fn connect(connections: &Arc<Connections>, address: Option<IpAddr>) -> Option<Client> {
        let cutter = AbortHandle::default();
        Some(Client { slot: connections.admit(address, cutter.clone())?, cutter })
    }

    #[test]
    fn a_new_connection_replaces_the_one_that_has_waited_longest() {
        let connections = Connections::new(3, None);
        let clients: Vec<Client> = (0..3).map(|_| connect(&connections, Some(EVE)).unwrap()).collect();
        clients[0].slot.begin_request();
        let newest = connect(&connections, Some(EVE)).unwrap();
        let is_cut: Vec<bool> = clients.iter().map(|client| client.cutter.is_cut()).collect();
        assert_eq!(is_cut, [false, true, false], "the first one has a request under way");
        // After its response, the first connection is the last of the waiting ones.
        clients[0].slot.end_request();
        let _another = connect(&connections, Some(EVE)).unwrap();
        assert!(clients[2].cutter.is_cut() && !clients[0].cutter.is_cut() && !newest.cutter.is_cut());
    }

    #[test]
    fn a_new_connection_is_refused_if_all_of_its_address_are_busy() {
        let connections = Connections::new(2, None);
        let clients: Vec<Client> = (0..2).map(|_| connect(&connections, Some(EVE)).unwrap()).collect();
        for client in &clients {
            client.slot.begin_request();
        }
        assert!(connect(&connections, Some(EVE)).is_none());
        assert!(connect(&connections, Some(IpAddr::from([203, 0, 113, 2]))).is_some());
        // A WebSocket is counted separately.
        clients[0].slot.upgrade();
        clients[0].slot.end_request();
        assert!(!clients[0].slot.is_waiting());
        let third = connect(&connections, Some(EVE)).unwrap();
        third.slot.begin_request();
        assert!(connect(&connections, Some(EVE)).is_none());
        drop(third);
        assert!(connect(&connections, Some(EVE)).is_some());
    }

    #[test]
    fn private_networks_have_a_higher_limit_and_trusted_proxies_none() {
        let connections = Connections::new(2, None);
        let home: Vec<Client> = (0..9).map(|_| connect(&connections, Some(HOME)).unwrap()).collect();
        assert_eq!(home.iter().filter(|client| client.cutter.is_cut()).count(), 1);
        let proxy: Vec<Client> = (0..99).map(|_| connect(&connections, None).unwrap()).collect();
        assert!(proxy.iter().all(|client| !client.cutter.is_cut()));
        drop((home, proxy));
        let register = connections.register();
        assert_eq!((register.open.len(), register.addresses.len(), register.waiting.len()), (0, 0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn when_files_run_out_the_connection_that_has_waited_longest_is_closed() {
        let connections = Connections::new(0, Some(3));
        let mut clients: Vec<Client> = (0..3)
            .map(|number| connect(&connections, Some(IpAddr::from([203, 0, 113, number]))).unwrap())
            .collect();
        let room = {
            let connections = Arc::clone(&connections);
            tokio::spawn(async move { connections.room().await })
        };
        while !clients[0].cutter.is_cut() {
            tokio::task::yield_now().await;
        }
        assert!(!room.is_finished(), "its file is still open");
        drop(clients.remove(0));
        room.await.unwrap();
    }
}
