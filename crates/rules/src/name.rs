use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What a player is called at a table: 3–20 letters and digits of any script, single spaces between them.
///
/// ```
/// use rules::PlayerName;
///
/// let name: PlayerName = "  Zoë 2 ".parse().unwrap();
/// assert_eq!(name.as_str(), "Zoë 2");
/// assert!(name.is_same_as(&"zoË 2".parse().unwrap()));
/// assert!("<b>".parse::<PlayerName>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlayerName(String);

/// Why a text is no player's name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NameError {
    /// Too short or too long.
    #[error("a name has {min} to {max} characters, this one has {found}", min = PlayerName::MIN, max = PlayerName::MAX)]
    Length {
        /// How many characters it has.
        found: usize,
    },
    /// Something that is neither a letter, a digit nor a space.
    #[error("a name has letters, digits and spaces, not {0:?}")]
    Character(char),
    /// Two spaces in a row.
    #[error("a name has single spaces between its words")]
    Spaces,
}

impl PlayerName {
    /// The fewest characters.
    pub const MIN: usize = 3;
    /// The most characters.
    pub const MAX: usize = 20;

    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether two names are the same at a table, where case makes no difference.
    pub fn is_same_as(&self, other: &PlayerName) -> bool {
        self.0.to_lowercase().nfc().eq(other.0.to_lowercase().nfc())
    }
}

impl std::str::FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<PlayerName, NameError> {
        // What is far too long is not worth normalising.
        let raw_length = text.trim().chars().take(1000).count();
        if raw_length > PlayerName::MAX * 10 {
            return Err(NameError::Length { found: raw_length });
        }
        let name: String = text.trim().nfc().collect();
        let length = name.chars().count();
        if !(PlayerName::MIN..=PlayerName::MAX).contains(&length) {
            return Err(NameError::Length { found: length });
        }
        let mut before = ' ';
        for character in name.chars() {
            // Many scripts write vowels as marks on the letter before; a pile of marks is no writing.
            let is_mark = is_combining_mark(character) && before.is_alphanumeric();
            if character == ' ' && before == ' ' {
                return Err(NameError::Spaces);
            }
            if !(character == ' ' || character.is_alphanumeric() || is_mark) {
                return Err(NameError::Character(character));
            }
            before = character;
        }
        Ok(PlayerName(name))
    }
}

impl std::fmt::Display for PlayerName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_3_to_20_letters_and_digits_of_any_script_with_single_spaces() {
        for good in ["Ann", "Zoë 2", "Иван", "李小龙", "שרה לוי", "हिन्दी", "abcdefghij0123456789", " Bob "]
        {
            assert!(good.parse::<PlayerName>().is_ok(), "{good}");
        }
        for (bad, error) in [
            ("", NameError::Length { found: 0 }),
            ("Al", NameError::Length { found: 2 }),
            ("  Al  ", NameError::Length { found: 2 }),
            ("abcdefghij01234567890", NameError::Length { found: 21 }),
            ("Ann  Lee", NameError::Spaces),
            ("Ann-Lee", NameError::Character('-')),
            ("A<b>", NameError::Character('<')),
            ("Ann\u{202e}Lee", NameError::Character('\u{202e}')),
            ("Ann\tLee", NameError::Character('\t')),
            ("z\u{320}\u{321}algo", NameError::Character('\u{320}')),
        ] {
            assert_eq!(bad.parse::<PlayerName>(), Err(error), "{bad:?}");
        }
        assert!("x".repeat(1_000_000).parse::<PlayerName>().is_err());
    }

    #[test]
    fn a_name_is_kept_in_composed_form() {
        let decomposed: PlayerName = "Zoe\u{308}".parse().unwrap();
        assert_eq!(decomposed.as_str(), "Zoë");
    }
}
