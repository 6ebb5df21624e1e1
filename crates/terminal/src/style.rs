//! Colours. `anstream` removes them if the output is not a terminal or `NO_COLOR` is set.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};

/// Text about something good.
pub fn good(text: impl Display) -> impl Display {
    paint(AnsiColor::Green.on_default().bold(), text)
}

/// Text about something bad.
pub fn bad(text: impl Display) -> impl Display {
    paint(AnsiColor::Red.on_default().bold(), text)
}

/// Text to notice.
pub fn strong(text: impl Display) -> impl Display {
    paint(Style::new().bold(), text)
}

fn paint(style: Style, text: impl Display) -> impl Display {
    format!("{style}{text}{style:#}")
}
