use std::sync::{Arc, LazyLock};

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::{Letter, Score, Tile};

/// A language to play in: its alphabet, and how many tiles of each letter there are and what they are worth.
///
/// A language is data. Those that Dord knows are the files in `crates/rules/languages`; a tile set never changes
/// under its code, because the logs of old games name the code and nothing else.
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
    /// Positions in `letters`, the longest text first, so that spelling prefers `CH` to `C`.
    longest_first: Vec<Letter>,
}

#[derive(Debug, PartialEq, Eq)]
struct LetterKind {
    text: String,
    count: u8,
    points: Score,
}

/// A tile set that cannot be used, and the line that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct LanguageError {
    /// The line of the text, counted from 1; one past the end if something is missing.
    pub line: usize,
    /// What is wrong there and what was expected.
    pub problem: String,
}

/// A text that cannot be laid in a language, because it has something that is no letter there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{found:?} at character {at} is no letter of {language}")]
pub struct NotALetter {
    /// The character that is none.
    pub found: char,
    /// Its place in the folded text, counted from 1.
    pub at: usize,
    /// The name of the language.
    pub language: String,
}

static ALL: LazyLock<Vec<Arc<Language>>> = LazyLock::new(|| {
    let texts: &[&str] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));
    texts
        .iter()
        // The files are part of the tree and a test parses each of them.
        .map(|text| Arc::new(Language::parse(text).expect("a committed tile set is well-formed")))
        .collect()
});

impl Language {
    /// The languages that come with Dord, in the order of their codes.
    pub fn all() -> &'static [Arc<Language>] {
        &ALL
    }

    /// The language with a code such as `en`.
    pub fn by_code(code: &str) -> Option<Arc<Language>> {
        ALL.iter().find(|language| language.code == code).cloned()
    }

    /// Reads a tile set: lines `code …`, `name …`, `blanks …`, then `LETTER COUNT POINTS` for each letter in the
    /// order of the alphabet. `#` begins a comment line.
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
                    // Written as [`Language::fold`] writes it.
                    let text: String = text.nfc().flat_map(char::to_uppercase).nfc().collect();
                    // The notations put these around letters and between them.
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

    /// The code that names it on the wire and in logs, such as `en`.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// What its speakers call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The letters in the order of the alphabet.
    pub fn letters(&self) -> impl DoubleEndedIterator<Item = Letter> + ExactSizeIterator + use<> {
        (0..self.letters.len()).map(|index| Letter::at(index).expect("parse keeps to Letter::MAX"))
    }

    /// Whether a letter is one of this alphabet and not of a longer one.
    pub const fn has(&self, letter: Letter) -> bool {
        letter.index() < self.letters.len()
    }

    /// Every kind of tile in the order of the bag: the blank, then the alphabet.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        std::iter::once(Tile::Blank).chain(self.letters().map(Tile::Letter))
    }

    /// How many tiles of a kind a full bag has.
    pub fn count(&self, tile: Tile) -> usize {
        match tile {
            Tile::Blank => self.blanks.into(),
            Tile::Letter(letter) => self.letters[letter.index()].count.into(),
        }
    }

    /// How many tiles a full bag has.
    pub fn tile_count(&self) -> usize {
        self.tiles().map(|tile| self.count(tile)).sum()
    }

    /// What a tile is worth; a blank nothing.
    pub fn points(&self, tile: Tile) -> Score {
        match tile {
            Tile::Blank => Score::ZERO,
            Tile::Letter(letter) => self.letters[letter.index()].points,
        }
    }

    /// What tiles left on a rack are worth together.
    pub fn value(&self, tiles: &[Tile]) -> Score {
        tiles.iter().map(|&tile| self.points(tile)).sum()
    }

    /// How a letter is written, in capitals.
    pub fn text(&self, letter: Letter) -> &str {
        &self.letters[letter.index()].text
    }

    /// A text as it is laid: in capitals, without the marks that no tile of the language has.
    ///
    /// This is the one place that decides which letters a text stands for. Word lists, look-ups and claimed tiles all use it. A letter of
    /// the language stays (Ñ in Spanish); any other character loses its marks or falls apart into the letters it is made of, so that
    /// `é` is laid with E and `ĳ` with I and J. What has no letter in the language stays as it is.
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
        // Composed, because the alphabet is written so: Ñ is one character there. Upper-casing may decompose.
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

    /// The letter that is written like this, in either case, [folded](Self::fold).
    pub fn letter(&self, text: &str) -> Option<Letter> {
        let text = self.fold(text);
        self.letters().find(|&letter| self.text(letter) == text)
    }

    /// The longest letter that a text in capitals begins with, and the rest of the text.
    pub fn split_letter<'t>(&self, text: &'t str) -> Option<(Letter, &'t str)> {
        self.longest_first.iter().find_map(|&letter| Some((letter, text.strip_prefix(self.text(letter))?)))
    }

    /// The letters that a text in either case is laid with, the longest that fits at each step. The text is [folded](Self::fold).
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

    /// Letters as text, in capitals.
    pub fn write(&self, letters: &[Letter]) -> String {
        letters.iter().map(|&letter| self.text(letter)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_committed_tile_set_can_be_read_and_spells_its_own_letters() {
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
    fn a_word_with_marks_is_laid_with_and_without_them() {
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
    fn what_is_no_letter_is_named_with_its_place() {
        let error = Language::by_code("en").unwrap().spell("don't").unwrap_err();
        assert_eq!((error.found, error.at), ('\'', 4));
    }

    #[test]
    fn a_broken_tile_set_names_the_line() {
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
