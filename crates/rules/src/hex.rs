/// Bytes as hexadecimal digits, two per byte.
///
/// ```
/// assert_eq!(rules::hex(&[0, 0x7f, 0xff]), "007fff");
/// ```
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for &byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.push(char::from(DIGITS[usize::from(digit)]));
        }
    }
    text
}
