use std::{ops::Range, sync::Arc};

use lexicon::{LONGEST, Lexicon};
use rules::{Language, Letter, Tile};

use crate::{letter_set::LetterSet, multiset::Multiset};

/// The words of a list, indexed by the multiset of their letters.
///
/// A multiset is looked up by its hash. A filter rejects nearly all multisets that form no word; a
/// table of fingerprints finds the rest, and every hit is compared exactly. Hashes are sums, so one
/// addition joins the letters on the board and those of a part of the rack.
pub(crate) struct Anagrams {
    language: Arc<Language>,
    /// The multiset of each single letter, by its index in the alphabet.
    multisets: Vec<Multiset>,
    /// The points of each letter's tile, by the letter's code.
    points: [i32; 64],
    /// The words, with anagrams of each other next to each other.
    words: Vec<Word>,
    /// The letters and the first word of each group of anagrams; the last entry is a sentinel.
    groups: Vec<Group>,
    /// Open-addressing hash table, sized to a power of two. The leading bits of a hash select the
    /// first slot to probe.
    slots: Vec<Slot>,
    shift: u32,
    /// The multisets that form a word.
    words_filter: Filter<WORDS_FILTER>,
    /// The multisets that form a word with one more letter.
    one_short_filter: Filter<ONE_SHORT_FILTER>,
}

/// The letter codes of a word, padded with zeroes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Word(pub(crate) [u8; 16]);

#[derive(Clone, Copy)]
struct Group {
    exact: u128,
    first: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    fingerprint: u32,
    group: u32,
}

const EMPTY: u32 = u32::MAX;

/// Filter sizes, as the binary logarithm of the number of bits. With the English list one bit in 14
/// and one in 13 is set.
const WORDS_FILTER: u32 = 21;
const ONE_SHORT_FILTER: u32 = 24;

/// A bit per hash, with false positives and no false negatives.
///
/// The size is part of the type, so that a lookup needs no bounds check.
struct Filter<const BITS: u32>(Vec<u64>);

/// Error: the language has more letters than the engine supports.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the engine plays with alphabets of up to {} letters; {language} has {letters}", LetterSet::CAPACITY)]
pub struct AlphabetTooLarge {
    /// The name of the language.
    pub language: String,
    /// The number of its letters.
    pub letters: usize,
}

impl<const BITS: u32> Filter<BITS> {
    fn new() -> Filter<BITS> {
        Filter(vec![0; 1 << (BITS - 6)])
    }

    #[inline]
    const fn place(hash: u64) -> (usize, u64) {
        let bit = hash >> (64 - BITS);
        ((bit >> 6) as usize, 1 << (bit & 63))
    }

    fn add(&mut self, hash: u64) {
        let (index, bit) = Self::place(hash);
        self.0[index] |= bit;
    }

    #[inline]
    fn may_have(&self, hash: u64) -> bool {
        let (index, bit) = Self::place(hash);
        self.0[index] & bit != 0
    }
}

impl Anagrams {
    pub(crate) fn new(lexicon: &Lexicon) -> Result<Anagrams, AlphabetTooLarge> {
        Anagrams::of(lexicon.language().clone(), lexicon.words())
    }

    /// Indexes words of a language.
    pub(crate) fn of(
        language: Arc<Language>,
        words: impl Iterator<Item = Vec<Letter>>,
    ) -> Result<Anagrams, AlphabetTooLarge> {
        let alphabet = language.letters().len();
        if alphabet > LetterSet::CAPACITY {
            return Err(AlphabetTooLarge { language: language.name().to_owned(), letters: alphabet });
        }
        let multisets: Vec<Multiset> =
            language.letters().map(|letter| Multiset::of(letter, alphabet)).collect();
        let mut points = [0; 64];
        for letter in language.letters() {
            points[letter.index() + 1] = language.points(Tile::Letter(letter)).0;
        }
        let mut listed: Vec<(Multiset, Word)> = words.map(|word| spelled(&word, &multisets)).collect();
        listed.sort_unstable_by_key(|(multiset, _)| (multiset.hash, multiset.exact()));

        let mut words_filter = Filter::new();
        let mut one_short_filter = Filter::new();
        let mut groups: Vec<Group> = Vec::with_capacity(listed.len());
        let mut hashes: Vec<u64> = Vec::with_capacity(listed.len());
        for (place, &(multiset, word)) in listed.iter().enumerate() {
            if groups.last().is_some_and(|group| group.exact == multiset.exact()) {
                continue;
            }
            groups.push(Group { exact: multiset.exact(), first: place as u32 });
            hashes.push(multiset.hash);
            words_filter.add(multiset.hash);
            for &code in word.codes() {
                one_short_filter.add(multiset.hash.wrapping_sub(multisets[usize::from(code) - 1].hash));
            }
        }
        let bits = (2 * hashes.len()).next_power_of_two().max(2).ilog2();
        let shift = 64 - bits;
        let mut slots = vec![Slot { fingerprint: 0, group: EMPTY }; 1 << bits];
        for (group, &hash) in hashes.iter().enumerate() {
            let mut place = (hash >> shift) as usize;
            while slots[place].group != EMPTY {
                place = (place + 1) & (slots.len() - 1);
            }
            slots[place] = Slot { fingerprint: hash as u32, group: group as u32 };
        }
        groups.push(Group { exact: 0, first: listed.len() as u32 });
        let words = listed.into_iter().map(|(_, word)| word).collect();
        Ok(Anagrams {
            language,
            multisets,
            points,
            words,
            groups,
            slots,
            shift,
            words_filter,
            one_short_filter,
        })
    }

