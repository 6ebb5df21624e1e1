use std::{
    env,
    io::{self, IsTerminal},
};

/// Whether output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    On,
    Off,
}

/// Role of a piece of text, which determines its colour.
#[derive(Clone, Copy)]
pub(crate) enum Ink {
    Heading,
    Good,
    Bad,
}

impl Colour {
    /// Off if `NO_COLOR` is set or the output is not a terminal.
    pub(crate) fn wanted() -> Colour {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if !refused && io::stdout().is_terminal() { Colour::On } else { Colour::Off }
    }

    pub(crate) fn paint(self, text: &str, ink: Ink) -> String {
        let code = match ink {
            Ink::Heading => "1",
            Ink::Good => "32",
            Ink::Bad => "1;31",
        };
        match self {
            Colour::On => format!("\x1b[{code}m{text}\x1b[0m"),
            Colour::Off => text.to_owned(),
        }
    }
}
