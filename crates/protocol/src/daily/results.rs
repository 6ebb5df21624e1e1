use serde::{Deserialize, Serialize};

use super::turn::{DailyTurn, FormedWord, LaidDailyTile, WordPosition};

/// The results of a finished puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyResults {
    /// The day.
    pub date: String,
    /// The language code.
    pub language: String,
    /// Whether the puzzle's day is over, in UTC. Until then `seed`, `best` and the turns of `par`
    /// are withheld.
    pub is_day_over: bool,
    /// The seed of the puzzle; absent until the day is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub seed: Option<u64>,
    /// The player's total score.
    pub score: i32,
    /// When the last turn was played, in milliseconds since 1970.
    pub completed_at: i64,
    /// Whether that was on the puzzle's own day; only such days count towards streaks.
    pub on_time: bool,
    /// Each turn with the best play it allowed.
    pub turns: Vec<TurnReview>,
    /// The result of taking the most points in every turn.
    pub par: DailyPar,
    /// The best solution found; null until the day is over, and while the search is running.
    pub best: Option<DailyLine>,
    /// Whether `best` is proven optimal; false while `best` is null.
    pub is_best_proven: bool,
    /// The number of players who finished the puzzle, on its day or later.
    pub players: u32,
    /// The player's rank, from 1; ties share a rank.
    pub rank: u32,
    /// The percentage of other players with a lower score, where ties count half; 100 if there are
    /// no others.
    pub percentile: u32,
    /// The distribution of scores.
    pub distribution: Vec<ScoreRange>,
}

/// A turn and its best alternative.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TurnReview {
    /// The number of the turn, from 1.
    pub turn_number: u8,
    /// The score of the turn.
    pub score: i32,
    /// The play with the most points; null if no play was possible.
    pub best_play: Option<BestPlay>,
}

/// The play with the most points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BestPlay {
    /// The main word.
    pub word: String,
    /// The position of the main word.
    pub position: WordPosition,
    /// The tiles to lay.
    pub tiles_placed: Vec<LaidDailyTile>,
    /// The words they form, the main word first.
    pub words_formed: Vec<FormedWord>,
    /// The score.
    pub score: i32,
}

/// The result of taking the most points in every turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyPar {
    /// The total score.
    pub total: i32,
    /// The turns; absent until the day is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "reference", ts(optional))]
    pub turns: Option<Vec<DailyTurn>>,
}

/// A solution of the puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct DailyLine {
    /// The total score.
    pub total: i32,
    /// The turns.
    pub turns: Vec<DailyTurn>,
}

/// The number of players with a score in a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ScoreRange {
    /// The lowest score of the range.
    pub from: i32,
    /// The highest score of the range.
    pub to: i32,
    /// The number of players.
    pub count: u32,
    /// Whether the player's score is in this range.
    pub is_yours: bool,
}

/// The best scores among players who finished a puzzle on its own day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Leaderboard {
    /// The day.
    pub date: String,
    /// The language code.
    pub language: String,
    /// The number of players who finished the puzzle on its day.
    pub players: u32,
    /// The best players, the best first; ties in the order in which they finished.
    pub entries: Vec<LeaderboardEntry>,
}

/// A player who finished the puzzle on its day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardEntry {
    /// The rank, from 1; ties share a rank.
    pub rank: u32,
    /// The player's name; null if they are anonymous.
    pub name: Option<String>,
    /// The score.
    pub score: i32,
    /// Whether this is the requesting player.
    pub is_you: bool,
}
