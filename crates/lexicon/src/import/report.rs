use std::collections::BTreeMap;

use serde::Serialize;

/// Why an entry of a list is not a playable word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// It has a capital in a list that is otherwise in lower case: a name.
    Capitalised,
    /// It has a hyphen, apostrophe, space, dot, digit or another character that is not a letter.
    NotLetters,
    /// It has a letter that no tile of the language has.
    ForeignLetter,
    /// It has fewer than [`SHORTEST`](crate::SHORTEST) letters.
    TooShort,
    /// It has more than [`LONGEST`](crate::LONGEST) letters.
    TooLong,
    /// It is spelled like an earlier entry after removing marks and case.
    Duplicate,
    /// The rules forbid it.
    Excluded,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Reason::Capitalised => "capitalised: a name",
            Reason::NotLetters => "hyphen, apostrophe, space, dot, digit or the like",
            Reason::ForeignLetter => "a letter that no tile has",
            Reason::TooShort => "too short",
            Reason::TooLong => "too long for the board",
            Reason::Duplicate => "the same word again",
            Reason::Excluded => "excluded by the rules",
        })
    }
}

/// The entries dropped for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Dropped {
    /// The number of entries.
    pub count: u64,
    /// The first few entries as written in the list, shortened if they are long.
    pub samples: Vec<String>,
}

/// The result of an import. Every entry is either playable or dropped for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Report {
    /// The number of entries.
    pub entries: u64,
    /// The number of distinct playable words.
    pub playable: u64,
    /// The dropped entries by reason. Reasons without an entry are absent.
    pub dropped: BTreeMap<Reason, Dropped>,
}

impl Report {
    const SAMPLES: usize = 5;
    const SAMPLE_CHARACTERS: usize = 40;

    /// The entries dropped for a reason.
    pub fn dropped(&self, reason: Reason) -> Dropped {
        self.dropped.get(&reason).cloned().unwrap_or_default()
    }

    pub(super) fn drop_entry(&mut self, reason: Reason, entry: &str) {
        let dropped = self.dropped.entry(reason).or_default();
        dropped.count += 1;
        if dropped.samples.len() < Report::SAMPLES {
            // The list is untrusted, so samples must not contain terminal control characters.
            let shown = entry.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
            dropped.samples.push(shown.take(Report::SAMPLE_CHARACTERS).collect());
        }
    }
}
