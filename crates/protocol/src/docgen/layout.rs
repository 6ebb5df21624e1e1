//! Formatting of TypeScript declarations, which `ts-rs` gives as one long line.

use std::fmt::Write as _;

/// A declaration with one line per field, each after its documentation.
pub(super) fn laid_out(declaration: &str) -> String {
    let compact = declaration.replace("\"kind\":", "kind:");
    let mut rest = compact.as_str();
    let mut text = String::new();
    let mut depth = 0_usize;
    // Commas inside angle brackets separate types, not fields.
    let mut angles = 0_usize;
    while let Some(character) = rest.chars().next() {
        if let Some(comment) = rest.strip_prefix("/**") {
            let (words, after) = comment.split_once("*/").unwrap_or((comment, ""));
            let words: Vec<&str> =
                words.split('\n').map(|line| line.trim().trim_start_matches('*').trim()).collect();
            let _ = write!(text, "/** {} */", words.join(" ").trim());
            new_line(&mut text, depth);
            rest = after.trim_start();
            continue;
        }
        rest = &rest[character.len_utf8()..];
        match character {
            '{' => {
                depth += 1;
                text.push('{');
                new_line(&mut text, depth);
                rest = rest.trim_start();
            }
            '}' => {
                depth = depth.saturating_sub(1);
                text.truncate(text.trim_end().len());
                new_line(&mut text, depth);
                text.push('}');
            }
            ',' if depth > 0 && angles == 0 => {
                text.push(';');
                new_line(&mut text, depth);
                rest = rest.trim_start();
            }
            '\n' => {}
            other => {
                match other {
                    '<' => angles += 1,
                    '>' => angles = angles.saturating_sub(1),
                    _ => {}
                }
                text.push(other);
            }
        }
    }
    // The last field of a variant has no comma after it.
    let lines = text.lines().map(str::trim_end);
    let ended = |line: &str| {
        let is_field = line.starts_with(' ') && !line.ends_with([';', '{', '/', '|']);
        if is_field && !line.trim_start().starts_with('}') { format!("{line};") } else { line.to_owned() }
    };
    lines.map(ended).collect::<Vec<_>>().join("\n")
}

fn new_line(text: &mut String, depth: usize) {
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
}

/// The text of a documentation comment.
pub(super) fn comment_text(docs: &str) -> String {
    let inner = docs.trim().trim_start_matches("/**").trim_end_matches("*/");
    let lines = inner.lines().map(|line| line.trim().trim_start_matches('*').trim());
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
