//! The store as one node reaches it: slow, sometimes unreachable, and sometimes without an answer
//! to a write.

mod admin;
mod chat;
mod cluster;
mod daily;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use rules::{EventKind, GameId, Millis, Seat, Timestamp};
use store::{
    AppendError, Commit, CommitTail, CreateError, EventStore, MemoryStore, NewTable, PlayerId, RoomCode,
    SeatChange, StoreError, StoredTable, TokenHash, Version,
};
use tokio::time::{Instant, sleep};

use crate::Bug;
use crate::commit_checker::is_done_by_time;
use crate::node_state::NodeCondition;
use crate::world::World;

/// The access of one node to the store that all nodes share.
#[derive(Clone)]
pub(crate) struct FaultyStore {
    pub(crate) world: Arc<World>,
    pub(crate) condition: Arc<NodeCondition>,
}

/// Whether a call reads or writes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Read,
    Write,
}

/// How long a table or node may take to recover from a failed call.
const RECOVERY: Duration = Duration::from_millis(1_500);

impl FaultyStore {
    pub(crate) fn store(&self) -> &MemoryStore {
        &self.world.store
    }

    pub(crate) fn has(&self, bug: Bug) -> bool {
        self.world.bug == Some(bug)
    }

    /// Simulates the way to the store, which may be slow or fail.
    pub(crate) async fn before(&self, what: &str) -> Result<(), StoreError> {
        self.travel(what).await;
        self.connect(what).await?;
        let fault_rates = self.world.fault_rates();
        if self
            .world
            .random(|rng| fault_rates.is_some_and(|fault_rates| rng.in_thousand(fault_rates.unavailable)))
        {
            self.world.count("store was not there");
            return Err(self.fail(what, "is not there"));
        }
        Ok(())
    }

    /// Simulates the way back. The answer to a write may be lost.
    pub(crate) async fn after(&self, what: &str, call: Call) -> Result<(), StoreError> {
        self.travel(what).await;
        self.connect(what).await?;
        let fault_rates = self.world.fault_rates().filter(|_| call == Call::Write);
        if self
            .world
            .random(|rng| fault_rates.is_some_and(|fault_rates| rng.in_thousand(fault_rates.unanswered)))
        {
            self.world.count("store kept and did not answer");
            return Err(self.fail(what, "does not answer"));
        }
        Ok(())
    }

    /// Fails while the node cannot reach the store: at once, or after waiting for an answer.
    async fn connect(&self, what: &str) -> Result<(), StoreError> {
        const PATIENCE_MS: usize = 5_000;
        if self.condition.has_store(self.world.now_ms()) {
            return Ok(());
        }
        let wait_ms =
            self.world.random(|rng| if rng.in_thousand(500) { 0 } else { rng.below(PATIENCE_MS) as u64 });
        sleep(Duration::from_millis(wait_ms)).await;
        self.condition.pass().await;
        Err(self.fail(what, "cannot be reached"))
    }

    async fn travel(&self, what: &str) {
        self.condition.pass().await;
        let fault_rates = self.world.fault_rates();
        let (is_slow, delay_ms) = self.world.random(|rng| {
            let is_slow = fault_rates.is_some_and(|fault_rates| rng.in_thousand(fault_rates.slow));
            let most = if is_slow { 4_000 } else { 8 };
            (is_slow, rng.below(most) as u64)
        });
        if is_slow {
            self.condition.trouble(Instant::now() + Duration::from_millis(delay_ms) + RECOVERY);
            self.world.count("store was slow");
            self.world.step(&format!("the store takes {delay_ms} ms for {what}"));
        }
        if delay_ms > 0 {
            sleep(Duration::from_millis(delay_ms)).await;
        }
        self.condition.pass().await;
    }

    fn fail(&self, what: &str, how: &str) -> StoreError {
        self.condition.trouble(Instant::now() + RECOVERY);
        self.world.step(&format!("the store {how} for {what}"));
        StoreError::Unavailable { cause: "the simulator said so".to_owned() }
    }

    async fn keep(&self, given: Commit) -> Result<Version, AppendError> {
        let mut commit = given.clone();
        self.spoil(&mut commit);
        let next = commit.expected.next();
        if self.has(Bug::AcknowledgesBeforeKeeping) {
            let branch = self.clone();
            tokio::spawn(async move {
                sleep(Duration::from_millis(400)).await;
                branch.condition.pass().await;
                if branch.store().append(commit).await.is_ok() {
                    branch.world.kept(&given, next);
                }
            });
            return Ok(next);
        }
        if self.has(Bug::DropsACommit) && self.world.random(|rng| rng.in_thousand(100)) {
            return Ok(next);
        }
        let mut kept = self.store().append(commit.clone()).await;
        if let Err(AppendError::Conflict { actual }) = kept {
            if self.has(Bug::TwoCommitsOneVersion) {
                return Ok(next);
            }
            if self.has(Bug::AppendsWithoutLooking) {
                commit.expected = actual;
                kept = self.store().append(commit).await;
            }
        }
        if let Ok(version) = kept {
            self.world.kept(&given, version);
            if self.has(Bug::TimerTwice) && is_done_by_time(&given) {
                let again = Commit { expected: version, ..given };
                if let Ok(version) = self.store().append(again.clone()).await {
                    self.world.kept(&again, version);
                }
            }
        }
        kept
    }

