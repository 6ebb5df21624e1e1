//! Reads word lists: plain or gzip, UTF-8 or Latin-1, any case, one word per line.

mod decode;
mod report;
mod spelling;

use std::{
    collections::HashSet,
    io::{self, Read},
    ops::ControlFlow,
};

use rules::{Language, Letter};

pub use report::{Dropped, Reason, Report};
pub use spelling::{NotSpelled, spell};

use crate::{CompileError, LONGEST, Origin, SHORTEST, compile};

/// Limits of an import, so that no file can exhaust the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of the unpacked text in bytes.
    pub text_bytes_max: usize,
    /// The maximum length of a line in bytes.
    pub line_bytes_max: usize,
    /// The maximum number of entries.
    pub entries_max: usize,
}

impl Default for Limits {
    /// Several times what the largest list of any language needs.
    fn default() -> Limits {
        Limits { text_bytes_max: 64 << 20, line_bytes_max: 1024, entries_max: 5_000_000 }
    }
}

/// Why a file cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read, or its gzip data is damaged.
    #[error("cannot read on after {offset} bytes: {problem}")]
    Read {
        /// The number of bytes of text read before the error.
        offset: usize,
        /// The I/O error.
        problem: io::Error,
    },
    /// The text is too long.
    #[error("expected at most {most} bytes of text, got more")]
    TooLong {
        /// The limit.
        most: usize,
    },
    /// The file is not text, or has an unsupported encoding.
    #[error("expected text in UTF-8 or Latin-1, got {found} at offset {offset}")]
    NotText {
        /// The offset in the unpacked file.
        offset: usize,
        /// What was found there.
        found: &'static str,
    },
    /// A line is too long to be a word.
    #[error("line {line}: expected one word, at most {most} bytes, got {got} bytes")]
    LineTooLong {
        /// The line number, from 1.
        line: usize,
        /// The limit.
        most: usize,
        /// The length of the line.
        got: usize,
    },
    /// The list has too many entries.
    #[error("line {line}: expected at most {most} entries, got more")]
    TooManyEntries {
        /// The line number, from 1.
        line: usize,
        /// The limit.
        most: usize,
    },
    /// The caller's progress callback stopped the import.
    #[error("stopped at line {line}")]
    Stopped {
        /// The line number, from 1.
        line: usize,
    },
}

/// The progress of an import, in bytes of unpacked text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The number of bytes processed.
    pub done_bytes: usize,
    /// The total number of bytes.
    pub total_bytes: usize,
}

/// Reads word lists of one language.
///
/// ```
/// use lexicon::import::{Importer, Reason};
/// use rules::Language;
///
/// let dutch = Language::by_code("nl").unwrap();
/// let list = Importer::new(&dutch)
///     .excluding(["btw"])
///     .read("Amsterdam\nbtw\neen\néén\nĳs\nauto's\n".as_bytes())
///     .unwrap();
///
/// let words: Vec<_> = list.words().iter().map(|word| dutch.write(word)).collect();
/// assert_eq!(words, ["EEN", "IJS"]);
/// assert_eq!(list.report().entries, 6);
/// assert_eq!(list.report().dropped(Reason::Capitalised).samples, ["Amsterdam"]);
/// assert_eq!(list.report().dropped(Reason::Duplicate).count, 1);
/// ```
pub struct Importer<'a> {
    language: &'a Language,
    limits: Limits,
    excluded: HashSet<Vec<Letter>>,
    progress: Box<dyn FnMut(Progress) -> ControlFlow<()> + 'a>,
}

impl<'a> Importer<'a> {
    /// Creates an importer for a language with the default limits.
    pub fn new(language: &'a Language) -> Importer<'a> {
        Importer {
            language,
            limits: Limits::default(),
            excluded: HashSet::new(),
            progress: Box::new(|_| ControlFlow::Continue(())),
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Importer<'a> {
        self.limits = limits;
        self
    }

    /// Drops these words, which the list has but the rules do not allow.
    ///
    /// Words that cannot be spelled in this language are ignored, because the list cannot have them
    /// either.
    #[must_use]
    pub fn excluding<'w>(mut self, words: impl IntoIterator<Item = &'w str>) -> Importer<'a> {
        self.excluded.extend(words.into_iter().filter_map(|word| spell(self.language, word).ok()));
        self
    }

