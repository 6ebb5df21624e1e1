use rules::{Language, Letter};

/// A text that cannot be laid with the tiles of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSpelled {
    /// Something that is no letter anywhere, such as a hyphen.
    #[error("{:?} is no letter", found.to_string())]
    NotALetter {
        /// The first such character.
        found: char,
    },
    /// A letter, but none of this language.
    #[error("{:?} is not on any tile of this language", found.to_string())]
    Foreign {
        /// The first such character.
        found: char,
    },
}

/// The letters that a word as people write it is laid with.
///
/// The text is folded with [`Language::fold`], as everywhere. The error says what an importer reports.
///
/// ```
/// use lexicon::import::spell;
/// use rules::Language;
///
/// let dutch = Language::by_code("nl").unwrap();
/// assert_eq!(dutch.write(&spell(&dutch, "coördinatie").unwrap()), "COORDINATIE");
/// assert!(spell(&dutch, "auto's").is_err());
/// ```
pub fn spell(language: &Language, text: &str) -> Result<Vec<Letter>, NotSpelled> {
    let folded = language.fold(text);
    // A hyphen weighs more than a foreign letter: the first tells that it is no word of any language.
    let mut foreign = None;
    let mut letters = Vec::with_capacity(folded.len());
    let mut rest = folded.as_str();
    while let Some(found) = rest.chars().next() {
        if let Some((letter, after)) = language.split_letter(rest) {
            letters.push(letter);
            rest = after;
        } else if found.is_alphabetic() {
            foreign = foreign.or(Some(found));
            rest = &rest[found.len_utf8()..];
        } else {
            return Err(NotSpelled::NotALetter { found });
        }
    }
    match foreign {
        Some(found) => Err(NotSpelled::Foreign { found }),
        None => Ok(letters),
    }
}
