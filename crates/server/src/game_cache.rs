//! What was made of finished games and may be asked for again: pictures, records, reviews.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Bytes;
use axum::http::HeaderValue;
use lru::LruCache;
use tokio::time::Instant;

/// How long an answer is given without a look at the store. A game is over for ever, but a player may be forgotten or the game deleted, also by
/// another process; so for no longer than this is a name shown that is gone.
pub(crate) const FRESH: Duration = Duration::from_secs(60);

/// How long an answer is kept that nobody asks for. It may have a name in it that is gone from the store.
const KEPT: Duration = Duration::from_secs(600);

/// A cache of answers, the least recently used of which go when there are too many bytes.
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
    /// When the store was last looked at.
    looked: Instant,
}

/// An answer that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptAnswer {
    /// Names the state of the game that it was made of.
    pub(crate) tag: HeaderValue,
    pub(crate) body: Bytes,
}

impl KeptAnswer {
    /// With what it takes to keep it.
    fn bytes(&self) -> usize {
        self.body.len() + self.tag.len() + 256
    }
}

impl<K: Hash + Eq> GameCache<K> {
    pub(crate) fn new(bytes_max: usize) -> GameCache<K> {
        let entries = Entries { by_key: LruCache::unbounded(), bytes: 0 };
        GameCache { bytes_max, entries: Mutex::new(entries) }
    }

    /// An answer that needs no look at the store.
    pub(crate) fn fresh(&self, key: &K) -> Option<KeptAnswer> {
        let mut entries = self.entries();
        if entries.by_key.peek(key)?.looked.elapsed() >= FRESH {
            return None;
        }
        entries.by_key.get(key).map(|entry| entry.kept.clone())
    }

    /// An answer for a game that was just looked at, and is in this state. One for another state goes.
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

    /// Keeps an answer for a game that was just looked at.
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

    /// Lets go of what was made long ago.
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
    async fn an_answer_is_given_for_a_minute_and_then_only_if_the_game_is_the_same() {
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
    fn the_least_recently_used_go_when_there_are_too_many_bytes() {
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
