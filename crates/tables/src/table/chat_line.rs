//! Chat text as it is shown to other players.

use rules::unicode::{is_combining_mark, is_invisible};

/// Maximum number of combining marks, joiners and variation selectors after one character.
///
/// Tibetan and emoji need a few.
const MARKS_MAX: usize = 8;

/// Removes hidden, reordering and stacked characters. `None` if nothing readable is left.
///
/// Bidi controls, tags, fillers and control characters are removed; line breaks become spaces.
/// Joiners and variation selectors remain where they follow a character that they can modify: emoji
/// and some scripts need them.
pub(super) fn readable(text: &str) -> Option<String> {
    let mut line = String::with_capacity(text.len());
    // Number of marks on the last visible character; `None` if there is no character to carry
    // marks.
    let mut marks = None;
    for character in text.chars() {
        if is_space(character) {
            marks = None;
            if !line.ends_with(' ') {
                line.push(' ');
            }
        } else if is_joiner(character) || (is_combining_mark(character) && !is_invisible(character)) {
            if let Some(count) = marks.filter(|&count| count < MARKS_MAX) {
                marks = Some(count + 1);
                line.push(character);
            }
        } else if !character.is_control() && !is_invisible(character) {
            marks = Some(0);
            line.push(character);
        }
    }
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_owned())
}

/// Whether a character is drawn as empty space. The blank Braille pattern is, too.
fn is_space(character: char) -> bool {
    character.is_whitespace() || character == '\u{2800}'
}

/// The zero-width joiners, and the variation selectors for text and emoji style.
fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_text_is_unchanged() {
        for text in
            ["Hello, Bob!", "naïve <b>", "सही बात है", "สวัสดี", "می‌خواهم", "❤️‍🔥 👨‍👩‍👧", "Ẹ̀bùn", "a b", "བསྒྲུབས"]
        {
            assert_eq!(readable(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn hidden_and_bidi_characters_are_removed() {
        for (text, shown) in [
            ("a\u{202e}b\u{2066}c\u{200f}d\u{61c}e", "abcde"),
            ("hi\u{e0001}\u{e0041}\u{e007f}", "hi"),
            ("x\u{3164}\u{115f}\u{1160}\u{ffa0}\u{200b}\u{feff}\u{ad}y", "xy"),
            ("one\ntwo\r\n\tthree", "one two three"),
            ("a\u{0}\u{1b}[31mb", "a[31mb"),
            ("\u{301}\u{200d}a \u{301}b", "a b"),
        ] {
            assert_eq!(readable(text).as_deref(), Some(shown), "{text:?}");
        }
    }

    #[test]
    fn combining_marks_per_character_are_limited() {
        let pile = format!("z{}y{}", "\u{336}".repeat(100), "\u{301}\u{200d}".repeat(50));
        let shown = readable(&pile).unwrap();
        assert_eq!(shown.chars().count(), 2 + 2 * MARKS_MAX);
        assert!(shown.starts_with("z\u{336}") && shown.contains('y'));
    }

    #[test]
    fn text_without_readable_characters_is_none() {
        for text in [
            "",
            "  \n ",
            "\u{3164}",
            "\u{200b}\u{200d}\u{fe0f}",
            "\u{2800}",
            "\u{301}\u{301}",
            "\u{e0041}",
            "\u{202e} \u{2069}",
        ] {
            assert_eq!(readable(text), None, "{text:?}");
        }
    }
}
