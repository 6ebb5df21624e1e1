//! A store in memory, for tests.

mod admin;
mod chat;
mod cluster;
mod daily;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use rules::{GameId, Millis, Progress, Seat, Timestamp};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::table::{SeatStatus, fates};
use crate::{
    AppendError, Batch, Commit, CommitTail, CreateError, EventStore, Lobby, NewTable, OPEN_SEATS_MAX,
    PlayerId, RoomCode, SeatChange, StoreError, StoredChat, StoredTable, TokenHash, Version,
};

/// Stores tables in memory, with the same contract as the databases except for durability.
///
/// Tests can make it fail, to see how callers handle a store that does not answer.
#[derive(Debug, Default)]
pub struct MemoryStore {
    state: Mutex<State>,
    /// The table whose loading is blocked at the moment.
    held: watch::Sender<Option<GameId>>,
}

#[derive(Debug, Default)]
struct State {
    tables: HashMap<GameId, Kept>,
    tickets: HashMap<TokenHash, (GameId, Seat, Timestamp)>,
    daily: daily::DailyState,
    cluster_store: cluster::ClusterState,
    clock: Clock,
    fault: Option<Fault>,
}

/// The clock of a database, which a test can set.
#[derive(Debug)]
struct Clock {
    showed: Timestamp,
    set: Instant,
}

impl Default for Clock {
    /// A clock that was never set.
    fn default() -> Clock {
        Clock { showed: Timestamp::default(), set: Instant::now() }
    }
}

impl Clock {
    fn now(&self) -> Timestamp {
        self.showed + Millis(i64::try_from(self.set.elapsed().as_millis()).unwrap_or(i64::MAX))
    }
}

/// A failure chosen by a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// Every operation fails.
    Failing,
    /// Commits are stored, but their callers get an error.
    Silent,
    /// Nothing can be written.
    Refusing,
    /// [`EventStore::load_since`] fails.
    WithoutNews,
    /// [`ClusterStore::poll`](crate::ClusterStore::poll) fails.
    WithoutSight,
}

#[derive(Debug)]
struct Kept {
    table: StoredTable,
    commands: HashMap<(PlayerId, String), (Version, String)>,
    chat: Vec<StoredChat>,
    ended_at: Option<Timestamp>,
}

impl MemoryStore {
    /// Creates an empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// Makes every operation fail, or work again.
    pub fn set_failing(&self, is_failing: bool) {
        self.set(Fault::Failing, is_failing);
    }

    /// Makes commits return an error although they are stored, or ends that.
    pub fn set_silent(&self, is_silent: bool) {
        self.set(Fault::Silent, is_silent);
    }

    /// Makes writes fail while reads work, or ends that.
    pub fn set_refusing(&self, is_refusing: bool) {
        self.set(Fault::Refusing, is_refusing);
    }

    /// Makes [`EventStore::load_since`] fail, or ends that.
    pub fn set_without_news(&self, has_no_news: bool) {
        self.set(Fault::WithoutNews, has_no_news);
    }

    /// Makes [`ClusterStore::poll`](crate::ClusterStore::poll) fail, or ends that.
    pub fn set_without_sight(&self, has_no_sight: bool) {
        self.set(Fault::WithoutSight, has_no_sight);
    }

    /// Blocks loading of one table, until another one or none is blocked.
    pub fn set_holding_up(&self, table: Option<GameId>) {
        self.held.send_replace(table);
    }

    /// Returns the time of the clock.
    pub fn clock(&self) -> Timestamp {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clock.now()
    }

    /// Sets the clock that measures leases and claims, forward or back.
    pub fn set_clock(&self, showed: Timestamp) {
        let clock = Clock { showed, set: Instant::now() };
        self.state.lock().unwrap_or_else(PoisonError::into_inner).clock = clock;
    }

    fn set(&self, fault: Fault, is_so: bool) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).fault = is_so.then_some(fault);
    }

    fn state(&self) -> Result<MutexGuard<'_, State>, StoreError> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.fault == Some(Fault::Failing) {
            Err(StoreError::unavailable("a test said so"))
        } else {
            Ok(state)
        }
    }

    /// Returns the state for writing.
    fn writing(&self) -> Result<MutexGuard<'_, State>, StoreError> {
        let state = self.state()?;
        if state.fault == Some(Fault::Refusing) {
            Err(StoreError::unavailable("a test said so"))
        } else {
            Ok(state)
        }
    }
}

