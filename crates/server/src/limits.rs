//! Rate limits and quotas per client and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// Limits per client and per address. 0 means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Maximum size of a message in bytes; a longer one is answered with `BAD_REQUEST`.
    pub message_bytes: usize,
    /// Messages per second of a connection, on average.
    pub messages_per_second: u32,
    /// Messages that a connection can send at once.
    pub messages_burst: u32,
    /// Chat messages per second of a connection.
    pub chats_per_second: u32,
    /// Tables that an address can create per hour, by any event; private networks have no limit.
    pub tables_per_hour: u32,
    /// Simultaneous sockets of an address; private networks have no limit.
    pub sockets_per_address: u32,
    /// New connections of an address per minute. Further ones are delayed, or refused if the delay
    /// would be long. Private networks have no limit.
    pub connections_per_minute: u32,
    /// Wrong room codes and secrets that an address can try per minute.
    pub failed_codes_per_minute: u32,
    /// Wrong room codes and secrets that an address can try per day.
    pub failed_codes_per_day: u32,
    /// Spectators of a table.
    pub spectators_per_table: u32,
    /// Full table states that a connection can request per minute, by `resync`, `watchGame` or
    /// rejoining.
    pub states_per_minute: u32,
    /// Full table states that a connection can request at once.
    pub states_burst: u32,
    /// Full table states that an address can request per minute; private networks have no limit.
    pub states_per_minute_per_address: u32,
    /// Full table states that an address can request at once.
    pub states_burst_per_address: u32,
    /// Pending join requests of an address at a table; those with the table's link are not counted.
    pub join_requests_per_address: u32,
    /// Seconds that a rejected guest waits before asking again; doubled each further time.
    pub join_wait_seconds: u32,
    /// Daily puzzle requests of an address per minute; private networks have no limit.
    pub daily_requests_per_minute: u32,
    /// Devices that an address can register for the daily puzzle per hour; private networks have no
    /// limit.
    pub devices_per_hour: u32,
    /// Archived days that are solved per hour for an address; private networks have no limit.
    pub archive_solves_per_hour: u32,
    /// Open TCP connections of an address, besides `WebSocket`s. Private networks can have four
    /// times as many, and trusted proxies any number. A new connection replaces the one that has
    /// waited longest for a request.
    pub open_connections_per_address: u32,
    /// Seconds that a client can take to send the head of a request.
    pub header_seconds: u32,
    /// Seconds that a client can take to send the body of a request.
    pub body_seconds: u32,
    /// Seconds that a connection can be idle between requests; three times as many for trusted
    /// proxies. Does not apply to `WebSocket`s.
    pub idle_seconds: u32,
    /// Records and pictures of finished games that an address can request per minute, private
    /// networks included.
    pub game_requests_per_minute: u32,
    /// Reviews of finished games that an address can request per minute, private networks included.
    pub reviews_per_minute: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            message_bytes: 16 * 1024,
            messages_per_second: 20,
            messages_burst: 40,
            chats_per_second: 1,
            tables_per_hour: 10,
            sockets_per_address: 20,
            connections_per_minute: 60,
            failed_codes_per_minute: 10,
            failed_codes_per_day: 50,
            spectators_per_table: 50,
            states_per_minute: 30,
            states_burst: 5,
            states_per_minute_per_address: 60,
            states_burst_per_address: 40,
            join_requests_per_address: 3,
            join_wait_seconds: 30,
            daily_requests_per_minute: 240,
            devices_per_hour: 60,
            archive_solves_per_hour: 12,
            open_connections_per_address: 256,
            header_seconds: 10,
            body_seconds: 30,
            idle_seconds: 60,
            game_requests_per_minute: 300,
            reviews_per_minute: 60,
        }
    }
}

