//! The replica of a game at this node: its state after a version, and its sync with the store.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use protocol::{BagRecord, BagReveal, PlayerIds};
use rules::{
    BySeat, Env, Event, EventKind, Game, Key, Millis, Progress, Seed, TileSource, Timer, Timestamp, Words,
};
use store::{
    Batch, Commit, CommitTail, EventStore, IdempotencyRecord, SeatChange, StoreError, StoredTable, Version,
};
use tokio::time::Instant;

use super::bots::bot_task;
use crate::Time;

/// Delay before a store that did not answer is asked again.
const RETRY: Duration = Duration::from_millis(500);

/// How long the node at which a computer thinks has for its decision, in a game over days.
const COMPUTER_LATE: Millis = Millis::seconds(60);

/// The game of a table as of its last known commit.
pub(super) struct Replica {
    game: Game,
    version: u64,
    seed: Seed,
    /// What the bag gave and took back so far.
    bag_record: BagRecord,
    /// The key of the draws, once the game has started.
    draw_key: OnceLock<Key>,
    sync: StoreSync,
}

/// Whether the replica agrees with the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StoreSync {
    InSync,
    /// The store was unreachable: due timers wait until this moment.
    RetryAt(Instant),
    /// The store did not answer a commit, which may be stored or not.
    UnknownCommit {
        retry_at: Instant,
    },
}

/// What the store has beyond a replica.
#[derive(Debug)]
pub(super) enum Difference {
    /// An unconfirmed commit, or commits of other nodes; perhaps none.
    Newer(CommitTail),
    /// The store has lost commits that it had acknowledged.
    Lost(StoredTable),
}

