//! Bounded reading of files and standard input.
//!
//! An input can be endless (`/dev/zero`, `yes |`) or a decompression bomb. Commands read everything
//! through [`Bounded`], which stops with an error instead of filling the memory.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, Read},
    path::Path,
};

use anyhow::Context;

use crate::text_columns::printable;

/// Maximum size of an input, and a description of what the input should be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    pub(crate) bytes_max: u64,
    pub(crate) expected: &'static str,
}

/// Error for an input that is larger than its limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge {
    name: String,
    bytes_max: u64,
    expected: &'static str,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { name, bytes_max, expected } = self;
        write!(f, "{name} is larger than {}; expected {expected}", Size(*bytes_max))
    }
}

impl std::error::Error for TooLarge {}

/// A size in bytes, displayed in whole units.
pub(crate) struct Size(pub(crate) u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes if bytes >= 1 << 20 => write!(f, "{} MB", bytes >> 20),
            bytes if bytes >= 1 << 10 => write!(f, "{} kB", bytes >> 10),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}

/// Reader that fails with [`TooLarge`] after its limit.
pub(crate) struct Bounded<R> {
    inner: R,
    name: String,
    limit: Limit,
    left: u64,
}

impl<R: Read> Bounded<R> {
    /// Limits a reader; `name` identifies it in errors.
    pub(crate) fn new(inner: R, name: impl Into<String>, limit: Limit) -> Bounded<R> {
        Bounded { inner, name: name.into(), limit, left: limit.bytes_max }
    }

    /// Reads everything up to the end.
    pub(crate) fn read_all(mut self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => Err(unreadable(&self.name, error)),
        }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !buffer.is_empty() {
            // One more byte distinguishes an input that just fits from one that is too large.
            return match self.inner.read(&mut [0])? {
                0 => Ok(0),
                _ => Err(io::Error::new(
                    io::ErrorKind::FileTooLarge,
                    TooLarge {
                        name: self.name.clone(),
                        bytes_max: self.limit.bytes_max,
                        expected: self.limit.expected,
                    },
                )),
            };
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.inner.read(&mut buffer[..most])?;
        self.left -= read as u64;
        Ok(read)
    }
}

/// Name of a file in errors.
pub(crate) fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { printable(&path.display().to_string()) }
}

/// Whether a path denotes standard input.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path, limit: Limit) -> anyhow::Result<Bounded<Box<dyn Read>>> {
    let name = name_of(path);
    let inner: Box<dyn Read> = if is_stdin(path) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).with_context(|| format!("cannot read {name}"))?)
    };
    Ok(Bounded::new(inner, name, limit))
}

/// Reads a file, or standard input for `-`.
pub(crate) fn read(path: &Path, limit: Limit) -> anyhow::Result<Vec<u8>> {
    open(path, limit)?.read_all()
}

/// Error for a failed read. A [`TooLarge`] error already names its input.
pub(crate) fn unreadable(name: &str, error: io::Error) -> anyhow::Error {
    if error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<TooLarge>) {
        return anyhow::anyhow!("{error}");
    }
    anyhow::Error::new(error).context(format!("cannot read {name}"))
}

/// Reads the next line, without its line ending; `None` at the end of the input.
///
/// A line of more than `bytes_max` bytes is an error, so an endless line cannot fill the memory.
pub(crate) fn next_line(reader: &mut impl BufRead, bytes_max: u64) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = reader.by_ref().take(bytes_max + 1).read_until(b'\n', &mut line)? as u64;
    if read == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if read > bytes_max {
        let problem = format!("a line is longer than {}", Size(bytes_max));
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    const LIMIT: Limit = Limit { bytes_max: 2 << 20, expected: "a game" };

    #[test]
    fn an_endless_input_is_refused_with_its_name_and_what_was_expected() {
        let endless = Bounded::new(io::repeat(b'a'), "zero.gcg", LIMIT);
        let error = endless.read_all().unwrap_err();
        assert_eq!(format!("{error:#}"), "zero.gcg is larger than 2 MB; expected a game");
    }

    #[test]
    fn an_input_that_just_fits_is_read() {
        for length in [0, 1, LIMIT.bytes_max - 1, LIMIT.bytes_max] {
            let bounded = Bounded::new(io::repeat(7).take(length), "x", LIMIT);
            assert_eq!(bounded.read_all().unwrap().len() as u64, length);
        }
        assert!(Bounded::new(io::repeat(7).take(LIMIT.bytes_max + 1), "x", LIMIT).read_all().is_err());
    }

    #[test]
    fn lines_have_a_limit_of_their_own() {
        let mut text = BufReader::new(&b"abc\nabcd\r\n\nend"[..]);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut text, 5).unwrap() {
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines, ["abc", "abcd\r", "", "end"]);
        let error = next_line(&mut BufReader::new(io::repeat(b'a')), 4096).unwrap_err();
        assert_eq!(error.to_string(), "a line is longer than 4 kB");
    }

    #[test]
    fn sizes_are_displayed_in_whole_units() {
        for (bytes, text) in [(12, "12 bytes"), (16 << 10, "16 kB"), (64 << 20, "64 MB")] {
            assert_eq!(Size(bytes).to_string(), text);
        }
    }
}
