//! Reads definitions: tab-separated text, or the data files of WordNet; plain or gzip.
//!
//! The first line that is neither blank nor a comment decides which form a file has.

mod lines;
mod report;
mod tsv;
mod wordnet;

use std::{
    collections::BTreeMap,
    io::{self, BufReader, Read},
};

use flate2::read::MultiGzDecoder;
use lexicon::{
    LONGEST, Origin, SHORTEST,
    import::{NotSpelled, spell},
};
use rules::Language;

pub use report::{Dropped, Reason, Report};

use crate::{MEANINGS_MAX, Meaning, Metadata, PART_OF_SPEECH_CHARACTERS_MAX, TEXT_CHARACTERS_MAX, format};
use lines::Lines;

/// Limits of an import, so that no file can exhaust the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of the unpacked text of all files, in bytes.
    pub text_bytes_max: u64,
    /// The maximum length of a line in bytes.
    pub line_bytes_max: u64,
    /// The maximum number of meanings to read.
    pub entries_max: u64,
}

impl Default for Limits {
    /// Several times what a large dictionary needs.
    fn default() -> Limits {
        Limits { text_bytes_max: 256 << 20, line_bytes_max: 64 << 10, entries_max: 5_000_000 }
    }
}

/// Why a file cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read, or its gzip data is damaged.
    #[error("cannot read on after line {line}: {problem}")]
    Read {
        /// The number of lines read before the error.
        line: usize,
        /// The I/O error.
        problem: io::Error,
    },
    /// The text is too long.
    #[error("expected at most {most} bytes of text, got more")]
    TooLong {
        /// The limit.
        most: u64,
    },
    /// A line is too long.
    #[error("line {line}: expected at most {most} bytes, got more")]
    LineTooLong {
        /// The line number, from 1.
        line: usize,
        /// The limit.
        most: u64,
    },
    /// A line is not UTF-8.
    #[error("line {line}: expected text in UTF-8")]
    NotUtf8 {
        /// The line number, from 1.
        line: usize,
    },
    /// A line of tab-separated text has too few or too many columns.
    #[error(
        "line {line}: expected a word, a tab and its definition, \
         or a word, a part of speech and a definition with tabs between them; got {got} columns"
    )]
    Columns {
        /// The line number, from 1.
        line: usize,
        /// The number of columns.
        got: usize,
    },
    /// A line of a WordNet file is no synset.
    #[error("line {line}: expected a synset of a WordNet data file, got {problem}")]
    Synset {
        /// The line number, from 1.
        line: usize,
        /// What is wrong with the line.
        problem: &'static str,
    },
    /// The files have too many meanings.
    #[error("line {line}: expected at most {most} meanings, got more")]
    TooManyEntries {
        /// The line number, from 1.
        line: usize,
        /// The limit.
        most: u64,
    },
}

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A word, optionally its part of speech, and a definition, with tabs between them.
    Tsv,
    /// A data file of WordNet.
    WordNet,
}

impl Form {
    fn of_first_line(line: &str) -> Form {
        let is_wordnet = wordnet::is_licence(line) || wordnet::is_synset(line);
        if is_wordnet && !line.contains('\t') { Form::WordNet } else { Form::Tsv }
    }
}

/// Reads definitions of one language from one or more files.
#[derive(Debug)]
pub struct Importer<'a> {
    language: &'a Language,
    limits: Limits,
    text_bytes: u64,
    words: BTreeMap<String, Vec<Meaning>>,
    report: Report,
}

