//! Queue of puzzles to solve: one at a time per node, today's before archived ones.
//!
//! A solve takes about ten seconds of one core. So the queue is bounded, each address can have one
//! archived day in it, and a failed puzzle is retried with backoff.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use store::PuzzleKey;
use tokio::time::Instant;

/// Maximum number of waiting puzzles of today: one per language, with room for more languages.
const TODAY_MAX: usize = 16;
/// Maximum number of waiting archived days.
const ARCHIVE_MAX: usize = 16;

/// Backoff after the first failure; each further failure multiplies it by four.
const BACKOFF_FIRST: Duration = Duration::from_secs(60);
const BACKOFF_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// Maximum number of remembered failures.
const FAILURES_MAX: usize = 256;

/// Why a puzzle is to be solved, which determines its priority.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    /// Today's puzzle, which has priority over all others.
    Today,
    /// A player at this address finished it on a later day and requested the results.
    Archive(IpAddr),
}

/// Result of a request to solve a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Requested {
    /// Queued, and no worker is running: the caller must start a [`Worker`].
    StartWorker,
    /// Queued, and a worker is running.
    Queued,
    /// Already queued or being solved.
    Pending,
    /// Its solver failed, and the backoff is not over.
    BackingOff,
    /// The address has another archived day in the queue.
    AddressBusy,
    /// The address has used up its quota.
    OverQuota,
    /// The queue is full.
    Full,
}

/// Result of a solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// The solution is known.
    Solved,
    /// The store is unavailable. Nothing was computed, so the puzzle can be requested again at
    /// once.
    StoreUnavailable,
    /// The solver failed.
    Failed,
}

struct Entry<Job> {
    key: PuzzleKey,
    lane: Lane,
    job: Job,
}

struct Failure {
    times: u32,
    retry_at: Instant,
}

struct State<Job> {
    today: VecDeque<Entry<Job>>,
    archive: VecDeque<Entry<Job>>,
    running: Option<(PuzzleKey, Lane)>,
    has_worker: bool,
    failures: HashMap<PuzzleKey, Failure>,
}

/// The queue.
pub(super) struct SolveQueue<Job>(Mutex<State<Job>>);

impl<Job> Default for SolveQueue<Job> {
    fn default() -> SolveQueue<Job> {
        SolveQueue(Mutex::new(State {
            today: VecDeque::new(),
            archive: VecDeque::new(),
            running: None,
            has_worker: false,
            failures: HashMap::new(),
        }))
    }
}

impl<Job> State<Job> {
    fn pending(&self) -> impl Iterator<Item = (&PuzzleKey, Lane)> {
        let waiting = self.today.iter().chain(&self.archive).map(|entry| (&entry.key, entry.lane));
        waiting.chain(self.running.iter().map(|(key, lane)| (key, *lane)))
    }

    /// Why a puzzle cannot be queued now.
    fn refusal(&self, key: &PuzzleKey, lane: Lane) -> Option<Requested> {
        if self.pending().any(|(pending, _)| pending == key) {
            return Some(Requested::Pending);
        }
        if self.failures.get(key).is_some_and(|failure| Instant::now() < failure.retry_at) {
            return Some(Requested::BackingOff);
        }
        let (waiting, max) = match lane {
            Lane::Today => (self.today.len(), TODAY_MAX),
            Lane::Archive(_) => (self.archive.len(), ARCHIVE_MAX),
        };
        let is_busy = matches!(lane, Lane::Archive(_)) && self.pending().any(|(_, other)| other == lane);
        if is_busy { Some(Requested::AddressBusy) } else { (waiting >= max).then_some(Requested::Full) }
    }

    fn note_failure(&mut self, key: &PuzzleKey) {
        let times = self.failures.get(key).map_or(0, |failure| failure.times);
        let wait = BACKOFF_FIRST.saturating_mul(4_u32.saturating_pow(times)).min(BACKOFF_MAX);
        if self.failures.len() >= FAILURES_MAX && !self.failures.contains_key(key) {
            let soonest = self.failures.iter().min_by_key(|(_, failure)| failure.retry_at);
            if let Some(key) = soonest.map(|(key, _)| key.clone()) {
                self.failures.remove(&key);
            }
        }
        let failure = Failure { times: times.saturating_add(1), retry_at: Instant::now() + wait };
        self.failures.insert(key.clone(), failure);
    }
}

