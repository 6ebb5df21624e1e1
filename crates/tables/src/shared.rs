use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use definitions::Definitions;
use lexicon::Lexicon;
use sha2::{Digest, Sha256};
use store::{TableStore, TokenHash};

use crate::cluster::{ClusterCounters, ClusterHandle, Lease};
use crate::{Secrets, Time, bot_pool::BotPool};

/// State shared by all tables of a server.
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn TableStore>,
    pub(crate) secrets: Arc<dyn Secrets>,
    pub(crate) words: Arc<dyn Lexicons>,
    pub(crate) time: Time,
    pub(crate) limits: Limits,
    pub(crate) bot_pool: BotPool,
    /// `None` for a node that has the store to itself.
    pub(crate) cluster: Option<ClusterHandle>,
    pub(crate) lease: Lease,
    pub(crate) cluster_counters: ClusterCounters,
    /// Whether a table still has to read what another program wrote to this node's own store.
    pub(crate) has_unread: AtomicBool,
}

/// Source of word lists and definitions by language.
pub trait Lexicons: Send + Sync + 'static {
    /// Returns the word list that judges a language, or `None` if there is none.
    fn lexicon(&self, code: &str) -> Option<Arc<Lexicon>>;

    /// Returns the definitions of a language, or `None` if none are installed.
    fn definitions(&self, _code: &str) -> Option<Arc<Definitions>> {
        None
    }
}

impl<S: BuildHasher + Send + Sync + 'static> Lexicons for HashMap<String, Arc<Lexicon>, S> {
    fn lexicon(&self, code: &str) -> Option<Arc<Lexicon>> {
        self.get(code).cloned()
    }
}

/// Limits that bound what a table uses.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of spectators at a table.
    pub spectators_max: usize,
    /// Maximum number of pending join requests from one address; requests with the table's link do
    /// not count.
    pub join_requests_per_address: usize,
    /// How long a rejected guest waits before asking again. Doubles with each further rejection.
    pub join_wait: Duration,
    /// Maximum number of requests queued for a table.
    pub queue_max: usize,
    /// How long a table without clients stays in memory.
    pub idle_max: Duration,
    /// How long a bot pauses before it moves, so that it feels like a person.
    pub bot_pause: Duration,
    /// How long a bot may think when no other bot does. With zero it only passes and accepts.
    pub bot_thinking_max: Duration,
    /// Number of past versions from which a reconnecting client is sent only what it missed.
    pub recent_max: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            spectators_max: 50,
            join_requests_per_address: 3,
            join_wait: Duration::from_secs(30),
            queue_max: 256,
            idle_max: Duration::from_secs(60),
            bot_pause: Duration::from_millis(1200),
            bot_thinking_max: Duration::from_secs(3),
            recent_max: 16,
        }
    }
}

/// Hash under which a secret is stored.
pub fn token_hash(secret: &str) -> TokenHash {
    TokenHash(Sha256::digest(secret.as_bytes()).into())
}
