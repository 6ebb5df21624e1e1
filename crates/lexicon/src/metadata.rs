use std::{collections::BTreeMap, fmt::Write};

use rules::{Language, Letter};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Where a list comes from: what its text alone does not say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Origin {
    /// What people call the list, such as `ENABLE`.
    pub source: String,
    /// Which edition of it.
    pub version: String,
    /// The day on which the list as it is used here was last changed, as `2026-11-15`.
    pub last_updated: String,
}

impl Origin {
    /// The origin of a list with a name, an edition and a date.
    pub fn new(source: &str, version: &str, last_updated: &str) -> Origin {
        Origin {
            source: source.to_owned(),
            version: version.to_owned(),
            last_updated: last_updated.to_owned(),
        }
    }
}

/// What is known about a list. It travels inside the compiled file, and its JSON form is the one that is
/// shown to the world.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// Which edition of the source it is.
    pub version: String,
    /// How many entries the list had as it was given.
    pub word_count: u64,
    /// How many different words of it can be played.
    pub playable_word_count: u64,
    /// What people call the list.
    pub source: String,
    /// The day on which the list as it is used here was last changed.
    pub last_updated: String,
    /// The codes of the languages that it is for.
    pub languages: Vec<String>,
    /// How many words to play there are of each length, in letters.
    pub word_length_distribution: BTreeMap<u8, u64>,
    /// The SHA-256 of the words to play, in capitals and in order, each with a line feed after it. Two lists
    /// with the same hash judge alike, wherever they came from.
    pub sha256: String,
}

impl Metadata {
    pub(crate) fn of(
        language: &Language,
        words: &[impl AsRef<[Letter]>],
        entries: u64,
        origin: &Origin,
    ) -> Metadata {
        let mut word_length_distribution = BTreeMap::new();
        let mut hash = Sha256::new();
        for word in words {
            let word = word.as_ref();
            *word_length_distribution.entry(word.len() as u8).or_default() += 1;
            for &letter in word {
                hash.update(language.text(letter));
            }
            hash.update("\n");
        }
        Metadata {
            version: origin.version.clone(),
            word_count: entries,
            playable_word_count: words.len() as u64,
            source: origin.source.clone(),
            last_updated: origin.last_updated.clone(),
            languages: vec![language.code().to_owned()],
            word_length_distribution,
            sha256: hexadecimal(&hash.finalize()),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string has no way to fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