    pub(crate) fn language(&self) -> &Arc<Language> {
        &self.language
    }

    pub(crate) fn alphabet(&self) -> LetterSet {
        LetterSet::all(self.multisets.len())
    }

    /// The multiset of one letter, by its index in the alphabet.
    #[inline]
    pub(crate) fn multiset(&self, index: usize) -> Multiset {
        self.multisets[index]
    }

    /// The points of the tile whose letter has this code.
    #[inline]
    pub(crate) const fn points(&self, code: u8) -> i32 {
        self.points[code as usize & 63]
    }

    #[inline]
    pub(crate) fn word(&self, place: u32) -> Word {
        self.words[place as usize]
    }

    /// Whether the letters may form a word; `false` is certain.
    #[inline]
    pub(crate) fn may_form_a_word(&self, hash: u64) -> bool {
        self.words_filter.may_have(hash)
    }

    /// Whether the letters and one more may form a word; `false` is certain.
    #[inline]
    pub(crate) fn may_lack_one_letter(&self, hash: u64) -> bool {
        self.one_short_filter.may_have(hash)
    }

    /// The indices of the words made of exactly these letters.
    #[inline]
    pub(crate) fn made_of(&self, multiset: Multiset) -> Range<u32> {
        if self.may_form_a_word(multiset.hash) { self.search(multiset) } else { 0..0 }
    }

    pub(crate) fn search(&self, multiset: Multiset) -> Range<u32> {
        let mut place = (multiset.hash >> self.shift) as usize;
        loop {
            let slot = self.slots[place];
            if slot.group == EMPTY {
                return 0..0;
            }
            let group = slot.group as usize;
            if slot.fingerprint == multiset.hash as u32 && self.groups[group].exact == multiset.exact() {
                return self.groups[group].first..self.groups[group + 1].first;
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
    }

    pub(crate) fn contains(&self, letters: &[Letter]) -> bool {
        let (multiset, spelled) = spelled(letters, &self.multisets);
        letters.len() <= LONGEST && self.made_of(multiset).any(|place| self.word(place) == spelled)
    }

    /// The letters that complete a word in a gap, given the codes before and after it.
    pub(crate) fn letters_between(&self, before: &[u8], after: &[u8]) -> LetterSet {
        let length = before.len() + 1 + after.len();
        let mut around = Word([0; 16]);
        let mut rest = Multiset::EMPTY;
        around.0[..before.len()].copy_from_slice(before);
        around.0[before.len() + 1..length].copy_from_slice(after);
        for &code in before.iter().chain(after) {
            rest += self.multisets[usize::from(code) - 1];
        }
        let mut fitting = LetterSet::NONE;
        if !self.may_lack_one_letter(rest.hash) {
            return fitting;
        }
        for letter in self.language.letters() {
            around.0[before.len()] = letter.index() as u8 + 1;
            let mut places = self.made_of(rest + self.multisets[letter.index()]);
            if places.any(|place| self.word(place) == around) {
                fitting = fitting.with(letter);
            }
        }
        fitting
    }
}

impl Word {
    /// The letter codes without padding.
    pub(crate) fn codes(&self) -> &[u8] {
        let length = self.0.iter().position(|&code| code == 0).unwrap_or(self.0.len());
        &self.0[..length]
    }

    /// The codes as one number, the first in the lowest byte.
    #[inline]
    pub(crate) const fn packed(self) -> u128 {
        u128::from_le_bytes(self.0)
    }
}

fn spelled(letters: &[Letter], multisets: &[Multiset]) -> (Multiset, Word) {
    let mut word = Word([0; 16]);
    let mut multiset = Multiset::EMPTY;
    for (code, letter) in word.0.iter_mut().zip(letters) {
        *code = letter.index() as u8 + 1;
        multiset += multisets[letter.index()];
    }
    (multiset, word)
}
