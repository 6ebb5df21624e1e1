/// Shrinks a failing input by removing pieces, largest first.
pub(super) fn smaller(mut input: Vec<u8>, breaks: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut piece = input.len();
    while piece > 0 {
        let mut at = 0;
        while at < input.len() {
            let end = (at + piece).min(input.len());
            let without = [&input[..at], &input[end..]].concat();
            if breaks(&without) {
                input = without;
            } else {
                at = end;
            }
        }
        piece /= 2;
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shrinking_keeps_only_the_bytes_that_cause_the_failure() {
        let breaks = |input: &[u8]| input.contains(&b'Q') && input.contains(&b'Z');
        assert_eq!(smaller(b"a long text with Q and with Z in it".to_vec(), breaks), b"QZ");
        assert_eq!(smaller(b"anything".to_vec(), |_| true), b"");
    }
}
