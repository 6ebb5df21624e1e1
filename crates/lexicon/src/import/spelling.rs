use rules::{Language, Letter};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

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
/// Case does not matter. What is a letter of the language stays (Ñ in Spanish); any other character loses its marks
/// or falls apart into the letters it is made of, so that `é` is laid with E and `ĳ` with I and J.
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
    let capitals: String = if text.is_ascii() {
        text.to_ascii_uppercase()
    } else {
        // Composed, because the alphabet is written so: Ñ is one character there. Upper-casing may decompose.
        text.nfc().flat_map(char::to_uppercase).nfc().collect()
    };
    let mut folded = String::with_capacity(capitals.len());
    let mut rest = capitals.as_str();
    while let Some(character) = rest.chars().next() {
        let after = if let Some((letter, after)) = language.split_letter(rest) {
            folded.push_str(language.text(letter));
            after
        } else {
            let base = std::iter::once(character).nfkd().filter(|&part| !is_combining_mark(part));
            folded.extend(base.flat_map(char::to_uppercase));
            &rest[character.len_utf8()..]
        };
        rest = after;
    }
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
