//! What is kept of the daily puzzle: puzzles, players, and what they made of them.
//!
//! Both databases take the same statements (`statements.rs`). The store knows no rules: a turn is a text that whoever asks
//! can read, and the number of turns is what makes sure that none is played twice.

mod name_key;
mod statements;

use async_trait::async_trait;
use rules::Timestamp;

pub use name_key::daily_name_key;
pub(crate) use statements::daily_statements;

use crate::{StoreError, TokenHash};

/// The puzzle of a day in a language.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleKey {
    /// The day, as `2026-11-15`.
    pub day: String,
    /// The language, by its code.
    pub language: String,
}

/// A puzzle as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptPuzzle {
    /// What it was made from.
    pub seed: u64,
    /// The word that lies on the board, as it is written.
    pub starting_word: String,
    /// The tiles in the order in which they come, as a text that the caller reads.
    pub order: String,
    /// The ways through it, once they are found, as a text that the caller reads.
    pub solution: Option<String>,
}

/// The puzzle of a day that the store has after one was given to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredPuzzle {
    /// The puzzle that counts: the first one.
    pub puzzle: KeptPuzzle,
    /// Whether it is the one that was given. Of several nodes this is true for one.
    pub is_new: bool,
}

/// Whether a player has the name they wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Renamed {
    /// The player has it.
    Done,
    /// Another player has a name that is the same by [`daily_name_key`].
    Taken,
}

/// A player of puzzles: a guest, known by the devices they play on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DailyPlayer(pub i64);

/// What a player has made of a puzzle so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAttempt {
    /// The turns in order, as the caller wrote them.
    pub deeds: Vec<String>,
    /// The sum of them.
    pub score: i64,
    /// When the last of them was played.
    pub finished_at: Option<Timestamp>,
}

/// A turn to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTurn {
    /// Which it is, from 1. It is kept only if there are just so many before it.
    pub number: u8,
    /// What was done, in one line.
    pub deed: String,
    /// What it scored.
    pub score: i64,
    /// When, if it is the last.
    pub finished_at: Option<Timestamp>,
}

/// Which of those who finished a puzzle are meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finished {
    /// All of them.
    AtAnyTime,
    /// Those who did so before a moment.
    Before(Timestamp),
}

impl Finished {
    /// The moment before which they have finished.
    pub(crate) const fn end(self) -> Timestamp {
        match self {
            Finished::AtAnyTime => Timestamp(i64::MAX),
            Finished::Before(end) => end,
        }
    }
}

/// Somebody who finished a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finisher {
    /// Who.
    pub player: DailyPlayer,
    /// What they want to be called.
    pub name: Option<String>,
    /// What they made.
    pub score: i64,
}

/// A day that a player has begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BegunDay {
    /// The day.
    pub day: String,
    /// How many turns were played.
    pub turns: u8,
    /// The sum of them.
    pub score: i64,
    /// When the last of them was played.
    pub finished_at: Option<Timestamp>,
}

/// Whether a turn was kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnKept {
    /// It was.
    Kept,
    /// The attempt has another number of turns.
    OutOfOrder,
}

/// Keeps what the daily puzzle needs. What it has acknowledged is on the disk.
#[async_trait]
pub trait DailyStore: Send + Sync + 'static {
    /// The puzzle of a day, if it was asked for before.
    async fn puzzle(&self, key: &PuzzleKey) -> Result<Option<KeptPuzzle>, StoreError>;

    /// Keeps a puzzle unless one is kept, and says which is.
    async fn keep_puzzle(&self, key: &PuzzleKey, puzzle: KeptPuzzle) -> Result<StoredPuzzle, StoreError>;

    /// Keeps the ways through a puzzle.
    async fn keep_solution(&self, key: &PuzzleKey, solution: String) -> Result<(), StoreError>;

    /// A new player, on the device of a token.
    async fn add_player(&self, token: TokenHash, now: Timestamp) -> Result<DailyPlayer, StoreError>;

    /// Whose device it is, and what they want to be called.
    async fn player_of(&self, token: TokenHash) -> Result<Option<(DailyPlayer, Option<String>)>, StoreError>;

    /// Gives a player a name that no other player has, or none.
    async fn rename_player(&self, player: DailyPlayer, name: Option<String>) -> Result<Renamed, StoreError>;

    /// Forgets the name and the devices of a player, puzzles that were not finished, and those of days that are not over:
    /// from `today` on, written as in [`PuzzleKey`]. The scores of earlier days stay without a name.
    async fn forget_player(&self, player: DailyPlayer, today: &str) -> Result<(), StoreError>;

    /// Keeps a code that makes another device that of a player. Codes that have expired go.
    async fn put_transfer(
        &self,
        code: TokenHash,
        player: DailyPlayer,
        expires: Timestamp,
        now: Timestamp,
    ) -> Result<(), StoreError>;

    /// Makes the device of a token that of the player behind a code, which works once.
    async fn redeem_transfer(
        &self,
        code: TokenHash,
        token: TokenHash,
        now: Timestamp,
    ) -> Result<Option<DailyPlayer>, StoreError>;

    /// What a player has made of a puzzle.
    async fn attempt(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
    ) -> Result<Option<StoredAttempt>, StoreError>;

    /// Keeps a turn, if it is the next one.
    async fn add_turn(
        &self,
        player: DailyPlayer,
        key: &PuzzleKey,
        turn: NewTurn,
    ) -> Result<TurnKept, StoreError>;

    /// How many finished a puzzle with which score, the highest first.
    async fn scores(&self, key: &PuzzleKey, finished: Finished) -> Result<Vec<(i64, u64)>, StoreError>;

    /// Those who finished a puzzle best, the best first; equals in the order in which they finished.
    async fn best_finishers(
        &self,
        key: &PuzzleKey,
        finished: Finished,
        limit: usize,
    ) -> Result<Vec<Finisher>, StoreError>;

    /// The days that a player has begun in a language, the first first.
    async fn days_of(&self, player: DailyPlayer, language: &str) -> Result<Vec<BegunDay>, StoreError>;
}
