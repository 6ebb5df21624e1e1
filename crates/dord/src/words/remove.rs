use std::io::Write;

use clap::Args;
use wordlists::WordLists;

use super::{RESTART, definitions, language};
use crate::Outcome;

/// Remove your own list and use the built-in one again, or remove definitions.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  dord words remove en\n  dord words remove en --definitions")]
pub(crate) struct Remove {
    /// Language code.
    #[arg(value_name = "LANG")]
    language: String,

    /// Remove the definitions and keep the list.
    #[arg(long)]
    definitions: bool,
}

impl Remove {
    pub(crate) fn run(self, lists: &WordLists) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let mut out = anstream::stdout();
        if self.definitions {
            if lists.remove_definitions(&language)? {
                writeln!(out, "{}: removed the definitions", language.name())?;
                writeln!(out, "{}", definitions::RESTART)?;
            } else {
                writeln!(out, "{}: there are no definitions", language.name())?;
            }
        } else if lists.remove(&language)? {
            writeln!(out, "{}: removed; the built-in list judges again", language.name())?;
            writeln!(out, "{RESTART}")?;
        } else {
            writeln!(out, "{}: there is no list of your own; the built-in one judges", language.name())?;
        }
        Ok(Outcome::Success)
    }
}
