use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use rules::{Language, Letter};

use crate::Meaning;
use crate::block::{self, BlockFault, Entry};
use crate::format::{self, BlockPosition, FormatError, Metadata};

/// Stored definitions of a language.
///
/// Only the index is in memory, about a hundredth of the file. A look-up reads one block of a few
/// kilobytes, so it blocks for as long as the file does.
#[derive(Debug)]
pub struct Definitions<F = File> {
    language: Arc<Language>,
    metadata: Metadata,
    blocks: Vec<BlockPosition>,
    file: Mutex<F>,
}

impl<F: Read + Seek> Definitions<F> {
    /// Opens a file of a language. It reads and checks what comes before the blocks.
    pub fn open(mut file: F, language: Arc<Language>) -> Result<Definitions<F>, FormatError> {
        let (metadata, blocks) = format::read_head(&mut file, &language)?;
        Ok(Definitions { language, metadata, blocks, file: Mutex::new(file) })
    }

    /// The metadata.
    pub fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// The meanings of a word; none if it is not defined.
    pub fn look_up(&self, word: &[Letter]) -> Result<Vec<Meaning>, FormatError> {
        let word = self.language.write(word);
        let after = self.blocks.partition_point(|block| *block.first_word <= *word);
        let Some(block) = after.checked_sub(1).map(|index| &self.blocks[index]) else {
            return Ok(Vec::new());
        };
        let found = self.read(block)?.into_iter().find(|(defined, _)| *defined == word);
        Ok(found.map(|(_, meanings)| meanings).unwrap_or_default())
    }

    /// Reads and checks the whole file.
    pub fn check(&self) -> Result<(), FormatError> {
        let (mut words, mut meanings) = (0, 0);
        let mut last_word: Option<String> = None;
        for block in &self.blocks {
            let entries = self.read(block)?;
            if last_word.is_some_and(|last| *last >= *block.first_word) {
                return Err(FormatError::Block { offset: block.offset, fault: BlockFault::Order });
            }
            words += entries.len() as u64;
            meanings += entries.iter().map(|(_, meanings)| meanings.len() as u64).sum::<u64>();
            last_word = entries.into_iter().next_back().map(|(word, _)| word);
        }
        let Metadata { word_count, meaning_count, .. } = self.metadata;
        if (words, meanings) == (word_count, meaning_count) {
            Ok(())
        } else {
            let problem = format!(
                "{word_count} words and {meaning_count} meanings for blocks of {words} and {meanings}"
            );
            Err(FormatError::Metadata { problem })
        }
    }

    fn read(&self, block: &BlockPosition) -> Result<Vec<Entry>, FormatError> {
        let &BlockPosition { offset, length, checksum, .. } = block;
        let mut bytes = vec![0; length as usize];
        {
            // Every read sets its own position, so a panic in another thread leaves no wrong state.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(offset))?;
            file.read_exact(&mut bytes)?;
        }
        let got = crc32fast::hash(&bytes);
        if got != checksum {
            return Err(FormatError::Checksum { offset, expected: checksum, got });
        }
        let fault = |fault| FormatError::Block { offset, fault };
        let entries = block::read_entries(&bytes).map_err(fault)?;
        if entries.first().is_some_and(|(word, _)| **word == *block.first_word) {
            Ok(entries)
        } else {
            Err(fault(BlockFault::FirstWord))
        }
    }
}
