use std::ops::Range;

use crate::{anagrams::Anagrams, multiset::Multiset, rack_subsets::Part};

/// The letters of a word that only blanks can supply: the first `count` codes.
#[derive(Clone, Copy)]
pub(crate) struct Missing {
    codes: [u8; Missing::MOST],
    count: usize,
}

impl Missing {
    /// The most letters of a play that blanks supply.
    pub(crate) const MOST: usize = 2;
    pub(crate) const NONE: Missing = Missing { codes: [0; 2], count: 0 };

    #[inline]
    pub(crate) fn codes(&self) -> &[u8] {
        &self.codes[..self.count]
    }

    const fn one(index: usize) -> Missing {
        Missing { codes: [index as u8 + 1, 0], count: 1 }
    }

    const fn two(first: usize, second: usize) -> Missing {
        Missing { codes: [first as u8 + 1, second as u8 + 1], count: 2 }
    }
}

/// Visits the words made of the board's letters, a part of the rack and `missing` blanks.
#[inline]
pub(crate) fn look_up(
    words: &Anagrams,
    through: Multiset,
    part: &Part,
    missing: usize,
    mut visit: impl FnMut(Range<u32>, Missing),
) {
    let hash = through.hash.wrapping_add(part.multiset.hash);
    match missing {
        0 => {
            if words.may_form_a_word(hash) {
                let found = words.search(through + part.multiset);
                if !found.is_empty() {
                    visit(found, Missing::NONE);
                }
            }
        }
        1 => {
            if words.may_lack_one_letter(hash) {
                with_one_more(words, through + part.multiset, part.lacking, |found, index| {
                    visit(found, Missing::one(index));
                });
            }
        }
        _ => {
            for first in part.lacking.indices() {
                let multiset = through + part.multiset + words.multiset(first);
                if words.may_lack_one_letter(multiset.hash) {
                    with_one_more(words, multiset, part.lacking.from(first), |found, second| {
                        visit(found, Missing::two(first, second));
                    });
                }
            }
        }
    }
}

#[inline]
fn with_one_more(
    words: &Anagrams,
    multiset: Multiset,
    letters: crate::letter_set::LetterSet,
    mut visit: impl FnMut(Range<u32>, usize),
) {
    for index in letters.indices() {
        let letter = words.multiset(index);
        if words.may_form_a_word(multiset.hash.wrapping_add(letter.hash)) {
            let found = words.search(multiset + letter);
            if !found.is_empty() {
                visit(found, index);
            }
        }
    }
}