impl<'a> Importer<'a> {
    /// Creates an importer for a language with the default limits.
    pub fn new(language: &'a Language) -> Importer<'a> {
        Importer {
            language,
            limits: Limits::default(),
            text_bytes: 0,
            words: BTreeMap::new(),
            report: Report::default(),
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Importer<'a> {
        self.limits = limits;
        self
    }

    /// Reads a whole file.
    pub fn read(&mut self, mut source: impl Read) -> Result<(), ImportError> {
        const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
        let mut beginning = Vec::new();
        let first = source.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut beginning);
        first.map_err(|problem| ImportError::Read { line: 0, problem })?;
        let is_gzip = beginning == GZIP_MAGIC;
        let whole = io::Cursor::new(beginning).chain(source);
        if is_gzip { self.read_text(MultiGzDecoder::new(whole)) } else { self.read_text(whole) }
    }

    fn read_text(&mut self, text: impl Read) -> Result<(), ImportError> {
        let mut lines = Lines::new(BufReader::new(text), self.limits, self.text_bytes);
        let mut form = None;
        while let Some((number, line)) = lines.next()? {
            if line.trim().is_empty() || (form != Some(Form::WordNet) && line.starts_with('#')) {
                continue;
            }
            match *form.get_or_insert_with(|| Form::of_first_line(line)) {
                Form::Tsv => {
                    let row = tsv::parse(line).map_err(|got| ImportError::Columns { line: number, got })?;
                    self.add(number, row.word, row.part_of_speech, row.text)?;
                }
                Form::WordNet if wordnet::is_licence(line) => {}
                Form::WordNet => {
                    let wrong = |problem| ImportError::Synset { line: number, problem };
                    let synset = wordnet::parse(line).map_err(wrong)?;
                    for word in synset.words {
                        if wordnet::is_name(word) {
                            self.count_entry(number)?;
                            self.report.drop_entry(Reason::Capitalised, word);
                        } else {
                            self.add(number, word, synset.part_of_speech, synset.text)?;
                        }
                    }
                }
            }
        }
        self.text_bytes = lines.text_bytes();
        Ok(())
    }

    fn count_entry(&mut self, line: usize) -> Result<(), ImportError> {
        if self.report.entries == self.limits.entries_max {
            return Err(ImportError::TooManyEntries { line, most: self.limits.entries_max });
        }
        self.report.entries += 1;
        Ok(())
    }

    /// Adds a meaning of a word, or reports why it is dropped.
    fn add(&mut self, line: usize, word: &str, part: &str, text: &str) -> Result<(), ImportError> {
        self.count_entry(line)?;
        let spelled = match spelled(self.language, word) {
            Ok(spelled) => spelled,
            Err(reason) => {
                self.report.drop_entry(reason, word);
                return Ok(());
            }
        };
        let (text, is_cut) = one_line(text, TEXT_CHARACTERS_MAX);
        if text.is_empty() {
            self.report.drop_entry(Reason::NoText, word);
            return Ok(());
        }
        let (part, _) = one_line(part, PART_OF_SPEECH_CHARACTERS_MAX);
        let meaning = Meaning { part_of_speech: (!part.is_empty()).then_some(part), text };
        let meanings = self.words.entry(spelled).or_default();
        if meanings.contains(&meaning) {
            self.report.drop_entry(Reason::Repeated, word);
        } else if meanings.len() == CANDIDATES_MAX {
            self.report.drop_entry(Reason::TooMany, word);
        } else {
            meanings.push(meaning);
            self.report.shortened += u64::from(is_cut);
        }
        Ok(())
    }

    /// Chooses the meanings to keep.
    pub fn finish(mut self) -> Imported {
        for (word, meanings) in &mut self.words {
            for _ in MEANINGS_MAX..meanings.len() {
                self.report.drop_entry(Reason::TooMany, word);
            }
            choose(meanings);
        }
        self.report.words = self.words.len() as u64;
        self.report.meanings = self.words.values().map(|meanings| meanings.len() as u64).sum();
        Imported { language: self.language.code().to_owned(), words: self.words, report: self.report }
    }
}

/// The maximum number of meanings among which [`choose`] chooses.
///
/// No dictionary has as many meanings of a word. A file with one word a million times must not take
/// a million comparisons each.
const CANDIDATES_MAX: usize = 100;

/// Keeps the first meanings of each part of speech in turn, so that no part displaces another.
fn choose(meanings: &mut Vec<Meaning>) {
    let mut parts: Vec<Vec<Meaning>> = Vec::new();
    for meaning in meanings.drain(..) {
        match parts.iter_mut().find(|part| part[0].part_of_speech == meaning.part_of_speech) {
            Some(part) => part.push(meaning),
            None => parts.push(vec![meaning]),
        }
    }
    let mut kept = vec![0; parts.len()];
    let mut left = MEANINGS_MAX;
    while left > 0 {
        let before = left;
        for (kept, part) in kept.iter_mut().zip(&parts) {
            if *kept < part.len() && left > 0 {
                *kept += 1;
                left -= 1;
            }
        }
        if left == before {
            break;
        }
    }
    meanings.extend(parts.into_iter().zip(kept).flat_map(|(part, kept)| part.into_iter().take(kept)));
}

/// The word in capitals, as a look-up spells it.
fn spelled(language: &Language, word: &str) -> Result<String, Reason> {
    let word = word.trim();
    if word.contains([' ', '_']) {
        return Err(Reason::SeveralWords);
    }
    let letters = spell(language, word).map_err(|error| match error {
        NotSpelled::NotALetter { .. } => Reason::NotLetters,
        NotSpelled::Foreign { .. } => Reason::ForeignLetter,
    })?;
    if letters.len() < SHORTEST {
        Err(Reason::TooShort)
    } else if letters.len() > LONGEST {
        Err(Reason::TooLong)
    } else {
        Ok(language.write(&letters))
    }
}

/// The text in one line without control characters, and whether it was cut at a word boundary.
fn one_line(text: &str, characters_max: usize) -> (String, bool) {
    let printable = text.replace(|c: char| c.is_control() && !c.is_whitespace(), "");
    let line = printable.split_whitespace().collect::<Vec<_>>().join(" ");
    // One character is left for the ellipsis.
    let mut ends = line.char_indices().skip(characters_max - 1).map(|(at, _)| at);
    let (Some(end), Some(_)) = (ends.next(), ends.next()) else { return (line, false) };
    let cut = match line[..end].rfind(' ') {
        Some(space) if !line[end..].starts_with(' ') => &line[..space],
        _ => &line[..end],
    };
    (format!("{}…", cut.trim_end_matches([' ', ',', ';', ':'])), true)
}

/// Imported definitions: the words with their meanings, and a report.
#[derive(Debug, Clone)]
pub struct Imported {
    language: String,
    words: BTreeMap<String, Vec<Meaning>>,
    report: Report,
}

impl Imported {
    /// The words in capitals with their meanings, in the order of the stored form.
    pub fn words(&self) -> impl Iterator<Item = (&str, &[Meaning])> {
        self.words.iter().map(|(word, meanings)| (word.as_str(), meanings.as_slice()))
    }

    /// What was imported and what was dropped.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Writes the definitions in their stored form.
    pub fn compile(&self, origin: &Origin) -> Vec<u8> {
        let metadata = Metadata {
            language: self.language.clone(),
            source: origin.source.clone(),
            version: origin.version.clone(),
            last_updated: origin.last_updated.clone(),
            word_count: self.report.words,
            meaning_count: self.report.meanings,
        };
        format::write(&metadata, self)
    }
}

#[cfg(test)]
mod tests;
