//! Subsets of a rack as keys for the look-up of anagrams, for move generation.

use rules::{Letter, Rack, Tile};

use crate::{anagrams::Anagrams, letter_set::LetterSet, lookup::Missing, multiset::Multiset};

/// The subsets of a rack's lettered tiles, prepared for lookup; each multiset once.
pub(crate) struct RackSubsets {
    /// Codes in ascending order, so blanks come first. Bit 0 of every mask is the first tile.
    tiles: [u8; Rack::SIZE],
    size: usize,
    /// Bit mask of the tiles with each letter, by its code.
    masks: [u8; 64],
    /// The number of blanks.
    pub(crate) blanks: usize,
    /// The letters on the rack, without those that blanks may become.
    pub(crate) letters: LetterSet,
    /// The subsets by number of tiles.
    parts: [[Part; MOST_PARTS]; Rack::SIZE + 1],
    counts: [usize; Rack::SIZE + 1],
    /// The lettered tiles with their points, the most valuable first.
    by_value: [(u8, i32); Rack::SIZE],
    /// The points of the n most valuable tiles together, by n.
    pub(crate) most_points: [i32; Rack::SIZE + 1],
}

/// The most subsets of one size: C(7, 3) = C(7, 4) = 35.
const MOST_PARTS: usize = 35;

/// A subset of a rack's lettered tiles.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) multiset: Multiset,
    /// The points of the tiles.
    pub(crate) points: i32,
    /// Bit mask of the tiles.
    pub(crate) used: u8,
    /// The letters that the rest of the rack does not have.
    pub(crate) lacking: LetterSet,
}

impl RackSubsets {
    /// A hand without tiles.
    pub(crate) const fn empty() -> RackSubsets {
        let nothing = Part { multiset: Multiset::EMPTY, points: 0, used: 0, lacking: LetterSet::NONE };
        RackSubsets {
            tiles: [0; Rack::SIZE],
            size: 0,
            masks: [0; 64],
            blanks: 0,
            letters: LetterSet::NONE,
            parts: [[nothing; MOST_PARTS]; Rack::SIZE + 1],
            counts: [0; Rack::SIZE + 1],
            by_value: [(0, 0); Rack::SIZE],
            most_points: [0; Rack::SIZE + 1],
        }
    }

    /// Replaces the tiles by those with these codes.
    pub(crate) fn take(&mut self, codes: &[u8], words: &Anagrams) {
        let hand = self;
        let size = codes.len().min(Rack::SIZE);
        hand.size = size;
        hand.counts = [0; Rack::SIZE + 1];
        hand.masks = [0; 64];
        hand.letters = LetterSet::NONE;
        hand.by_value = [(0, 0); Rack::SIZE];
        hand.tiles[..size].copy_from_slice(&codes[..size]);
        hand.tiles[..size].sort_unstable();
        hand.blanks = hand.tiles[..size].iter().take_while(|&&code| code == 0).count();
        for (place, &code) in hand.tiles[..size].iter().enumerate() {
            hand.masks[usize::from(code & 63)] |= 1 << place;
        }
        let mut worth = [0; Rack::SIZE];
        for (place, &code) in hand.tiles[hand.blanks..size].iter().enumerate() {
            worth[place] = words.points(code);
            hand.letters = hand.letters.with_code(code);
        }
        for (by_value, (&code, points)) in
            hand.by_value.iter_mut().zip(hand.tiles[hand.blanks..size].iter().zip(worth))
        {
            *by_value = (code, points);
        }
        hand.by_value.sort_unstable_by_key(|&(_, points)| std::cmp::Reverse(points));
        for (place, (_, points)) in hand.by_value.into_iter().enumerate() {
            hand.most_points[place + 1] = hand.most_points[place] + points;
        }
        hand.take_apart(&worth, words);
    }

