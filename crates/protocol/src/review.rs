//! What the coach says about a finished game: the lines of `GET /api/games/{id}/review`.

use rules::notation::Coordinate;
use rules::{Language, Play};
use serde::{Deserialize, Serialize};

use crate::present::scored_words;
use crate::server::ScoredWord;
use crate::text::PlayerId;
use crate::tile::{PlacedTile, letter_text, placed_tiles};

/// One line of a review: first how many turns there will be, then each turn as soon as it was looked at, then the sums. A
/// review without the last line broke off.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ReviewLine {
    /// The review begins.
    Begin {
        /// How many turns will follow.
        turns: u32,
    },
    /// A turn was looked at.
    Turn(Box<ReviewedTurn>),
    /// The review is complete.
    End {
        /// What came together for each player, in turn order.
        sums: Vec<ReviewSum>,
    },
}

/// A turn with what the coach says about it. Everything is in points.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReviewedTurn {
    /// Which of the record's `moves` it is, from 0.
    pub move_index: u32,
    /// Whose it was.
    pub player_id: PlayerId,
    /// The rack before it; `_` is a blank.
    pub rack: Vec<String>,
    /// What was done.
    pub made: ReviewedMove,
    /// Whether it was a play that was challenged off. It is worth what a pass is.
    pub taken_back: bool,
    /// What it is worth.
    pub equity: f64,
    /// How much better the best would have been.
    pub lost: f64,
    /// How much better the rack was than what could be expected of the draw.
    pub luck: f64,
    /// What all of this but luck goes by.
    pub judged_by: JudgedBy,
    /// The best moves, the best first.
    pub best: Vec<SuggestedMove>,
    /// The best play with all seven tiles, if it would have been worth more than what was made.
    pub missed_bingo: Option<SuggestedMove>,
    /// The words that it formed and that the list does not have.
    pub phonies: Vec<String>,
}

/// What moves are judged by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum JudgedBy {
    /// What they score and what they keep.
    Equity,
    /// What they come to at the end of the game, as far as could be looked ahead.
    LookingAhead,
    /// What they come to at the end of the game against every answer.
    Exactly,
}

/// A move that was made or could have been.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ReviewedMove {
    /// Tiles are laid.
    Play {
        /// Where the main word begins: `8H` across, `H8` down.
        at: String,
        /// The tiles with their squares.
        placements: Vec<PlacedTile>,
        /// The words, the main word first.
        words: Vec<ScoredWord>,
        /// What it scores.
        score: i32,
    },
    /// Tiles are swapped.
    Exchange {
        /// Which; `_` is a blank.
        tiles: Vec<String>,
    },
    /// The turn is given away.
    Pass {},
}

/// A move that could have been made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SuggestedMove {
    /// The move.
    pub suggested: ReviewedMove,
    /// What it is worth.
    pub equity: f64,
    /// The tiles it keeps; `_` is a blank.
    pub keeps: Vec<String>,
}

/// What came together for a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "reference", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ReviewSum {
    /// Whose it is.
    pub player_id: PlayerId,
    /// How many turns were looked at.
    pub turns: u32,
    /// What they lost against the best.
    pub lost: f64,
    /// How lucky the draws were.
    pub luck: f64,
    /// How many better plays of all seven tiles were missed.
    pub missed_bingos: u32,
    /// How many plays stood with words that are none.
    pub phonies_stood: u32,
    /// How many plays with words that are none were challenged off.
    pub phonies_caught: u32,
}

impl ReviewedMove {
    /// A play.
    pub fn play(play: &Play, language: &Language) -> ReviewedMove {
        let main = play.main_word();
        ReviewedMove::Play {
            at: Coordinate { square: main.start, direction: main.direction }.to_string(),
            placements: placed_tiles(&play.tiles, language),
            words: scored_words(play, language),
            score: play.score.0,
        }
    }

    /// An exchange.
    pub fn exchange(tiles: &[rules::Tile], language: &Language) -> ReviewedMove {
        ReviewedMove::Exchange { tiles: letters(tiles, language) }
    }
}

/// How tiles of a rack are written, each by itself.
pub fn letters(tiles: &[rules::Tile], language: &Language) -> Vec<String> {
    tiles.iter().map(|&tile| letter_text(tile, language).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_it_is_and_reads_back() {
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
