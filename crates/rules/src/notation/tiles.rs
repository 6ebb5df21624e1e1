//! Tiles as text.
//!
//! A letter is written in capitals, in brackets if it has more than one character: `[CH]`. A blank
//! is `?` on a rack. On the board it is its letter in lower case: `e`, `[ch]`. For scripts without
//! lower case there is no standard; here such a blank is its letter and a `?` in brackets.

use crate::{LaidTile, Language, Letter, Tile};

use super::Unexpected;

/// Writes a letter, in brackets if it has more than one character.
pub fn write_letter(language: &Language, letter: Letter) -> String {
    bracketed(language.text(letter))
}

/// Parses one letter in capitals. Brackets are required only around several characters.
pub fn read_letter(language: &Language, text: &str) -> Result<Letter, Unexpected> {
    let expected = || format!("a letter of {}", language.name());
    let mut pieces = pieces(text);
    let first = pieces.next().ok_or_else(|| Unexpected::end(1, expected()))??;
    let letter = first
        .letter()
        .and_then(|text| lettered(language, text))
        .ok_or_else(|| first.unexpected(expected()))?;
    match pieces.next() {
        None => Ok(letter),
        Some(next) => Err(next?.unexpected("the end of the letter")),
    }
}

/// Writes the tiles of a rack in order.
///
/// ```
/// use rules::{Language, notation::tiles};
///
/// let spanish = Language::parse("code es\nname Español\nblanks 2\nA 12 1\nC 4 3\nCH 1 5\n").unwrap();
/// let rack = tiles::read_rack(&spanish, "A[CH]?C").unwrap();
/// assert_eq!(rack.len(), 4);
/// assert_eq!(tiles::write_rack(&spanish, &rack), "A[CH]?C");
/// ```
pub fn write_rack(language: &Language, rack: &[Tile]) -> String {
    rack.iter()
        .map(|&tile| match tile {
            Tile::Blank => "?".to_owned(),
            Tile::Letter(letter) => write_letter(language, letter),
        })
        .collect()
}

/// Parses the tiles of a rack, without a limit on their number.
pub fn read_rack(language: &Language, text: &str) -> Result<Vec<Tile>, Unexpected> {
    pieces(text)
        .map(|piece| {
            let piece = piece?;
            match piece.kind {
                PieceKind::Mark('?') => Some(Tile::Blank),
                PieceKind::Mark(_) => None,
                PieceKind::Letter(text) => lettered(language, text).map(Tile::Letter),
            }
            .ok_or_else(|| piece.unexpected("a tile in capitals or `?`"))
        })
        .collect()
}

/// Writes a tile on the board.
pub fn write_laid_tile(language: &Language, tile: LaidTile) -> String {
    if tile.is_blank {
        bracketed(&blank_text(language, tile.letter))
    } else {
        write_letter(language, tile.letter)
    }
}

/// Writes tiles on the board.
pub fn write_laid_tiles(language: &Language, tiles: &[LaidTile]) -> String {
    tiles.iter().map(|&tile| write_laid_tile(language, tile)).collect()
}

/// Parses tiles on the board.
///
/// ```
/// use rules::{Language, notation::tiles};
///
/// let english = Language::by_code("en").unwrap();
/// let quiz = tiles::read_laid_tiles(&english, "QUiZ").unwrap();
/// assert!(quiz[2].is_blank && !quiz[3].is_blank);
/// assert_eq!(tiles::write_laid_tiles(&english, &quiz), "QUiZ");
/// ```
pub fn read_laid_tiles(language: &Language, text: &str) -> Result<Vec<LaidTile>, Unexpected> {
    pieces(text)
        .map(|piece| {
            let piece = piece?;
            piece.laid_tile(language).ok_or_else(|| piece.unexpected("a tile"))
        })
        .collect()
}

/// A kind of tile that is used more often than a language has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overuse {
    /// The kind of tile.
    pub tile: Tile,
    /// The number of tiles in use.
    pub used: usize,
    /// The number of tiles the language has.
    pub available: usize,
}

