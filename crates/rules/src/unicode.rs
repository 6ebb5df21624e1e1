//! Properties of characters that decide whether a reader can see them.

pub use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// Whether a character is drawn as nothing: joiners, fillers, variation selectors, bidi controls, tags.
///
/// These are the default-ignorable characters, which is to say those that the skeleton of UTS #39 leaves out.
pub fn is_invisible(character: char) -> bool {
    unicode_security::skeleton(character.encode_utf8(&mut [0; 4])).next().is_none()
}

/// Whether a combining mark is written on letters of several scripts, such as an accent.
pub(crate) fn is_accent(character: char) -> bool {
    is_combining_mark(character) && character.script() == Script::Inherited
}

/// Whether a combining mark is written on a letter, and not only on those of another script.
pub(crate) fn belongs_on(mark: char, letter: char) -> bool {
    !mark.script_extension().intersection(letter.script_extension()).is_empty()
}
