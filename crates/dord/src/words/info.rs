use std::{io::Write, sync::Arc};

use clap::Args;
use definitions::{Definitions, Metadata};
use rules::Language;
use serde_json::json;
use wordlists::{Standing, WordList, WordLists};

use super::{grouped, language, place};
use crate::{Outcome, style};

/// Show the word lists and definitions in use, their sources and sizes.
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
            let definitions = lists.open_definitions(language)?;
            opened.push((language, lists.open(language)?, definitions));
        }
        let mut out = anstream::stdout();
        if self.json {
            let all = opened.iter().map(|(_, list, definitions)| as_json(list, definitions.as_ref()));
            let all = all.collect::<Result<Vec<_>, _>>()?;
            writeln!(out, "{:#}", serde_json::Value::from(all))?;
        } else {
            for (index, (language, list, definitions)) in opened.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                describe(&mut out, language, list)?;
                if let Some(definitions) = definitions {
                    describe_definitions(&mut out, definitions.metadata())?;
                }
            }
        }
        Ok(Outcome::Success)
    }
}

/// Public metadata of a list and its definitions, and where the list is stored.
fn as_json(list: &WordList, definitions: Option<&Definitions>) -> serde_json::Result<serde_json::Value> {
    let mut value = serde_json::to_value(list.lexicon.metadata())?;
    value["builtIn"] = json!(list.standing == Standing::BuiltIn);
    value["compiledBytes"] = json!(list.lexicon.bytes().len());
    value["definitions"] = json!(definitions.map(Definitions::metadata));
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

fn describe_definitions(out: &mut impl Write, metadata: &Metadata) -> anyhow::Result<()> {
    let [words, meanings] = [metadata.word_count, metadata.meaning_count].map(grouped);
    writeln!(
        out,
        "  defined   {words} words with {meanings} meanings, by {}, {}",
        metadata.source, metadata.version
    )?;
    Ok(())
}
