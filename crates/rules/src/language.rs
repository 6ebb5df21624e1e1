use std::sync::{Arc, LazyLock};

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{Letter, Score, Tile};

/// A language to play in: its alphabet, with the number and the value of each tile.
///
/// A language is data: one file in `crates/rules/languages`. The tile set of a code never changes,
/// because the logs of old games refer to it by the code only.
///
/// ```
/// use rules::{Language, Score, Tile};
///
/// let english = Language::by_code("en").unwrap();
/// let quiz = english.spell("quiz").unwrap();
/// assert_eq!(english.write(&quiz), "QUIZ");
///
/// let points: Score = quiz.iter().map(|&letter| english.points(Tile::Letter(letter))).sum();
/// assert_eq!(points, Score(10 + 1 + 1 + 10));
/// assert_eq!(english.tile_count(), 100);
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    code: String,
    name: String,
    blanks: u8,
    letters: Vec<LetterKind>,
    /// The letters, longest text first, so that spelling prefers `CH` to `C`.
    longest_first: Vec<Letter>,
}

#[derive(Debug, PartialEq, Eq)]
struct LetterKind {
    text: String,
    count: u8,
    points: Score,
}

/// An error in a tile set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LanguageError {
    /// The line with the error, from 1; one past the end if something is missing.
    pub line: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

/// A text with a character that is not a letter of the language.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} at character {at} is no letter of {language}")]
pub struct NotALetter {
    /// The offending character.
    pub found: char,
    /// Its position in the folded text, from 1.
    pub at: usize,
    /// The name of the language.
    pub language: String,
}

static ALL: LazyLock<Vec<Arc<Language>>> = LazyLock::new(|| {
    let texts: &[&str] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));
    texts
        .iter()
        // A test parses each of the committed files.
        .map(|text| Arc::new(Language::parse(text).expect("a committed tile set is well-formed")))
        .collect()
});