impl State {
    /// Returns tables with a timer due by `now`, longest overdue first.
    fn due(&self, now: Timestamp) -> Vec<GameId> {
        let tables = self.tables.values().map(|kept| &kept.table);
        let mut due: Vec<_> =
            tables.filter_map(|table| Some((table.next_due.filter(|&due| due <= now)?, &table.id))).collect();
        due.sort();
        due.into_iter().map(|(_, id)| id.clone()).collect()
    }
}

impl Kept {
    /// Applies what a commit changes besides the events.
    fn change(&mut self, seats: &[SeatChange], status: Progress, next_due: Option<Timestamp>, at: Timestamp) {
        for (seat, fate) in fates(seats) {
            match fate {
                SeatStatus::Taken(taken) => {
                    self.table.seats.insert(seat, taken);
                }
                SeatStatus::NewToken(token) => {
                    if let Some(mut taken) = self.table.seats.remove(seat) {
                        taken.token = Some(token);
                        self.table.seats.insert(seat, taken);
                    }
                }
                SeatStatus::Freed => {
                    self.table.seats.remove(seat);
                }
            }
        }
        self.table.status = status;
        self.table.next_due = next_due;
        match status {
            Progress::Closed => self.table.code = None,
            Progress::Ended => self.ended_at = self.ended_at.or(Some(at)),
            Progress::Waiting | Progress::Playing => {}
        }
    }
}

