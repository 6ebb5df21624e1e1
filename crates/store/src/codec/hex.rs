//! Bytes from hexadecimal text.

/// Reads bytes from hexadecimal digits.
pub(crate) fn read(text: &str) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u8>> =
        text.chars().map(|digit| Some(u8::try_from(digit.to_digit(16)?).unwrap_or_default())).collect();
    match digits {
        Some(digits) if digits.len().is_multiple_of(2) => {
            Ok(digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
        }
        _ => Err(format!("expected bytes as pairs of hexadecimal digits, found {text:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_trip_and_invalid_text_is_refused() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(read(&rules::hex(&bytes)).unwrap(), bytes);
        for bad in ["0", "0g", "0x", "é0", "+1"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
