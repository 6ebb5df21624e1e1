use std::io::Write;

use clap::Args;
use wordlists::WordLists;

use super::{RESTART, language};
use crate::Outcome;

/// Remove your own list and use the built-in one again.
#[derive(Debug, Args)]
pub(crate) struct Remove {
    /// Language code.
    #[arg(value_name = "LANG")]
    language: String,
}

impl Remove {
    pub(crate) fn run(self, lists: &WordLists) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let mut out = anstream::stdout();
        if lists.remove(&language)? {
            writeln!(out, "{}: removed; the built-in list judges again", language.name())?;
            writeln!(out, "{RESTART}")?;
        } else {
            writeln!(out, "{}: there is no list of your own; the built-in one judges", language.name())?;
        }
        Ok(Outcome::Success)
    }
}
