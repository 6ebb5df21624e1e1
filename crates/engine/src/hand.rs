use rules::{Letter, Rack, Tile};

use crate::{anagrams::Anagrams, bunch::Bunch, letter_set::LetterSet, lookup::Missing};

/// Every part of a rack that can be laid, ready to be looked up: each bunch of its lettered tiles once.
pub(crate) struct Hand {
    /// The tiles in the order of the bag, the blanks first: bit 0 of every mask is the first of them.
    tiles: [u8; Rack::SIZE],
    size: usize,
    /// Which tiles carry a letter, by its code.
    masks: [u8; 64],
    /// How many blanks there are.
    pub(crate) blanks: usize,
    /// The letters on the rack, not what blanks may become.
    pub(crate) letters: LetterSet,
    /// The parts by how many tiles they have.
    parts: [[Part; MOST_PARTS]; Rack::SIZE + 1],
    counts: [usize; Rack::SIZE + 1],
    /// The letters from the most valuable down, each once, and what they are worth.
    by_value: [(u8, i32); Rack::SIZE],
    /// What the most valuable tiles are worth together: none, one, two, …
    pub(crate) most_points: [i32; Rack::SIZE + 1],
}

/// There are never more parts of one size: 35 ways to take three or four of seven.
const MOST_PARTS: usize = 35;

/// Some of a rack's lettered tiles.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) bunch: Bunch,
    /// What the tiles are worth.
    pub(crate) points: i32,
    /// Which tiles of the rack these are.
    pub(crate) used: u8,
    /// The letters of which the rack has none beside this part.
    pub(crate) lacking: LetterSet,
}

impl Hand {
    /// A hand without tiles.
    pub(crate) const fn empty() -> Hand {
        let nothing = Part { bunch: Bunch::EMPTY, points: 0, used: 0, lacking: LetterSet::NONE };
        Hand {
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

    /// Takes tiles, given by their codes, in place of those it had.
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

    /// Lists the parts. Of equal tiles the first are taken, so that every bunch comes once.
    fn take_apart(&mut self, worth: &[i32; Rack::SIZE], words: &Anagrams) {
        let blanks = self.blanks;
        let lettered = self.size - blanks;
        let tiles: [u8; Rack::SIZE] =
            std::array::from_fn(|place| if place < lettered { self.tiles[blanks + place] } else { 0 });
        let none = words.alphabet().without(self.letters);
        let mut by_mask = [(Bunch::EMPTY, 0); 1 << Rack::SIZE];
        // Taken without the equal one before it, which would make the same bunch.
        let mut follows = 0_usize;
        for place in 1..lettered {
            if tiles[place] == tiles[place - 1] {
                follows |= 1 << place;
            }
        }
        for mask in 0..1_usize << lettered {
            if mask != 0 {
                let last = mask.ilog2() as usize;
                let (bunch, points) = by_mask[mask & !(1 << last)];
                let code = usize::from(tiles[last]);
                by_mask[mask] = (bunch + words.bunch(code - 1), points + worth[last]);
            }
            if mask & follows & !(mask << 1) != 0 {
                continue;
            }
            let (bunch, points) = by_mask[mask];
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
            self.parts[size][self.counts[size]] = Part { bunch, points, used, lacking };
            self.counts[size] += 1;
        }
    }

    /// How many blanks a play is looked for with. No list of ours comes with more than two.
    #[inline]
    pub(crate) fn blanks_to_lay(&self) -> usize {
        self.blanks.min(Missing::MOST)
    }

    pub(crate) const fn size(&self) -> usize {
        self.size
    }

    /// The parts with this many tiles.
    #[inline]
    pub(crate) fn parts(&self, size: usize) -> &[Part] {
        &self.parts[size][..self.counts[size]]
    }

    /// What the most valuable tile with one of these letters is worth.
    #[inline]
    pub(crate) fn most_valuable_of(&self, letters: LetterSet) -> i32 {
        let fitting = self.by_value.iter().find(|&&(code, _)| letters.has_code(code));
        fitting.map_or(0, |&(_, points)| points)
    }

    /// Which tiles are used if blanks stand for some of the letters, that are given by their codes, in place of the lettered tiles.
    #[inline]
    pub(crate) fn with_blanks_for(&self, used: u8, codes: &[u8]) -> u8 {
        codes.iter().fold(used, |used, &code| used & !highest(used & self.masks[usize::from(code & 63)]))
    }

    /// Whether of equal tiles these are the first, so that the same bunch does not come twice.
    pub(crate) fn is_first_of_equals(&self, used: u8) -> bool {
        (1..self.size).all(|place| {
            let is_equal = self.tiles[place] == self.tiles[place - 1];
            !is_equal || used >> place & 1 == 0 || used >> (place - 1) & 1 == 1
        })
    }

    /// The tiles, blanks first, as codes: 0 is a blank.
    pub(crate) fn tiles(&self) -> &[u8] {
        &self.tiles[..self.size]
    }
}

/// The code of a tile: 0 for a blank, else the place of its letter in the alphabet, counted from 1.
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

/// Which of some sorted tiles these are, one bit each; those that are not there are left out.
pub(crate) fn mask(held: &[u8], tiles: &[Tile]) -> u8 {
    tiles.iter().fold(0, |mask, &tile| {
        let is_free = |&place: &usize| held[place] == code(tile) && mask >> place & 1 == 0;
        mask | (0..held.len()).find(is_free).map_or(0, |place| 1 << place)
    })
}

/// What of some tiles is not among those that the bits name.
pub(crate) fn without(held: &[u8], used: u8) -> impl Iterator<Item = u8> + '_ {
    held.iter().enumerate().filter(move |(place, _)| used >> place & 1 == 0).map(|(_, &code)| code)
}
