//! The places of a span where words can start, and what each word scores there.

use rules::{Rack, SIDE, Score};

use crate::{
    anagrams::{Anagrams, Word},
    grid::Lane,
    premiums::LanePremiums,
    span::Span,
};

const LENGTH: usize = SIDE as usize;

/// The spots of a span and their tallies, in a buffer that is reused for every span.
pub(crate) struct Slots {
    places: [Spot; LENGTH],
    count: usize,
    tallies: [Tally; LENGTH],
    /// Bit mask of the tallies that are computed.
    tallied: u16,
}

/// One place for a word: the letters already on the board, and the squares with cross-checks.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spot {
    letters: u128,
    fixed: u128,
    pub(crate) start: u8,
    /// Bit mask of the squares, from the word's start, on which a tile forms a cross word.
    hooks: u16,
}

/// The scoring of any word on a spot.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tally {
    /// The points that do not depend on the laid tiles.
    base: i32,
    tiles: usize,
    /// The offset of each free square from the word's start, and the factor of a tile laid there.
    laid: [(u8, u8); Rack::SIZE],
}

impl Slots {
    pub(crate) fn new() -> Slots {
        Slots { places: [Spot::default(); LENGTH], count: 0, tallies: [Tally::default(); LENGTH], tallied: 0 }
    }

    /// Removes all spots.
    #[inline]
    pub(crate) const fn clear(&mut self) {
        self.count = 0;
        self.tallied = 0;
    }

    #[inline]
    pub(crate) const fn add(&mut self, spot: Spot) {
        self.places[self.count] = spot;
        self.count += 1;
    }

    #[inline]
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> &Spot {
        &self.places[index]
    }

    /// The scoring of words on a spot, computed on first use.
    #[inline]
    pub(crate) fn tally(
        &mut self,
        index: usize,
        span: &Span,
        lane: &Lane,
        premiums: &LanePremiums,
    ) -> &Tally {
        if self.tallied >> index & 1 == 0 {
            self.tallied |= 1 << index;
            self.tallies[index].set(span, self.places[index].start.into(), lane, premiums);
        }
        &self.tallies[index]
    }
}

impl Spot {
    #[inline]
    pub(crate) fn new(lane: &Lane, start: usize, length: usize) -> Spot {
        let (letters, taken) = lane.letters_from(start);
        let whole = WHOLE[length];
        let hooks = lane.hooked >> start & ((1 << length) - 1);
        Spot { start: start as u8, letters: letters & whole, fixed: taken & whole, hooks }
    }

    /// Whether a word can be laid here.
    #[inline]
    pub(crate) fn takes(&self, word: &Word, lane: &Lane) -> bool {
        (word.packed() ^ self.letters) & self.fixed == 0 && self.crosses(word, lane)
    }

    /// Whether a word forms cross words here.
    #[inline]
    pub(crate) const fn is_hooked(&self) -> bool {
        self.hooks != 0
    }

    #[inline]
    fn crosses(&self, word: &Word, lane: &Lane) -> bool {
        let mut hooks = self.hooks;
        while hooks != 0 {
            let offset = hooks.trailing_zeros() as usize & 15;
            if !lane.cross(usize::from(self.start) + offset).letters.has_code(word.0[offset]) {
                return false;
            }
            hooks &= hooks - 1;
        }
        true
    }
}

/// Bit masks of whole words, by length.
const WHOLE: [u128; LENGTH + 1] = {
    let mut whole = [0; LENGTH + 1];
    let mut length = 1;
    while length <= LENGTH {
        whole[length] = u128::MAX >> (128 - 8 * length);
        length += 1;
    }
    whole
};

impl Tally {
    fn set(&mut self, span: &Span, start: usize, lane: &Lane, premiums: &LanePremiums) {
        let squares = (((1_u32 << span.length) - 1) << start) as u16 & !lane.taken;
        let word_factor = each(squares).map(|place| premiums.word[place]).product::<i32>();
        self.base = word_factor * span.through_points;
        self.tiles = span.tiles;
        for (laid, place) in self.laid.iter_mut().zip(each(squares)) {
            let mut factor = word_factor;
            if lane.hooked >> place & 1 == 1 {
                factor += premiums.word[place];
                self.base += premiums.word[place] * i32::from(lane.cross(place).points);
            }
            *laid = ((place - start) as u8, (factor * premiums.letter[place]) as u8);
        }
        if span.tiles == Rack::SIZE {
            self.base += Score::BINGO.0;
        }
    }

    /// The offset of each free square from the word's start, and the factor of a tile laid there.
    #[inline]
    pub(crate) fn laid(&self) -> &[(u8, u8)] {
        &self.laid[..self.tiles]
    }

    /// The score of a word without blanks.
    #[inline]
    pub(crate) fn score(&self, word: &Word, words: &Anagrams) -> i32 {
        let points =
            |&(offset, factor): &(u8, u8)| i32::from(factor) * words.points(word.0[usize::from(offset & 15)]);
        self.base + self.laid().iter().map(points).sum::<i32>()
    }
}

/// The indices of the set bits.
#[inline]
fn each(mut squares: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (squares != 0).then(|| {
            let place = squares.trailing_zeros() as usize;
            squares &= squares - 1;
            place
        })
    })
}

const _: () = assert!(SIDE < 16, "a word and its end fit into sixteen bytes");
