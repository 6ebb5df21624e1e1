use serde::{Deserialize, Serialize};

use super::turn::{DailyTurn, FormedWord, LaidDailyTile, WordPosition};

/// What there is to know of a puzzle after its last turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyResults {
    /// The day.
    pub date: String,
    /// The language, by its code.
    pub language: String,
    /// Whether the puzzle's day is over, by UTC. Until then `seed`, `best` and the turns of `par` are kept back.
    pub is_day_over: bool,
    /// What the puzzle was made from; absent until the day is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub seed: Option<u64>,
    /// The sum of the player's turns.
    pub score: i32,
    /// When the last turn was played, in milliseconds since 1970.
    pub completed_at: i64,
    /// Whether that was on the puzzle's own day, which is what streaks count.
    pub on_time: bool,
    /// Each turn beside the best play that it allowed.
    pub turns: Vec<TurnReview>,
    /// What a player makes who takes the most points in every turn.
    pub par: DailyPar,
    /// The best way through that was found; null until the day is over, and while it is still being looked for.
    pub best: Option<DailyLine>,
    /// Whether nothing better than `best` can exist; false as long as `best` is null.
    pub is_best_proven: bool,
    /// How many have finished the puzzle, on its day or later.
    pub players: u32,
    /// The player's rank, from 1; equals share one.
    pub rank: u32,
    /// How many of a hundred others scored less, or the same and count half; 100 where there are no others.
    pub percentile: u32,
    /// How many made which score.
    pub distribution: Vec<ScoreRange>,
}

/// A turn, and what it could have been.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnReview {
    /// From 1.
    pub turn_number: u8,
    /// What was scored.
    pub score: i32,
    /// The play with the most points; null where nothing could be played.
    pub best_play: Option<BestPlay>,
}

/// The play with the most points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BestPlay {
    /// Its main word.
    pub word: String,
    /// Where the main word lies.
    pub position: WordPosition,
    /// The tiles to lay.
    pub tiles_placed: Vec<LaidDailyTile>,
    /// The words they form, the main word first.
    pub words_formed: Vec<FormedWord>,
    /// What it scores.
    pub score: i32,
}

/// What a player makes who takes the most points in every turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyPar {
    /// The sum of its turns.
    pub total: i32,
    /// Its turns; absent until the day is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turns: Option<Vec<DailyTurn>>,
}

/// A way through the puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyLine {
    /// The sum of its turns.
    pub total: i32,
    /// Its turns.
    pub turns: Vec<DailyTurn>,
}

/// How many made a score of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoreRange {
    /// The least score of the range.
    pub from: i32,
    /// The most.
    pub to: i32,
    /// How many.
    pub count: u32,
    /// Whether the player is one of them.
    pub is_yours: bool,
}

/// The best of those who finished a puzzle on its own day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Leaderboard {
    /// The day.
    pub date: String,
    /// The language, by its code.
    pub language: String,
    /// How many finished the puzzle on its day.
    pub players: u32,
    /// The best of them, the best first; equals in the order in which they finished.
    pub entries: Vec<LeaderboardEntry>,
}

/// Somebody who finished the puzzle on its day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardEntry {
    /// From 1; equals share one.
    pub rank: u32,
    /// What they want to be called; null if nothing.
    pub name: Option<String>,
    /// What they made.
    pub score: i32,
    /// Whether it is the player who asks.
    pub is_you: bool,
}