/// Token bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    level: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(size: u32) -> Bucket {
        Bucket { level: size.into(), at: Instant::now() }
    }

    /// Takes a token, or returns how long to wait. A size of 0 means no limit.
    pub(crate) fn take(&mut self, size: u32, per: Duration) -> Result<(), Duration> {
        self.wait(size, per)?;
        self.level -= 1.0;
        Ok(())
    }

    /// Takes a token from a bucket with this size and rate, or returns how long to wait. 0 means no
    /// limit.
    pub(crate) fn take_burst(&mut self, burst: u32, per_minute: u32) -> Result<(), Duration> {
        if burst == 0 || per_minute == 0 {
            return Ok(());
        }
        self.take(burst, MINUTE.mul_f64(f64::from(burst) / f64::from(per_minute)))
    }

    /// Returns a token that was not used.
    fn put_back(&mut self) {
        self.level += 1.0;
    }

    /// Takes a token even if there is none. The debt must be refilled before another can be taken.
    fn owe(&mut self, size: u32, per: Duration) {
        // The caller checks the level before the next attempt.
        let _ = self.wait(size, per);
        self.level -= 1.0;
    }

    /// Takes a token in advance and returns how long to wait for it, so that concurrent callers
    /// queue. If the wait exceeds `longest`, nothing is taken and the wait is the error. A size of
    /// 0 means no limit.
    fn queue(&mut self, size: u32, per: Duration, longest: Duration) -> Result<Duration, Duration> {
        if size == 0 {
            return Ok(Duration::ZERO);
        }
        // Only refills; the level is checked below.
        let _ = self.wait(size, per);
        let owed = (1.0 - self.level).max(0.0);
        let wait = Duration::from_secs_f64(owed * per.as_secs_f64() / f64::from(size));
        if wait > longest {
            return Err(wait);
        }
        self.level -= 1.0;
        Ok(wait)
    }

    /// Refills the bucket. Returns how long to wait if there is no token. A size of 0 means no
    /// limit.
    fn wait(&mut self, size: u32, per: Duration) -> Result<(), Duration> {
        if size == 0 {
            return Ok(());
        }
        let now = Instant::now();
        let rate = f64::from(size) / per.as_secs_f64();
        self.level = (self.level + now.duration_since(self.at).as_secs_f64() * rate).min(size.into());
        self.at = now;
        if self.level >= 1.0 { Ok(()) } else { Err(Duration::from_secs_f64((1.0 - self.level) / rate)) }
    }
}

/// Recent activity per address. Nothing is stored for more than a day.
pub(crate) struct Addresses {
    book: Mutex<AddressRegistry>,
}

struct AddressRegistry {
    known: HashMap<IpAddr, AddressEntry>,
    /// When inactive addresses were last removed.
    pruned: Instant,
}

struct AddressEntry {
    sockets: u32,
    connections: Bucket,
    tables: Bucket,
    codes_minute: Bucket,
    codes_day: Bucket,
    states: Bucket,
    daily: Bucket,
    devices: Bucket,
    archive_solves: Bucket,
    games: Bucket,
    reviews: Bucket,
    last: Instant,
}

/// Number of addresses above which those inactive for an hour are removed.
const KNOWN_MAX: usize = 100_000;
/// Minimum interval between two removals, which are slow and hold the lock.
const PRUNE_EVERY: Duration = Duration::from_secs(60);

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Default for Addresses {
    fn default() -> Addresses {
        Addresses { book: Mutex::new(AddressRegistry { known: HashMap::new(), pruned: Instant::now() }) }
    }
}

impl AddressRegistry {
    /// Removes addresses without a socket that have been inactive for `absent`.
    fn prune(&mut self, absent: Duration) {
        self.pruned = Instant::now();
        self.known.retain(|_, known| known.sockets > 0 || known.last.elapsed() < absent);
    }
}

impl Addresses {
    fn with<T>(&self, address: IpAddr, limits: &Limits, change: impl FnOnce(&mut AddressEntry) -> T) -> T {
        let mut book = self.book();
        if book.known.len() > KNOWN_MAX && book.pruned.elapsed() >= PRUNE_EVERY {
            book.prune(HOUR);
        }
        let entry = book.known.entry(network(address)).or_insert_with(|| AddressEntry {
            sockets: 0,
            connections: Bucket::full(limits.connections_per_minute),
            tables: Bucket::full(limits.tables_per_hour),
            codes_minute: Bucket::full(limits.failed_codes_per_minute),
            codes_day: Bucket::full(limits.failed_codes_per_day),
            states: Bucket::full(limits.states_burst_per_address),
            daily: Bucket::full(limits.daily_requests_per_minute),
            devices: Bucket::full(limits.devices_per_hour),
            archive_solves: Bucket::full(limits.archive_solves_per_hour),
            games: Bucket::full(limits.game_requests_per_minute),
            reviews: Bucket::full(limits.reviews_per_minute),
            last: Instant::now(),
        });
        entry.last = Instant::now();
        change(entry)
    }

