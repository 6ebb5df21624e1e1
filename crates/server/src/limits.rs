//! Limits on what one client, and one address, can ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// What one client and one address may do. 0 is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The longest message that is read, in bytes; a longer one is answered `BAD_REQUEST`.
    pub message_bytes: usize,
    /// How many messages a connection can send in a second for long.
    pub messages_per_second: u32,
    /// How many it can send at once.
    pub messages_burst: u32,
    /// How many chat lines a connection can send in a second.
    pub chats_per_second: u32,
    /// How many tables an address can make in an hour, in whichever way; private networks have no limit.
    pub tables_per_hour: u32,
    /// How many connections an address can have; private networks have no limit.
    pub sockets_per_address: u32,
    /// How many connections an address can make in a minute; whoever makes more waits for each, or is refused if that takes long. Private
    /// networks have no limit.
    pub connections_per_minute: u32,
    /// How many codes that find no table, and secrets that open none, an address can try in a minute.
    pub failed_codes_per_minute: u32,
    /// The same in a day.
    pub failed_codes_per_day: u32,
    /// How many can watch a table.
    pub spectators_per_table: u32,
    /// How many whole states of a table a connection can ask for in a minute for long: by `resync`, `watchGame` or coming back.
    pub states_per_minute: u32,
    /// How many it can ask for at once.
    pub states_burst: u32,
    /// How many an address can ask for in a minute for long; private networks have no limit.
    pub states_per_minute_per_address: u32,
    /// How many it can ask for at once.
    pub states_burst_per_address: u32,
    /// How many requests to join a table can wait for its host from one address; those with the table's link are not counted.
    pub join_requests_per_address: u32,
    /// How many seconds a guest whom the host rejected waits before asking again; twice as long each further time.
    pub join_wait_seconds: u32,
    /// How many requests about the daily puzzle an address can make in a minute; private networks have no limit.
    pub daily_requests_per_minute: u32,
    /// How many devices an address can begin the daily puzzle with in an hour; private networks have no limit.
    pub devices_per_hour: u32,
    /// How many archived days are solved in an hour for players at an address; private networks have no limit.
    pub archive_solves_per_hour: u32,
    /// How many TCP connections an address can have open, besides `WebSocket`s; private networks four times as many, and trusted proxies any
    /// number. A new one takes the place of the one that has waited longest for a request.
    pub open_connections_per_address: u32,
    /// How many seconds a client can take to send the head of a request.
    pub header_seconds: u32,
    /// How many seconds it can take to send the body.
    pub body_seconds: u32,
    /// How many seconds a connection can stay open without a request; `WebSocket`s are not meant, and trusted proxies have three times as long.
    pub idle_seconds: u32,
    /// How many finished games an address can ask for in a minute, as records or pictures, private networks too.
    pub game_requests_per_minute: u32,
    /// How many reviews of finished games an address can ask for in a minute, private networks too.
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

/// A bucket that fills at a rate and is emptied by what is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    level: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn full(size: u32) -> Bucket {
        Bucket { level: size.into(), at: Instant::now() }
    }

    /// Takes one out, or says how long to wait. A size of 0 is no limit.
    pub(crate) fn take(&mut self, size: u32, per: Duration) -> Result<(), Duration> {
        self.wait(size, per)?;
        self.level -= 1.0;
        Ok(())
    }

    /// Takes one out of a bucket that is this large and fills at this rate, or says how long to wait. 0 is no limit.
    pub(crate) fn take_burst(&mut self, burst: u32, per_minute: u32) -> Result<(), Duration> {
        if burst == 0 || per_minute == 0 {
            return Ok(());
        }
        self.take(burst, MINUTE.mul_f64(f64::from(burst) / f64::from(per_minute)))
    }

    /// Puts one back that was taken out for nothing.
    fn put_back(&mut self) {
        self.level += 1.0;
    }

    /// Takes one out whether it is there or not: what is owed must come in before anything can be taken again.
    fn owe(&mut self, size: u32, per: Duration) {
        // Whether it was there is asked before the next is tried.
        let _ = self.wait(size, per);
        self.level -= 1.0;
    }

    /// Takes one out that may not be there yet, and says how long that is to be waited for: those who come together wait one after the
    /// other. Nothing is taken if it would be longer than this; then that is the error. A size of 0 is no limit.
    fn queue(&mut self, size: u32, per: Duration, longest: Duration) -> Result<Duration, Duration> {
        if size == 0 {
            return Ok(Duration::ZERO);
        }
        // What is there is asked for below.
        let _ = self.wait(size, per);
        let owed = (1.0 - self.level).max(0.0);
        let wait = Duration::from_secs_f64(owed * per.as_secs_f64() / f64::from(size));
        if wait > longest {
            return Err(wait);
        }
        self.level -= 1.0;
        Ok(wait)
    }

    /// Fills up, and says how long to wait if none can be taken out. A size of 0 is no limit.
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

