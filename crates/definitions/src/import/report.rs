use std::collections::BTreeMap;

use serde::Serialize;

pub use lexicon::import::Dropped;

use crate::MEANINGS_MAX;

/// Why a meaning is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// Its word has a capital in a WordNet file: a name or an abbreviation.
    Capitalised,
    /// It is of several words.
    SeveralWords,
    /// Its word has a hyphen, apostrophe, dot, digit or another character that is not a letter.
    NotLetters,
    /// Its word has a letter that no tile of the language has.
    ForeignLetter,
    /// Its word has fewer than [`SHORTEST`](lexicon::SHORTEST) letters.
    TooShort,
    /// Its word has more than [`LONGEST`](lexicon::LONGEST) letters.
    TooLong,
    /// The definition is empty.
    NoText,
    /// The word has the same meaning already.
    Repeated,
    /// The word has [`MEANINGS_MAX`] other meanings.
    TooMany,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Reason::Capitalised => "capitalised: a name or an abbreviation",
            Reason::SeveralWords => "several words",
            Reason::NotLetters => "hyphen, apostrophe, dot, digit or the like",
            Reason::ForeignLetter => "a letter that no tile has",
            Reason::TooShort => "too short",
            Reason::TooLong => "too long for the board",
            Reason::NoText => "no definition",
            Reason::Repeated => "the same meaning again",
            Reason::TooMany => return write!(f, "more than {MEANINGS_MAX} meanings of a word"),
        })
    }
}

/// The result of an import. Every meaning is either kept or dropped for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Report {
    /// The number of meanings read; a meaning of two words counts twice.
    pub entries: u64,
    /// The number of words with a meaning.
    pub words: u64,
    /// The number of meanings kept.
    pub meanings: u64,
    /// The number of definitions that were too long and were cut.
    pub shortened: u64,
    /// The dropped meanings by reason, with their words. Reasons without a meaning are absent.
    pub dropped: BTreeMap<Reason, Dropped>,
}

impl Report {
    const SAMPLES: usize = 5;
    const SAMPLE_CHARACTERS: usize = 40;

    /// The meanings dropped for a reason.
    pub fn dropped(&self, reason: Reason) -> Dropped {
        self.dropped.get(&reason).cloned().unwrap_or_default()
    }

    pub(super) fn drop_entry(&mut self, reason: Reason, word: &str) {
        let dropped = self.dropped.entry(reason).or_default();
        dropped.count += 1;
        if dropped.samples.len() < Report::SAMPLES {
            // The file is untrusted, so samples must not contain terminal control characters.
            let shown = word.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
            let shown: String = shown.take(Report::SAMPLE_CHARACTERS).collect();
            // A word with many meanings is one sample.
            if dropped.samples.last() != Some(&shown) {
                dropped.samples.push(shown);
            }
        }
    }
}
