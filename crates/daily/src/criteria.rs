use lexicon::Lexicon;
use rules::{Language, Letter, Tile, Words};

/// The criteria for a starting word.
///
/// The length is the same for all languages. Vowels and letters that are too rare to start with
/// differ by alphabet, so they are part of a language's data (`data/CODE/starting.txt`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Criteria {
    /// A word has at least two of these letters and does not begin with one.
    vowels: Vec<Letter>,
    /// A word has at least one of these letters.
    wanted: Vec<Letter>,
    /// A word has none of these letters.
    shunned: Vec<Letter>,
    /// A word has none of these endings.
    endings: Vec<Vec<Letter>>,
}

/// An error in the text of the criteria.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct CriteriaError {
    /// The line number, from 1; one past the end if something is missing.
    pub line: usize,
    /// What is wrong and what was expected.
    pub problem: String,
}

impl Criteria {
    /// The allowed number of letters of a starting word.
    pub const LENGTHS: std::ops::RangeInclusive<usize> = 5..=7;

    /// Parses criteria.
    ///
    /// The text has one line each of `vowels`, `wanted` and `shunned` with letters, and lines of
    /// `ending` with an ending that a word must not have. Lines that begin with `#` are comments.
    ///
    /// ```
    /// use daily::Criteria;
    /// use rules::Language;
    ///
    /// let english = Language::by_code("en").unwrap();
    /// let criteria =
    ///     Criteria::parse("vowels A E I O U\nwanted R S T N L\nshunned Q X Z\nending SS\n", &english).unwrap();
    /// assert!(criteria.fits(&english.spell("STONE").unwrap(), &english));
    /// assert!(!criteria.fits(&english.spell("ZEBRA").unwrap(), &english));
    /// ```
    pub fn parse(text: &str, language: &Language) -> Result<Criteria, CriteriaError> {
        let (mut vowels, mut wanted, mut shunned, mut endings) = (None, None, None, Vec::new());
        let mut line = 0;
        for (index, content) in text.lines().enumerate() {
            line = index + 1;
            let problem = |problem: &str| CriteriaError { line, problem: format!("{problem}: {content:?}") };
            if content.trim().is_empty() || content.starts_with('#') {
                continue;
            }
            let mut words = content.split_whitespace();
            let kind = words.next().unwrap_or_default();
            if kind == "ending" {
                let ending: Vec<&str> = words.collect();
                let [ending] = ending[..] else { return Err(problem("expected one ending")) };
                endings
                    .push(language.spell(ending).map_err(|_| problem("expected letters of the language"))?);
                continue;
            }
            let letters: Option<Vec<Letter>> = words.map(|word| language.letter(word)).collect();
            let letters = letters.ok_or_else(|| problem("expected letters of the language"))?;
            let slot = match kind {
                "vowels" => &mut vowels,
                "wanted" => &mut wanted,
                "shunned" => &mut shunned,
                _ => return Err(problem("expected `vowels`, `wanted`, `shunned` or `ending`")),
            };
            if slot.replace(letters).is_some() {
                return Err(problem("this is there already"));
            }
        }
        let missing = |what: &str| CriteriaError { line: line + 1, problem: format!("`{what}` is missing") };
        Ok(Criteria {
            vowels: vowels.ok_or_else(|| missing("vowels"))?,
            wanted: wanted.ok_or_else(|| missing("wanted"))?,
            shunned: shunned.ok_or_else(|| missing("shunned"))?,
            endings,
        })
    }

    /// Whether a word meets the criteria and the language has its tiles, without blanks.
    pub fn fits(&self, word: &[Letter], language: &Language) -> bool {
        let has_tiles = word.iter().all(|letter| {
            let used = word.iter().filter(|&other| other == letter).count();
            used <= language.count(Tile::Letter(*letter))
        });
        Criteria::LENGTHS.contains(&word.len())
            && has_tiles
            && !self.vowels.contains(&word[0])
            && word.iter().filter(|letter| self.vowels.contains(letter)).count() >= 2
            && word.iter().any(|letter| self.wanted.contains(letter))
            && !word.iter().any(|letter| self.shunned.contains(letter))
            && !self.endings.iter().any(|ending| word.ends_with(ending))
    }

    /// The words of a vocabulary that are also in a list and meet the criteria, in order.
    pub fn starting_words(&self, vocabulary: &Lexicon, list: &Lexicon) -> Vec<Vec<Letter>> {
        let language = list.language();
        vocabulary.words().filter(|word| list.contains(word) && self.fits(word, language)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> (std::sync::Arc<Language>, Criteria) {
        let language = Language::by_code("en").unwrap();
        let criteria = Criteria::parse(wordlists::starting_criteria("en").unwrap(), &language).unwrap();
        (language, criteria)
    }

    #[test]
    fn a_starting_word_must_meet_every_criterion() {
        let (language, criteria) = english();
        for (word, fits) in [
            ("STONE", true),
            ("RIVERS", true),
            ("BALANCE", true),
            ("RATE", false),
            ("BALANCED", false),
            ("OCEAN", false),
            ("WORLD", false),
            ("QUIET", false),
            ("TEXAN", false),
            ("ZONES", false),
            ("CARELESS", false),
            ("ROSEASS", false),
            ("BOOKIE", false),
            ("LEVELLEE", false),
            ("PEPPERP", false),
        ] {
            assert_eq!(criteria.fits(&language.spell(word).unwrap(), &language), fits, "{word}");
        }
    }

    #[test]
    fn letters_of_several_characters_and_other_scripts_can_be_vowels() {
        let greek =
            Language::parse("code el\nname Ελληνικά\nblanks 2\nΑ 12 1\nΕ 8 1\nΘΑ 2 9\nΛ 3 3\nΣ 7 1\nΤ 8 1\n")
                .unwrap();
        let criteria = Criteria::parse("vowels Α Ε ΘΑ\nwanted Λ Σ\nshunned\n", &greek).unwrap();
        assert!(criteria.fits(&greek.spell("ΤΕΛΑΣ").unwrap(), &greek));
        assert!(!criteria.fits(&greek.spell("ΘΑΛΑΣΤΕ").unwrap(), &greek), "ΘΑ is one vowel, and first");
    }

    #[test]
    fn an_error_in_the_criteria_names_the_line() {
        let (language, _) = english();
        for (text, line) in [
            ("", 1),
            ("vowels A\nwanted B\n", 3),
            ("vowels A\nvowels A\n", 2),
            ("# all\n\nconsonants B\n", 3),
            ("vowels Ж\n", 1),
            ("ending\n", 1),
            ("ending S S\n", 1),
            ("ending Ж\n", 1),
        ] {
            assert_eq!(Criteria::parse(text, &language).unwrap_err().line, line, "{text:?}");
        }
    }
}
