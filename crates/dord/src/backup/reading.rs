//! Reader of a backup: line by line, compared with the counts and the hash in the footer.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use store::Row;

use super::format::{self, Counts, Digesting, FORMAT, Footer, Header, LINE_BYTES_MAX};
use crate::bounded_reader::Size;

/// Iterator over the rows. Its last item is an error if the end of the file is not as expected.
pub(super) struct Reader<R: Read> {
    lines: BufReader<GzDecoder<BufReader<R>>>,
    pub(super) header: Header,
    digesting: Digesting,
    counts: Counts,
    line: u64,
    is_over: bool,
}

impl Reader<File> {
    pub(super) fn open(path: &Path) -> io::Result<Reader<File>> {
        Reader::begin(File::open(path)?)
    }
}

impl<R: Read> Reader<R> {
    fn begin(file: R) -> io::Result<Reader<R>> {
        /// The part of the header that every format version has.
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Versioned {
            dord_backup: u32,
        }
        let mut lines = BufReader::new(GzDecoder::new(BufReader::new(file)));
        let first = next_line(&mut lines).map_err(|error| said(&error))?;
        let Ok(Versioned { dord_backup }) = serde_json::from_slice(&first) else {
            return Err(damaged("it does not begin as a backup of Dord does"));
        };
        if dord_backup != FORMAT {
            return Err(damaged(format!(
                "expected a backup of form {FORMAT}, found form {dord_backup}: it was made by another release"
            )));
        }
        let header = serde_json::from_slice(&first).map_err(|error| damaged(format!("line 1: {error}")))?;
        let mut digesting = Digesting::default();
        digesting.line(&first);
        Ok(Reader { lines, header, digesting, counts: Counts::new(), line: 1, is_over: false })
    }

    /// Number of the last line read, counted from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Reads the next row; `None` after a valid last line.
    fn next_row(&mut self) -> io::Result<Option<Row>> {
        let line = next_line(&mut self.lines).map_err(|error| self.at_next_line(&error))?;
        self.line += 1;
        let number = self.line;
        if line.starts_with(b"{\"end\":") {
            let footer: Footer =
                serde_json::from_slice(&line).map_err(|error| damaged(format!("line {number}: {error}")))?;
            self.finish(&footer)?;
            return Ok(None);
        }
        self.digesting.line(&line);
        let row: Row =
            serde_json::from_slice(&line).map_err(|error| damaged(format!("line {number}: {error}")))?;
        *self.counts.entry(format::kind(&row).to_owned()).or_default() += 1;
        Ok(Some(row))
    }

    /// Error at the place where another line was expected.
    fn at_next_line(&self, error: &io::Error) -> io::Error {
        let error = said(error);
        io::Error::new(error.kind(), format!("line {}: {error}", self.line + 1))
    }

    fn finish(&mut self, footer: &Footer) -> io::Result<()> {
        if footer.end.sha256 != std::mem::take(&mut self.digesting).hex() {
            return Err(damaged("its checksum is wrong: it is not as it was written"));
        }
        if footer.end.rows != self.counts {
            let found = self.counts.values().sum::<u64>();
            // The counts in the file are untrusted, so the sum saturates.
            let told = footer.end.rows.values().fold(0, |sum: u64, count| sum.saturating_add(*count));
            return Err(damaged(format!("it should have {told} rows and has {found}, or others")));
        }
        // Reading to the end verifies gzip's own checksum and detects trailing data.
        let is_at_end = self.lines.fill_buf().map_err(|error| said(&error))?.is_empty();
        if !is_at_end || !self.lines.get_mut().get_mut().fill_buf()?.is_empty() {
            return Err(damaged("something stands after its end"));
        }
        Ok(())
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Row>;

    fn next(&mut self) -> Option<io::Result<Row>> {
        if self.is_over {
            return None;
        }
        let next = self.next_row().transpose();
        self.is_over = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Reads a line without its line ending. The limit also stops a decompression bomb.
fn next_line(lines: &mut impl BufRead) -> io::Result<Vec<u8>> {
    // A line without a line ending is the last one of a truncated file.
    let mut line = Vec::new();
    lines.take(LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut line)?;
    match line.pop() {
        Some(b'\n') => Ok(line),
        Some(_) if line.len() >= LINE_BYTES_MAX => {
            Err(damaged(format!("a line is longer than {}; expected a row", Size(LINE_BYTES_MAX as u64))))
        }
        _ => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

pub(super) fn damaged(problem: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, problem.into())
}

/// Describes a gzip error for people.
fn said(error: &io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged("it is cut off"),
        io::ErrorKind::InvalidInput => damaged(format!("it is not gzip, or damaged: {error}")),
        _ => io::Error::new(error.kind(), error.to_string()),
    }
}
