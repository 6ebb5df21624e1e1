use std::{
    fs::File,
    io::{self, IsTerminal, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::SystemTime,
};

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use lexicon::{
    Lexicon, Origin,
    import::{ImportError, Importer, Report},
};
use rules::Language;
use serde_json::json;
use wordlists::WordLists;

use super::{RESTART, grouped, language, progress_bar};
use crate::{
    Outcome,
    bounded_reader::{self, Bounded, Limit, Size},
    style,
};

/// Size limit of a list, compressed and uncompressed.
const LIMIT: Limit = Limit { bytes_max: 64 << 20, expected: "a list with one word a line, plain or gzip" };

/// Import your own word list.
///
/// The file has one word per line, in either case, plain or gzip, in UTF-8 or Latin-1; blank lines
/// and lines that begin with # are skipped. In a list in lower case, entries with a capital are
/// names and are left out. Letters lose marks that no tile has, so é is played as E. A report at
/// the end says what was left out, and why. A running server keeps using the lists it was started
/// with.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord words import en twl06.txt\n  \
    dord words import nl /usr/share/dict/dutch --source OpenTaal --list-version 2.20.19\n  \
    zcat mine.gz | dord words import en --source Mine\n\n\
    To go back: dord words remove en")]
pub(crate) struct Import {
    /// Language code.
    #[arg(value_name = "LANG")]
    language: String,

    /// List to import; - or nothing for standard input.
    file: Option<PathBuf>,

    /// Name of the list [default: the file name].
    #[arg(long, value_name = "NAME")]
    source: Option<String>,

    /// Edition of the list [default: the date of the file].
    #[arg(long, value_name = "EDITION")]
    list_version: Option<String>,

    /// Print the report as JSON: file, report, metadata and restartNeeded (by a running server).
    #[arg(long)]
    json: bool,
}

impl Import {
    pub(crate) fn run(self, lists: &WordLists) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let (input, name, changed) = self.input()?;
        let date = jiff::Timestamp::try_from(changed).unwrap_or_default().strftime("%Y-%m-%d").to_string();
        let origin = Origin {
            source: self.source.unwrap_or_else(|| name.clone()),
            version: self.list_version.unwrap_or_else(|| date.clone()),
            last_updated: date,
        };

        let bar = progress_bar();
        let imported = Importer::new(&language)
            .on_progress(|progress| {
                bar.set_length(progress.total_bytes as u64);
                bar.set_position(progress.done_bytes as u64);
                ControlFlow::Continue(())
            })
            .read(input);
        bar.finish_and_clear();
        let imported = imported.map_err(|error| match error {
            // The importer limits the text, and the reader limits the compressed data.
            ImportError::TooLong { most } => {
                anyhow!("{name} is larger than {}; expected {}", Size(most as u64), LIMIT.expected)
            }
            ImportError::Read { problem, .. } if problem.kind() == io::ErrorKind::FileTooLarge => {
                bounded_reader::unreadable(&name, problem)
            }
            error => anyhow::Error::new(error).context(format!("cannot import {name}")),
        })?;
        let report = imported.report();
        if report.playable == 0 {
            tell(&mut anstream::stderr(), &language, report)?;
            bail!("{name} has no word that can be played in {}; nothing was changed", language.name());
        }
        let lexicon = Lexicon::from_bytes(imported.compile(&origin)?, language.clone())?;
        let path = lists.install(&lexicon)?;

        let mut out = anstream::stdout();
        if self.json {
            let answer = json!({
                "file": path, "report": report, "metadata": lexicon.metadata(), "restartNeeded": true,
            });
            writeln!(out, "{answer:#}")?;
        } else {
            tell(&mut out, &language, report)?;
            writeln!(
                out,
                "{} is now judged by {}, {} ({})",
                language.name(),
                style::strong(origin.source),
                origin.version,
                path.display()
            )?;
            writeln!(out, "{RESTART}")?;
        }
        Ok(Outcome::Success)
    }

    /// The input, its name, and its last modification time.
    fn input(&self) -> anyhow::Result<(Box<dyn Read>, String, SystemTime)> {
        match &self.file {
            Some(path) if path != Path::new("-") => {
                let opened = || format!("cannot read {}", path.display());
                let file = File::open(path).with_context(opened)?;
                let metadata = file.metadata().with_context(opened)?;
                ensure!(!metadata.is_dir(), "{} is a folder; name the file with the words", path.display());
                let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
                let input = Bounded::new(file, name.clone(), LIMIT);
                Ok((Box::new(input), name, metadata.modified().unwrap_or_else(|_| SystemTime::now())))
            }
            _ => {
                let input = io::stdin();
                ensure!(
                    !input.is_terminal(),
                    "no list to import: name a file, as in `dord words import {} FILE`, or send one through a pipe",
                    self.language
                );
                let name = "standard input";
                Ok((Box::new(Bounded::new(input, name, LIMIT)), name.to_owned(), SystemTime::now()))
            }
        }
    }
}

/// Prints what was imported, what was left out, and why.
fn tell(out: &mut impl Write, language: &Language, report: &Report) -> io::Result<()> {
    let (entries, playable) = (grouped(report.entries), grouped(report.playable));
    writeln!(out, "{}: {entries} entries read, {} to play", language.name(), style::good(playable))?;
    for (reason, dropped) in &report.dropped {
        let more = if dropped.count > dropped.samples.len() as u64 { ", …" } else { "" };
        writeln!(out, "  {:>9}  {reason}: {}{more}", grouped(dropped.count), dropped.samples.join(", "))?;
    }
    Ok(())
}