/// The kinds of tile that are used more often than a language has them, in bag order.
pub fn overused(language: &Language, in_use: impl IntoIterator<Item = Tile>) -> Vec<Overuse> {
    let in_use: Vec<Tile> = in_use.into_iter().collect();
    language
        .tiles()
        .map(|tile| Overuse {
            tile,
            used: in_use.iter().filter(|&&used| used == tile).count(),
            available: language.count(tile),
        })
        .filter(|overuse| overuse.used > overuse.available)
        .collect()
}

/// A token of a text with tiles: a letter without its brackets, or any other character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'t> {
    /// The position of its first character in the text, from 1.
    pub(super) at: usize,
    pub(super) kind: PieceKind<'t>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum PieceKind<'t> {
    Letter(&'t str),
    Mark(char),
}

impl<'t> Piece<'t> {
    pub(super) const fn letter(self) -> Option<&'t str> {
        match self.kind {
            PieceKind::Letter(text) => Some(text),
            PieceKind::Mark(_) => None,
        }
    }

    /// The tile on the board that this is in a language; a blank if it is in lower case.
    pub(super) fn laid_tile(self, language: &Language) -> Option<LaidTile> {
        let text = self.letter()?;
        let blank = || language.letters().find(|&letter| blank_text(language, letter) == text);
        lettered(language, text).map(LaidTile::lettered).or_else(|| blank().map(LaidTile::blank_as))
    }

    pub(super) fn unexpected(self, expected: impl Into<String>) -> Unexpected {
        let found = match self.kind {
            PieceKind::Letter(text) => format!("{text:?}"),
            PieceKind::Mark(mark) => format!("{mark:?}"),
        };
        Unexpected::new(self.at, expected, found)
    }
}

/// Splits a text into tokens, independent of the language.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = Result<Piece<'_>, Unexpected>> {
    let (mut rest, mut at) = (text, 1);
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let start = at;
        if first != '[' {
            let (piece, after) = rest.split_at(first.len_utf8());
            (rest, at) = (after, at + 1);
            let kind = if first.is_alphabetic() { PieceKind::Letter(piece) } else { PieceKind::Mark(first) };
            return Some(Ok(Piece { at: start, kind }));
        }
        let inner = rest[1..].split(']').next().unwrap_or_default();
        let length = inner.chars().count();
        let foreign = |c: char| c.is_whitespace() || "[()/;".contains(c);
        let wrong = if let Some(place) = inner.chars().position(foreign) {
            Some(Unexpected::new(
                start + 1 + place,
                "a letter and `]`",
                inner.chars().nth(place).map_or_else(String::new, |c| format!("{c:?}")),
            ))
        } else if inner.len() + 1 == rest.len() {
            Some(Unexpected::end(start + 1 + length, "`]`"))
        } else if inner.is_empty() {
            Some(Unexpected::new(start + 1, "a letter", "']'"))
        } else {
            None
        };
        if let Some(wrong) = wrong {
            // Nothing after an unclosed bracket can be parsed.
            rest = "";
            return Some(Err(wrong));
        }
        (rest, at) = (&rest[inner.len() + 2..], at + length + 2);
        Some(Ok(Piece { at: start, kind: PieceKind::Letter(inner) }))
    })
}

/// The letter with this text, in capitals.
fn lettered(language: &Language, text: &str) -> Option<Letter> {
    language.letters().find(|&letter| language.text(letter) == text)
}

fn blank_text(language: &Language, letter: Letter) -> String {
    let capitals = language.text(letter);
    let lower = capitals.to_lowercase();
    if lower == capitals { format!("{capitals}?") } else { lower }
}

