//! A second implementation of the verifiable bag.
//!
//! It is written from the description, not from the game's code, so that the verifier does not
//! share the mistakes of the code it verifies.

use sha2::{Digest, Sha256};

/// The key that determines every draw of one game.
pub(super) struct BagKey([u8; 32]);

/// The purpose of a draw; each has its own counter.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Rack,
    FirstToMove,
}

/// The commitment that the server publishes before the game.
pub(super) fn commitment(seed: &[u8; 32], game: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update("dord/1/commit");
    hash.update(seed);
    hash.update(Sha256::digest(game));
    hash.finalize().into()
}

impl BagKey {
    /// The key of a game.
    ///
    /// `name` identifies the version of the key, which defines the nonces and their order.
    pub(super) fn new<'n>(
        name: &str,
        seed: &[u8; 32],
        game: &str,
        nonces: impl IntoIterator<Item = &'n str>,
    ) -> BagKey {
        let mut hash = Sha256::new();
        hash.update(name);
        hash.update(seed);
        hash.update(Sha256::digest(game));
        for nonce in nonces {
            hash.update(Sha256::digest(nonce));
        }
        BagKey(hash.finalize().into())
    }

    /// The index that a draw takes from this many sorted tiles; there must be at least one.
    pub(super) fn pick(&self, purpose: Purpose, counter: u32, tiles: usize) -> usize {
        let name = match purpose {
            Purpose::Rack => "dord/1/draw",
            Purpose::FirstToMove => "dord/1/begin",
        };
        let tiles = tiles as u64;
        let whole = (1_u64 << 32) / tiles * tiles;
        let mut attempt: u32 = 0;
        loop {
            let mut hash = Sha256::new();
            hash.update(name);
            hash.update(self.0);
            hash.update(counter.to_be_bytes());
            hash.update(attempt.to_be_bytes());
            let digest = hash.finalize();
            let number = digest[..4].iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
            if number < whole {
                return (number % tiles) as usize;
            }
            attempt += 1;
        }
    }
}

/// The commitment to a nonce that a player publishes before the start.
pub(super) fn nonce_commitment(nonce: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update("dord/2/nonce");
    hash.update(nonce);
    hash.finalize().into()
}

/// Parses 64 hexadecimal digits.
pub(crate) fn from_hex(text: &str) -> Option<[u8; 32]> {
    let digits: Vec<u8> =
        text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect::<Option<_>>()?;
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    if digits.len() == 64 { bytes.try_into().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seed() -> [u8; 32] {
        std::array::from_fn(|byte| byte as u8)
    }

    #[test]
    fn commitment_and_draws_match_the_published_vector() {
        let expected = "a04091c5597e7b817c2399181198bc182ceb7313d997c475bdc627957619bfec";
        assert_eq!(Some(commitment(&seed(), "game-1")), from_hex(expected));

        let key = BagKey::new("dord/1/key", &seed(), "game-1", ["alice", "bob"]);
        let english = rules::Language::by_code("en").unwrap();
        let mut bag: Vec<&str> = Vec::new();
        for tile in english.tiles() {
            bag.extend(std::iter::repeat_n(crate::tile::letter_text(tile, &english), english.count(tile)));
        }
        let drawn: String = (0..14).map(|t| bag.remove(key.pick(Purpose::Rack, t, bag.len()))).collect();
        assert_eq!(drawn, "ZLTFORIEEBRRIW");
    }

    #[test]
    fn the_key_and_the_commitments_of_contributors_match_the_description() {
        let key = BagKey::new("dord/2/key", &seed(), "game-1", ["alice", "bob"]);
        let expected = "149c2e141970311039b1176f775f4f8e138cecfe5910ecdaa44ae05a7d286fae";
        assert_eq!(Some(key.0), from_hex(expected));
        let expected = "971ed989fcd4ee52032a96cbbaf742870168d830d715fb4ca52a294a01ab9983";
        assert_eq!(Some(nonce_commitment("alice")), from_hex(expected));
    }

    #[test]
    fn only_64_hexadecimal_digits_are_32_bytes() {
        assert_eq!(from_hex(&"0f".repeat(32)), Some([15; 32]));
        for bad in ["", "0f", &"0g".repeat(32), &"0f".repeat(33), &"é".repeat(32)] {
            assert_eq!(from_hex(bad), None, "{bad}");
        }
    }
}
