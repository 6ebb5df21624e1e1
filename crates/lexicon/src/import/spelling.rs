use rules::{Language, Letter};

/// Why a text cannot be spelled with the tiles of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSpelled {
    /// A character that is not a letter of any language, such as a hyphen.
    #[error("{:?} is no letter", found.to_string())]
    NotALetter {
        /// The first such character.
        found: char,
    },
    /// A letter that this language does not have.
    #[error("{:?} is not on any tile of this language", found.to_string())]
    Foreign {
        /// The first such character.
        found: char,
    },
}

/// Spells a word, as people write it, with the letters of a language.
///
/// The text is folded with [`Language::fold`].
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
    // Report a character that is no letter at all before a foreign letter, wherever they are.
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