impl<Job> SolveQueue<Job> {
    fn state(&self) -> MutexGuard<'_, State<Job>> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests a puzzle to be solved. The quota is checked last, so that refused requests do not
    /// use it up.
    pub(super) fn request(
        &self,
        key: PuzzleKey,
        lane: Lane,
        job: Job,
        is_within_quota: impl FnOnce() -> bool,
    ) -> Requested {
        let mut state = self.state();
        if let Some(refusal) = state.refusal(&key, lane) {
            return refusal;
        }
        if !is_within_quota() {
            return Requested::OverQuota;
        }
        let entry = Entry { key, lane, job };
        match lane {
            Lane::Today => state.today.push_back(entry),
            Lane::Archive(_) => state.archive.push_back(entry),
        }
        if std::mem::replace(&mut state.has_worker, true) {
            Requested::Queued
        } else {
            Requested::StartWorker
        }
    }

    /// The worker that [`Requested::StartWorker`] demands. There is at most one.
    pub(super) fn worker(&self) -> Worker<'_, Job> {
        Worker { queue: self, has_stopped: false }
    }
}

/// Worker that solves queued puzzles. If it is dropped before the queue is empty, the next request
/// starts another.
pub(super) struct Worker<'q, Job> {
    queue: &'q SolveQueue<Job>,
    has_stopped: bool,
}

impl<Job> Worker<'_, Job> {
    /// The next puzzle to solve; `None` if there is none, and then the worker has stopped.
    pub(super) fn next(&mut self) -> Option<(PuzzleKey, Job)> {
        let mut state = self.queue.state();
        let next = state.today.pop_front().or_else(|| state.archive.pop_front());
        let Some(Entry { key, lane, job }) = next else {
            // Under the same lock as the check of the queue, so that a concurrent request starts
            // another worker.
            state.has_worker = false;
            self.has_stopped = true;
            return None;
        };
        state.running = Some((key.clone(), lane));
        Some((key, job))
    }

    /// Reports how the solve of the last puzzle ended.
    pub(super) fn finish(&mut self, key: &PuzzleKey, outcome: Outcome) {
        let mut state = self.queue.state();
        state.running = None;
        match outcome {
            Outcome::Solved => drop(state.failures.remove(key)),
            Outcome::StoreUnavailable => {}
            Outcome::Failed => state.note_failure(key),
        }
    }
}

