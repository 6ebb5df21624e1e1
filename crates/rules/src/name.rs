use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use crate::unicode::{belongs_on, is_accent, is_combining_mark, is_invisible};

/// A player's name: 1–20 letters and digits of any script, with some punctuation.
///
/// Words are separated by single spaces. Hyphens, apostrophes and dots are allowed between letters,
/// and a dot at the end. Invisible characters are refused. This type alone defines which names are
/// valid and which names count as the same.
///
/// ```
/// use rules::PlayerName;
///
/// let name: PlayerName = "  Zoë O’Neil ".parse().unwrap();
/// assert_eq!(name.as_str(), "Zoë O'Neil");
/// assert!(name.is_same_as(&"zoË o'neil".parse().unwrap()));
/// assert!("<b>".parse::<PlayerName>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlayerName(String);

/// Why a text is not a valid name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// Too short or too long.
    #[error("a name has {min} to {max} characters, this one has {found}", max = PlayerName::MAX)]
    Length {
        /// The minimum number of characters.
        min: usize,
        /// The number of characters of the text.
        found: usize,
    },
    /// A character that names cannot have.
    #[error("a name has letters and digits, single spaces, hyphens, apostrophes and dots, not {0:?}")]
    Character(char),
    /// A character that names in the open lobby cannot have.
    #[error("a name in the open lobby has letters, digits and spaces, not {0:?}")]
    OpenLobbyCharacter(char),
    /// Two spaces in a row.
    #[error("a name has single spaces between its words")]
    Spaces,
    /// A hyphen, apostrophe or dot that is not between letters.
    #[error("{0:?} stands between two letters of a name; only a dot can be its end")]
    Punctuation(char),
    /// More combining marks on a letter than any script uses.
    #[error(
        "a letter of a name has at most {} marks and {} accents",
        PlayerName::MARKS_MAX,
        PlayerName::ACCENTS_MAX
    )]
    Marks,
}

/// What precedes a character of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Start,
    Letter(char),
    Space,
    Punctuation(char),
}

impl PlayerName {
    /// The minimum number of characters.
    pub const MIN: usize = 1;
    /// The minimum number of characters in the open lobby.
    pub const OPEN_LOBBY_MIN: usize = 3;
    /// The maximum number of characters.
    pub const MAX: usize = 20;
    /// The maximum number of combining marks on a letter.
    ///
    /// Burmese and Tibetan syllables need this many.
    pub const MARKS_MAX: usize = 4;
    /// The maximum number of marks that are not specific to one script, such as accents.
    pub const ACCENTS_MAX: usize = 2;

    /// The name as displayed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether readers would confuse two names: case and look-alike letters are ignored.
    ///
    /// A small letter and its capital can resemble different letters of another script, so names
    /// are compared both with and without case.
    pub fn is_same_as(&self, other: &PlayerName) -> bool {
        self.key() == other.key() || self.shape() == other.shape()
    }

    /// An index key that equal names share: NFKC, case folding and the skeleton of UTS #39.
    pub fn key(&self) -> String {
        let plain: String = without_case(self.plain().chars()).collect();
        let plain = if plain.is_ascii() { plain } else { plain.nfkc().collect() };
        without_case(skeleton(&plain).chars()).collect()
    }

    /// An index key that names which look alike share.
    ///
    /// If the name looks like a Latin name, with or without case, this is the key of that Latin
    /// name. In it I, l and i are one letter, because capital I looks like small L. Any other name
    /// has [its own key](Self::key).
    pub fn lookalike_key(&self) -> String {
        let (shape, key) = (self.shape(), self.key());
        let Some(latin) = [&shape, &key].into_iter().find(|text| text.is_ascii()) else { return key };
        without_case(skeleton(latin).chars()).collect::<String>().replace('i', "l")
    }

    /// The name as it looks with case preserved, where capital I looks like small L.
    fn shape(&self) -> String {
        without_case(skeleton(&self.plain()).chars()).collect()
    }

    /// The name in NFKC, without accents.
    fn plain(&self) -> String {
        if self.0.is_ascii() {
            return self.0.clone();
        }
        self.0.nfkc().filter(|&character| !is_accent(character)).collect()
    }

    /// Checks the stricter rule of the open lobby: at least three letters, digits and spaces.
    pub fn fits_open_lobby(&self) -> Result<(), NameError> {
        let found = self.0.chars().count();
        if found < PlayerName::OPEN_LOBBY_MIN {
            return Err(NameError::Length { min: PlayerName::OPEN_LOBBY_MIN, found });
        }
        match self.0.chars().find(|&character| is_punctuation(character)) {
            Some(character) => Err(NameError::OpenLobbyCharacter(character)),
            None => Ok(()),
        }
    }

    /// Parses a name from a log, including names that only earlier versions accepted.
    pub fn from_log(text: &str) -> Result<PlayerName, NameError> {
        text.parse().or_else(|error| earlier_name(text).ok_or(error))
    }
}

