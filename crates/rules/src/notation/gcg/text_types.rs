//! The text types of a game file.
//!
//! Each type accepts only text that reads back unchanged, so a note cannot inject a move.

use std::fmt;

use crate::notation::Unexpected;
use crate::notation::tiles::{self, PieceKind, pieces};
use crate::{LaidTile, Language, Letter, Tile};

/// A text that is not allowed at its place in a game file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct GcgTextError {
    /// What is allowed there.
    pub expected: &'static str,
    /// The text.
    pub found: String,
}

macro_rules! text {
    ($(#[$documentation:meta])* $name:ident, $expected:literal, $check:expr) => {
        $(#[$documentation])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(String);

        impl $name {
            pub(super) const EXPECTED: &'static str = $expected;

            #[doc = concat!("Takes ", $expected, "; anything else is refused.")]
            pub fn new(text: &str) -> Result<$name, GcgTextError> {
                let check: fn(&str) -> Option<String> = $check;
                check(text)
                    .map($name)
                    .ok_or_else(|| GcgTextError { expected: $name::EXPECTED, found: text.to_owned() })
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

text! {
    /// One word: a nickname, an authority or an id.
    Word, "a word without spaces", |text| {
        let fits = !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control());
        fits.then(|| text.to_owned())
    }
}

text! {
    /// One line, trimmed: a name or a title.
    TextLine, "one line that is not empty", |text| {
        let text = text.trim();
        (!text.is_empty() && !text.contains(['\n', '\r'])).then(|| text.to_owned())
    }
}

text! {
    /// One or more lines, trimmed, without trailing spaces: a note or a description.
    ///
    /// Lines after the first cannot begin like a pragma or a move.
    Prose, "lines of which none after the first begins with `#` or `>`", |text| {
        let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
        let text = lines.join("\n");
        let fits = !text.is_empty()
            && !text.contains('\r')
            && !lines.iter().skip(1).any(|line| line.starts_with(['#', '>']));
        fits.then_some(text)
    }
}

text! {
    /// The tiles of a rack as text, independent of the language: `AB?[CH]`.
    RackText, "tiles: capitals, `?`, and letters of several characters in brackets", |text| {
        let fits = |piece: tiles::Piece<'_>| {
            matches!(piece.kind, PieceKind::Letter(_) | PieceKind::Mark('?'))
        };
        (!text.is_empty() && pieces(text).all(|piece| piece.is_ok_and(fits))).then(|| text.to_owned())
    }
}

text! {
    /// The letters of a play as text, independent of the language: `Q.IeT`.
    ///
    /// `.` is a tile that was on the board before. It can also be named, as in `Q(U)IeT` or
    /// `QUIeT`.
    WordText, "letters, with `.` or `(…)` for tiles that lie there already", |text| {
        spelled(text, &|_| Some(())).ok().filter(|squares| !squares.is_empty()).map(|_| text.to_owned())
    }
}

impl Prose {
    /// Creates a machine-readable note: a tag and a word.
    pub(super) fn tagged(tag: &'static str, word: &Word) -> Prose {
        // This is one line and not empty: tags have no spaces and words have no line breaks.
        Prose(format!("{tag} {word}"))
    }
}

impl RackText {
    /// Writes tiles; `None` if there are none.
    pub fn of(language: &Language, tiles: &[Tile]) -> Option<RackText> {
        (!tiles.is_empty()).then(|| RackText(tiles::write_rack(language, tiles)))
    }

    /// Parses the tiles in a language.
    pub fn tiles(&self, language: &Language) -> Result<Vec<Tile>, Unexpected> {
        tiles::read_rack(language, &self.0)
    }
}

impl WordText {
    /// Writes a play square by square; `None` for an empty play.
    ///
    /// A square is `None` if its tile was on the board before.
    pub fn of(language: &Language, squares: &[Option<LaidTile>]) -> Option<WordText> {
        let write = |square: &Option<LaidTile>| {
            square.map_or_else(|| ".".to_owned(), |tile| tiles::write_laid_tile(language, tile))
        };
        (!squares.is_empty()).then(|| WordText(squares.iter().map(write).collect()))
    }

    /// Parses the squares of the play in a language.
    pub(super) fn squares(&self, language: &Language) -> Result<Vec<Spelled<LaidTile>>, Unexpected> {
        spelled(&self.0, &|piece| piece.laid_tile(language))
    }
}

/// One square of a play as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spelled<T> {
    /// `.`: the tile already there.
    Through,
    /// `(A)`: the tile already there, by name.
    Named(T),
    /// `A`: a tile of the rack, or the tile already there.
    Tile(T),
}

impl Spelled<LaidTile> {
    /// The letter, if it is stated.
    pub(super) const fn letter(self) -> Option<Letter> {
        match self {
            Spelled::Through => None,
            Spelled::Named(tile) | Spelled::Tile(tile) => Some(tile.letter),
        }
    }
}

/// Parses the squares of a play; `read` parses a letter.
fn spelled<T>(
    text: &str,
    read: &dyn Fn(tiles::Piece<'_>) -> Option<T>,
) -> Result<Vec<Spelled<T>>, Unexpected> {
    let mut squares = Vec::new();
    // The number of squares before the open parenthesis.
    let mut open: Option<usize> = None;
    for piece in pieces(text) {
        let piece = piece?;
        match (piece.kind, open) {
            (PieceKind::Letter(_), _) => {
                let tile = read(piece).ok_or_else(|| piece.unexpected("a letter"))?;
                squares.push(if open.is_some() { Spelled::Named(tile) } else { Spelled::Tile(tile) });
            }
            (PieceKind::Mark('.'), None) => squares.push(Spelled::Through),
            (PieceKind::Mark('('), None) => open = Some(squares.len()),
            (PieceKind::Mark(')'), Some(before)) if squares.len() > before => open = None,
            _ => return Err(piece.unexpected(WordText::EXPECTED)),
        }
    }
    match open {
        None => Ok(squares),
        Some(_) => Err(Unexpected::end(text.chars().count() + 1, "`)`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_type_accepts_only_text_that_round_trips() {
        for (text, word, line, prose, rack, play) in [
            ("", false, false, false, false, false),
            ("Anna", true, true, true, true, true),
            ("Anna Bell", false, true, true, false, false),
            ("AB?", true, true, true, true, false),
            ("A[CH]?", true, true, true, true, false),
            ("A.(B[LL])[ch]", true, true, true, false, true),
            ("A(", true, true, true, false, false),
            ("()A", true, true, true, false, false),
            ("(A.)", true, true, true, false, false),
            ("A)", true, true, true, false, false),
            ("A[", true, true, true, false, false),
            ("one\ntwo", false, false, true, false, false),
            ("one\n#two", false, false, false, false, false),
            ("one\n>two", false, false, false, false, false),
            ("one\r>two", false, false, false, false, false),
            (" \n ", false, false, false, false, false),
        ] {
            assert_eq!(Word::new(text).is_ok(), word, "word {text:?}");
            assert_eq!(TextLine::new(text).is_ok(), line, "line {text:?}");
            assert_eq!(Prose::new(text).is_ok(), prose, "prose {text:?}");
            assert_eq!(RackText::new(text).is_ok(), rack, "rack {text:?}");
            assert_eq!(WordText::new(text).is_ok(), play, "play {text:?}");
        }
    }

    #[test]
    fn surrounding_spaces_are_trimmed() {
        assert_eq!(TextLine::new("  Anna Bell\n").unwrap().as_str(), "Anna Bell");
        assert_eq!(Prose::new("\n one  \n\n two\t\n").unwrap().as_str(), "one\n\n two");
    }
}
