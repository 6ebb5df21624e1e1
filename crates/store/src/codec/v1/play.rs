//! The stored form of draws and plays.

use rules::{Draw, FormedWord, Language, OpeningRound, Play, Score};
use serde::{Deserialize, Serialize};

use super::seats::WrittenSeat;
use crate::codec::tile_text;

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
        WrittenDraw { first: *first, tiles: tile_text::write_tiles(tiles, language) }
    }

    pub(super) fn read(self, language: &Language) -> Result<Draw, String> {
        Ok(Draw { first: self.first, tiles: tile_text::read_tiles(&self.tiles, language)? })
    }
}

/// One round of the draw for the first move: seats and tiles.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct WrittenRound(Vec<(WrittenSeat, String)>);

impl WrittenRound {
    pub(super) fn of(round: &OpeningRound, language: &Language) -> WrittenRound {
        let drawn = round.drawn.iter();
        WrittenRound(
            drawn.map(|&(seat, tile)| (seat.into(), tile_text::write_tiles(&[tile], language))).collect(),
        )
    }

    pub(super) fn read(self, language: &Language) -> Result<OpeningRound, String> {
        let read =
            |(seat, tile): (WrittenSeat, String)| Ok((seat.read()?, tile_text::read_tile(&tile, language)?));
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
            (tile_text::write_place(square, rules::Direction::Across), tile_text::write_laid(laid, language))
        };
        let word = |FormedWord { start, direction, letters, score }: &FormedWord| WrittenWord {
            place: tile_text::write_place(*start, *direction),
            letters: tile_text::write_letters(letters, language),
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
            Ok((tile_text::read_square(&square)?, tile_text::read_laid(&laid, language)?))
        };
        let word = |word: WrittenWord| {
            let place = tile_text::read_place(&word.place)?;
            let letters = tile_text::read_letters(&word.letters, language)?;
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
