//! Text layout in terminal columns.

use unicode_width::UnicodeWidthStr;

/// Width of a text in columns.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Pads a text with spaces to at least `columns` columns.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Replaces characters of untrusted text that could control the terminal.
pub fn printable(text: &str) -> String {
    // Bidirectional marks are not control characters, but they change how a terminal shows text.
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(steers, "\u{fffd}")
}

/// Joins two blocks of lines side by side; lines on the left are `left_width` columns wide.
pub fn beside(left: &[String], left_width: usize, right: &[String]) -> Vec<String> {
    let nothing = || " ".repeat(left_width);
    (0..left.len().max(right.len()))
        .map(|index| {
            let left = left.get(index).cloned().unwrap_or_else(nothing);
            right
                .get(index)
                .filter(|line| !line.is_empty())
                .map_or(left.clone(), |line| format!("{left}  {line}"))
        })
        .collect()
}

/// Joins several items: `A, B and C`.
pub fn listed(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A count with its noun: `1 tile`, `2 tiles`.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