    /// Applies the planted bug to a commit.
    fn spoil(&self, commit: &mut Commit) {
        match self.world.bug {
            Some(Bug::ForgetsCommands) => commit.command = None,
            Some(Bug::LosesSeats) => {
                commit.seats.retain(|change| !matches!(change, SeatChange::Taken { .. }));
            }
            Some(Bug::KeepsOldTokens) => {
                commit.seats.retain(|change| !matches!(change, SeatChange::NewToken { .. }));
            }
            Some(Bug::ForgetsWhatIsDue) => commit.next_due = None,
            Some(Bug::ForgetsDeadlines) => {
                commit.next_due = commit.next_due.filter(|due| due.since(commit.at) < Millis::hours(1));
            }
            Some(Bug::ChangesNonces) => {
                let mut events = commit.events.to_vec();
                for event in &mut events {
                    if let EventKind::NonceRevealed { nonce, .. } = &mut event.kind {
                        nonce.0.push(b'!');
                    }
                }
                commit.events = events.into();
            }
            _ => {}
        }
    }
}

#[async_trait]
impl EventStore for FaultyStore {
    async fn create(&self, table: NewTable) -> Result<(), CreateError> {
        self.before("create").await?;
        let created = self.store().create(table.clone()).await;
        if created.is_ok() {
            self.world.opened(&table);
        }
        self.after("create", Call::Write).await?;
        created
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredTable>, StoreError> {
        self.before("load").await?;
        let mut loaded = self.store().load(id).await;
        if self.has(Bug::LoadsStaleTables)
            && let Ok(Some(table)) = &mut loaded
            && table.batches.len() > 1
        {
            table.batches.pop();
            table.version = Version(table.version.0 - 1);
        }
        self.after("load", Call::Read).await?;
        loaded
    }

    async fn load_since(&self, id: &GameId, after: Version) -> Result<Option<CommitTail>, StoreError> {
        self.before("load_since").await?;
        let mut news = self.store().load_since(id, after).await;
        if let Ok(Some(news)) = &mut news {
            if self.has(Bug::TellsStaleNews) && news.batches.pop().is_some() {
                news.version = Version(news.version.0 - 1);
            }
            if self.has(Bug::TellsNewsBackwards) {
                news.batches.reverse();
            }
        }
        self.after("load_since", Call::Read).await?;
        news
    }

    async fn append(&self, commit: Commit) -> Result<Version, AppendError> {
        self.before("append").await?;
        let kept = self.keep(commit).await;
        self.after("append", Call::Write).await?;
        kept
    }

    async fn reply_to(
        &self,
        table: &GameId,
        player: &PlayerId,
        command_id: &str,
    ) -> Result<Option<(Version, String)>, StoreError> {
        self.before("reply_to").await?;
        let reply = self.store().reply_to(table, player, command_id).await;
        self.after("reply_to", Call::Read).await?;
        if self.has(Bug::ForgetsReplies) { Ok(None) } else { reply }
    }

    async fn find_code(&self, code: &RoomCode) -> Result<Option<GameId>, StoreError> {
        self.before("find_code").await?;
        let found = self.store().find_code(code).await;
        self.after("find_code", Call::Read).await?;
        if self.has(Bug::ConfusesCodes) {
            return Ok(self.world.another_table(found?));
        }
        found
    }

    async fn waiting_open_table(&self) -> Result<Option<GameId>, StoreError> {
        self.before("waiting_open_table").await?;
        self.store().waiting_open_table().await
    }

    async fn open_seats_named(&self, name_key: &str) -> Result<Vec<(GameId, Seat)>, StoreError> {
        self.before("open_seats_named").await?;
        self.store().open_seats_named(name_key).await
    }

    async fn due(&self, now: Timestamp, limit: usize) -> Result<Vec<GameId>, StoreError> {
        self.before("due").await?;
        self.store().due(now, limit).await
    }

    async fn latest_moment(&self) -> Result<Option<Timestamp>, StoreError> {
        self.before("latest_moment").await?;
        self.store().latest_moment().await
    }

    async fn put_ticket(
        &self,
        ticket: TokenHash,
        table: &GameId,
        seat: Seat,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.before("put_ticket").await?;
        let put = self.store().put_ticket(ticket, table, seat, expires, now).await;
        self.after("put_ticket", Call::Write).await?;
        put
    }

    async fn find_ticket(
        &self,
        ticket: TokenHash,
        now: Timestamp,
    ) -> Result<Option<(GameId, Seat)>, StoreError> {
        self.before("find_ticket").await?;
        self.store().find_ticket(ticket, now).await
    }

    async fn release_codes(&self, ended_before: Timestamp) -> Result<u64, StoreError> {
        self.before("release_codes").await?;
        self.store().release_codes(ended_before).await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.before("ping").await
    }

    async fn close(&self) {}
}