#[async_trait]
impl EventStore for MemoryStore {
    async fn create(&self, table: NewTable) -> Result<(), CreateError> {
        let mut state = self.state()?;
        if table.language().is_none() {
            return Err(CreateError::NoOpening(table.id));
        }
        if state.tables.contains_key(&table.id) {
            return Err(CreateError::TableExists(table.id));
        }
        if state.tables.values().any(|kept| kept.table.code.as_ref() == Some(&table.code)) {
            return Err(CreateError::CodeTaken(table.code));
        }
        let NewTable { id, code, lobby, seed, invite, at, events, seats, status, next_due } = table;
        let table = StoredTable {
            id: id.clone(),
            code: Some(code),
            lobby,
            seed,
            invite,
            version: Version::FIRST,
            status,
            opened_at: at,
            next_due,
            seats: rules::BySeat::new(),
            batches: vec![Batch { version: Version::FIRST, at, events }],
        };
        let mut kept = Kept { table, commands: HashMap::new(), chat: Vec::new(), ended_at: None };
        kept.change(&seats, status, next_due, at);
        state.tables.insert(id, kept);
        Ok(())
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredTable>, StoreError> {
        let mut held = self.held.subscribe();
        // Cannot fail: the sender belongs to this store.
        let _ = held.wait_for(|held| held.as_ref() != Some(id)).await;
        Ok(self.state()?.tables.get(id).map(|kept| kept.table.clone()))
    }

    async fn load_since(&self, id: &GameId, after: Version) -> Result<Option<CommitTail>, StoreError> {
        let state = self.state()?;
        if state.fault == Some(Fault::WithoutNews) {
            return Err(StoreError::unavailable("a test said so"));
        }
        let Some(StoredTable { version, seats, batches, .. }) = state.tables.get(id).map(|kept| &kept.table)
        else {
            return Ok(None);
        };
        let batches = batches.iter().filter(|batch| batch.version > after).cloned().collect();
        Ok(Some(CommitTail { version: *version, seats: seats.clone(), batches }))
    }

    async fn append(&self, commit: Commit) -> Result<Version, AppendError> {
        let mut state = self.state()?;
        if state.fault == Some(Fault::Refusing) {
            return Err(StoreError::unavailable("a test said so").into());
        }
        let kept = state.tables.get_mut(&commit.table).ok_or(AppendError::NoSuchTable)?;
        let key = commit.command.as_ref().map(|done| (done.player.clone(), done.id.clone()));
        if let Some((version, reply)) = key.as_ref().and_then(|key| kept.commands.get(key)) {
            return Err(AppendError::AlreadyDone { version: *version, reply: reply.clone() });
        }
        if kept.table.version != commit.expected {
            return Err(AppendError::Conflict { actual: kept.table.version });
        }
        let version = commit.expected.next();
        kept.table.version = version;
        kept.table.batches.push(Batch { version, at: commit.at, events: commit.events.to_vec() });
        if let (Some(key), Some(done)) = (key, commit.command) {
            kept.commands.insert(key, (version, done.reply));
        }
        kept.change(&commit.seats, commit.status, commit.next_due, commit.at);
        let changed = fates(&commit.seats);
        state.tickets.retain(|_, (table, seat, _)| *table != commit.table || !changed.contains_key(seat));
        if state.fault == Some(Fault::Silent) {
            Err(StoreError::unavailable("a test said so").into())
        } else {
            Ok(version)
        }
    }

    async fn reply_to(
        &self,
        table: &GameId,
        player: &PlayerId,
        command_id: &str,
    ) -> Result<Option<(Version, String)>, StoreError> {
        let state = self.state()?;
        let key = (player.clone(), command_id.to_owned());
        Ok(state.tables.get(table).and_then(|kept| kept.commands.get(&key)).cloned())
    }

    async fn find_code(&self, code: &RoomCode) -> Result<Option<GameId>, StoreError> {
        let state = self.state()?;
        let found = state.tables.values().find(|kept| kept.table.code.as_ref() == Some(code));
        Ok(found.map(|kept| kept.table.id.clone()))
    }

    async fn waiting_open_table(&self) -> Result<Option<GameId>, StoreError> {
        let state = self.state()?;
        let tables = state.tables.values().map(|kept| &kept.table);
        let waiting = tables.filter(|table| table.lobby == Lobby::Open && table.status == Progress::Waiting);
        Ok(waiting.max_by_key(|table| (table.opened_at, &table.id)).map(|table| table.id.clone()))
    }

    async fn open_seats_named(&self, name_key: &str) -> Result<Vec<(GameId, Seat)>, StoreError> {
        let state = self.state()?;
        let tables = state.tables.values().map(|kept| &kept.table);
        let mut running: Vec<_> =
            tables.filter(|table| table.lobby == Lobby::Open && table.status == Progress::Playing).collect();
        running.sort_by_key(|table| std::cmp::Reverse((table.opened_at, &table.id)));
        let seats = running.into_iter().flat_map(|table| {
            let named = table.seats.iter().filter(|(_, seat)| seat.name_key == name_key);
            named.map(|(seat, _)| (table.id.clone(), seat))
        });
        Ok(seats.take(OPEN_SEATS_MAX).collect())
    }

    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let mut due = self.state()?.due(now);
        due.truncate(limit);
        Ok(due)
    }

    async fn latest_moment(&self) -> Result<Option<Timestamp>, StoreError> {
        let state = self.state()?;
        Ok(state.tables.values().filter_map(|kept| kept.table.batches.last()).map(|batch| batch.at).max())
    }

    async fn put_ticket(
        &self,
        ticket: TokenHash,
        table: &GameId,
        seat: Seat,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut state = self.state()?;
        state
            .tickets
            .retain(|_, (other, kept, expires)| now < *expires && !(other == table && *kept == seat));
        if state.tables.contains_key(table) {
            state.tickets.insert(ticket, (table.clone(), seat, expires));
        }
        Ok(())
    }

    async fn find_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(GameId, Seat)>, StoreError> {
        let found = self.state()?.tickets.get(&ticket).cloned();
        Ok(found.filter(|&(_, _, expires)| now < expires).map(|(table, seat, _)| (table, seat)))
    }

    async fn release_codes(&self, ended_before: Timestamp) -> Result<u64, StoreError> {
        let mut state = self.state()?;
        let mut released = 0;
        for kept in state.tables.values_mut() {
            if kept.ended_at.is_some_and(|ended| ended < ended_before) && kept.table.code.take().is_some() {
                released += 1;
            }
        }
        Ok(released)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.writing().map(|_| ())
    }

    async fn close(&self) {}
}
