//! The file format of definitions. All numbers are little-endian.
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 8 | magic |
//! | 8 | 4 | format version |
//! | 12 | 4 | CRC-32 of everything after it, up to the blocks |
//! | 16 | 4 | length *m* of the metadata |
//! | 20 | 4 | length *i* of the index |
//! | 24 | 8 | length *b* of the blocks |
//! | 32 | *m* | the metadata as JSON |
//! | 32 + *m* | *i* | the index |
//! | 32 + *m* + *i* | *b* | the blocks |
//!
//! The index has an entry for each block: its first word (a length of 1 byte and text), its length
//! (4 bytes) and its CRC-32 (4 bytes). So opening a file reads and checks only what comes before
//! the blocks, and a block is checked whenever it is read. `block.rs` describes the blocks.

use std::io::{self, Read, Seek, SeekFrom};

use rules::Language;
use serde::{Deserialize, Serialize};

use crate::block::{self, BlockFault, Unread};
use crate::import::Imported;

/// The version of the file format that this code reads and writes.
pub const FORMAT_VERSION: u32 = 1;

// As in word graphs, the byte above 127 and the line endings detect translated transfers.
const MAGIC: [u8; 8] = *b"\xd7ddef\r\n\n";
const HEADER: usize = 32;
const CHECKED_FROM: usize = 16;

/// A block is closed when it has this many bytes. It bounds what a look-up reads.
const BLOCK_BYTES: usize = 8 << 10;
/// The maximum size of a block: `BLOCK_BYTES` and the largest possible entry.
const BLOCK_BYTES_MAX: u32 = 32 << 10;
/// The maximum size of metadata and index: what an open file may take of the memory.
const HEAD_BYTES_MAX: u64 = 16 << 20;

/// Why a file cannot be used as definitions.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The file cannot be read.
    #[error("cannot read it: {0}")]
    Read(#[from] io::Error),
    /// The file ends within the header.
    #[error("expected a header of {expected} bytes, got {got} bytes")]
    TooShort {
        /// The length of the header.
        expected: usize,
        /// The length of the file.
        got: u64,
    },
    /// The file has another format.
    #[error("expected stored definitions at offset 0, got a file that begins with {got:02x?}")]
    Magic {
        /// The first bytes of the file.
        got: [u8; 8],
    },
    /// The file has another format version.
    #[error("expected format version {expected} at offset 8, got {got}")]
    Version {
        /// The supported version.
        expected: u32,
        /// The version of the file.
        got: u32,
    },
    /// The file was truncated or extended.
    #[error("expected {expected} bytes by the lengths at offset 16, got {got}")]
    Size {
        /// The length according to the header.
        expected: u64,
        /// The actual length.
        got: u64,
    },
    /// Metadata and index are larger than any import makes them.
    #[error("expected at most {most} bytes of metadata and index, got {got}")]
    TooLarge {
        /// The limit.
        most: u64,
        /// The length according to the header.
        got: u64,
    },
    /// The contents were changed.
    #[error("expected checksum {expected:08x} of the bytes at offset {offset}, got {got:08x}")]
    Checksum {
        /// The offset of the first byte that the checksum covers.
        offset: u64,
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the contents.
        got: u32,
    },
    /// The metadata cannot be parsed, or contradict the blocks.
    #[error("expected metadata of these definitions at offset {HEADER}, got: {problem}")]
    Metadata {
        /// What is wrong with the metadata.
        problem: String,
    },
    /// The definitions are of another language.
    #[error("expected definitions of {expected:?}, got those of {got:?}")]
    Language {
        /// The code of the requested language.
        expected: String,
        /// The code in the file.
        got: String,
    },
    /// The index is invalid.
    #[error("in the index: {0}")]
    Index(#[from] IndexFault),
    /// A block is invalid.
    #[error("in the block at offset {offset}: {fault}")]
    Block {
        /// The offset of the block.
        offset: u64,
        /// What is wrong with it.
        fault: BlockFault,
    },
}

/// What is wrong with the index of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IndexFault {
    /// An entry is truncated or not text.
    #[error(transparent)]
    Entry(#[from] BlockFault),
    /// The first words are not in ascending order.
    #[error("expected blocks in ascending order of their words")]
    Order,
    /// A block is empty or too large.
    #[error("expected a block of 1 to {BLOCK_BYTES_MAX} bytes, got {got}")]
    BlockSize {
        /// The length of the block.
        got: u32,
    },
    /// The blocks have another length than the header says.
    #[error("expected blocks of {expected} bytes in all, got {got}")]
    BlocksSize {
        /// The length according to the header.
        expected: u64,
        /// The sum of the lengths.
        got: u64,
    },
}

/// Metadata of definitions. They are part of the file, and their JSON form is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Metadata {
    /// The code of the language.
    pub language: String,
    /// The name of the source.
    pub source: String,
    /// The edition of the source.
    pub version: String,
    /// The date of the last change to the source as used here.
    pub last_updated: String,
    /// The number of words with a meaning.
    pub word_count: u64,
    /// The number of meanings of all words.
    pub meaning_count: u64,
}

