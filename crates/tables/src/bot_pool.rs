use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::Bots;
use lexicon::Lexicon;
use rules::{GameId, Seat};
use tokio::sync::{Semaphore, SemaphorePermit};

/// Threads on which bots think, apart from the threads that serve clients.
///
/// A few bots think at a time. The more bots wait, the less time each one gets.
pub(crate) struct BotPool {
    places: Semaphore,
    place_count: usize,
    /// How long a bot may think when no other bot does.
    thinking_time: Duration,
    /// Number of bots that think or wait to think.
    busy: AtomicUsize,
    opponents: Mutex<HashMap<String, Arc<Bots>>>,
    /// Random key that makes the challenges of bots unpredictable.
    secret: RandomState,
}

/// Minimum thinking time. It suffices for every level but the highest.
const THINKING_TIME_MIN: Duration = Duration::from_millis(30);

/// Permission to think until a deadline.
pub(crate) struct Permit<'t> {
    bot_pool: &'t BotPool,
    _slot: SemaphorePermit<'t>,
    /// Deadline.
    pub(crate) until: Instant,
}

impl BotPool {
    pub(crate) fn new(thinking_time: Duration) -> BotPool {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        BotPool::with_places(processors.saturating_sub(1).max(1), thinking_time)
    }

    fn with_places(place_count: usize, thinking_time: Duration) -> BotPool {
        BotPool {
            places: Semaphore::new(place_count),
            place_count,
            thinking_time,
            busy: AtomicUsize::new(0),
            opponents: Mutex::default(),
            secret: RandomState::new(),
        }
    }

    /// Random number for a bot's decision at a given version of a game.
    pub(crate) fn luck(&self, game: &GameId, version: u64, seat: Seat) -> u64 {
        self.secret.hash_one((game.as_str(), version, seat.index()))
    }

    /// Waits for a free place. Returns `None` when the server stops.
    pub(crate) async fn place(&self) -> Option<Permit<'_>> {
        self.busy.fetch_add(1, Ordering::Relaxed);
        let Ok(permit) = self.places.acquire().await else {
            self.busy.fetch_sub(1, Ordering::Relaxed);
            return None;
        };
        let rivals = self.busy.load(Ordering::Relaxed).div_ceil(self.place_count).max(1);
        let thinking_time = (self.thinking_time / rivals as u32).max(THINKING_TIME_MIN);
        Some(Permit { bot_pool: self, _slot: permit, until: Instant::now() + thinking_time })
    }

    /// Returns the computer players of a language.
    ///
    /// The first call for a language builds them, which takes a moment: do not call this on a
    /// thread that serves clients.
    pub(crate) fn bots(&self, lexicon: &Arc<Lexicon>) -> Option<Arc<Bots>> {
        // The map is still valid after a panic while the lock was held.
        let mut all = self.opponents.lock().unwrap_or_else(PoisonError::into_inner);
        let code = lexicon.language().code();
        if let Some(opponents) = all.get(code) {
            return Some(Arc::clone(opponents));
        }
        match Bots::new(Arc::clone(lexicon)) {
            Ok(opponents) => {
                let opponents = Arc::new(opponents);
                all.insert(code.to_owned(), Arc::clone(&opponents));
                Some(opponents)
            }
            Err(error) => {
                tracing::error!(%error, "bots cannot play");
                None
            }
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.bot_pool.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    const ALLOWANCE: Duration = Duration::from_secs(3600);

    /// Remaining thinking time.
    fn allowed(place: &Permit<'_>) -> Duration {
        place.until.saturating_duration_since(Instant::now())
    }

    #[tokio::test]
    async fn the_more_bots_wait_the_less_each_may_think() {
        let bot_pool = BotPool::with_places(2, ALLOWANCE);
        let (first, second) = (bot_pool.place().await.unwrap(), bot_pool.place().await.unwrap());
        assert!(allowed(&first) > ALLOWANCE / 2 && allowed(&second) > ALLOWANCE / 2);
        let context = &mut Context::from_waker(Waker::noop());
        let mut next = pin!(bot_pool.place());
        assert!(next.as_mut().poll(context).is_pending(), "two places, and nobody else thinks");
        let mut waiting: Vec<_> = (0..7).map(|_| Box::pin(bot_pool.place())).collect();
        assert!(waiting.iter_mut().all(|place| place.as_mut().poll(context).is_pending()));
        drop(first);
        // Nine bots think or wait for two places, so each gets a fifth of the time.
        let thinking_time = allowed(&next.await.unwrap());
        assert!(thinking_time <= ALLOWANCE / 5 && thinking_time > ALLOWANCE / 6, "{thinking_time:?}");
    }

    #[tokio::test]
    async fn every_bot_gets_a_minimum_thinking_time() {
        let bot_pool = BotPool::with_places(1, Duration::from_secs(1));
        let first = bot_pool.place().await.unwrap();
        let context = &mut Context::from_waker(Waker::noop());
        let mut next = pin!(bot_pool.place());
        assert!(next.as_mut().poll(context).is_pending());
        let mut waiting: Vec<_> = (0..500).map(|_| Box::pin(bot_pool.place())).collect();
        assert!(waiting.iter_mut().all(|place| place.as_mut().poll(context).is_pending()));
        drop(first);
        let before = Instant::now();
        let place = next.await.unwrap();
        assert!(place.until.saturating_duration_since(before) >= THINKING_TIME_MIN);
    }
}
