use std::io::Cursor;
use std::ops::Range;

use definitions::Definitions;
use rules::Language;

use crate::Body;

pub(crate) const BODY: Body = Body {
    name: "definitions_file",
    run: definitions_file,
    dictionary: &[
        b"\xd7ddef\r\n\n",
        b"\x01\x00\x00\x00",
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x00",
        b"\"language\":\"en\"",
        b"\x03CAT\x01\x00\x01\x00x",
    ],
};

/// The position of the checksum of metadata and index.
const CHECKSUM: Range<usize> = 12..16;
/// The length of the header.
const HEADER: usize = 32;

/// A file with definitions is refused, or every look-up in it is answered.
pub fn definitions_file(input: &[u8]) {
    let mut bytes = input.to_vec();
    // Checksums are corrected, so that mutated files get past them.
    let _complete = correct_checksums(&mut bytes);
    let english = Language::by_code("en").expect("English is there");
    let Ok(definitions) = Definitions::open(Cursor::new(bytes), english.clone()) else { return };
    let is_whole = definitions.check().is_ok();
    for word in ["AA", "CAT", "QUIZ", "ZZ"] {
        let letters = english.spell(word).expect("these words have English letters");
        let answer = definitions.look_up(&letters);
        assert!(answer.is_ok() || !is_whole, "{word} is not answered by a checked file");
    }
}

/// Corrects the checksums of blocks in the index, then the checksum of the index.
fn correct_checksums(bytes: &mut [u8]) -> Option<()> {
    let number =
        |bytes: &[u8], at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
    let index_at = HEADER.checked_add(number(bytes, 16)?)?;
    let blocks_at = index_at.checked_add(number(bytes, 20)?)?;
    let (mut entry_at, mut block_at) = (index_at, blocks_at);
    while entry_at < blocks_at {
        let length_at = entry_at + 1 + usize::from(*bytes.get(entry_at)?);
        let block_end = block_at.checked_add(number(bytes, length_at)?)?;
        let Some(block) = bytes.get(block_at..block_end) else { break };
        let checksum = crc32fast::hash(block);
        bytes.get_mut(length_at + 4..length_at + 8)?.copy_from_slice(&checksum.to_le_bytes());
        (entry_at, block_at) = (length_at + 8, block_end);
    }
    let checksum = crc32fast::hash(bytes.get(CHECKSUM.end..blocks_at)?);
    bytes[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    Some(())
}
