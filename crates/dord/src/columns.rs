//! Text in columns of a terminal.

use unicode_width::UnicodeWidthStr;

/// How many columns a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// A text with spaces after it, so that it takes at least so many columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Somebody else's text: it must not be able to steer the terminal.
pub(crate) fn printable(text: &str) -> String {
    // Marks that turn the direction of writing around are no control characters, but they steer as well.
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.replace(steers, "\u{fffd}")
}

/// Two blocks of lines beside each other; those on the left are all `left_width` columns wide.
pub(crate) fn beside(left: &[String], left_width: usize, right: &[String]) -> Vec<String> {
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

/// Several things as a person says them: `A, B and C`.
pub(crate) fn listed(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// So many things: `1 tile`, `2 tiles`.
pub(crate) fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
