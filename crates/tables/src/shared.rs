use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexicon::Lexicon;
use sha2::{Digest, Sha256};
use store::{Store, TokenHash};

use crate::neighbours::{Heard, Neighbours, Tenure};
use crate::{Secrets, Time, thinkers::Thinkers};

/// What all tables of a server share.
pub(crate) struct Shared {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) secrets: Arc<dyn Secrets>,
    pub(crate) words: Arc<dyn Lexicons>,
    pub(crate) time: Time,
    pub(crate) limits: Limits,
    pub(crate) thinkers: Thinkers,
    /// `None` for a node that has the store to itself.
    pub(crate) neighbours: Option<Neighbours>,
    pub(crate) tenure: Tenure,
    pub(crate) heard: Heard,
    /// Another program has written to the store of a node that has it to itself, and not every table has found out what.
    pub(crate) has_unread: AtomicBool,
}

/// Where the word list of a language comes from.
pub trait Lexicons: Send + Sync + 'static {
    /// The list that judges a language; `None` if there is none.
    fn lexicon(&self, code: &str) -> Option<Arc<Lexicon>>;
}

impl<S: BuildHasher + Send + Sync + 'static> Lexicons for HashMap<String, Arc<Lexicon>, S> {
    fn lexicon(&self, code: &str) -> Option<Arc<Lexicon>> {
        self.get(code).cloned()
    }
}

/// What keeps a table within bounds.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many can watch a table.
    pub spectators_max: usize,
    /// How many requests to join from one address can wait for the host; those with the table's link are not counted.
    pub join_requests_per_address: usize,
    /// How long a rejected guest waits before asking again; twice as long each further time.
    pub join_wait: Duration,
    /// How many requests can wait for a table.
    pub queue_max: usize,
    /// How long a table that nobody looks at stays in memory.
    pub idle_max: Duration,
    /// How long a bot takes before it moves, so that it feels like somebody.
    pub bot_pause: Duration,
    /// How long a bot may think when no other does.
    pub bot_thinking_max: Duration,
    /// How many versions back a client that returns gets what it missed.
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

/// What is stored of a secret.
pub fn token_hash(secret: &str) -> TokenHash {
    TokenHash(Sha256::digest(secret.as_bytes()).into())
}
