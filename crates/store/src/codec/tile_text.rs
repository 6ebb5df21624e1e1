//! Letters, tiles and squares as text.

use rules::{Direction, LaidTile, Language, Letter, Square, Tile, notation::Coordinate};

const BLANK: char = '?';

/// Writes a letter as in its language, in brackets if it has several characters.
fn write_letter(letter: Letter, language: &Language, text: &mut String) {
    let written = language.text(letter);
    if written.chars().nth(1).is_some() {
        text.extend(["[", written, "]"]);
    } else {
        text.push_str(written);
    }
}

/// Splits off the first letter of a text.
fn split_letter<'t>(text: &'t str, language: &Language) -> Result<(Letter, &'t str), String> {
    let (written, rest) = match text.strip_prefix('[').and_then(|inner| inner.split_once(']')) {
        Some(bracketed) => bracketed,
        None => text.split_at(text.chars().next().map_or(0, char::len_utf8)),
    };
    let letter = language.letters().find(|&letter| language.text(letter) == written);
    let letter =
        letter.ok_or_else(|| format!("expected a letter of {}, found {written:?}", language.name()))?;
    Ok((letter, rest))
}

/// Writes letters without separators.
pub(super) fn write_letters(letters: &[Letter], language: &Language) -> String {
    let mut text = String::with_capacity(letters.len());
    for &letter in letters {
        write_letter(letter, language, &mut text);
    }
    text
}

pub(super) fn read_letters(mut text: &str, language: &Language) -> Result<Vec<Letter>, String> {
    let mut letters = Vec::with_capacity(text.len());
    while !text.is_empty() {
        let (letter, rest) = split_letter(text, language)?;
        letters.push(letter);
        text = rest;
    }
    Ok(letters)
}

/// Writes tiles of a rack or the bag.
pub(super) fn write_tiles(tiles: &[Tile], language: &Language) -> String {
    let mut text = String::with_capacity(tiles.len());
    for &tile in tiles {
        match tile {
            Tile::Blank => text.push(BLANK),
            Tile::Letter(letter) => write_letter(letter, language, &mut text),
        }
    }
    text
}

pub(super) fn read_tiles(mut text: &str, language: &Language) -> Result<Vec<Tile>, String> {
    let mut tiles = Vec::with_capacity(text.len());
    while !text.is_empty() {
        if let Some(rest) = text.strip_prefix(BLANK) {
            tiles.push(Tile::Blank);
            text = rest;
        } else {
            let (letter, rest) = split_letter(text, language)?;
            tiles.push(Tile::Letter(letter));
            text = rest;
        }
    }
    Ok(tiles)
}

pub(super) fn read_tile(text: &str, language: &Language) -> Result<Tile, String> {
    match read_tiles(text, language)?[..] {
        [tile] => Ok(tile),
        _ => Err(format!("expected one tile, found {text:?}")),
    }
}

/// Writes a tile on the board: a blank is `?` and the letter it represents.
pub(super) fn write_laid(laid: LaidTile, language: &Language) -> String {
    let mut text = String::new();
    if laid.is_blank {
        text.push(BLANK);
    }
    write_letter(laid.letter, language, &mut text);
    text
}

pub(super) fn read_laid(text: &str, language: &Language) -> Result<LaidTile, String> {
    let (written, is_blank) = match text.strip_prefix(BLANK) {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    match split_letter(written, language)? {
        (letter, "") => Ok(LaidTile { letter, is_blank }),
        _ => Err(format!("expected one tile, found {text:?}")),
    }
}

pub(super) fn write_place(square: Square, direction: Direction) -> String {
    Coordinate { square, direction }.to_string()
}

pub(super) fn read_place(text: &str) -> Result<Coordinate, String> {
    text.parse().map_err(|error: rules::notation::CoordinateError| error.to_string())
}

pub(super) fn read_square(text: &str) -> Result<Square, String> {
    match read_place(text)? {
        Coordinate { square, direction: Direction::Across } => Ok(square),
        Coordinate { direction: Direction::Down, .. } => {
            Err(format!("expected a square as 8H, found {text:?}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalan() -> Language {
        Language::parse(
            "code ca\nname Català\nblanks 2\nA 12 1\nC 3 2\nH 1 8\nCH 1 9\nL 4 1\nL·L 1 10\nÇ 1 10\n",
        )
        .unwrap()
    }

    #[test]
    fn multi_character_letters_are_read_as_one_letter() {
        let language = catalan();
        let tiles: Vec<Tile> = language.tiles().collect();
        let text = write_tiles(&tiles, &language);
        assert_eq!(text, "?ACH[CH]L[L·L]Ç");
        assert_eq!(read_tiles(&text, &language).unwrap(), tiles);
        for letter in language.letters() {
            for laid in [LaidTile::lettered(letter), LaidTile::blank_as(letter)] {
                assert_eq!(read_laid(&write_laid(laid, &language), &language), Ok(laid));
            }
        }
    }

    #[test]
    fn invalid_tiles_are_refused_with_the_expected_form() {
        let language = catalan();
        for bad in ["B", "[", "[CH", "[]", "]", "a", "[A", "é", "AB"] {
            let problem = read_tiles(bad, &language).unwrap_err();
            assert!(problem.starts_with("expected a letter of Català, found "), "{problem}");
        }
        for bad in ["", "?", "AA", "??", "A?", "?AA"] {
            assert!(read_laid(bad, &language).is_err(), "{bad}");
        }
        for bad in ["", "AA", "?A"] {
            assert!(read_tile(bad, &language).is_err(), "{bad}");
        }
        for bad in ["", "H8", "16A", "8P", "0A", "8", "é"] {
            assert!(read_square(bad).is_err(), "{bad}");
        }
    }
}
