use std::{io::Write, sync::Arc};

use clap::Args;
use rules::Language;
use serde_json::json;
use wordlists::{Standing, WordList, WordLists};

use super::{grouped, language, place};
use crate::{Outcome, style};

/// Show the word lists in use, their sources and sizes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  dord words info\n  dord words info nl --json")]
pub(crate) struct Describe {
    /// Language code [default: all languages].
    #[arg(value_name = "LANG")]
    language: Option<String>,

    /// Print JSON: an array with one object per list.
    #[arg(long)]
    json: bool,
}

impl Describe {
    pub(crate) fn run(self, lists: &WordLists) -> anyhow::Result<Outcome> {
        let languages = match &self.language {
            Some(code) => vec![language(code)?],
            None => Language::all().to_vec(),
        };
        let mut opened = Vec::new();
        for language in &languages {
            opened.push((language, lists.open(language)?));
        }
        let mut out = anstream::stdout();
        if self.json {
            let all = opened.iter().map(|(_, list)| as_json(list)).collect::<Result<Vec<_>, _>>()?;
            writeln!(out, "{:#}", serde_json::Value::from(all))?;
        } else {
            for (index, (language, list)) in opened.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                describe(&mut out, language, list)?;
            }
        }
        Ok(Outcome::Success)
    }
}

/// Public metadata of a list, and where it is stored.
fn as_json(list: &WordList) -> serde_json::Result<serde_json::Value> {
    let mut value = serde_json::to_value(list.lexicon.metadata())?;
    value["builtIn"] = json!(list.standing == Standing::BuiltIn);
    value["compiledBytes"] = json!(list.lexicon.bytes().len());
    Ok(value)
}

fn describe(out: &mut impl Write, language: &Arc<Language>, list: &WordList) -> anyhow::Result<()> {
    let metadata = list.lexicon.metadata();
    writeln!(out, "{} ({})", style::strong(language.name()), language.code())?;
    writeln!(out, "  list      {}, {}", metadata.source, metadata.version)?;
    writeln!(out, "  updated   {}", metadata.last_updated)?;
    writeln!(out, "  from      {}", place(&list.standing))?;
    writeln!(
        out,
        "  words     {} to play, of {} in the list",
        grouped(metadata.playable_word_count),
        grouped(metadata.word_count)
    )?;
    let lengths: Vec<String> = metadata
        .word_length_distribution
        .iter()
        .map(|(length, count)| format!("{length}: {}", grouped(*count)))
        .collect();
    for (index, line) in lengths.chunks(7).enumerate() {
        let label = if index == 0 { "letters" } else { "" };
        writeln!(out, "  {label:<9} {}", line.join("  "))?;
    }
    writeln!(out, "  compiled  {} bytes", grouped(list.lexicon.bytes().len() as u64))?;
    writeln!(out, "  sha256    {}", metadata.sha256)?;
    Ok(())
}
