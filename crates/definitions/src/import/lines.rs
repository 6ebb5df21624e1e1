use std::io::{self, BufRead, Read};

use super::{ImportError, Limits};

/// The lines of a text within limits, without their line endings.
pub(super) struct Lines<R> {
    text: R,
    limits: Limits,
    /// The bytes read so far, including those of earlier files.
    text_bytes: u64,
    number: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(text: R, limits: Limits, text_bytes: u64) -> Lines<R> {
        Lines { text, limits, text_bytes, number: 0, line: Vec::new() }
    }

    pub(super) fn text_bytes(&self) -> u64 {
        self.text_bytes
    }

    /// The next line and its number, from 1; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, &str)>, ImportError> {
        const UTF8_MARK: &str = "\u{feff}";
        self.line.clear();
        let limit = self.limits.line_bytes_max + 1;
        let failed = |problem: io::Error| ImportError::Read { line: self.number, problem };
        let read = self.text.by_ref().take(limit).read_until(b'\n', &mut self.line).map_err(failed)? as u64;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.text_bytes += read;
        if self.text_bytes > self.limits.text_bytes_max {
            return Err(ImportError::TooLong { most: self.limits.text_bytes_max });
        }
        if read == limit {
            let most = self.limits.line_bytes_max;
            return Err(ImportError::LineTooLong { line: self.number, most });
        }
        let line = str::from_utf8(&self.line).map_err(|_| ImportError::NotUtf8 { line: self.number })?;
        let line = line.strip_prefix(UTF8_MARK).filter(|_| self.number == 1).unwrap_or(line);
        Ok(Some((self.number, line.trim_end_matches(['\r', '\n']))))
    }
}
