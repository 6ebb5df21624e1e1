use std::collections::BTreeMap;

use rules::{Language, Letter};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The origin of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Origin {
    /// The name of the list, such as `ENABLE`.
    pub source: String,
    /// The edition of the list.
    pub version: String,
    /// The date of the last change to the list as used here, such as `2026-11-15`.
    pub last_updated: String,
}

impl Origin {
    /// Creates an origin from a name, an edition and a date.
    pub fn new(source: &str, version: &str, last_updated: &str) -> Origin {
        Origin {
            source: source.to_owned(),
            version: version.to_owned(),
            last_updated: last_updated.to_owned(),
        }
    }
}

/// Metadata of a list.
///
/// It is part of the compiled file. Its JSON form is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemars", schemars(rename = "WordList", description = "Metadata of a word list."))]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// The edition of the source.
    pub version: String,
    /// The number of entries in the original list.
    pub word_count: u64,
    /// The number of distinct playable words.
    pub playable_word_count: u64,
    /// The name of the list.
    pub source: String,
    /// The date of the last change to the list as used here.
    pub last_updated: String,
    /// The codes of the list's languages.
    pub languages: Vec<String>,
    /// The number of playable words by length in letters.
    pub word_length_distribution: BTreeMap<u8, u64>,
    /// The SHA-256 of the playable words.
    ///
    /// They are hashed in capitals and in order, each with a line feed after it. Two lists with the
    /// same hash accept the same words, regardless of their source.
    #[cfg_attr(feature = "schemars", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
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
            sha256: rules::hex(&hash.finalize()),
        }
    }
}
