//! A block: a run of words with their meanings. All numbers are little-endian.
//!
//! An entry is the word, the number of its meanings (1 byte), and for each meaning the part of
//! speech and the definition. A word and a part of speech are a length (1 byte) and text in UTF-8;
//! an empty part of speech means that there is none. A definition has a length of 2 bytes. The
//! words of a block are in ascending order of their bytes.

use crate::{MEANINGS_MAX, Meaning};

/// A word in capitals and its meanings.
pub(crate) type Entry = (String, Vec<Meaning>);

/// What is wrong with a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BlockFault {
    /// The block ends within an entry.
    #[error("expected {expected} more bytes, got {got}")]
    Truncated {
        /// The number of bytes that the entry needs.
        expected: usize,
        /// The number of bytes that are left.
        got: usize,
    },
    /// A text is not UTF-8.
    #[error("expected text in UTF-8")]
    NotUtf8,
    /// A word does not come after the one before it.
    #[error("expected words in ascending order")]
    Order,
    /// The block does not begin with the word that the index names.
    #[error("expected the first word that the index names")]
    FirstWord,
    /// A word has no meaning or too many.
    #[error("expected 1 to {MEANINGS_MAX} meanings, got {got}")]
    Meanings {
        /// The number of meanings.
        got: usize,
    },
    /// A meaning has no text.
    #[error("expected a definition, got an empty text")]
    NoText,
}

/// Appends an entry to a block.
pub(crate) fn write_entry(block: &mut Vec<u8>, word: &str, meanings: &[Meaning]) {
    write_short(block, word);
    block.push(meanings.len() as u8);
    for meaning in meanings {
        write_short(block, meaning.part_of_speech.as_deref().unwrap_or_default());
        block.extend((meaning.text.len() as u16).to_le_bytes());
        block.extend(meaning.text.as_bytes());
    }
}

/// Appends a text of at most 255 bytes with its length.
pub(crate) fn write_short(bytes: &mut Vec<u8>, text: &str) {
    bytes.push(text.len() as u8);
    bytes.extend(text.as_bytes());
}

/// Reads all entries of a block.
pub(crate) fn read_entries(block: &[u8]) -> Result<Vec<Entry>, BlockFault> {
    let mut unread = Unread(block);
    let mut entries: Vec<Entry> = Vec::new();
    while !unread.is_empty() {
        let word = unread.short_text()?;
        if entries.last().is_some_and(|(before, _)| before.as_str() >= word) {
            return Err(BlockFault::Order);
        }
        let count = usize::from(unread.byte()?);
        if !(1..=MEANINGS_MAX).contains(&count) {
            return Err(BlockFault::Meanings { got: count });
        }
        let meanings = (0..count).map(|_| unread.meaning()).collect::<Result<_, _>>()?;
        entries.push((word.to_owned(), meanings));
    }
    Ok(entries)
}

/// The part of some bytes that was not read yet.
pub(crate) struct Unread<'a>(pub(crate) &'a [u8]);

impl<'a> Unread<'a> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], BlockFault> {
        let truncated = BlockFault::Truncated { expected: count, got: self.0.len() };
        let (read, unread) = self.0.split_at_checked(count).ok_or(truncated)?;
        self.0 = unread;
        Ok(read)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BlockFault> {
        let truncated = BlockFault::Truncated { expected: N, got: self.0.len() };
        let (read, unread) = self.0.split_first_chunk().ok_or(truncated)?;
        self.0 = unread;
        Ok(*read)
    }

    fn byte(&mut self) -> Result<u8, BlockFault> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// Reads a number of 4 bytes.
    pub(crate) fn number(&mut self) -> Result<u32, BlockFault> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn text(&mut self, length: usize) -> Result<&'a str, BlockFault> {
        str::from_utf8(self.bytes(length)?).map_err(|_| BlockFault::NotUtf8)
    }

    /// Reads a text of at most 255 bytes with its length.
    pub(crate) fn short_text(&mut self) -> Result<&'a str, BlockFault> {
        let length = self.byte()?;
        self.text(length.into())
    }

    fn meaning(&mut self) -> Result<Meaning, BlockFault> {
        let part_of_speech = self.short_text()?;
        let length = u16::from_le_bytes(self.array()?);
        let text = self.text(length.into())?;
        if text.is_empty() {
            return Err(BlockFault::NoText);
        }
        let part_of_speech = (!part_of_speech.is_empty()).then(|| part_of_speech.to_owned());
        Ok(Meaning { part_of_speech, text: text.to_owned() })
    }
}
