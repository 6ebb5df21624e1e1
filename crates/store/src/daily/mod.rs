//! Storage of the daily puzzle: puzzles, players and attempts.
//!
//! Both databases use the same statements (`statements.rs`). The store knows no rules: a turn is
//! opaque text of the caller, and the number of turns ensures that none is played twice.

mod name_key;
pub(crate) mod statements;

use async_trait::async_trait;
use rules::Timestamp;

pub use name_key::daily_name_key;

use crate::{StoreError, TokenHash};

/// Key of a puzzle: a day and a language.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleKey {
    /// The day, as `2026-11-15`.
    pub day: String,
    /// The language code.
    pub language: String,
}

/// A puzzle as stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptPuzzle {
    /// The seed it was generated from.
    pub seed: u64,
    /// The word on the board, as written.
    pub starting_word: String,
    /// The tiles in the order in which they are drawn, as text that the caller reads.
    pub order: String,
    /// The solutions once found, as text that the caller reads.
    pub solution: Option<String>,
}

/// The stored puzzle of a day, after a caller offered one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPuzzle {
    /// The puzzle that counts: the first one stored.
    pub puzzle: KeptPuzzle,
    /// Whether it is the offered one. Among several nodes this is true for one.
    pub is_new: bool,
}

/// Result of renaming a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renamed {
    /// The player has the name.
    Done,
    /// Another player has the same name according to [`daily_name_key`].
    Taken,
}

/// A puzzle player: a guest, identified by the devices they play on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DailyPlayer(pub i64);

/// What a player has played of a puzzle so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAttempt {
    /// The turns in order, as the caller wrote them.
    pub deeds: Vec<String>,
    /// Total score.
    pub score: i64,
    /// When the last turn was played.
    pub finished_at: Option<Timestamp>,
}

/// A turn to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTurn {
    /// Number of the turn, from 1. It is stored only if exactly the turns before it are.
    pub number: u8,
    /// The turn as one line of text.
    pub deed: String,
    /// Score of the turn.
    pub score: i64,
    /// Time of the turn, if it is the last.
    pub finished_at: Option<Timestamp>,
}

/// Selects attempts by when they were finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// All finished attempts.
    AtAnyTime,
    /// Attempts finished before a moment.
    Before(Timestamp),
}

impl Finished {
    /// Returns the moment before which an attempt was finished.
    pub(crate) const fn end(self) -> Timestamp {
        match self {
            Finished::AtAnyTime => Timestamp(i64::MAX),
            Finished::Before(end) => end,
        }
    }
}

/// A player who finished a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finisher {
    /// The player.
    pub player: DailyPlayer,
    /// Their display name.
    pub name: Option<String>,
    /// Total score.
    pub score: i64,
}

/// A day whose puzzle a player has begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BegunDay {
    /// The day.
    pub day: String,
    /// Number of turns played.
    pub turns: u8,
    /// Total score.
    pub score: i64,
    /// When the last turn was played.
    pub finished_at: Option<Timestamp>,
}

/// Result of storing a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnKept {
    /// The turn was stored.
    Kept,
    /// The attempt has a different number of turns.
    OutOfOrder,
}

/// Stores what the daily puzzle needs. Whatever it acknowledged is on disk.
#[async_trait]
pub trait DailyStore: Send + Sync + 'static {
    /// Returns the puzzle of a day, if one is stored.
    async fn puzzle(&self, key: &PuzzleKey) -> Result<Option<KeptPuzzle>, StoreError>;

    /// Stores a puzzle unless one is stored, and returns the stored one.
    async fn keep_puzzle(&self, key: &PuzzleKey, puzzle: KeptPuzzle) -> Result<StoredPuzzle, StoreError>;

    /// Stores the solutions of a puzzle.
    async fn keep_solution(&self, key: &PuzzleKey, solution: String) -> Result<(), StoreError>;

    /// Creates a player with the device of a token.
    async fn add_player(&self, token: TokenHash, now: Timestamp) -> Result<DailyPlayer, StoreError>;

    /// Returns the player of a device and their name.
    async fn player_of(&self, token: TokenHash) -> Result<Option<(DailyPlayer, Option<String>)>, StoreError>;

    /// Gives a player a name that no other player has, or none.
    async fn rename_player(&self, player: DailyPlayer, name: Option<String>) -> Result<Renamed, StoreError>;

    /// Deletes the name and the devices of a player, and attempts that must not count.
    ///
    /// Those are unfinished attempts, and attempts of days that are not over: from `today` on,
    /// written as in [`PuzzleKey`]. Scores of earlier days remain without a name.
    async fn forget_player(&self, player: DailyPlayer, today: &str) -> Result<(), StoreError>;

    /// Stores a code that adds a device to a player, and removes expired codes.
    async fn put_transfer(
        &self,
        code: TokenHash,
        player: DailyPlayer,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Adds the device of a token to the player behind a code. A code works once.
    async fn redeem_transfer(
        &self,
        code: TokenHash,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<DailyPlayer>, StoreError>;

    /// Returns a player's attempt at a puzzle.
    async fn attempt(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
    ) -> Result<Option<StoredAttempt>, StoreError>;

    /// Stores a turn if it is the next one.
    async fn add_turn(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
        turn: NewTurn,
    ) -> Result<TurnKept, StoreError>;

    /// Returns how many players finished a puzzle with each score, highest first.
    async fn scores(&self, key: &PuzzleKey, finished: Finished) -> Result<Vec<(i64, u64)>, StoreError>;

    /// Returns the best players of a puzzle, best first; ties in the order of finishing.
    async fn best_finishers(
        &self,
        key: &PuzzleKey,
        finished: Finished,
        limit: usize,
    ) -> Result<Vec<Finisher>, StoreError>;

    /// Returns the days that a player has begun in a language, in order.
    async fn days_of(&self, player: DailyPlayer, language: &str) -> Result<Vec<BegunDay>, StoreError>;
}
