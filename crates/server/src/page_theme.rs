//! The look of the page for users who have not chosen one.

use std::fmt;
use std::str::FromStr;

/// A theme of the web client.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// The bright table, as built into the page.
    #[default]
    Parlour,
    /// A page of the 1990s.
    Retro,
}

/// A text that names no theme.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a theme: expected parlour or retro")]
pub struct NotATheme(String);

/// The colours of the bar of a browser, as CSS.
#[derive(Clone, Copy)]
pub(crate) struct BarColours {
    pub(crate) light: &'static str,
    pub(crate) dark: &'static str,
}

impl Theme {
    /// The page colours of the theme, as `--page` in its style sheet.
    pub(crate) fn bar_colours(self) -> BarColours {
        match self {
            Theme::Parlour => BarColours { light: "#f4eee2", dark: "#14181c" },
            Theme::Retro => BarColours { light: "#c6d0c6", dark: "#000000" },
        }
    }
}

impl FromStr for Theme {
    type Err = NotATheme;

    fn from_str(text: &str) -> Result<Theme, NotATheme> {
        match text {
            "parlour" => Ok(Theme::Parlour),
            "retro" => Ok(Theme::Retro),
            other => Err(NotATheme(other.to_owned())),
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theme::Parlour => "parlour",
            Theme::Retro => "retro",
        })
    }
}