impl std::str::FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<PlayerName, NameError> {
        let min = PlayerName::MIN;
        // Do not normalise a text that is far too long.
        let raw_length = text.trim().chars().take(1000).count();
        if raw_length > PlayerName::MAX * 10 {
            return Err(NameError::Length { min, found: raw_length });
        }
        let name: String = text.trim().nfc().map(plain_punctuation).collect();
        let found = name.chars().count();
        if !(min..=PlayerName::MAX).contains(&found) {
            return Err(NameError::Length { min, found });
        }
        check_letters(&name)?;
        Ok(PlayerName(name))
    }
}

impl std::fmt::Display for PlayerName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn check_letters(name: &str) -> Result<(), NameError> {
    let mut before = Before::Start;
    let (mut marks, mut accents) = (0, 0);
    for character in name.chars() {
        if is_invisible(character) {
            return Err(NameError::Character(character));
        }
        if is_combining_mark(character) {
            // Many scripts write vowels as marks on the previous letter. A mark without a letter,
            // or on a letter of another script, is not text.
            let Before::Letter(letter) = before else { return Err(NameError::Character(character)) };
            if !belongs_on(character, letter) {
                return Err(NameError::Character(character));
            }
            marks += 1;
            accents += usize::from(is_accent(character));
            if marks > PlayerName::MARKS_MAX || accents > PlayerName::ACCENTS_MAX {
                return Err(NameError::Marks);
            }
            continue;
        }
        (marks, accents) = (0, 0);
        before = match (before, character) {
            (Before::Punctuation(earlier), ' ') => return Err(NameError::Punctuation(earlier)),
            (Before::Space, ' ') => return Err(NameError::Spaces),
            (_, ' ') => Before::Space,
            (Before::Letter(_), _) if is_punctuation(character) => Before::Punctuation(character),
            _ if is_punctuation(character) => return Err(NameError::Punctuation(character)),
            _ if character.is_alphanumeric() => Before::Letter(character),
            _ => return Err(NameError::Character(character)),
        };
    }
    match before {
        Before::Punctuation(last) if last != '.' => Err(NameError::Punctuation(last)),
        _ => Ok(()),
    }
}

fn is_punctuation(character: char) -> bool {
    matches!(character, '-' | '\'' | '.')
}

/// Replaces typographic hyphens and apostrophes with ASCII.
fn plain_punctuation(character: char) -> char {
    match character {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        other => other,
    }
}