/// What addresses have done lately. Nothing is kept longer than a day.
pub(crate) struct Addresses {
    book: Mutex<Book>,
}

struct Book {
    known: HashMap<IpAddr, Known>,
    /// When it was last looked through for those who can be forgotten.
    pruned: Instant,
}

struct Known {
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

/// How many addresses are known before those are forgotten that have not been here for an hour.
const KNOWN_MAX: usize = 100_000;
/// How often the book is looked through for them. It takes a while, and everybody waits meanwhile.
const PRUNE_EVERY: Duration = Duration::from_secs(60);

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Default for Addresses {
    fn default() -> Addresses {
        Addresses { book: Mutex::new(Book { known: HashMap::new(), pruned: Instant::now() }) }
    }
}

impl Book {
    /// Forgets those who have not been here for so long, and have no socket.
    fn prune(&mut self, absent: Duration) {
        self.pruned = Instant::now();
        self.known.retain(|_, known| known.sockets > 0 || known.last.elapsed() < absent);
    }
}

impl Addresses {
    fn with<T>(&self, address: IpAddr, limits: &Limits, change: impl FnOnce(&mut Known) -> T) -> T {
        let mut book = self.book();
        if book.known.len() > KNOWN_MAX && book.pruned.elapsed() >= PRUNE_EVERY {
            book.prune(HOUR);
        }
        let entry = book.known.entry(network(address)).or_insert_with(|| Known {
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

    /// Forgets those who have not been here for a day: by then no limit would remember anything.
    pub(crate) fn forget_old(&self) {
        let mut book = self.book();
        book.prune(DAY);
        book.known.shrink_to_fit();
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Nothing panics while the lock is held.
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a socket; `false` if the address has as many as it may.
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

    /// Counts a connection that is made, and says how long it has to wait, or that it may not be made before then. To make one costs the
    /// server as much as many messages, and whoever is cut off for too many of those comes again at once.
    pub(crate) fn make_connection(&self, address: IpAddr, limits: &Limits) -> Result<Duration, Duration> {
        const LONGEST: Duration = Duration::from_secs(10);
        if is_private(address) {
            return Ok(Duration::ZERO);
        }
        self.with(address, limits, |known| {
            known.connections.queue(limits.connections_per_minute, MINUTE, LONGEST)
        })
    }

    /// Counts a table, or says how long to wait.
    pub(crate) fn make_table(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        if is_private(address) {
            return Ok(());
        }
        self.with(address, limits, |known| known.tables.take(limits.tables_per_hour, HOUR))
    }

    /// A table that was counted was not made.
    pub(crate) fn table_not_made(&self, address: IpAddr, limits: &Limits) {
        if !is_private(address) {
            self.with(address, limits, |known| known.tables.put_back());
        }
    }

    /// Counts a whole state of a table, or says how long to wait.
    pub(crate) fn count_state(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        if is_private(address) {
            return Ok(());
        }
        let Limits { states_burst_per_address: burst, states_per_minute_per_address: rate, .. } = *limits;
        self.with(address, limits, |known| known.states.take_burst(burst, rate))
    }

    /// Counts a request about the daily puzzle, or says how long to wait.
    pub(crate) fn ask(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        if is_private(address) {
            return Ok(());
        }
        self.with(address, limits, |known| known.daily.take(limits.daily_requests_per_minute, MINUTE))
    }

    /// Counts a device for the daily puzzle, or says how long to wait.
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

    /// Counts a request for a finished game, or says how long to wait. Private networks have the same limit: one machine of a class can
    /// keep the server busy for all.
    pub(crate) fn read_game(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        self.with(address, limits, |known| known.games.take(limits.game_requests_per_minute, MINUTE))
    }

    /// Counts a request for a review, or says how long to wait.
    pub(crate) fn read_review(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        self.with(address, limits, |known| known.reviews.take(limits.reviews_per_minute, MINUTE))
    }

    /// Whether the address may try a code, or has tried too many that find nothing: then for how long not.
    pub(crate) fn may_try_code(&self, address: IpAddr, limits: &Limits) -> Result<(), Duration> {
        self.with(address, limits, |known| {
            known.codes_day.wait(limits.failed_codes_per_day, DAY).map_err(|wait| wait.max(HOUR))?;
            known.codes_minute.wait(limits.failed_codes_per_minute, MINUTE).map_err(|wait| wait.max(MINUTE))
        })
    }

    /// Counts a code that found nothing. Many can be tried at the same moment when one may be: each of them is counted.
    pub(crate) fn failed_code(&self, address: IpAddr, limits: &Limits) {
        self.with(address, limits, |known| {
            known.codes_minute.owe(limits.failed_codes_per_minute, MINUTE);
            known.codes_day.owe(limits.failed_codes_per_day, DAY);
        });
    }
}

/// What counts as one address: IPv4 as it is, IPv6 by its network.
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

/// Whether an address is this machine or a home network.
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
    fn guesses_that_are_made_at_the_same_moment_are_all_owed() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let eve = IpAddr::from([203, 0, 113, 1]);
        assert_eq!(addresses.may_try_code(eve, &limits), Ok(()));
        for _ in 0..30 {
            addresses.failed_code(eve, &limits);
        }
        // Ten a minute may be wrong, so twenty more take two minutes.
        assert!(addresses.may_try_code(eve, &limits).unwrap_err() > MINUTE + MINUTE);
        assert_eq!(addresses.may_try_code(IpAddr::from([203, 0, 113, 2]), &limits), Ok(()));
    }

    #[test]
    fn whoever_makes_many_connections_waits_for_each_and_is_refused_if_that_takes_long() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let (eve, home) = (IpAddr::from([203, 0, 113, 1]), IpAddr::from([192, 168, 0, 1]));
        let make = |address| addresses.make_connection(address, &limits);
        assert!((0..60).all(|_| make(eve) == Ok(Duration::ZERO)), "so many are a school class");
        // One a second; the test itself takes less than that.
        let waits: Vec<Duration> = (0..12).map_while(|_| make(eve).ok()).collect();
        assert!((10..12).contains(&waits.len()) && waits.is_sorted(), "{waits:?}");
        assert!(waits[9] > Duration::from_secs(8), "{waits:?}");
        assert!(make(eve).unwrap_err() > Duration::from_secs(9));
        assert!((0..200).all(|_| make(home) == Ok(Duration::ZERO)));
        assert_eq!(make(IpAddr::from([203, 0, 113, 2])), Ok(Duration::ZERO));
    }

    #[test]
    fn many_sockets_of_one_address_get_no_more_states_than_it_may_have() {
        let (addresses, limits) = (Addresses::default(), Limits::default());
        let (eve, home) = (IpAddr::from([203, 0, 113, 1]), IpAddr::from([192, 168, 0, 1]));
        let given = (0..1000).filter(|_| addresses.count_state(eve, &limits).is_ok()).count();
        // One a second; the test itself takes less than ten.
        assert!((40..50).contains(&given), "{given}");
        assert!(addresses.count_state(eve, &limits).unwrap_err() <= Duration::from_secs(1));
        assert!((0..1000).all(|_| addresses.count_state(home, &limits).is_ok()));
        let unlimited = Limits { states_burst_per_address: 0, ..limits };
        assert!((0..1000).all(|_| addresses.count_state(eve, &unlimited).is_ok()));
    }

    #[test]
    fn however_many_are_known_they_are_looked_through_only_now_and_then() {
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
