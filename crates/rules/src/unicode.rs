//! Character properties that decide whether a reader can see a character.

pub use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// Whether a character is invisible: a joiner, filler, variation selector, control or tag.
///
/// These are the default-ignorable characters, which the skeleton of UTS #39 leaves out, and the
/// blanks among the Egyptian hieroglyphs, which are letters.
pub fn is_invisible(character: char) -> bool {
    matches!(character, '\u{13441}' | '\u{13442}')
        || unicode_security::skeleton(character.encode_utf8(&mut [0; 4])).next().is_none()
}

/// Whether a character is a combining mark of several scripts, such as an accent.
pub(crate) fn is_accent(character: char) -> bool {
    is_combining_mark(character) && character.script() == Script::Inherited
}

/// Whether a combining mark is used in the script of a letter.
pub(crate) fn belongs_on(mark: char, letter: char) -> bool {
    !mark.script_extension().intersection(letter.script_extension()).is_empty()
}