    /// Removes addresses that have been inactive for a day: by then all their buckets are full.
    pub(crate) fn forget_old(&self) {
        let mut book = self.book();
        book.prune(DAY);
        book.known.shrink_to_fit();
    }

    fn book(&self) -> MutexGuard<'_, AddressRegistry> {
        // Nothing panics while the lock is held.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a socket; `false` if the address has reached its limit.
    pub(crate) fn connect(&self, address: IpAddr, limits: &Limits) -> bool {
        let most = limits.sockets_per_address;
        self.with(address, limits, |known| {
            let fits = most == 0 || is_private(address) || known.sockets < most;
            known.sockets += u32::from(fits);
            fits
        })
    }

    pub(crate) fn disconnect(&self, address: IpAddr, limits: &Limits) {
        self.with(address, limits, |known| known.sockets = known.sockets.saturating_sub(1));
    }

    /// Counts a new connection and returns its delay, or the time until one is allowed. A
    /// connection costs the server as much as many messages, and clients that are cut off for
    /// sending too much reconnect at once.
    pub(crate) fn make_connection(&self, address: IpAddr, limits: &Limits) -> Result<Duration, Duration> {
        const LONGEST: Duration = Duration::from_secs(10);
        if is_private(address) {
            return Ok(Duration::ZERO);
        }
        self.with(address, limits, |known| {
            known.connections.queue(limits.connections_per_minute, MINUTE, LONGEST)
        })
    }

    /// Counts a new table, or returns how long to wait.
    pub(crate) fn make_table(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        if is_private(address) {
            return Ok(());
        }
        self.with(address, limits, |known| known.tables.take(limits.tables_per_hour, HOUR))
    }

    /// Returns the token of a table that was not created.
    pub(crate) fn table_not_made(&self, address: IpAddr, limits: &Limits) {
        if !is_private(address) {
            self.with(address, limits, |known| known.tables.put_back());
        }
    }

    /// Counts a full table state, or returns how long to wait.
    pub(crate) fn count_state(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        if is_private(address) {
            return Ok(());
        }
        let Limits { states_burst_per_address: burst, states_per_minute_per_address: rate, .. } = *limits;
        self.with(address, limits, |known| known.states.take_burst(burst, rate))
    }

    /// Counts a daily puzzle request, or returns how long to wait.
    pub(crate) fn ask(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        if is_private(address) {
            return Ok(());
        }
        self.with(address, limits, |known| known.daily.take(limits.daily_requests_per_minute, MINUTE))
    }

    /// Counts a new device for the daily puzzle, or returns how long to wait.
    pub(crate) fn add_device(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        if is_private(address) {
            return Ok(());
        }
        self.with(address, limits, |known| known.devices.take(limits.devices_per_hour, HOUR))
    }

    /// Counts a solve of an archived day, or returns how long to wait.
    pub(crate) fn solve_archived(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        if is_private(address) {
            return Ok(());
        }
        self.with(address, limits, |known| known.archive_solves.take(limits.archive_solves_per_hour, HOUR))
    }

    /// Counts a request for a finished game, or returns how long to wait. Private networks have the
    /// same limit: one machine in a classroom could otherwise block the server for all.
    pub(crate) fn read_game(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        self.with(address, limits, |known| known.games.take(limits.game_requests_per_minute, MINUTE))
    }

    /// Counts a request for a review, or returns how long to wait.
    pub(crate) fn read_review(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        self.with(address, limits, |known| known.reviews.take(limits.reviews_per_minute, MINUTE))
    }

