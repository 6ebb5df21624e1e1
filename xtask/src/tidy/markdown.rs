use super::{Finding, tree::TextFile};

/// The longest line of prose in a Markdown file, in characters.
const COLUMNS_MAX: usize = 100;

/// Markdown files that a program writes.
const GENERATED: [&str; 1] = ["docs/protocol.md"];

/// Markdown wraps at 100 columns. Table rows, lines with a link and code blocks cannot be wrapped and are exempt.
pub(super) fn check(file: &TextFile) -> Vec<Finding> {
    if file.extension() != "md" || GENERATED.contains(&file.path.as_str()) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut is_in_code = false;
    for (number, line) in file.lines() {
        if line.trim_start().starts_with("```") {
            is_in_code = !is_in_code;
            continue;
        }
        let columns = line.chars().count();
        if columns > COLUMNS_MAX && !is_in_code && can_be_wrapped(line) {
            let problem = format!("expected at most {COLUMNS_MAX} columns, found {columns}");
            findings.push(file.finding(number, problem));
        }
    }
    findings
}

fn can_be_wrapped(line: &str) -> bool {
    !line.trim_start().starts_with('|') && !line.contains("](") && !line.contains("://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_wraps_at_a_hundred_columns_except_where_it_cannot() {
        let prose = "x".repeat(COLUMNS_MAX + 1);
        for (path, text, expected) in [
            ("docs/a.md", "x".repeat(COLUMNS_MAX), vec![]),
            ("docs/a.md", "\u{e9}".repeat(COLUMNS_MAX), vec![]),
            ("docs/a.md", format!("short\n{prose}"), vec![2]),
            ("docs/a.md", format!("- {prose}"), vec![1]),
            ("docs/a.md", format!("| {prose} |"), vec![]),
            ("docs/a.md", format!("[a link](b.md) {prose}"), vec![]),
            ("docs/a.md", format!("<https://dord.example> {prose}"), vec![]),
            ("docs/a.md", format!("```\n{prose}\n```\n{prose}"), vec![4]),
            ("docs/a.md", format!("1. item\n   ```sh\n   {prose}\n   ```"), vec![]),
            ("docs/protocol.md", prose.clone(), vec![]),
            ("notes.txt", prose.clone(), vec![]),
        ] {
            let lines: Vec<usize> =
                check(&TextFile::new(path, &text)).into_iter().map(|finding| finding.line).collect();
            assert_eq!(lines, expected, "{path}: {text}");
        }
    }
}
