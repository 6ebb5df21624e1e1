//! Tab-separated text: a word, optionally its part of speech, and a definition.

/// A line of tab-separated text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row<'a> {
    pub(super) word: &'a str,
    /// Empty if the line does not name it.
    pub(super) part_of_speech: &'a str,
    pub(super) text: &'a str,
}

/// Parses a line. The error is the number of columns.
pub(super) fn parse(line: &str) -> Result<Row<'_>, usize> {
    let columns: Vec<&str> = line.split('\t').collect();
    match columns[..] {
        [word, text] => Ok(Row { word, part_of_speech: "", text }),
        [word, part_of_speech, text] => Ok(Row { word, part_of_speech, text }),
        _ => Err(columns.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_two_or_three_columns() {
        for (line, expected) in [
            ("cat\tan animal", Ok(("cat", "", "an animal"))),
            ("cat\tnoun\tan animal", Ok(("cat", "noun", "an animal"))),
            ("cat\t\tan animal", Ok(("cat", "", "an animal"))),
            ("cat\t", Ok(("cat", "", ""))),
            ("cat an animal", Err(1)),
            ("cat\tnoun\tan animal\ttame", Err(4)),
        ] {
            let row = parse(line).map(|row| (row.word, row.part_of_speech, row.text));
            assert_eq!(row, expected, "{line:?}");
        }
    }
}
