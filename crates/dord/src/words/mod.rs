//! `dord words`: management of word lists and definitions.

mod check;
mod definitions;
mod import;
mod info;
mod remove;

use std::{path::Path, sync::Arc};

use anyhow::anyhow;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use rules::Language;
use wordlists::{Standing, WordLists};

use crate::Outcome;

/// Check words and manage word lists and definitions.
#[derive(Debug, Subcommand)]
#[command(after_help = "Examples:\n  \
    dord words check quiz zyzzyva\n  \
    dord words import en twl06.txt\n  \
    dord words info")]
pub(crate) enum WordsCommand {
    Import(import::Import),
    #[command(name = "definitions")]
    Define(definitions::Define),
    Remove(remove::Remove),
    Info(info::Describe),
    Check(check::Check),
}

impl WordsCommand {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let lists = WordLists::new(data_dir);
        match self {
            WordsCommand::Import(command) => command.run(&lists),
            WordsCommand::Define(command) => command.run(&lists),
            WordsCommand::Remove(command) => command.run(&lists),
            WordsCommand::Info(command) => command.run(&lists),
            WordsCommand::Check(command) => command.run(&lists),
        }
    }
}

/// Default language.
pub(crate) const DEFAULT_LANGUAGE: &str = "en";

/// Servers read their lists at startup, because the daily puzzle and game records name them by
/// hash.
const RESTART: &str =
    "A server that is running goes on with the list that it started with: restart it to use this one.";

/// Looks up a language by its code. The error lists the known ones.
pub(crate) fn language(code: &str) -> anyhow::Result<Arc<Language>> {
    Language::by_code(&code.to_lowercase()).ok_or_else(|| {
        let known: Vec<String> = Language::all()
            .iter()
            .map(|language| format!("{} ({})", language.code(), language.name()))
            .collect();
        anyhow!("there is no language {code:?}; known are {}", known.join(", "))
    })
}

/// Describes where a list is stored.
fn place(standing: &Standing) -> String {
    match standing {
        Standing::BuiltIn => "built in".to_owned(),
        Standing::Own(path) => format!("your own, {}", path.display()),
    }
}

/// A progress bar in bytes.
fn progress_bar() -> ProgressBar {
    // Drawn on standard error, and only on a terminal.
    let bar = ProgressBar::new(0);
    match ProgressStyle::with_template("{bar:40} {bytes} of {total_bytes}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Formats a number with thousands separators.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (172_820, "172,820"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(number), text);
        }
    }
}