/// The position of a block, and how to check it.
#[derive(Debug, Clone)]
pub(crate) struct BlockPosition {
    pub(crate) first_word: Box<str>,
    pub(crate) offset: u64,
    pub(crate) length: u32,
    pub(crate) checksum: u32,
}

pub(crate) fn write(metadata: &Metadata, imported: &Imported) -> Vec<u8> {
    let (mut blocks, mut index) = (Vec::new(), Vec::new());
    let (mut block, mut first_word) = (Vec::new(), "");
    let mut words = imported.words().peekable();
    while let Some((word, meanings)) = words.next() {
        if block.is_empty() {
            first_word = word;
        }
        block::write_entry(&mut block, word, meanings);
        if block.len() >= BLOCK_BYTES || words.peek().is_none() {
            block::write_short(&mut index, first_word);
            index.extend((block.len() as u32).to_le_bytes());
            index.extend(crc32fast::hash(&block).to_le_bytes());
            blocks.append(&mut block);
        }
    }
    // Serialising a struct of strings and numbers cannot fail.
    let metadata = serde_json::to_vec(metadata).expect("metadata are plain values");

    let mut bytes = Vec::with_capacity(HEADER + metadata.len() + index.len() + blocks.len());
    bytes.extend(MAGIC);
    bytes.extend(FORMAT_VERSION.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend((metadata.len() as u32).to_le_bytes());
    bytes.extend((index.len() as u32).to_le_bytes());
    bytes.extend((blocks.len() as u64).to_le_bytes());
    bytes.extend(metadata);
    bytes.extend(index);
    let checksum = crc32fast::hash(&bytes[CHECKED_FROM..]);
    bytes[12..CHECKED_FROM].copy_from_slice(&checksum.to_le_bytes());
    bytes.extend(blocks);
    bytes
}

/// Reads and checks what comes before the blocks.
pub(crate) fn read_head(
    file: &mut (impl Read + Seek),
    language: &Language,
) -> Result<(Metadata, Vec<BlockPosition>), FormatError> {
    let length = file.seek(SeekFrom::End(0))?;
    if length < HEADER as u64 {
        return Err(FormatError::TooShort { expected: HEADER, got: length });
    }
    file.seek(SeekFrom::Start(0))?;
    let mut header = [0; HEADER];
    file.read_exact(&mut header)?;
    if header[..8] != MAGIC {
        return Err(FormatError::Magic { got: std::array::from_fn(|index| header[index]) });
    }
    let (numbers, _) = header.as_chunks::<4>();
    let [_, _, version, checksum, metadata_length, index_length, blocks_low, blocks_high] =
        std::array::from_fn(|index| u32::from_le_bytes(numbers[index]));
    if version != FORMAT_VERSION {
        return Err(FormatError::Version { expected: FORMAT_VERSION, got: version });
    }
    let head_length = u64::from(metadata_length) + u64::from(index_length);
    let blocks_length = u64::from(blocks_high) << 32 | u64::from(blocks_low);
    let blocks_at = HEADER as u64 + head_length;
    let expected = blocks_at.saturating_add(blocks_length);
    if length != expected {
        return Err(FormatError::Size { expected, got: length });
    }
    if head_length > HEAD_BYTES_MAX {
        return Err(FormatError::TooLarge { most: HEAD_BYTES_MAX, got: head_length });
    }

    let mut checked = header[CHECKED_FROM..].to_vec();
    checked.resize(HEADER - CHECKED_FROM + head_length as usize, 0);
    file.read_exact(&mut checked[HEADER - CHECKED_FROM..])?;
    let got = crc32fast::hash(&checked);
    if got != checksum {
        return Err(FormatError::Checksum { offset: CHECKED_FROM as u64, expected: checksum, got });
    }
    let (metadata, index) = checked[HEADER - CHECKED_FROM..].split_at(metadata_length as usize);
    let metadata: Metadata = serde_json::from_slice(metadata)
        .map_err(|error| FormatError::Metadata { problem: error.to_string() })?;
    if metadata.language != language.code() {
        let expected = language.code().to_owned();
        return Err(FormatError::Language { expected, got: metadata.language });
    }
    Ok((metadata, read_index(index, blocks_at, blocks_length)?))
}

fn read_index(index: &[u8], blocks_at: u64, blocks_length: u64) -> Result<Vec<BlockPosition>, IndexFault> {
    let mut unread = Unread(index);
    let mut blocks: Vec<BlockPosition> = Vec::new();
    let mut offset = blocks_at;
    while !unread.is_empty() {
        let first_word = unread.short_text()?;
        if blocks.last().is_some_and(|before| *before.first_word >= *first_word) {
            return Err(IndexFault::Order);
        }
        let (length, checksum) = (unread.number()?, unread.number()?);
        if !(1..=BLOCK_BYTES_MAX).contains(&length) {
            return Err(IndexFault::BlockSize { got: length });
        }
        blocks.push(BlockPosition { first_word: first_word.into(), offset, length, checksum });
        offset += u64::from(length);
    }
    let got = offset - blocks_at;
    if got == blocks_length {
        Ok(blocks)
    } else {
        Err(IndexFault::BlocksSize { expected: blocks_length, got })
    }
}