impl Language {
    /// The built-in languages, sorted by code.
    pub fn all() -> &'static [Arc<Language>] {
        &ALL
    }

    /// The built-in language with a code such as `en`.
    pub fn by_code(code: &str) -> Option<Arc<Language>> {
        ALL.iter().find(|language| language.code == code).cloned()
    }

    /// Parses a tile set.
    ///
    /// The text has lines `code …`, `name …` and `blanks …`, then a line `LETTER COUNT POINTS` for
    /// each letter in alphabetical order. Lines that begin with `#` are comments.
    ///
    /// ```
    /// use rules::Language;
    ///
    /// let tiny = Language::parse("code xx\nname Tiny\nblanks 1\nA 3 1\nCH 2 5\n").unwrap();
    /// assert_eq!(tiny.spell("achach").unwrap().len(), 4);
    /// assert_eq!(Language::parse("code xx\nA many 1\n").unwrap_err().line, 2);
    /// ```
    pub fn parse(text: &str) -> Result<Language, LanguageError> {
        let (mut code, mut name, mut blanks) = (None, None, None);
        let mut letters: Vec<LetterKind> = Vec::new();
        let mut line = 0;
        for (index, content) in text.lines().enumerate() {
            line = index + 1;
            let content = content.trim();
            let problem = |problem: &str| LanguageError { line, problem: format!("{problem}: {content:?}") };
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let words: Vec<&str> = content.split_whitespace().collect();
            match words[..] {
                ["code", value] => code = Some(value.to_owned()),
                ["name", _, ..] => name = Some(words[1..].join(" ")),
                ["blanks", value] => {
                    blanks = Some(value.parse().map_err(|_| problem("expected a number of blanks"))?);
                }
                [text, count, points] => {
                    // The same form that [`Language::fold`] produces.
                    let text: String = text.nfc().flat_map(char::to_uppercase).nfc().collect();
                    // The notations use these characters around and between letters.
                    if text.contains(|c: char| c.is_ascii_digit() || "[]()/;?.-_>#".contains(c)) {
                        return Err(problem("a letter cannot have a digit or any of []()/;?.-_>#"));
                    }
                    if letters.iter().any(|letter| letter.text == text) {
                        return Err(problem("this letter is there already"));
                    }
                    if letters.len() == Letter::MAX {
                        return Err(problem("more letters than an alphabet can have"));
                    }
                    let count = count.parse().map_err(|_| problem("expected a number of tiles up to 255"))?;
                    let points: u8 = points.parse().map_err(|_| problem("expected points up to 255"))?;
                    letters.push(LetterKind { text, count, points: Score(points.into()) });
                }
                _ => return Err(problem("expected `code`, `name`, `blanks` or LETTER COUNT POINTS")),
            }
        }
        let missing = |what: &str| LanguageError { line: line + 1, problem: format!("{what} is missing") };
        if letters.is_empty() {
            return Err(missing("the alphabet"));
        }
        let mut longest_first: Vec<Letter> = (0..letters.len()).filter_map(Letter::at).collect();
        longest_first.sort_by_key(|letter| std::cmp::Reverse(letters[letter.index()].text.chars().count()));
        Ok(Language {
            code: code.ok_or_else(|| missing("`code`"))?,
            name: name.ok_or_else(|| missing("`name`"))?,
            blanks: blanks.ok_or_else(|| missing("`blanks`"))?,
            letters,
            longest_first,
        })
    }

    /// The language code used on the wire and in logs, such as `en`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The name of the language in that language.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The letters in alphabetical order.
    pub fn letters(&self) -> impl DoubleEndedIterator<Item = Letter> + ExactSizeIterator + use<> {
        (0..self.letters.len()).map(|index| Letter::at(index).expect("parse keeps to Letter::MAX"))
    }

    /// Whether this alphabet has the letter. A letter of a longer alphabet may be out of range.
    pub const fn has(&self, letter: Letter) -> bool {
        letter.index() < self.letters.len()
    }

    /// Every kind of tile in bag order: the blank, then the alphabet.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        std::iter::once(Tile::Blank).chain(self.letters().map(Tile::Letter))
    }

    /// The number of tiles of a kind in a full bag.
    pub fn count(&self, tile: Tile) -> usize {
        match tile {
            Tile::Blank => self.blanks.into(),
            Tile::Letter(letter) => self.letters[letter.index()].count.into(),
        }
    }

    /// The number of tiles in a full bag.
    pub fn tile_count(&self) -> usize {
        self.tiles().map(|tile| self.count(tile)).sum()
    }

    /// The value of a tile; zero for a blank.
    pub fn points(&self, tile: Tile) -> Score {
        match tile {
            Tile::Blank => Score::ZERO,
            Tile::Letter(letter) => self.letters[letter.index()].points,
        }
    }

    /// The total value of some tiles.
    pub fn value(&self, tiles: &[Tile]) -> Score {
        tiles.iter().map(|&tile| self.points(tile)).sum()
    }

    /// The text of a letter, in capitals.
    pub fn text(&self, letter: Letter) -> &str {
        &self.letters[letter.index()].text
    }

    /// Folds a text to the capitals it is laid with.
    ///
    /// Word lists, look-ups and claimed tiles all use this function to map text to letters. A
    /// letter of the language stays, such as Ñ in Spanish. Any other character loses its marks or
    /// decomposes: `é` becomes E, and `ĳ` becomes I and J. A character that matches no letter stays
    /// as it is.
    ///
    /// ```
    /// use rules::Language;
    ///
    /// let dutch = Language::by_code("nl").unwrap();
    /// assert_eq!(dutch.fold("reünie"), "REUNIE");
    /// assert_eq!(dutch.fold("e\u{301}e\u{301}n"), "EEN");
    /// ```
    pub fn fold(&self, text: &str) -> String {
        if text.is_ascii() {
            return text.to_ascii_uppercase();
        }
        // Compose, because the alphabet has Ñ as one character. Changing case may decompose again.
        let capitals: String = text.nfc().flat_map(char::to_uppercase).nfc().collect();
        let mut folded = String::with_capacity(capitals.len());
        let mut rest = capitals.as_str();
        while let Some(character) = rest.chars().next() {
            rest = if let Some((letter, after)) = self.split_letter(rest) {
                folded.push_str(self.text(letter));
                after
            } else {
                let base = std::iter::once(character).nfkd().filter(|&part| !is_combining_mark(part));
                folded.extend(base.flat_map(char::to_uppercase));
                &rest[character.len_utf8()..]
            };
        }
        folded
    }

    /// The letter with this text, in either case and [folded](Self::fold).
    pub fn letter(&self, text: &str) -> Option<Letter> {
        let text = self.fold(text);
        self.letters().find(|&letter| self.text(letter) == text)
    }

    /// Splits the longest possible letter off the front of a text in capitals.
    pub fn split_letter<'t>(&self, text: &'t str) -> Option<(Letter, &'t str)> {
        self.longest_first.iter().find_map(|&letter| Some((letter, text.strip_prefix(self.text(letter))?)))
    }

    /// Spells a [folded](Self::fold) text in letters, taking the longest one at each step.
    pub fn spell(&self, text: &str) -> Result<Vec<Letter>, NotALetter> {
        let capitals = self.fold(text);
        let mut rest = capitals.as_str();
        let mut letters = Vec::with_capacity(rest.len());
        while let Some(found) = rest.chars().next() {
            let (letter, after) = self.split_letter(rest).ok_or_else(|| NotALetter {
                found,
                at: capitals.chars().count() - rest.chars().count() + 1,
                language: self.name.clone(),
            })?;
            letters.push(letter);
            rest = after;
        }
        Ok(letters)
    }

    /// Writes letters as text, in capitals.
    pub fn write(&self, letters: &[Letter]) -> String {
        letters.iter().map(|&letter| self.text(letter)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_committed_tile_set_parses_and_spells_its_own_letters() {
        assert!(Language::all().len() >= 2);
        for language in Language::all() {
            for letter in language.letters() {
                assert_eq!(language.spell(language.text(letter)), Ok(vec![letter]));
            }
        }
    }

    #[test]
    fn english_has_100_tiles_and_dutch_has_102() {
        assert_eq!(Language::by_code("en").unwrap().tile_count(), 100);
        assert_eq!(Language::by_code("nl").unwrap().tile_count(), 102);
    }

    #[test]
    fn a_letter_of_two_characters_is_one_tile() {
        let spanish =
            Language::parse("code es\nname Español\nblanks 2\nA 12 1\nC 4 3\nCH 1 5\nL 4 1\nLL 1 8\nO 9 1\n")
                .unwrap();
        let chollo = spanish.spell("chollo").unwrap();
        assert_eq!(chollo.len(), 4);
        assert_eq!(spanish.text(chollo[0]), "CH");
        assert_eq!(spanish.write(&chollo), "CHOLLO");
    }

    #[test]
    fn marks_are_dropped_unless_the_alphabet_has_them() {
        let spanish =
            Language::parse("code es\nname Español\nblanks 2\nA 12 1\nE 12 1\nN 5 1\nÑ 1 8\nO 9 1\nU 5 1\n");
        let spanish = spanish.unwrap();
        for (text, laid) in
            [("año", "AÑO"), ("an\u{303}o", "AÑO"), ("ANO", "ANO"), ("éüõ", "EUO"), ("Ａ", "A")]
        {
            assert_eq!(spanish.write(&spanish.spell(text).unwrap()), laid, "{text}");
        }
        for (code, text, laid) in [
            ("nl", "café", "CAFE"),
            ("nl", "reünie", "REUNIE"),
            ("nl", "één", "EEN"),
            ("nl", "e\u{301}e\u{301}n", "EEN"),
            ("nl", "ĳs", "IJS"),
            ("en", "Café", "CAFE"),
            ("en", "NAÏVE", "NAIVE"),
            ("en", "ﬁn", "FIN"),
        ] {
            let language = Language::by_code(code).unwrap();
            assert_eq!(language.write(&language.spell(text).unwrap()), laid, "{text}");
        }
        let english = Language::by_code("en").unwrap();
        assert_eq!(english.letter("é"), english.letter("E"));
        assert_eq!(english.letter("ñ"), english.letter("N"));
        assert_ne!(spanish.letter("ñ"), spanish.letter("N"));
        assert_eq!(english.letter("\u{301}"), None);
        assert!(english.spell("стол").is_err());
    }

    #[test]
    fn spell_reports_an_invalid_character_and_its_position() {
        let error = Language::by_code("en").unwrap().spell("don't").unwrap_err();
        assert_eq!((error.found, error.at), ('\'', 4));
    }

    #[test]
    fn a_tile_set_error_names_the_line() {
        for (text, line) in [
            ("", 1),
            ("code en", 2),
            ("code en\nname E\nblanks two\n", 3),
            ("code en\nname E\nblanks 2\nA 9 1\nA 9 1", 5),
            ("code en\nname E\nblanks 2\nA 9", 4),
            ("code en\nname E\nblanks 2\n[A] 9 1", 4),
            ("code en\nname E\nblanks 2\nA 256 1", 4),
            ("name E\nblanks 2\nA 25 1", 4),
        ] {
            assert_eq!(Language::parse(text).unwrap_err().line, line, "{text:?}");
        }
    }
}