/// Removes case.
///
/// Goes through capitals, so that ß becomes ss and both small sigmas become equal.
fn without_case(text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    text.flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

/// The skeleton of UTS #39: texts that look alike have the same one.
///
/// Most names are ASCII, for which the skeletons of the characters are looked up: normalising takes
/// longer than all other work of a player who joins.
fn skeleton(text: &str) -> String {
    static ASCII: LazyLock<Vec<String>> = LazyLock::new(|| {
        let of = |character: u8| {
            unicode_security::skeleton(char::from(character).encode_utf8(&mut [0; 4])).collect()
        };
        (0..128).map(of).collect()
    });
    if text.is_ascii() {
        return text.bytes().map(|character| ASCII[usize::from(character)].as_str()).collect();
    }
    unicode_security::skeleton(text).collect()
}

/// Parses a name by the earlier rule, which did not refuse invisible characters.
///
/// That rule: 3–20 letters, digits and marks with single spaces.
fn earlier_name(text: &str) -> Option<PlayerName> {
    let name: String = text.trim().nfc().collect();
    let is_of_length = (PlayerName::OPEN_LOBBY_MIN..=PlayerName::MAX).contains(&name.chars().count());
    let is_name =
        |character: char| character == ' ' || character.is_alphanumeric() || is_combining_mark(character);
    (is_of_length && name.chars().all(is_name) && !name.contains("  ")).then_some(PlayerName(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> PlayerName {
        text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
    }

    #[test]
    fn the_skeletons_of_ascii_texts_are_those_of_their_characters() {
        for one in (' '..='~').collect::<Vec<_>>() {
            for two in ' '..='~' {
                let text = format!("{one}{two}m0I{one}");
                assert_eq!(skeleton(&text), unicode_security::skeleton(&text).collect::<String>(), "{text}");
            }
        }
    }

    #[test]
    fn a_name_has_1_to_20_letters_and_digits_of_any_script() {
        for good in [
            "Jo",
            "X",
            "李明",
            "李小龙",
            "Zoë 2",
            "Łukasz",
            "Ольга",
            "Иван",
            "محمد",
            "محمَّد",
            "שרה לוי",
            "שָׁלוֹם",
            "สมชาย",
            "ญี่ปุ่น",
            "हिन्दी",
            "ज़ींनत",
            "김철수",
            "ひろし",
            "Nguyễn Thị",
            "Ẹ̀bùn",
            "Jean-Luc",
            "O'Neil",
            "O’Neil",
            "A.J.",
            "D'Arcy-O'Brien Jr.",
            "abcdefghij0123456789",
            " Bob ",
        ] {
            assert!(good.parse::<PlayerName>().is_ok(), "{good}: {:?}", good.parse::<PlayerName>());
        }
        let length = |found| NameError::Length { min: 1, found };
        for (bad, error) in [
            ("", length(0)),
            ("abcdefghij01234567890", length(21)),
            ("Ann  Lee", NameError::Spaces),
            ("Ann - Lee", NameError::Punctuation('-')),
            ("Ann--Lee", NameError::Punctuation('-')),
            ("-Ann", NameError::Punctuation('-')),
            ("Ann'", NameError::Punctuation('\'')),
            ("St. John", NameError::Punctuation('.')),
            ("...", NameError::Punctuation('.')),
            ("A<b>", NameError::Character('<')),
            ("Ann_Lee", NameError::Character('_')),
            ("Ann 🐈", NameError::Character('🐈')),
            ("Ann\tLee", NameError::Character('\t')),
            ("z\u{320}\u{321}\u{322}algo", NameError::Marks),
        ] {
            assert_eq!(bad.parse::<PlayerName>(), Err(error), "{bad:?}");
        }
        assert!("x".repeat(1_000_000).parse::<PlayerName>().is_err());
    }

    #[test]
    fn a_name_has_no_invisible_characters() {
        for hidden in [
            '\u{200b}',
            '\u{200d}',
            '\u{202e}',
            '\u{2066}',
            '\u{feff}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{180e}',
            '\u{fe0f}',
            '\u{e0100}',
            '\u{e0041}',
            '\u{3164}',
            '\u{13441}',
            '\u{115f}',
            '\u{1160}',
            '\u{ffa0}',
            '\u{17b4}',
            '\u{2800}',
            '\u{e000}',
            '\u{f0000}',
            '\u{378}',
            '\u{301}',
            '\u{20dd}',
        ] {
            for text in [format!("{hidden}"), format!("Ann {hidden}"), format!("{hidden}{hidden}{hidden}")] {
                assert_eq!(text.parse::<PlayerName>(), Err(NameError::Character(hidden)), "{text:?}");
            }
        }
        for text in
            ["Ann\u{3164}Lee", "Ann\u{fe0f}", "A\u{e0100}nn", "Ann\u{e4a}", "Ann\u{16fe4}", "李\u{93e}"]
        {
            assert!(matches!(text.parse::<PlayerName>(), Err(NameError::Character(_))), "{text:?}");
        }
    }

    #[test]
    fn names_that_look_the_same_are_the_same() {
        for (one, other) in [
            ("Ann Lee", "ANN LEE"),
            ("Ann Lee", "Аnn Lее"),
            ("Ann Lee", "Ａｎｎ Ｌｅｅ"),
            ("Ann Lee", "𝐀𝐧𝐧 𝕃𝕖𝕖"),
            ("Ann Lee", "Ann\u{332} Lee"),
            ("Bob", "ВОВ"),
            ("Iris", "lris"),
            ("Iris", "1ris"),
            ("Zoë", "zoe\u{308}"),
            ("STRASSE", "Straße"),
            ("Οδυσσεύς", "ΟΔΥΣΣΕΎΣ"),
            ("O'Neil", "O’Neil"),
            ("Ivan 0", "Ivan O"),
        ] {
            assert!(
                name(one).is_same_as(&name(other)) && name(other).is_same_as(&name(one)),
                "{one} {other}"
            );
        }
        for (one, other) in [
            ("Ann", "Anna"),
            ("Zoe", "Zoë"),
            ("Ann 1", "Ann 2"),
            ("Ольга", "Olga"),
            ("李明", "李朋"),
            ("Jo", "Joe"),
        ] {
            assert!(!name(one).is_same_as(&name(other)), "{one} {other}");
        }
    }

    #[test]
    fn a_name_is_stored_in_composed_form() {
        assert_eq!(name("Zoe\u{308}").as_str(), "Zoë");
    }

    #[test]
    fn the_open_lobby_requires_three_letters_digits_or_spaces() {
        assert_eq!(name("Ann Lee 2").fits_open_lobby(), Ok(()));
        assert_eq!(name("Jo").fits_open_lobby(), Err(NameError::Length { min: 3, found: 2 }));
        assert_eq!(name("Jean-Luc").fits_open_lobby(), Err(NameError::OpenLobbyCharacter('-')));
        assert_eq!(name("A.J.").fits_open_lobby(), Err(NameError::OpenLobbyCharacter('.')));
    }

    #[test]
    fn a_log_may_contain_names_that_only_earlier_versions_accepted() {
        for earlier in ["Ann\u{3164}Lee", "\u{3164}\u{3164}\u{3164}", "Ann\u{fe0f}", "Z\u{320}oë"] {
            assert_eq!(PlayerName::from_log(earlier).unwrap().as_str(), earlier);
        }
        for never in ["A<b>", "Ann\u{202e}Lee", "Ann  Lee", "\u{3164}", "x".repeat(21).as_str()] {
            assert!(PlayerName::from_log(never).is_err(), "{never:?}");
        }
        assert_eq!(PlayerName::from_log("O'Neil").unwrap().as_str(), "O'Neil");
    }
}
