//! The stored form of draws and plays.

use rules::{Draw, FormedWord, Language, OpeningRound, Play, Score};
use serde::{Deserialize, Serialize};

use super::seats::WrittenSeat;
use crate::codec::texts;

/// Tiles drawn from the bag together.
#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenDraw {
    /// Number of the first draw.
    first: u32,
    tiles: String,
}

impl WrittenDraw {
    pub(super) fn of(draw: &Draw, language: &Language) -> WrittenDraw {
        let Draw { first, tiles } = draw;
        WrittenDraw { first: *first, tiles: texts::write_tiles(tiles, language) }
    }

    pub(super) fn read(self, language: &Language) -> Result<Draw, String> {
        Ok(Draw { first: self.first, tiles: texts::read_tiles(&self.tiles, language)? })
    }
}

/// One round of the draw for the first move: seats and tiles.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct WrittenRound(Vec<(WrittenSeat, String)>);

impl WrittenRound {
    pub(super) fn of(round: &OpeningRound, language: &Language) -> WrittenRound {
        let drawn = round.drawn.iter();
        WrittenRound(
            drawn.map(|&(seat, tile)| (seat.into(), texts::write_tiles(&[tile], language))).collect(),
        )
    }

    pub(super) fn read(self, language: &Language) -> Result<OpeningRound, String> {
        let read =
            |(seat, tile): (WrittenSeat, String)| Ok((seat.read()?, texts::read_tile(&tile, language)?));
        Ok(OpeningRound { drawn: self.0.into_iter().map(read).collect::<Result<_, String>>()? })
    }
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenPlay {
    /// Squares and tiles.
    tiles: Vec<(String, String)>,
    words: Vec<WrittenWord>,
    score: i32,
}

#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct WrittenWord {
    place: String,
    letters: String,
    score: i32,
}

impl WrittenPlay {
    pub(super) fn of(play: &Play, language: &Language) -> WrittenPlay {
        let Play { tiles, words, score } = play;
        let tile = |&(square, laid): &(rules::Square, rules::LaidTile)| {
            (texts::write_place(square, rules::Direction::Across), texts::write_laid(laid, language))
        };
        let word = |FormedWord { start, direction, letters, score }: &FormedWord| WrittenWord {
            place: texts::write_place(*start, *direction),
            letters: texts::write_letters(letters, language),
            score: score.0,
        };
        WrittenPlay {
            tiles: tiles.iter().map(tile).collect(),
            words: words.iter().map(word).collect(),
            score: score.0,
        }
    }

    pub(super) fn read(self, language: &Language) -> Result<Play, String> {
        let tile = |(square, laid): (String, String)| {
            Ok((texts::read_square(&square)?, texts::read_laid(&laid, language)?))
        };
        let word = |word: WrittenWord| {
            let place = texts::read_place(&word.place)?;
            let letters = texts::read_letters(&word.letters, language)?;
            let (start, direction) = (place.square, place.direction);
            Ok(FormedWord { start, direction, letters, score: Score(word.score) })
        };
        if self.words.is_empty() {
            return Err("expected a play with at least one word".to_owned());
        }
        Ok(Play {
            tiles: self.tiles.into_iter().map(tile).collect::<Result<_, String>>()?,
            words: self.words.into_iter().map(word).collect::<Result<_, String>>()?,
            score: Score(self.score),
        })
    }
}