    /// Whether the address may try a code; if it has tried too many wrong ones, returns how long to
    /// wait.
    pub(crate) fn may_try_code(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        self.with(address, limits, |known| {
            known.codes_day.wait(limits.failed_codes_per_day, DAY).map_err(|wait| wait.max(HOUR))?;
            known.codes_minute.wait(limits.failed_codes_per_minute, MINUTE).map_err(|wait| wait.max(MINUTE))
        })
    }

    /// Counts a wrong code. Concurrent attempts can exceed the limit, so each of them is counted as
    /// debt.
    pub(crate) fn failed_code(&self, address: IpAddr, limits: &Limits) {
        self.with(address, limits, |known| {
            known.codes_minute.owe(limits.failed_codes_per_minute, MINUTE);
            known.codes_day.owe(limits.failed_codes_per_day, DAY);
        });
    }
}

/// Key of an address: IPv4 as it is, IPv6 by its network prefix.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let mut segments = address.segments();
            segments[4..].fill(0);
            IpAddr::V6(segments.into())
        }
    }
}

/// Whether an address is this machine or in a private network.
pub(crate) fn is_private(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concurrent_guesses_are_all_counted() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let eve = IpAddr::from([203, 0, 113, 1]);
        assert_eq!(addresses.may_try_code(eve, &limits), Ok(()));
        for _ in 0..30 {
            addresses.failed_code(eve, &limits);
        }
        // Ten wrong codes are allowed per minute, so twenty more take two minutes.
        assert!(addresses.may_try_code(eve, &limits).unwrap_err() > MINUTE + MINUTE);
        assert_eq!(addresses.may_try_code(IpAddr::from([203, 0, 113, 2]), &limits), Ok(()));
    }

    #[test]
    fn many_new_connections_are_delayed_and_then_refused() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let (eve, home) = (IpAddr::from([203, 0, 113, 1]), IpAddr::from([192, 168, 0, 1]));
        let make = |address| addresses.make_connection(address, &limits);
        assert!((0..60).all(|_| make(eve) == Ok(Duration::ZERO)), "so many are a school class");
        // One per second; the test takes less than that.
        let waits: Vec<Duration> = (0..12).map_while(|_| make(eve).ok()).collect();
        assert!((10..12).contains(&waits.len()) && waits.is_sorted(), "{waits:?}");
        assert!(waits[9] > Duration::from_secs(8), "{waits:?}");
        assert!(make(eve).unwrap_err() > Duration::from_secs(9));
        assert!((0..200).all(|_| make(home) == Ok(Duration::ZERO)));
        assert_eq!(make(IpAddr::from([203, 0, 113, 2])), Ok(Duration::ZERO));
    }

    #[test]
    fn sockets_of_one_address_share_its_limit_on_states() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let (eve, home) = (IpAddr::from([203, 0, 113, 1]), IpAddr::from([192, 168, 0, 1]));
        let given = (0..1000).filter(|_| addresses.count_state(eve, &limits).is_ok()).count();
        // One per second; the test takes less than ten.
        assert!((40..50).contains(&given), "{given}");
        assert!(addresses.count_state(eve, &limits).unwrap_err() <= Duration::from_secs(1));
        assert!((0..1000).all(|_| addresses.count_state(home, &limits).is_ok()));
        let unlimited = Limits { states_burst_per_address: 0, ..limits };
        assert!((0..1000).all(|_| addresses.count_state(eve, &unlimited).is_ok()));
    }

    #[test]
    fn addresses_are_pruned_only_periodically() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let address =
            |number: usize| IpAddr::from(((0x2001_0db8_u128 << 96) | ((number as u128) << 64)).to_be_bytes());
        for number in 0..=KNOWN_MAX {
            addresses.failed_code(address(number), &limits);
        }
        let first = addresses.book().pruned;
        for number in 0..100 {
            addresses.failed_code(address(number), &limits);
        }
        assert_eq!(addresses.book().pruned, first, "the next to come do not wait for it again");
        addresses.book().pruned = first.checked_sub(PRUNE_EVERY).unwrap();
        addresses.failed_code(address(0), &limits);
        assert!(addresses.book().pruned >= first);
        assert_eq!(addresses.book().known.len(), KNOWN_MAX + 1, "everybody was here lately");
    }
}
