use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

use super::ImportError;

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
const UTF8_MARK: [u8; 3] = [0xef, 0xbb, 0xbf];

/// Reads a text of at most `most` bytes, unpacking gzip.
pub(super) fn read_text(mut source: impl Read, most: usize) -> Result<String, ImportError> {
    let mut beginning = Vec::new();
    let failed = |offset| move |problem: io::Error| ImportError::Read { offset, problem };
    source.by_ref().take(GZIP_MAGIC.len() as u64).read_to_end(&mut beginning).map_err(failed(0))?;
    let is_gzip = beginning == GZIP_MAGIC;
    let whole = io::Cursor::new(beginning).chain(source);

    let mut bytes = Vec::new();
    // Read at most one byte more than allowed, to detect a text that is too long. A compressed text
    // is never unpacked further than that.
    let limit = most as u64 + 1;
    let result = if is_gzip {
        MultiGzDecoder::new(whole).take(limit).read_to_end(&mut bytes)
    } else {
        whole.take(limit).read_to_end(&mut bytes)
    };
    result.map_err(failed(bytes.len()))?;
    if bytes.len() > most {
        return Err(ImportError::TooLong { most });
    }
    decode(bytes)
}

fn decode(bytes: Vec<u8>) -> Result<String, ImportError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(ImportError::NotText { offset: 0, found: "UTF-16" });
    }
    if let Some(offset) = bytes.iter().position(|&byte| byte == 0) {
        return Err(ImportError::NotText { offset, found: "a zero byte" });
    }
    let is_marked = bytes.starts_with(&UTF8_MARK);
    match String::from_utf8(bytes) {
        Ok(mut text) => {
            if is_marked {
                text.drain(..UTF8_MARK.len());
            }
            Ok(text)
        }
        Err(error) if is_marked => {
            let offset = error.utf8_error().valid_up_to();
            Err(ImportError::NotText { offset, found: "a byte that is not UTF-8" })
        }
        // Each byte of Latin-1 is the character with that number.
        Err(error) => Ok(error.as_bytes().iter().map(|&byte| char::from(byte)).collect()),
    }
}
