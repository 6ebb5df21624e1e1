use std::io::{self, BufRead, IsTerminal, Read};

use anyhow::{Context, ensure};

use crate::bounded_reader::Size;

/// Maximum length of a line in bytes. The rest of a longer line is skipped.
const LINE_BYTES_MAX: u64 = 4096;
/// Maximum number of skipped bytes before a line is an error.
const PASSED_OVER_MAX: u64 = 1 << 20;
/// Maximum bytes read from a pipe, far more than a game takes.
const PIPED_BYTES_MAX: u64 = 4 << 20;
/// Maximum number of refused or empty lines in a row from a pipe.
const IN_VAIN_MAX: u32 = 1000;

const EXPECTED: &str = "one command a line, such as `8H WORD`; `help` lists them";

/// Line-based input, typed by people or piped by a program.
///
/// A person sees what is wrong and stops. A pipe that does not end is cut off by limits.
pub(crate) struct Input<R> {
    reader: R,
    is_typed: bool,
    bytes_read: u64,
    in_vain: u32,
}

impl<R: BufRead> Input<R> {
    /// Limited input from a pipe.
    pub(crate) fn piped(reader: R) -> Input<R> {
        Input { reader, is_typed: false, bytes_read: 0, in_vain: 0 }
    }

    /// Reads the next line; `None` at the end of the input. Invalid UTF-8 becomes U+FFFD.
    pub(crate) fn line(&mut self) -> anyhow::Result<Option<String>> {
        let mut bytes = Vec::new();
        let unreadable = "cannot read standard input";
        let mut read =
            (&mut self.reader).take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes).context(unreadable)? as u64;
        if read == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && read == LINE_BYTES_MAX {
            let passed_over =
                (&mut self.reader).take(PASSED_OVER_MAX).skip_until(b'\n').context(unreadable)? as u64;
            ensure!(
                passed_over < PASSED_OVER_MAX,
                "standard input has a line longer than {}; expected {EXPECTED}",
                Size(PASSED_OVER_MAX)
            );
            read += passed_over;
        }
        self.bytes_read += read;
        ensure!(
            self.is_typed || self.bytes_read <= PIPED_BYTES_MAX,
            "standard input is larger than {}; expected {EXPECTED}",
            Size(PIPED_BYTES_MAX)
        );
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if line.is_empty() {
            self.refused()?;
        }
        Ok(Some(line))
    }

    /// Records that the last line was refused. Too many in a row are an error.
    pub(crate) fn refused(&mut self) -> anyhow::Result<()> {
        self.in_vain += 1;
        ensure!(
            self.is_typed || self.in_vain <= IN_VAIN_MAX,
            "{IN_VAIN_MAX} lines of standard input in a row are empty or refused; expected {EXPECTED}"
        );
        Ok(())
    }

    /// Records that the last line was understood.
    pub(crate) fn accepted(&mut self) {
        self.in_vain = 0;
    }
}

/// Standard input, typed or piped.
pub(crate) fn standard_input() -> Input<io::StdinLock<'static>> {
    let stdin = io::stdin();
    Input { is_typed: stdin.is_terminal(), ..Input::piped(stdin.lock()) }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_are_trimmed_and_long_ones_cut() {
        let mut text = b"  pass \r\n".to_vec();
        text.extend(vec![b'x'; 10_000]);
        text.extend(b"\n\xffok");
        let mut input = Input::piped(text.as_slice());
        assert_eq!(input.line().unwrap().as_deref(), Some("pass"));
        assert_eq!(input.line().unwrap().map(|line| line.len() as u64), Some(LINE_BYTES_MAX));
        assert_eq!(input.line().unwrap().as_deref(), Some("\u{fffd}ok"));
        assert_eq!(input.line().unwrap(), None);
    }

    #[test]
    fn a_line_without_an_end_is_an_error() {
        let error = Input::piped(BufReader::new(io::repeat(0))).line().unwrap_err();
        assert!(error.to_string().starts_with("standard input has a line longer than 1 MB; expected"));
    }

    #[test]
    fn a_pipe_that_sends_nothing_useful_is_cut_off() {
        let mut empty = Input::piped(BufReader::new(io::repeat(b'\n')));
        let error = (0..).find_map(|_| empty.line().err()).unwrap();
        assert!(error.to_string().starts_with("1000 lines of standard input in a row"), "{error}");
        let words = b"board ".repeat(100);
        let text = [&words[..], b"\n"].concat().repeat(10_000);
        let mut endless = Input::piped(text.as_slice());
        let error = (0..).find_map(|_| endless.line().err()).unwrap();
        assert!(error.to_string().starts_with("standard input is larger than 4 MB; expected"), "{error}");
    }

    #[test]
    fn an_understood_line_resets_the_count() {
        let text = "x\n".repeat(5000);
        let mut input = Input::piped(text.as_bytes());
        for number in 0..5000 {
            input.line().unwrap();
            if number % 900 == 0 { input.accepted() } else { input.refused().unwrap() }
        }
    }
}