fn bracketed(text: &str) -> String {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) if only.is_alphabetic() => text.to_owned(),
        _ => format!("[{text}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalan() -> Language {
        Language::parse("code ca\nname Català\nblanks 2\nA 12 1\nÇ 1 10\nL 4 1\nL·L 1 10\nNY 1 10\n").unwrap()
    }

    fn caseless() -> Language {
        Language::parse("code he\nname עברית\nblanks 2\nא 6 1\nב 4 3\n").unwrap()
    }

    #[test]
    fn every_tile_round_trips() {
        let mut languages = vec![catalan(), caseless()];
        languages.push(Language::parse("code tr\nname Türkçe\nblanks 2\nI 4 2\nİ 7 1\n").unwrap());
        for language in languages.iter().chain(Language::all().iter().map(AsRef::as_ref)) {
            let rack: Vec<Tile> = language.tiles().collect();
            assert_eq!(read_rack(language, &write_rack(language, &rack)).as_ref(), Ok(&rack));
            let laid: Vec<LaidTile> = language
                .letters()
                .flat_map(|letter| [LaidTile::lettered(letter), LaidTile::blank_as(letter)])
                .collect();
            assert_eq!(read_laid_tiles(language, &write_laid_tiles(language, &laid)), Ok(laid));
            for letter in language.letters() {
                assert_eq!(read_letter(language, &write_letter(language, letter)), Ok(letter));
            }
        }
    }

    #[test]
    fn letters_of_several_characters_are_in_brackets() {
        let catalan = catalan();
        let laid = read_laid_tiles(&catalan, "[L·L]a[ny]Ç").unwrap();
        assert_eq!(laid.iter().map(|tile| tile.is_blank).collect::<Vec<_>>(), [false, true, true, false]);
        assert_eq!(write_laid_tiles(&catalan, &laid), "[L·L]a[ny]Ç");
        assert_eq!(read_rack(&catalan, "LL").unwrap().len(), 2, "two tiles without brackets");
        assert_eq!(read_letter(&catalan, "[A]"), read_letter(&catalan, "A"));
    }

    #[test]
    fn a_blank_in_a_script_without_lower_case_is_distinguishable() {
        let hebrew = caseless();
        let aleph = hebrew.letters().next().unwrap();
        assert_eq!(write_laid_tile(&hebrew, LaidTile::blank_as(aleph)), "[א?]");
        assert_eq!(write_laid_tile(&hebrew, LaidTile::lettered(aleph)), "א");
    }

    #[test]
    fn read_rack_reports_an_invalid_tile_and_its_position() {
        let catalan = catalan();
        for (text, at, found) in [
            ("AZ", 2, "\"Z\""),
            ("a", 1, "\"a\""),
            ("A.", 2, "'.'"),
            ("A[L·L", 6, "the end"),
            ("A[]", 3, "']'"),
            ("[L·L][A L]", 8, "' '"),
            ("A]", 2, "']'"),
            ("[[A]]", 2, "'['"),
            ("A[CH]", 2, "\"CH\""),
            ("[Ny]", 1, "\"Ny\""),
            ("[", 2, "the end"),
            ("Ç1", 2, "'1'"),
        ] {
            let error = read_rack(&catalan, text).unwrap_err();
            assert_eq!((error.at, error.found.as_str()), (at, found), "{text:?}");
        }
        assert_eq!(read_laid_tiles(&catalan, "A[Ny]").unwrap_err().at, 2);
        assert_eq!(read_letter(&catalan, "").unwrap_err().at, 1);
        assert_eq!(read_letter(&catalan, "AA").unwrap_err().at, 2);
    }

    #[test]
    fn using_more_tiles_than_exist_is_overuse() {
        let catalan = catalan();
        let rack = read_rack(&catalan, "[L·L]?A[L·L]??Ç").unwrap();
        let overuse = overused(&catalan, rack);
        assert_eq!(
            overuse.iter().map(|o| (o.used, o.available)).collect::<Vec<_>>(),
            [(3, 2), (2, 1)],
            "{overuse:?}"
        );
        assert_eq!(overuse[0].tile, Tile::Blank);
    }
}
