use std::collections::BTreeMap;

use serde::Serialize;

/// Why an entry of a list is not a word to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// It has a capital in a list that is otherwise in lower case: a name.
    Capitalised,
    /// It has a hyphen, an apostrophe, a space, a dot, a digit or the like.
    NotLetters,
    /// It has a letter that no tile of this language carries.
    ForeignLetter,
    /// It has fewer than [`SHORTEST`](crate::SHORTEST) letters.
    TooShort,
    /// It has more than [`LONGEST`](crate::LONGEST) letters.
    TooLong,
    /// It is spelled like an earlier entry once marks and case are gone.
    Duplicate,
    /// It is on the list of what the rules forbid.
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

/// The entries that were dropped for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Dropped {
    /// How many there were.
    pub count: u64,
    /// The first few of them as they stand in the list, cut if they are long.
    pub samples: Vec<String>,
}

/// What became of the entries of a list. Every entry is either playable or dropped for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Report {
    /// How many entries there were.
    pub entries: u64,
    /// How many different words can be played.
    pub playable: u64,
    /// What was dropped, by reason; reasons without an entry are absent.
    pub dropped: BTreeMap<Reason, Dropped>,
}

impl Report {
    const SAMPLES: usize = 5;
    const SAMPLE_CHARACTERS: usize = 40;

    /// What was dropped for a reason.
    pub fn dropped(&self, reason: Reason) -> Dropped {
        self.dropped.get(&reason).cloned().unwrap_or_default()
    }

    pub(super) fn drop_entry(&mut self, reason: Reason, entry: &str) {
        let dropped = self.dropped.entry(reason).or_default();
        dropped.count += 1;
        if dropped.samples.len() < Report::SAMPLES {
            // The list may be anybody's: what is shown of it must not be able to steer a terminal.
            let shown = entry.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
            dropped.samples.push(shown.take(Report::SAMPLE_CHARACTERS).collect());
        }
    }
}
