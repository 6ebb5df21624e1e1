use std::{
    fs::File,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use definitions::{
    Definitions,
    import::{ImportError, Importer, Report},
};
use lexicon::Origin;
use rules::Language;
use serde_json::json;
use wordlists::WordLists;

use super::{grouped, language, progress_bar};
use crate::{
    Outcome,
    bounded_reader::{self, Bounded, Limit, Size},
    style,
};

/// Size limit of a file, compressed and uncompressed.
const LIMIT: Limit =
    Limit { bytes_max: 256 << 20, expected: "definitions with a word and its meaning a line, plain or gzip" };

/// Files of a WordNet database.
const WORDNET_FILES: [&str; 4] = ["data.noun", "data.verb", "data.adj", "data.adv"];

/// As for lists, so that one start of a server has one set of words and meanings.
pub(super) const RESTART: &str =
    "A server that is running goes on with what it started with: restart it to use this change.";

/// Install definitions of words.
///
/// Players who look up a word then see its meaning. A line of the file is a word, a tab and a
/// definition, or a word, a part of speech and a definition with tabs between them, in UTF-8, plain
/// or gzip. Blank lines and lines that begin with # are skipped; several lines of a word are several
/// meanings. The data files of WordNet 3 are read as they are: name their folder, or the files.
/// Earlier definitions of the language are replaced. A report at the end says what was left out, and
/// why. A running server keeps using the definitions it was started with.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord words definitions en meanings.tsv\n  \
    dord words definitions en WordNet-3.0/dict --source WordNet --edition 3.0\n  \
    dord words definitions en data.noun data.verb\n  \
    zcat mine.gz | dord words definitions nl --source Mine\n\n\
    To go back: dord words remove en --definitions")]
pub(crate) struct Define {
    /// Language code.
    #[arg(value_name = "LANG")]
    language: String,

    /// Files or WordNet folders with definitions; - or nothing for standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Name of the source [default: the name of the first file].
    #[arg(long, value_name = "NAME")]
    source: Option<String>,

    /// Edition of the source [default: the date of the newest file].
    #[arg(long, value_name = "EDITION")]
    edition: Option<String>,

    /// Print the report as JSON: file, report, metadata and restartNeeded (by a running server).
    #[arg(long)]
    json: bool,
}

impl Define {
    pub(crate) fn run(self, lists: &WordLists) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let inputs = self.inputs()?;
        let changed = inputs.iter().map(|input| input.changed).max().unwrap_or(SystemTime::UNIX_EPOCH);
        let date = jiff::Timestamp::try_from(changed).unwrap_or_default().strftime("%Y-%m-%d").to_string();
        let origin = Origin {
            source: self.source.unwrap_or_else(|| name(self.files.first().map(PathBuf::as_path))),
            version: self.edition.unwrap_or_else(|| date.clone()),
            last_updated: date,
        };

        let imported = import(&language, inputs)?;
        let report = imported.report();
        if report.meanings == 0 {
            tell(&mut anstream::stderr(), &language, report)?;
            let (source, language) = (&origin.source, language.name());
            bail!("{source} has no meaning of a word that can be played in {language}; nothing was changed");
        }
        let stored = imported.compile(&origin);
        let definitions = Definitions::open(io::Cursor::new(&stored), language.clone())?;
        definitions.check()?;
        let path = lists.install_definitions(&language, &stored)?;

        let mut out = anstream::stdout();
        if self.json {
            let answer = json!({
                "file": path, "report": report, "metadata": definitions.metadata(), "restartNeeded": true,
            });
            writeln!(out, "{answer:#}")?;
        } else {
            tell(&mut out, &language, report)?;
            writeln!(
                out,
                "{} words are now defined by {}, {} ({})",
                language.name(),
                style::strong(origin.source),
                origin.version,
                path.display()
            )?;
            writeln!(out, "{RESTART}")?;
        }
        Ok(Outcome::Success)
    }

    /// The files to read, with those of a WordNet folder in its place.
    fn inputs(&self) -> anyhow::Result<Vec<Input>> {
        if self.files.is_empty() {
            return Ok(vec![Input::standard(&self.language)?]);
        }
        let mut inputs = Vec::new();
        for path in &self.files {
            if bounded_reader::is_stdin(path) {
                inputs.push(Input::standard(&self.language)?);
            } else if path.is_dir() {
                for file in wordnet_files(path)? {
                    inputs.push(Input::open(&file)?);
                }
            } else {
                inputs.push(Input::open(path)?);
            }
        }
        Ok(inputs)
    }
}

