use std::io::Write;

use clap::Args;
use lexicon::import::spell;
use rules::Words;
use serde_json::json;
use wordlists::WordLists;

use super::{language, place};
use crate::{Outcome, style};

/// Check whether words are valid.
///
/// The exit status is 0 if all of them are valid, and 1 if any is not.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord words check quiz zyzzyva\n  \
    dord words check --language nl ijs coördinatie\n  \
    dord words check qi --json")]
pub(crate) struct Check {
    /// Words to check, in either case.
    #[arg(value_name = "WORD", required = true)]
    words: Vec<String>,

    /// Language code.
    #[arg(long, short, value_name = "LANG", default_value = "en")]
    language: String,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(crate) fn run(self, lists: &WordLists) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let list = lists.open(&language)?;
        let mut out = anstream::stdout();
        let mut answers = Vec::new();
        let mut outcome = Outcome::Success;
        for text in &self.words {
            let spelled = spell(&language, text);
            let is_word = spelled.as_ref().is_ok_and(|letters| list.lexicon.contains(letters));
            if !is_word {
                outcome = Outcome::No;
            }
            if self.json {
                let laid = spelled.ok().map(|letters| language.write(&letters));
                answers.push(json!({"word": text, "laid": laid, "valid": is_word}));
                continue;
            }
            // The words may come from an untrusted source, so control characters are replaced.
            let shown = match &spelled {
                Ok(letters) => language.write(letters),
                Err(_) => text.replace(char::is_control, "\u{fffd}"),
            };
            match spelled {
                Ok(_) if is_word => writeln!(out, "{shown}: {}", style::good("a word"))?,
                Ok(_) => writeln!(out, "{shown}: {}", style::bad("not a word"))?,
                Err(reason) => writeln!(out, "{shown}: {} ({reason})", style::bad("not a word"))?,
            }
        }
        let metadata = list.lexicon.metadata();
        if self.json {
            let answer = json!({
                "language": language.code(),
                "list": {"source": metadata.source, "version": metadata.version, "sha256": metadata.sha256},
                "words": answers,
            });
            writeln!(out, "{answer:#}")?;
        } else {
            // Lists differ, so the output names the list.
            writeln!(out, "judged by {}, {} ({})", metadata.source, metadata.version, place(&list.standing))?;
        }
        Ok(outcome)
    }
}
