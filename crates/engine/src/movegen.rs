use rules::{Direction, SIDE};

use crate::{
    Engine, Grid, PackedMove,
    anagrams::{Anagrams, Word},
    grid::Lane,
    lookup::{Missing, look_up},
    premiums::LanePremiums,
    rack_subsets::{Part, RackSubsets},
    span::{Span, each_span},
    span_scoring::{Slots, Spot, Tally},
};

const LENGTH: usize = SIDE as usize;
const CENTRE: usize = LENGTH / 2;

/// Generates every play with a rack, each once, in no particular order.
///
/// The first play of a game is generated across only: down would be symmetric.
pub(crate) fn all_plays(
    engine: &Engine,
    grid: &Grid,
    hand: &RackSubsets,
    spots: &mut Slots,
    plays: &mut Vec<PackedMove>,
) {
    for direction in [Direction::Across, Direction::Down] {
        let lanes = grid.lanes(direction).iter().zip(engine.premiums.lanes(direction));
        for (index, (lane, premiums)) in lanes.enumerate() {
            let anchors = anchors(grid, direction, index);
            let mut line = LaneGenerator { engine, hand, lane, premiums, direction, index, spots, plays };
            each_span(lane, anchors, hand, &engine.words, |span| line.plays_at(&span));
        }
    }
}

/// The anchors of a lane: a word without tiles of the board must cover one of these.
pub(crate) fn anchors(grid: &Grid, direction: Direction, index: usize) -> u16 {
    if !grid.is_empty() {
        grid.lanes(direction)[index].hooked
    } else if direction == Direction::Across && index == CENTRE {
        1 << CENTRE
    } else {
        0
    }
}

/// Move generation in one lane.
struct LaneGenerator<'a> {
    engine: &'a Engine,
    hand: &'a RackSubsets,
    lane: &'a Lane,
    premiums: &'a LanePremiums,
    direction: Direction,
    index: usize,
    spots: &'a mut Slots,
    plays: &'a mut Vec<PackedMove>,
}

impl LaneGenerator<'_> {
    fn plays_at(&mut self, span: &Span) {
        self.spots.clear();
        for missing in 0..=self.hand.blanks_to_lay().min(span.tiles) {
            for part in self.hand.parts(span.tiles - missing) {
                look_up(&self.engine.words, span.through, part, missing, |found, missing| {
                    if self.spots.len() == 0 {
                        self.set_spots(span);
                    }
                    for place in found {
                        self.plays_of(place, span, part, missing);
                    }
                });
            }
        }
    }

    fn set_spots(&mut self, span: &Span) {
        let is_open = span.tiles == span.length;
        for start in span.first..=span.last {
            let spot = Spot::new(self.lane, start, span.length);
            // The row has already generated the same single tile.
            let is_repeated = span.tiles == 1 && self.direction == Direction::Down && spot.is_hooked();
            if !is_repeated && (!is_open || spot.is_hooked() || self.lane.hooked == 0) {
                self.spots.add(spot);
            }
        }
    }

    #[inline]
    fn plays_of(&mut self, place: u32, span: &Span, part: &Part, missing: Missing) {
        let word = self.engine.words.word(place);
        for index in 0..self.spots.len() {
            let spot = self.spots.get(index);
            if spot.takes(&word, self.lane) {
                let start = PackedMove::place(self.direction, spot.start.into());
                let lane = self.index as u8;
                let tally = self.spots.tally(index, span, self.lane, self.premiums);
                let play = PackedMove { word: place, score: 0, blanks: 0, lane, start, used: part.used };
                record(play, &word, tally, missing, self.hand, &self.engine.words, self.plays);
            }
        }
    }
}

/// Records a word on a spot, once for every assignment of blanks to its letters.
fn record(
    play: PackedMove,
    word: &Word,
    tally: &Tally,
    missing: Missing,
    hand: &RackSubsets,
    words: &Anagrams,
    plays: &mut Vec<PackedMove>,
) {
    let score = tally.score(word, words);
    let missing = missing.codes();
    if missing.is_empty() {
        plays.push(PackedMove { score: score as i16, ..play });
    }
    if hand.blanks == 0 {
        return;
    }
    let laid = tally.laid();
    let letter = |index: usize| word.0[usize::from(laid[index].0 & 15)];
    let lost = |index: usize| i32::from(laid[index].1) * words.points(letter(index));
    let bit = |index: usize| 1_u16 << laid[index].0;
    if missing.len() <= 1 {
        for first in 0..laid.len() {
            let spared: &[u8] = match *missing {
                [] => &[letter(first)],
                [code] if code == letter(first) => &[],
                _ => continue,
            };
            let used = hand.with_blanks_for(play.used, spared) | 1;
            plays.push(PackedMove { score: (score - lost(first)) as i16, blanks: bit(first), used, ..play });
        }
    }
    if hand.blanks < 2 {
        return;
    }
    for first in 0..laid.len() {
        for second in first + 1..laid.len() {
            let pair = [letter(first), letter(second)];
            let spared: &[u8] = match *missing {
                [] => &pair,
                [code] if code == pair[0] => &pair[1..],
                [code] if code == pair[1] => &pair[..1],
                [one, other] if pair == [one, other] || pair == [other, one] => &[],
                _ => continue,
            };
            let used = hand.with_blanks_for(play.used, spared) | 3;
            let score = (score - lost(first) - lost(second)) as i16;
            plays.push(PackedMove { score, blanks: bit(first) | bit(second), used, ..play });
        }
    }
}