    /// Lists the subsets. Of equal tiles the first are taken, so every multiset occurs once.
    fn take_apart(&mut self, worth: &[i32; Rack::SIZE], words: &Anagrams) {
        let blanks = self.blanks;
        let lettered = self.size - blanks;
        let tiles: [u8; Rack::SIZE] =
            std::array::from_fn(|place| if place < lettered { self.tiles[blanks + place] } else { 0 });
        let none = words.alphabet().without(self.letters);
        let mut by_mask = [(Multiset::EMPTY, 0); 1 << Rack::SIZE];
        // Tiles equal to the one before: taking one without its predecessor repeats a multiset.
        let mut follows = 0_usize;
        for place in 1..lettered {
            if tiles[place] == tiles[place - 1] {
                follows |= 1 << place;
            }
        }
        for mask in 0..1_usize << lettered {
            if mask != 0 {
                let last = mask.ilog2() as usize;
                let (multiset, points) = by_mask[mask & !(1 << last)];
                let code = usize::from(tiles[last]);
                by_mask[mask] = (multiset + words.multiset(code - 1), points + worth[last]);
            }
            if mask & follows & !(mask << 1) != 0 {
                continue;
            }
            let (multiset, points) = by_mask[mask];
            let mut lacking = none;
            if blanks > 0 {
                let mut left = LetterSet::NONE;
                for (place, &code) in tiles[..lettered].iter().enumerate() {
                    if mask >> place & 1 == 0 {
                        left = left.with_code(code);
                    }
                }
                lacking = words.alphabet().without(left);
            }
            let size = mask.count_ones() as usize;
            let used = (mask << blanks) as u8;
            self.parts[size][self.counts[size]] = Part { multiset, points, used, lacking };
            self.counts[size] += 1;
        }
    }

    /// The number of blanks that plays are generated with, at most [`Missing::MOST`].
    ///
    /// No language that comes with Dord has more than two blanks.
    #[inline]
    pub(crate) fn blanks_to_lay(&self) -> usize {
        self.blanks.min(Missing::MOST)
    }

    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// The subsets of this size.
    #[inline]
    pub(crate) fn parts(&self, size: usize) -> &[Part] {
        &self.parts[size][..self.counts[size]]
    }

    /// The points of the most valuable tile with one of these letters.
    #[inline]
    pub(crate) fn most_valuable_of(&self, letters: LetterSet) -> i32 {
        let fitting = self.by_value.iter().find(|&&(code, _)| letters.has_code(code));
        fitting.map_or(0, |&(_, points)| points)
    }

    /// Removes from `used` the lettered tiles, given by their codes, that blanks replace.
    #[inline]
    pub(crate) fn with_blanks_for(&self, used: u8, codes: &[u8]) -> u8 {
        codes.iter().fold(used, |used, &code| used & !highest(used & self.masks[usize::from(code & 63)]))
    }

    /// Whether a set takes the first of equal tiles; other sets repeat the same multiset.
    pub(crate) fn is_first_of_equals(&self, used: u8) -> bool {
        (1..self.size).all(|place| {
            let is_equal = self.tiles[place] == self.tiles[place - 1];
            !is_equal || used >> place & 1 == 0 || used >> (place - 1) & 1 == 1
        })
    }

    /// The codes of the tiles in ascending order; blanks are 0.
    pub(crate) fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size]
    }
}

/// The code of a tile: 0 for a blank, else the index of its letter in the alphabet plus 1.
pub(crate) const fn code(tile: Tile) -> u8 {
    match tile {
        Tile::Blank => 0,
        Tile::Letter(letter) => letter.index() as u8 + 1,
    }
}

const fn highest(mask: u8) -> u8 {
    if mask == 0 { 0 } else { 1 << mask.ilog2() }
}

/// The tile with a code.
pub(crate) fn tile(code: u8) -> Tile {
    let letter = usize::from(code).checked_sub(1).and_then(Letter::at);
    letter.map_or(Tile::Blank, Tile::Letter)
}

/// Bit mask of `tiles` within the sorted codes `held`; tiles that are missing there are skipped.
pub(crate) fn mask(held: &[u8], tiles: &[Tile]) -> u8 {
    tiles.iter().fold(0, |mask, &tile| {
        let is_free = |&place: &usize| held[place] == code(tile) && mask >> place & 1 == 0;
        mask | (0..held.len()).find(is_free).map_or(0, |place| 1 << place)
    })
}

/// The codes in `held` that are not marked in the bit mask `used`.
pub(crate) fn without(held: &[u8], used: u8) -> impl Iterator<Item = u8> + '_ {
    held.iter().enumerate().filter(move |(place, _)| used >> place & 1 == 0).map(|(_, &code)| code)
}
