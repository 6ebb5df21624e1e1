use std::io::{BufRead, Read};

use anyhow::Context;

/// The longest line that is read, in bytes. What comes after is passed over.
const LINE_BYTES_MAX: u64 = 4096;

/// What people type, line by line.
pub(crate) struct Input<R>(R);

impl<R: BufRead> Input<R> {
    pub(crate) fn new(reader: R) -> Input<R> {
        Input(reader)
    }

    /// The next line; `None` at the end of the input. Bytes that are no text become U+FFFD.
    pub(crate) fn line(&mut self) -> anyhow::Result<Option<String>> {
        let mut bytes = Vec::new();
        let unreadable = "cannot read standard input";
        let read = (&mut self.0).take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes).context(unreadable)?;
        if read == 0 {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && read as u64 == LINE_BYTES_MAX {
            self.0.skip_until(b'\n').context(unreadable)?;
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_trimmed_and_long_ones_cut() {
        let mut text = b"  pass \r\n".to_vec();
        text.extend(vec![b'x'; 10_000]);
        text.extend(b"\n\xffok");
        let mut input = Input::new(text.as_slice());
        assert_eq!(input.line().unwrap().as_deref(), Some("pass"));
        assert_eq!(input.line().unwrap().map(|line| line.len() as u64), Some(LINE_BYTES_MAX));
        assert_eq!(input.line().unwrap().as_deref(), Some("\u{fffd}ok"));
        assert_eq!(input.line().unwrap(), None);
    }
}