/// A file or pipe with definitions.
struct Input {
    name: String,
    reader: Box<dyn io::Read>,
    bytes: u64,
    changed: SystemTime,
}

impl Input {
    fn open(path: &Path) -> anyhow::Result<Input> {
        let opened = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(opened)?;
        let metadata = file.metadata().with_context(opened)?;
        Ok(Input {
            name: name(Some(path)),
            reader: Box::new(file),
            bytes: metadata.len(),
            changed: metadata.modified().unwrap_or_else(|_| SystemTime::now()),
        })
    }

    fn standard(language: &str) -> anyhow::Result<Input> {
        let input = io::stdin();
        ensure!(
            !input.is_terminal(),
            "no definitions to install: name a file, as in `dord words definitions {language} FILE`, \
             or send one through a pipe"
        );
        Ok(Input { name: name(None), reader: Box::new(input), bytes: 0, changed: SystemTime::now() })
    }
}

/// The name of a file in messages; without a path, of standard input.
fn name(path: Option<&Path>) -> String {
    match path {
        Some(path) if !bounded_reader::is_stdin(path) => {
            path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
        }
        _ => "standard input".to_owned(),
    }
}

/// The data files in a WordNet folder, or in the folder `dict` in it.
fn wordnet_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    for folder in [folder, &folder.join("dict")] {
        let files = WORDNET_FILES.map(|file| folder.join(file));
        let found: Vec<PathBuf> = files.into_iter().filter(|file| file.is_file()).collect();
        if !found.is_empty() {
            return Ok(found);
        }
    }
    let expected = WORDNET_FILES.join(", ");
    bail!("{} is a folder without files of WordNet; expected {expected}", folder.display())
}

fn import(language: &Language, inputs: Vec<Input>) -> anyhow::Result<definitions::import::Imported> {
    let bar = progress_bar();
    bar.set_length(inputs.iter().map(|input| input.bytes).sum());
    let mut importer = Importer::new(language);
    for Input { name, reader, .. } in inputs {
        let read = importer.read(bar.wrap_read(Bounded::new(reader, name.clone(), LIMIT)));
        read.map_err(|error| match error {
            // The importer limits the text, and the reader limits the compressed data.
            ImportError::TooLong { most } => {
                anyhow!("{name} is larger than {}; expected {}", Size(most), LIMIT.expected)
            }
            ImportError::Read { problem, .. } if problem.kind() == io::ErrorKind::FileTooLarge => {
                bounded_reader::unreadable(&name, problem)
            }
            error => anyhow::Error::new(error).context(format!("cannot read definitions from {name}")),
        })
        .inspect_err(|_| bar.finish_and_clear())?;
    }
    bar.finish_and_clear();
    Ok(importer.finish())
}

/// Prints what was installed, what was left out, and why.
fn tell(out: &mut impl Write, language: &Language, report: &Report) -> io::Result<()> {
    let [entries, meanings, words] = [report.entries, report.meanings, report.words].map(grouped);
    let meanings = style::good(meanings);
    writeln!(out, "{}: {entries} meanings read, {meanings} kept for {words} words", language.name())?;
    if report.shortened > 0 {
        writeln!(out, "  {:>9}  too long and shortened", grouped(report.shortened))?;
    }
    for (reason, dropped) in &report.dropped {
        let more = if dropped.count > dropped.samples.len() as u64 { ", …" } else { "" };
        writeln!(out, "  {:>9}  {reason}: {}{more}", grouped(dropped.count), dropped.samples.join(", "))?;
    }
    Ok(())
}