impl<Job> Drop for Worker<'_, Job> {
    fn drop(&mut self) {
        if !self.has_stopped {
            let mut state = self.queue.state();
            state.running = None;
            state.has_worker = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: usize) -> PuzzleKey {
        PuzzleKey { day: format!("day {number}"), language: "en".to_owned() }
    }

    fn address(number: u8) -> Lane {
        Lane::Archive(IpAddr::from([203, 0, 113, number]))
    }

    /// Requests job `number` within the quota.
    fn request(queue: &SolveQueue<usize>, number: usize, lane: Lane) -> Requested {
        queue.request(day(number), lane, number, || true)
    }

    #[tokio::test]
    async fn todays_puzzles_go_first_and_one_is_solved_at_a_time() {
        let queue = SolveQueue::default();
        assert_eq!(request(&queue, 1, address(1)), Requested::StartWorker);
        assert_eq!(request(&queue, 2, address(2)), Requested::Queued);
        assert_eq!(request(&queue, 2, address(3)), Requested::Pending);
        assert_eq!(request(&queue, 3, Lane::Today), Requested::Queued);
        let mut worker = queue.worker();
        for number in [3, 1] {
            assert_eq!(worker.next(), Some((day(number), number)));
            assert_eq!(request(&queue, number, Lane::Today), Requested::Pending, "it is being solved");
            worker.finish(&day(number), Outcome::Solved);
        }
        assert_eq!(request(&queue, 4, Lane::Today), Requested::Queued);
        for number in [4, 2] {
            assert_eq!(worker.next(), Some((day(number), number)));
            worker.finish(&day(number), Outcome::Solved);
        }
        assert_eq!(worker.next(), None);
        assert_eq!(request(&queue, 5, Lane::Today), Requested::StartWorker);
    }

    #[tokio::test]
    async fn an_address_has_one_pending_solve_and_a_quota() {
        let queue = SolveQueue::default();
        assert_eq!(queue.request(day(1), address(1), 1, || false), Requested::OverQuota);
        assert_eq!(request(&queue, 1, address(1)), Requested::StartWorker);
        let unasked = || -> bool { panic!("a refused request costs no quota") };
        assert_eq!(queue.request(day(2), address(1), 2, unasked), Requested::AddressBusy);
        let mut worker = queue.worker();
        assert_eq!(worker.next(), Some((day(1), 1)));
        assert_eq!(request(&queue, 2, address(1)), Requested::AddressBusy, "also while it is solved");
        assert_eq!(request(&queue, 3, Lane::Today), Requested::Queued, "today's puzzle is no address's");
        worker.finish(&day(1), Outcome::Solved);
        assert_eq!(request(&queue, 2, address(1)), Requested::Queued);
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_the_archive_takes_no_room_from_today() {
        let queue = SolveQueue::default();
        for number in 0..ARCHIVE_MAX {
            let requested = request(&queue, number, address(number as u8));
            assert!(matches!(requested, Requested::StartWorker | Requested::Queued), "{requested:?}");
        }
        assert_eq!(request(&queue, 100, address(100)), Requested::Full);
        for number in 200..200 + TODAY_MAX {
            assert_eq!(request(&queue, number, Lane::Today), Requested::Queued);
        }
        assert_eq!(request(&queue, 300, Lane::Today), Requested::Full);
    }

    #[tokio::test(start_paused = true)]
    async fn a_solver_that_always_fails_is_tried_less_and_less_often() {
        let queue = SolveQueue::default();
        let mut waits = Vec::new();
        for _ in 0..9 {
            assert_eq!(request(&queue, 1, Lane::Today), Requested::StartWorker);
            let mut worker = queue.worker();
            assert_eq!(worker.next(), Some((day(1), 1)));
            worker.finish(&day(1), Outcome::Failed);
            assert_eq!(worker.next(), None);
            let failed = Instant::now();
            while queue.state().refusal(&day(1), Lane::Today) == Some(Requested::BackingOff) {
                tokio::time::advance(Duration::from_secs(60)).await;
            }
            waits.push(failed.elapsed().as_secs() / 60);
        }
        assert_eq!(waits, [1, 4, 16, 64, 256, 1024, 1440, 1440, 1440]);
        // Another day is not affected, and an unavailable store is not a failure.
        assert_eq!(request(&queue, 2, Lane::Today), Requested::StartWorker);
        let mut worker = queue.worker();
        assert_eq!(worker.next(), Some((day(2), 2)));
        worker.finish(&day(2), Outcome::StoreUnavailable);
        assert_eq!(request(&queue, 2, Lane::Today), Requested::Queued);
    }

    #[tokio::test]
    async fn remembered_failures_are_bounded() {
        let queue: SolveQueue<usize> = SolveQueue::default();
        for number in 0..2 * FAILURES_MAX {
            queue.state().note_failure(&day(number));
        }
        assert_eq!(queue.state().failures.len(), FAILURES_MAX);
    }

    #[tokio::test]
    async fn a_dropped_worker_is_replaced_by_the_next_request() {
        let queue = SolveQueue::default();
        assert_eq!(request(&queue, 1, Lane::Today), Requested::StartWorker);
        assert_eq!(request(&queue, 2, Lane::Today), Requested::Queued);
        let mut worker = queue.worker();
        assert_eq!(worker.next(), Some((day(1), 1)));
        drop(worker);
        assert_eq!(request(&queue, 3, Lane::Today), Requested::StartWorker);
        assert_eq!(queue.worker().next(), Some((day(2), 2)));
    }
}
