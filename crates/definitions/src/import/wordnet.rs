//! The data files of WordNet 3: `data.noun`, `data.verb`, `data.adj` and `data.adv`.
//!
//! A line is a synset: words with one meaning. Its fields are separated by spaces:
//!
//! | field | form |
//! |---|---|
//! | offset in the file | 8 digits |
//! | number of the lexicographer's file | 2 digits |
//! | type | `n` noun, `v` verb, `a` or `s` adjective, `r` adverb |
//! | number of words | 2 hexadecimal digits |
//! | each word, and its sense in that file | text with `_` for a space, and a hexadecimal digit |
//! | number of pointers | 3 digits |
//! | each pointer | 4 fields |
//! | frames of a verb | any number of fields |
//! | gloss | after a vertical bar: the definition, then examples in quotes |

/// The parts of a synset that make definitions.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Synset<'a> {
    pub(super) part_of_speech: &'static str,
    pub(super) words: Vec<&'a str>,
    pub(super) text: &'a str,
}

/// Whether a line is part of the licence before the synsets.
pub(super) fn is_licence(line: &str) -> bool {
    line.starts_with("  ")
}

/// Whether a line begins like a synset.
pub(super) fn is_synset(line: &str) -> bool {
    let offset = line.split(' ').next().unwrap_or_default();
    is_number(offset, 8) && offset.len() < line.len()
}

/// Whether a word is a name or an abbreviation. WordNet writes all other words in lower case.
pub(super) fn is_name(word: &str) -> bool {
    word.contains(char::is_uppercase)
}

/// Parses a synset. The error says what was found instead.
pub(super) fn parse(line: &str) -> Result<Synset<'_>, &'static str> {
    let (fields, gloss) = line.split_once('|').ok_or("no gloss after a vertical bar")?;
    let mut fields = fields.split_ascii_whitespace();
    if !fields.next().is_some_and(|offset| is_number(offset, 8)) {
        return Err("no offset of 8 digits");
    }
    if !fields.next().is_some_and(|file| is_number(file, 2)) {
        return Err("no file number of 2 digits");
    }
    let part_of_speech = match fields.next() {
        Some("n") => "noun",
        Some("v") => "verb",
        Some("a" | "s") => "adjective",
        Some("r") => "adverb",
        _ => return Err("no type n, v, a, s or r"),
    };
    let count = fields.next().and_then(|count| usize::from_str_radix(count, 16).ok());
    let count = count.filter(|count| (1..=0xff).contains(count)).ok_or("no number of words")?;
    let mut words = Vec::with_capacity(count);
    for _ in 0..count {
        let (word, sense) = (fields.next(), fields.next());
        let word = word.filter(|_| sense.is_some_and(|sense| u8::from_str_radix(sense, 16).is_ok()));
        // An adjective may be followed by its position in parentheses.
        words.push(word.and_then(|word| word.split('(').next()).ok_or("fewer words than announced")?);
    }
    let pointers = fields.next().filter(|pointers| is_number(pointers, 3));
    let pointers: usize = pointers.and_then(|count| count.parse().ok()).ok_or("no number of pointers")?;
    if fields.count() < 4 * pointers {
        return Err("fewer pointers than announced");
    }
    let definition = gloss.split("; \"").next().unwrap_or(gloss);
    Ok(Synset { part_of_speech, words, text: definition.trim().trim_end_matches(';') })
}

fn is_number(field: &str, digits: usize) -> bool {
    field.len() == digits && field.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAT: &str = "02121620 05 n 02 cat 0 true_cat 0 002 @ 02120997 n 0000 ~ 02121808 n 0000 | \
                       an animal that purrs; \"the cat slept\"; \"a black cat\"  ";

    #[test]
    fn a_synset_has_a_part_of_speech_words_and_a_definition_without_examples() {
        let cat =
            Synset { part_of_speech: "noun", words: vec!["cat", "true_cat"], text: "an animal that purrs" };
        assert_eq!(parse(CAT), Ok(cat));
        let run = "01926311 38 v 01 run 0 001 @ 01835496 v 0000 02 + 01 00 + 02 00 | move fast by foot  ";
        assert_eq!(parse(run).unwrap().part_of_speech, "verb");
        let asleep = "00000002 00 s 01 asleep(p) 0 000 | in a state of sleep  ";
        assert_eq!(parse(asleep).unwrap().words, ["asleep"]);
        let quickly = "00000003 02 r 01 quickly 0 000 | with speed; without delay  ";
        assert_eq!(parse(quickly).unwrap().text, "with speed; without delay");
    }

    #[test]
    fn the_number_of_words_is_hexadecimal() {
        let words = (0..10).map(|index| format!("word{index} 0 ")).collect::<Vec<_>>().concat();
        let line = format!("00000001 03 n 0a {words}000 | a thing");
        assert_eq!(parse(&line).unwrap().words.len(), 10);
    }

    #[test]
    fn the_error_says_what_is_wrong() {
        for (line, problem) in [
            ("02121620 05 n 01 cat 0 000", "no gloss after a vertical bar"),
            ("2121620 05 n 01 cat 0 000 | x", "no offset of 8 digits"),
            ("02121620 5 n 01 cat 0 000 | x", "no file number of 2 digits"),
            ("02121620 05 x 01 cat 0 000 | x", "no type n, v, a, s or r"),
            ("02121620 05 n 00 000 | x", "no number of words"),
            ("02121620 05 n 02 cat 0 000 | x", "fewer words than announced"),
            ("02121620 05 n 01 cat 0 | x", "no number of pointers"),
            ("02121620 05 n 01 cat 0 001 @ 02120997 n | x", "fewer pointers than announced"),
        ] {
            assert_eq!(parse(line), Err(problem), "{line}");
        }
        for end in 0..CAT.find('|').unwrap() {
            assert!(parse(&CAT[..end]).is_err());
        }
    }

    #[test]
    fn the_first_line_of_a_data_file_is_recognised() {
        assert!(is_licence("  1 This software and database is being provided to you"));
        assert!(is_synset(CAT));
        for line in ["cat\tan animal", "12345678", "12345678\tx", "", "1234567 x"] {
            assert!(!is_licence(line) && !is_synset(line), "{line:?}");
        }
    }
}
