//! The coach's review of a finished game: the lines of `GET /api/games/{id}/review`.

use rules::notation::Coordinate;
use rules::{Language, Play};
use serde::{Deserialize, Serialize};

use crate::server::ScoredWord;
use crate::text::PlayerId;
use crate::tile::{PlacedTile, letter_text, placed_tiles};
use crate::view::scored_words;

/// One line of a review.
///
/// A review consists of the number of turns, each turn as soon as it is reviewed, and the totals. A
/// review without the last line is incomplete.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ReviewLine {
    /// The review begins.
    Begin {
        /// The number of turns to follow.
        turns: u32,
    },
    /// A reviewed turn.
    Turn(Box<ReviewedTurn>),
    /// The review is complete.
    End {
        /// The totals of each player, in turn order.
        sums: Vec<ReviewSum>,
    },
}

/// A turn with the coach's advice. All values are in points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReviewedTurn {
    /// The index in the record's `moves`, from 0.
    pub move_index: u32,
    /// The player.
    pub player_id: PlayerId,
    /// The rack before the turn; `_` is a blank.
    pub rack: Vec<String>,
    /// The move that was made.
    pub made: ReviewedMove,
    /// Whether it was a play that was challenged off. Its value is that of a pass.
    pub taken_back: bool,
    /// The value of the move.
    pub equity: f64,
    /// The value of the best move minus that of the move made.
    pub lost: f64,
    /// The value of the rack compared with the average of the possible draws.
    pub luck: f64,
    /// How the values, except `luck`, were computed.
    pub judged_by: JudgedBy,
    /// The best moves, the best first.
    pub best: Vec<SuggestedMove>,
    /// The best bingo, if it would have been worth more than the move made.
    pub missed_bingo: Option<SuggestedMove>,
    /// The words it formed that are not in the word list.
    pub phonies: Vec<String>,
}

/// How moves are valued.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum JudgedBy {
    /// By score and the value of the kept tiles.
    Equity,
    /// By the result at the end of the game, as far as the search got.
    LookingAhead,
    /// By the result at the end of the game, proven against every reply.
    Exactly,
}

/// A move that was made or could have been made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ReviewedMove {
    /// Tiles are laid.
    Play {
        /// The start of the main word: `8H` across, `H8` down.
        at: String,
        /// The tiles with their squares.
        placements: Vec<PlacedTile>,
        /// The words, the main word first.
        words: Vec<ScoredWord>,
        /// The score.
        score: i32,
    },
    /// Tiles are exchanged.
    Exchange {
        /// The tiles; `_` is a blank.
        tiles: Vec<String>,
    },
    /// The turn is passed.
    Pass {},
}

/// A move that could have been made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SuggestedMove {
    /// The move.
    pub suggested: ReviewedMove,
    /// Its value.
    pub equity: f64,
    /// The tiles it keeps; `_` is a blank.
    pub keeps: Vec<String>,
}

/// The totals of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(schemars::JsonSchema, ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReviewSum {
    /// The player.
    pub player_id: PlayerId,
    /// The number of turns reviewed.
    pub turns: u32,
    /// The points lost compared with the best moves.
    pub lost: f64,
    /// The luck of the draws.
    pub luck: f64,
    /// The number of missed bingos that would have been better.
    pub missed_bingos: u32,
    /// The number of plays with phonies that were not challenged off.
    pub phonies_stood: u32,
    /// The number of plays with phonies that were challenged off.
    pub phonies_caught: u32,
}

impl ReviewedMove {
    /// Converts a play.
    pub fn play(play: &Play, language: &Language) -> ReviewedMove {
        let main = play.main_word();
        ReviewedMove::Play {
            at: Coordinate { square: main.start, direction: main.direction }.to_string(),
            placements: placed_tiles(&play.tiles, language),
            words: scored_words(play, language),
            score: play.score.0,
        }
    }

    /// Converts an exchange.
    pub fn exchange(tiles: &[rules::Tile], language: &Language) -> ReviewedMove {
        ReviewedMove::Exchange { tiles: letters(tiles, language) }
    }
}

/// The letters of tiles of a rack.
pub fn letters(tiles: &[rules::Tile], language: &Language) -> Vec<String> {
    tiles.iter().map(|&tile| letter_text(tile, language).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_its_kind_and_round_trips() {
        let lines = [
            (ReviewLine::Begin { turns: 3 }, r#"{"kind":"begin","turns":3}"#),
            (ReviewLine::End { sums: vec![] }, r#"{"kind":"end","sums":[]}"#),
        ];
        for (line, text) in lines {
            assert_eq!(serde_json::to_string(&line).unwrap(), text);
            assert_eq!(serde_json::from_str::<ReviewLine>(text).unwrap(), line);
        }
        let turn = ReviewLine::Turn(Box::new(ReviewedTurn {
            move_index: 4,
            player_id: PlayerId::new("p1"),
            rack: vec!["A".to_owned(), "_".to_owned()],
            made: ReviewedMove::Pass {},
            taken_back: false,
            equity: -1.5,
            lost: 20.25,
            luck: 0.0,
            judged_by: JudgedBy::LookingAhead,
            best: vec![],
            missed_bingo: None,
            phonies: vec![],
        }));
        let text = serde_json::to_string(&turn).unwrap();
        assert!(
            text.starts_with(r#"{"kind":"turn","moveIndex":4,"playerId":"p1","rack":["A","_"],"#),
            "{text}"
        );
        assert!(text.contains(r#""made":{"kind":"pass"}"#) && text.contains(r#""judgedBy":"lookingAhead""#));
        assert_eq!(serde_json::from_str::<ReviewLine>(&text).unwrap(), turn);
    }
}
