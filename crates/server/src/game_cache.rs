//! Cache of responses for finished games: pictures, records and reviews.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderValue;
use lru::LruCache;
use tokio::time::Instant;

/// How long a response is served without checking the store. A finished game does not change, but
/// another process can delete it or one of its players. This is the longest time for which a
/// deleted name is still shown.
pub(crate) const FRESH: Duration = Duration::from_secs(60);

/// How long an unused response stays in memory. It may contain a name that was deleted from the
/// store.
const KEPT: Duration = Duration::from_secs(600);

/// LRU cache of responses, bounded by their total size.
pub(crate) struct GameCache<K: Hash + Eq> {
    bytes_max: usize,
    entries: Mutex<Entries<K>>,
}

struct Entries<K: Hash + Eq> {
    by_key: LruCache<K, Entry>,
    bytes: usize,
}

struct Entry {
    kept: KeptAnswer,
    /// When the store was last checked.
    looked: Instant,
}

/// A cached response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptAnswer {
    /// Identifies the state of the game that it was made from.
    pub(crate) tag: HeaderValue,
    pub(crate) body: Bytes,
}

impl KeptAnswer {
    /// Size in bytes, including overhead.
    fn bytes(&self) -> usize {
        self.body.len() + self.tag.len() + 256
    }
}

impl<K: Hash + Eq> GameCache<K> {
    pub(crate) fn new(bytes_max: usize) -> GameCache<K> {
        let entries = Entries { by_key: LruCache::unbounded(), bytes: 0 };
        GameCache { bytes_max, entries: Mutex::new(entries) }
    }

    /// A response that is recent enough to skip the store.
    pub(crate) fn fresh(&self, key: &K) -> Option<KeptAnswer> {
        let mut entries = self.entries();
        if entries.by_key.peek(key)?.looked.elapsed() >= FRESH {
            return None;
        }
        entries.by_key.get(key).map(|entry| entry.kept.clone())
    }

    /// A response for a game that was just loaded and is in this state. One for another state is
    /// removed.
    pub(crate) fn renew(&self, key: &K, tag: &HeaderValue) -> Option<KeptAnswer> {
        let mut entries = self.entries();
        if entries.by_key.peek(key)?.kept.tag != *tag {
            if let Some(before) = entries.by_key.pop(key) {
                entries.bytes -= before.kept.bytes();
            }
            return None;
        }
        let entry = entries.by_key.get_mut(key)?;
        entry.looked = Instant::now();
        Some(entry.kept.clone())
    }

    /// Caches a response for a game that was just loaded.
    pub(crate) fn keep(&self, key: K, kept: KeptAnswer) {
        let bytes = kept.bytes();
        if bytes > self.bytes_max {
            return;
        }
        let mut entries = self.entries();
        entries.bytes += bytes;
        if let Some(before) = entries.by_key.put(key, Entry { kept, looked: Instant::now() }) {
            entries.bytes -= before.kept.bytes();
        }
        while entries.bytes > self.bytes_max
            && let Some((_, oldest)) = entries.by_key.pop_lru()
        {
            entries.bytes -= oldest.kept.bytes();
        }
    }

    /// Removes old responses.
    pub(crate) fn forget_old(&self) {
        let mut entries = self.entries();
        while entries.by_key.peek_lru().is_some_and(|(_, entry)| entry.looked.elapsed() >= KEPT)
            && let Some((_, oldest)) = entries.by_key.pop_lru()
        {
            entries.bytes -= oldest.kept.bytes();
        }
    }

    fn entries(&self) -> MutexGuard<'_, Entries<K>> {
        // Nothing panics while the lock is held.
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(tag: &'static str, bytes: usize) -> KeptAnswer {
        KeptAnswer { tag: HeaderValue::from_static(tag), body: vec![0; bytes].into() }
    }

    #[tokio::test(start_paused = true)]
    async fn a_response_is_served_for_a_minute_and_then_only_if_the_game_has_not_changed() {
        let cache = GameCache::new(10_000);
        cache.keep("a", answer("1", 10));
        assert_eq!(cache.fresh(&"a"), Some(answer("1", 10)));
        tokio::time::advance(FRESH).await;
        assert_eq!(cache.fresh(&"a"), None);
        assert_eq!(cache.renew(&"a", &HeaderValue::from_static("1")), Some(answer("1", 10)));
        assert_eq!(cache.fresh(&"a"), Some(answer("1", 10)));
        assert_eq!(cache.renew(&"a", &HeaderValue::from_static("2")), None, "a player was forgotten");
        assert_eq!(cache.fresh(&"a"), None);
        cache.keep("a", answer("2", 10));
        tokio::time::advance(KEPT).await;
        cache.forget_old();
        let entries = cache.entries();
        assert_eq!((entries.by_key.len(), entries.bytes), (0, 0));
    }

    #[test]
    fn the_least_recently_used_are_evicted_when_there_are_too_many_bytes() {
        let cache = GameCache::new(4000);
        for key in ["a", "b", "c"] {
            cache.keep(key, answer("1", 1000));
        }
        assert!(cache.fresh(&"a").is_some());
        cache.keep("d", answer("1", 1000));
        let found = ["a", "b", "c", "d"].map(|key| cache.fresh(&key).is_some());
        assert_eq!(found, [true, false, true, true]);
        cache.keep("a", answer("2", 10));
        cache.keep("e", answer("1", 5000));
        assert!(cache.fresh(&"e").is_none(), "it would not leave room for anything else");
        let entries = cache.entries();
        let bytes: usize = entries.by_key.iter().map(|(_, entry)| entry.kept.bytes()).sum();
        assert_eq!(entries.bytes, bytes);
    }
}