impl Replica {
    pub(super) fn new(game: Game, version: u64, seed: Seed, bag_record: BagRecord) -> Replica {
        Replica { game, version, seed, bag_record, draw_key: OnceLock::new(), sync: StoreSync::InSync }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Whether the game has ended, or the table closed before it began.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.game.progress(), Progress::Ended | Progress::Closed)
    }

    /// Calls a function with everything that the rules need from outside.
    pub(super) fn with_env<T>(
        &self,
        words: &dyn Words,
        now: Timestamp,
        away: &BySeat<Timestamp>,
        decide: impl FnOnce(&Game, &Env<'_>) -> T,
    ) -> T {
        let starting;
        let draws: &dyn TileSource = match self.game.progress() {
            // The nonces may still change.
            Progress::Waiting => {
                starting = self.game.draws(&self.seed, self.game.id());
                &starting
            }
            Progress::Playing | Progress::Ended | Progress::Closed => {
                self.draw_key.get_or_init(|| self.game.key(&self.seed))
            }
        };
        decide(&self.game, &Env { words, now, draws, away })
    }

    /// The commit that stores what was decided on the current version.
    pub(super) fn commit(
        &self,
        at: Timestamp,
        events: &Arc<[Event]>,
        after: &Game,
        command: Option<IdempotencyRecord>,
        seats: Vec<SeatChange>,
    ) -> Commit {
        Commit {
            table: self.game.id().clone(),
            expected: Version(self.version),
            at,
            language: self.game.rules().language.clone(),
            events: Arc::clone(events),
            command,
            seats,
            status: after.progress(),
            next_due: durable_due(after),
        }
    }

    /// Makes a stored commit the state of the replica, and returns the game before it.
    pub(super) fn install(&mut self, events: &[Event], after: Game, version: u64) -> Game {
        self.bag_record.extend(events);
        self.version = version;
        std::mem::replace(&mut self.game, after)
    }

    /// The data that verifies the draws, if the game is over with these events.
    pub(super) fn reveal(&self, events: &[Event], ids: &PlayerIds) -> Option<BagReveal> {
        let is_over = |event: &Event| matches!(event.kind, EventKind::GameEnded(_) | EventKind::TableClosed);
        events.iter().any(is_over).then(|| self.bag_record.reveal(&self.game, &self.seed, ids))
    }

    /// The game after a commit of another node. An event that does not fit stops the table.
    pub(super) fn after(&self, batch: &Batch) -> Result<Game, StoreError> {
        let mut after = self.game.clone();
        for event in &batch.events {
            after.apply(event).map_err(|error| self.unreadable(&error))?;
        }
        Ok(after)
    }

    /// Replaces the game with the content of a store that has lost acknowledged commits.
    pub(super) fn rebuild(&mut self, stored: &StoredTable) -> Result<(), StoreError> {
        tracing::error!(
            table = %self.game.id(), had = self.version, has = stored.version.0,
            "the store does not have what it had acknowledged"
        );
        self.game = Game::replay(stored.events()).map_err(|broken| self.unreadable(&broken))?;
        self.bag_record = BagRecord::of(stored.events());
        self.draw_key = OnceLock::new();
        self.version = stored.version.0;
        Ok(())
    }

    fn unreadable(&self, problem: &dyn std::fmt::Display) -> StoreError {
        tracing::error!(table = %self.game.id(), %problem, "the log of a table is broken");
        StoreError::Unreadable { table: self.game.id().clone(), problem: problem.to_string() }
    }

    /// Loads the commits after the current version, if there are any.
    pub(super) async fn newer(&self, store: &dyn EventStore) -> Result<Option<CommitTail>, StoreError> {
        let tail = store.load_since(self.game.id(), Version(self.version)).await?;
        Ok(tail.filter(|tail| self.version < tail.version.0))
    }

    /// Compares the replica with the whole table in the store.
    pub(super) async fn compare(&self, store: &dyn EventStore) -> Result<Difference, StoreError> {
        let Some(mut stored) = store.load(self.game.id()).await? else {
            // The database files were replaced by others. The right ones may be restored.
            tracing::error!(table = %self.game.id(), "a table is gone from the store");
            return Err(StoreError::Unavailable { cause: "a table is gone from the store".to_owned() });
        };
        let known = stored.batches.partition_point(|batch| batch.version.0 <= self.version);
        let as_known = Game::replay(stored.batches[..known].iter().flat_map(|batch| &batch.events));
        if stored.version.0 < self.version || as_known.as_ref() != Ok(&self.game) {
            return Ok(Difference::Lost(stored));
        }
        let batches = stored.batches.split_off(known);
        Ok(Difference::Newer(CommitTail { version: stored.version, seats: stored.seats, batches }))
    }

    /// Whether a commit's outcome is unknown, because the store did not answer.
    ///
    /// Until it is known, the table decides nothing. Its acknowledged state can still be viewed.
    pub(super) fn has_unknown_commit(&self) -> bool {
        matches!(self.sync, StoreSync::UnknownCommit { .. })
    }

    /// Marks the replica as possibly behind the store, and schedules a retry.
    pub(super) fn mark_commit_unknown(&mut self) {
        self.sync = StoreSync::UnknownCommit { retry_at: Instant::now() + RETRY };
    }

    /// Marks the replica as equal to the store.
    pub(super) fn mark_in_sync(&mut self) {
        self.sync = StoreSync::InSync;
    }

    /// Lets due timers wait for a moment, because the store was unreachable.
    pub(super) fn retry_later(&mut self) {
        let retry_at = Instant::now() + RETRY;
        self.sync = match self.sync {
            StoreSync::UnknownCommit { .. } => StoreSync::UnknownCommit { retry_at },
            StoreSync::InSync | StoreSync::RetryAt(_) => StoreSync::RetryAt(retry_at),
        };
    }

    /// Lets due timers fire at their time again.
    pub(super) fn stop_waiting(&mut self) {
        if let StoreSync::RetryAt(_) = self.sync {
            self.sync = StoreSync::InSync;
        }
    }

    /// The timers of the game, given since when players are away.
    pub(super) fn timers(&self, away: &BySeat<Timestamp>) -> Vec<(Timer, Timestamp)> {
        self.game.timers(away)
    }

    /// When the table has to act without a request.
    pub(super) fn next_due(&self, away: &BySeat<Timestamp>, time: &Time) -> Option<Instant> {
        if let StoreSync::UnknownCommit { retry_at } = self.sync {
            return Some(retry_at);
        }
        let next = self.timers(away).into_iter().map(|(_, at)| at).min()?;
        let due = time.instant(next);
        Some(match self.sync {
            StoreSync::RetryAt(retry_at) => retry_at.max(due),
            StoreSync::InSync | StoreSync::UnknownCommit { .. } => due,
        })
    }

    /// Whether a player's absence has a timer, which only this node knows.
    pub(super) fn has_absence_timers(&self, away: &BySeat<Timestamp>) -> bool {
        self.timers(away).into_iter().any(|(timer, _)| is_absence(timer))
    }
}

/// When the table must be woken even if no client is connected.
///
/// Absences do not count: after a restart every hold begins again.
pub(crate) fn durable_due(game: &Game) -> Option<Timestamp> {
    let timers = game.timers(&BySeat::new());
    let due = timers.into_iter().filter(|(timer, _)| !is_absence(*timer)).map(|(_, at)| at);
    due.chain(computer_due(game)).min()
}

/// When a table over days is woken because a computer has not decided.
///
/// A computer decides within seconds, unless its node stopped. Elsewhere players wait for it and
/// reconnect; in a game over days no client may be connected for long.
fn computer_due(game: &Game) -> Option<Timestamp> {
    if !game.rules().clock.is_days() {
        return None;
    }
    bot_task(game).map(|_| game.last_action() + COMPUTER_LATE)
}

/// Whether a timer depends on a player's absence.
pub(super) fn is_absence(timer: Timer) -> bool {
    matches!(timer, Timer::Absence(_) | Timer::HostAway)
}