    /// Calls `progress` every few thousand lines. It can stop the import.
    #[must_use]
    pub fn on_progress(mut self, progress: impl FnMut(Progress) -> ControlFlow<()> + 'a) -> Importer<'a> {
        self.progress = Box::new(progress);
        self
    }

    /// Reads a whole list.
    ///
    /// Blank lines and lines that begin with `#` are skipped. In a list that is mostly in lower
    /// case, an entry with a capital is a name and is dropped. In a list that is mostly in
    /// capitals, all entries are read. Letters of the language keep their marks, other characters
    /// lose them: `é` is played as E.
    pub fn read(mut self, source: impl Read) -> Result<Imported<'a>, ImportError> {
        let text = decode::read_text(source, self.limits.text_bytes_max)?;
        let names_have_capitals = !is_mostly_capitals(&text);
        let mut report = Report::default();
        let mut words = Vec::new();
        let mut done_bytes = 0;
        for (index, content) in text.split_inclusive('\n').enumerate() {
            let line = index + 1;
            if index % 4096 == 0 {
                let progress = Progress { done_bytes, total_bytes: text.len() };
                if (self.progress)(progress).is_break() {
                    return Err(ImportError::Stopped { line });
                }
            }
            done_bytes += content.len();
            let entry = content.trim();
            if entry.is_empty() || entry.starts_with('#') {
                continue;
            }
            if content.len() > self.limits.line_bytes_max {
                let most = self.limits.line_bytes_max;
                return Err(ImportError::LineTooLong { line, most, got: content.len() });
            }
            if report.entries == self.limits.entries_max as u64 {
                return Err(ImportError::TooManyEntries { line, most: self.limits.entries_max });
            }
            report.entries += 1;
            match self.word(entry, names_have_capitals) {
                Ok(word) => words.push((word, index)),
                Err(reason) => report.drop_entry(reason, entry),
            }
        }
        let _finished = (self.progress)(Progress { done_bytes, total_bytes: text.len() });

        // Sorting puts the first occurrence of a word first, so that the later ones are the
        // duplicates.
        words.sort_unstable();
        let mut lines = text.lines().enumerate();
        let mut repeated: Vec<usize> =
            words.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).collect();
        repeated.sort_unstable();
        for wanted in repeated {
            if let Some((_, entry)) = lines.find(|&(index, _)| index == wanted) {
                report.drop_entry(Reason::Duplicate, entry.trim());
            }
        }
        words.dedup_by(|a, b| a.0 == b.0);
        report.playable = words.len() as u64;
        Ok(Imported {
            language: self.language,
            words: words.into_iter().map(|(word, _)| word).collect(),
            report,
        })
    }

    fn word(&self, entry: &str, names_have_capitals: bool) -> Result<Vec<Letter>, Reason> {
        if names_have_capitals && entry.chars().any(char::is_uppercase) {
            return Err(Reason::Capitalised);
        }
        let word = spell(self.language, entry).map_err(|error| match error {
            NotSpelled::NotALetter { .. } => Reason::NotLetters,
            NotSpelled::Foreign { .. } => Reason::ForeignLetter,
        })?;
        if word.len() < SHORTEST {
            Err(Reason::TooShort)
        } else if word.len() > LONGEST {
            Err(Reason::TooLong)
        } else if self.excluded.contains(&word) {
            Err(Reason::Excluded)
        } else {
            Ok(word)
        }
    }
}

fn is_mostly_capitals(text: &str) -> bool {
    let entries = text.lines().filter(|line| !line.starts_with('#'));
    let (mut capitals, mut small) = (0_usize, 0_usize);
    for character in entries.flat_map(str::chars) {
        capitals += usize::from(character.is_uppercase());
        small += usize::from(character.is_lowercase());
    }
    capitals > small
}

/// An imported list: its playable words and a report.
#[derive(Debug, Clone)]
pub struct Imported<'a> {
    language: &'a Language,
    words: Vec<Vec<Letter>>,
    report: Report,
}

impl Imported<'_> {
    /// The playable words, each once, in alphabetical order.
    pub fn words(&self) -> &[Vec<Letter>] {
        &self.words
    }

    /// What was imported and what was dropped.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Compiles the words to a word graph.
    pub fn compile(&self, origin: &Origin) -> Result<Vec<u8>, CompileError> {
        compile(self.language, &self.words, self.report.entries, origin)
    }
}

#[cfg(test)]
mod tests;
