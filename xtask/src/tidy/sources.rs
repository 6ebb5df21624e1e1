use super::{Finding, tree::TextFile};

/// A longer file holds two concepts.
const LINES_MAX: usize = 600;

/// Marks of unfinished work. Split, so that this file does not break its own rule.
const UNFINISHED: [&str; 6] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("to", "do!"),
    concat!("unimple", "mented!"),
    concat!("db", "g!"),
    concat!("#[", "ignore"),
];

/// What holds for source files.
pub(super) fn check(file: &TextFile) -> Vec<Finding> {
    if !matches!(file.extension(), "rs" | "ts" | "svelte") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let count = file.text.lines().count();
    if count > LINES_MAX {
        findings.push(file.finding(count, format!("expected at most {LINES_MAX} lines, found {count}")));
    }
    for (number, line) in file.lines() {
        if let Some(mark) = UNFINISHED.iter().find(|mark| stands_alone(line, mark)) {
            findings.push(file.finding(number, format!("expected finished work, found `{mark}`")));
        }
    }
    findings
}

/// Whether a mark stands in a line and is not a part of a longer word.
fn stands_alone(line: &str, mark: &str) -> bool {
    let of_a_word = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(mark).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + mark.len()..]);
        let continued = mark.ends_with(of_a_word) && after.starts_with(of_a_word);
        let continuing = mark.starts_with(of_a_word) && before.ends_with(of_a_word);
        !continued && !continuing
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        check(&TextFile::new(path, text)).into_iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn a_source_file_has_at_most_600_lines() {
        assert_eq!(lines("web/src/board.ts", &"x\n".repeat(600)), Vec::<usize>::new());
        assert_eq!(lines("web/src/board.ts", &"x\n".repeat(601)), [601]);
        assert_eq!(lines("docs/long.md", &"x\n".repeat(601)), Vec::<usize>::new());
    }

    #[test]
    fn marks_of_unfinished_work_are_found_as_whole_words() {
        for mark in UNFINISHED {
            assert_eq!(lines("a.rs", &format!("fn a() {{\n    {mark}\n}}\n")), [2], "{mark}");
            assert_eq!(
                lines("a.rs", &format!("x{mark}\n")).len(),
                usize::from(mark.starts_with('#')),
                "{mark}"
            );
        }
        assert_eq!(lines("a.rs", concat!("let MASTO", "DON = 1;\n")), Vec::<usize>::new());
        assert_eq!(lines("a.rs", concat!("// TO", "DOS is a word\n")), Vec::<usize>::new());
    }
}