#[cfg(test)]
mod tests {
    use rules::{Command, Decision, PlayerKind};
    use store::{Lobby, MemoryStore, NewTable, RoomCode, StoredSeat, TokenHash};

    use super::super::fixtures::{NOW, SEED, does, joins, opened, seat};
    use super::*;

    fn batch(version: u64, events: Vec<Event>) -> Batch {
        Batch { version: Version(version), at: NOW, events }
    }

    fn stored(events: Vec<Event>) -> NewTable {
        let (game, _) = opened();
        NewTable {
            id: game.id().clone(),
            code: RoomCode::new("DORD").unwrap(),
            lobby: Lobby::Private,
            seed: SEED,
            invite: TokenHash([1; 32]),
            at: NOW,
            events,
            seats: Vec::new(),
            status: Progress::Waiting,
            next_due: None,
        }
    }

    /// A replica at its first version, and the events of that version.
    fn first() -> (Replica, Vec<Event>) {
        let (game, event) = opened();
        let events = vec![event];
        let bag_record = BagRecord::of(&events);
        (Replica::new(game, 1, SEED, bag_record), events)
    }

    #[test]
    fn an_installed_commit_is_the_state_and_the_game_before_it_is_returned() {
        let (mut replica, _) = first();
        let Decision { events, after } = joins(replica.game(), "Ann");
        let before = replica.install(&events, after.clone(), 2);
        assert_eq!((replica.game(), replica.version()), (&after, 2));
        assert_eq!(before.players().iter().count(), 0);
    }

    #[test]
    fn a_commit_of_another_node_that_does_not_fit_changes_nothing() {
        let (mut replica, _) = first();
        let Decision { events, after } = joins(replica.game(), "Ann");
        assert_eq!(replica.after(&batch(2, events.clone())).unwrap(), after);
        replica.install(&events, after.clone(), 2);
        let error = replica.after(&batch(3, events)).unwrap_err();
        assert!(matches!(error, StoreError::Unreadable { .. }), "{error}");
        assert_eq!((replica.game(), replica.version()), (&after, 2));
    }

    #[tokio::test]
    async fn the_store_has_newer_commits_or_has_lost_some() {
        let store = MemoryStore::new();
        let (mut replica, events) = first();
        store.create(stored(events)).await.unwrap();
        assert!(replica.newer(&store).await.unwrap().is_none());

        let Decision { events, after } = joins(replica.game(), "Ann");
        let commit = replica.commit(NOW, &events.clone().into(), &after, None, Vec::new());
        store.append(commit).await.unwrap();
        let tail = replica.newer(&store).await.unwrap().unwrap();
        assert_eq!((tail.version.0, &tail.batches[0].events), (2, &events));
        let Difference::Newer(tail) = replica.compare(&store).await.unwrap() else {
            panic!("nothing is lost")
        };
        assert_eq!(tail.batches.len(), 1);

        replica.install(&events, after, 2);
        let Decision { events, after } = joins(replica.game(), "Bob");
        replica.install(&events, after, 3);
        let Difference::Lost(stored) = replica.compare(&store).await.unwrap() else {
            panic!("a commit is lost")
        };
        replica.rebuild(&stored).unwrap();
        assert_eq!((replica.version(), replica.game().players().iter().count()), (2, 1));
        assert!(stored.seats.iter().all(|(_, StoredSeat { token, .. })| token.is_none()));
    }

    #[tokio::test(start_paused = true)]
    async fn while_a_commit_is_unknown_only_the_retry_is_due() {
        let (mut replica, _) = first();
        let (away, time) = (BySeat::new(), Time::starting_at(NOW));
        let expires = replica.next_due(&away, &time).unwrap();
        replica.mark_commit_unknown();
        assert!(replica.has_unknown_commit());
        assert_eq!(replica.next_due(&away, &time), Some(Instant::now() + RETRY));
        replica.retry_later();
        replica.stop_waiting();
        assert!(replica.has_unknown_commit(), "only the store can say what became of the commit");
        replica.mark_in_sync();
        assert_eq!(replica.next_due(&away, &time), Some(expires));
    }

    #[test]
    fn absences_wake_a_table_in_memory_only() {
        let (mut replica, _) = first();
        for (version, name) in [(2, "Ann"), (3, "Bob")] {
            let Decision { events, after } = joins(replica.game(), name);
            replica.install(&events, after, version);
        }
        let Decision { events, after } = does(replica.game(), seat(0), Command::Start);
        replica.install(&events, after, 4);
        assert!(replica.game().players().iter().all(|(_, player)| player.kind == PlayerKind::Person));
        let away = [(seat(1), NOW)].into_iter().collect();
        assert!(replica.has_absence_timers(&away) && !replica.has_absence_timers(&BySeat::new()));
        let absence = replica.timers(&away).into_iter().map(|(_, at)| at).min();
        assert!(absence < durable_due(replica.game()), "{absence:?}");
    }
}
