//! The verifiable bag: the server commits to its randomness before the first tile is drawn.

use sha2::{Digest, Sha256};

use crate::{DrawNumber, GameId, Tile, TileSource};

/// A player's nonce. It keeps the server from choosing the randomness of a game alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nonce(pub Vec<u8>);

/// The server's secret seed of a table.
///
/// It comes from the operating system when the table is opened, and is revealed after the game.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// A player's commitment to a nonce, which stays secret until the server requests it.
///
/// Commitments are published before any nonce is revealed. An operator who also plays therefore
/// cannot choose a nonce that depends on the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NonceCommitment(pub [u8; 32]);

/// A contribution in the lobby to the randomness of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NonceInput {
    /// A nonce in the open, from clients without commitments.
    ///
    /// The server knows it before the start.
    Open(Nonce),
    /// A commitment to a nonce that is revealed at the start.
    Committed(NonceCommitment),
}

/// The version of the key derivation a game was started with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyVersion {
    /// `dord/1/key`: the nonces of all players in join order, empty for players without one.
    V1,
    /// `dord/2/key`: the nonces of the contributors in seat order.
    V2,
}

/// The server's commitment to its seed, published to every player who joins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment(pub [u8; 32]);

/// The key that determines every draw of a game.
///
/// It is a hash of the seed, the game id and the nonces of the contributors.
///
/// ```
/// use rules::{Bag, GameId, Key, Language, Nonce, Seed, Tile};
///
/// let seed = Seed(std::array::from_fn(|byte| byte as u8));
/// let game = GameId::new("game-1");
/// let key = Key::new(&seed, &game, &[Nonce(b"alice".to_vec()), Nonce(b"bob".to_vec())]);
///
/// let english = Language::by_code("en").unwrap();
/// let drawn = Bag::full(&english).peek(7, &key);
/// let text: Vec<&str> = drawn
///     .tiles
///     .iter()
///     .map(|&tile| match tile {
///         Tile::Blank => "?",
///         Tile::Letter(letter) => english.text(letter),
///     })
///     .collect();
/// assert_eq!(text.concat(), "EOHUKGI");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; 32]);

impl Seed {
    /// The commitment to this seed, published before the game.
    pub fn commitment(&self, game: &GameId) -> Commitment {
        Commitment(hash(&[b"dord/1/commit", &self.0, &hash(&[game.as_str().as_bytes()])]))
    }
}

impl Nonce {
    /// The commitment that only this nonce matches.
    pub fn commitment(&self) -> NonceCommitment {
        NonceCommitment(hash(&[b"dord/2/nonce", &self.0]))
    }
}

impl Key {
    /// The key of a new game. `nonces` are those of the contributors in seat order.
    pub fn new(seed: &Seed, game: &GameId, nonces: &[Nonce]) -> Key {
        Key::of(KeyVersion::V2, seed, game, nonces)
    }

    /// The key of a game in a given version, which determines the order of `nonces`.
    pub fn of<'n>(
        version: KeyVersion,
        seed: &Seed,
        game: &GameId,
        nonces: impl IntoIterator<Item = &'n Nonce>,
    ) -> Key {
        let mut hasher = Sha256::new();
        hasher.update(match version {
            KeyVersion::V1 => b"dord/1/key",
            KeyVersion::V2 => b"dord/2/key",
        });
        hasher.update(seed.0);
        hasher.update(hash(&[game.as_str().as_bytes()]));
        for nonce in nonces {
            hasher.update(hash(&[&nonce.0]));
        }
        Key(hasher.finalize().into())
    }
}

/// The draws of a game, derived from its seed.
///
/// They include the draws of the start, whose nonces become known only then.
pub struct SeededTileSource<'a> {
    pub(crate) seed: &'a Seed,
    pub(crate) game: &'a GameId,
    pub(crate) key: Key,
}

impl TileSource for SeededTileSource<'_> {
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize {
        self.key.pick(number, sorted)
    }

    fn starting_with(&self, nonces: &[Nonce]) -> Option<Key> {
        Some(Key::new(self.seed, self.game, nonces))
    }
}

impl TileSource for Key {
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize {
        let (purpose, counter): (&[u8], u32) = match number {
            DrawNumber::Tile(counter) => (b"dord/1/draw", counter),
            DrawNumber::Opening(counter) => (b"dord/1/begin", counter),
        };
        let count = sorted.len() as u64;
        // Reject numbers beyond the last whole multiple of `count`, so that every tile is equally
        // likely.
        let limit = (1_u64 << 32) / count * count;
        let mut attempt: u32 = 0;
        loop {
            let digest = hash(&[purpose, &self.0, &counter.to_be_bytes(), &attempt.to_be_bytes()]);
            let number = u64::from(u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]));
            if number < limit {
                return (number % count) as usize;
            }
            attempt += 1;
        }
    }
}

fn hash(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("[secret]")
    }
}

impl std::fmt::Display for Commitment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::hex(&self.0))
    }
}

impl std::fmt::Display for NonceCommitment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Commitment(self.0).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bag, Draw, Language};

    /// The published test vector, with a key of version 1.
    fn vector() -> (Seed, GameId, Key) {
        let seed = Seed(std::array::from_fn(|byte| byte as u8));
        let game = GameId::new("game-1");
        let nonces = [Nonce(b"alice".to_vec()), Nonce(b"bob".to_vec())];
        let key = Key::of(KeyVersion::V1, &seed, &game, &nonces);
        (seed, game, key)
    }

    fn text(language: &Language, tiles: &[Tile]) -> String {
        tiles
            .iter()
            .map(|&tile| match tile {
                Tile::Blank => "?",
                Tile::Letter(letter) => language.text(letter),
            })
            .collect()
    }

    #[test]
    fn commitment_and_key_match_the_published_vector() {
        let (seed, game, key) = vector();
        let hex = |bytes: [u8; 32]| Commitment(bytes).to_string();
        assert_eq!(
            seed.commitment(&game).to_string(),
            "a04091c5597e7b817c2399181198bc182ceb7313d997c475bdc627957619bfec"
        );
        assert_eq!(hex(key.0), "e2b3fb84c6d91a46cb5e8fc4dbbac2086a283590ee80d1a87f4cdcb33ed623ba");
    }

    #[test]
    fn draws_match_the_published_vector() {
        let (_, _, key) = vector();
        let english = Language::by_code("en").unwrap();
        let mut bag = Bag::full(&english);
        let racks = bag.peek(14, &key);
        assert_eq!(text(&english, &racks.tiles), "ZLTFORIEEBRRIW");
        bag.remove(&racks);
        assert_eq!(text(&english, &bag.peek(3, &key).tiles), "EOU");
    }

    #[test]
    fn contributor_key_and_nonce_commitment_match_the_published_vector() {
        let (seed, game, _) = vector();
        let hex = |bytes: [u8; 32]| Commitment(bytes).to_string();
        let alice = Nonce(b"alice".to_vec());
        assert_eq!(
            alice.commitment().to_string(),
            "971ed989fcd4ee52032a96cbbaf742870168d830d715fb4ca52a294a01ab9983"
        );
        let key = Key::new(&seed, &game, &[alice, Nonce(b"bob".to_vec())]);
        assert_eq!(hex(key.0), "149c2e141970311039b1176f775f4f8e138cecfe5910ecdaa44ae05a7d286fae");
        let nobody = Key::new(&seed, &game, &[]);
        assert_eq!(hex(nobody.0), "f4de5bb17a59588b56732feb6bea2805d7d6b3ff078bcc14e791a373245c84b3");
    }

    #[test]
    fn debug_output_hides_secrets() {
        let (seed, _, key) = vector();
        assert_eq!(format!("{seed:?} {key:?}"), "[secret] [secret]");
    }

    #[test]
    fn a_draw_gives_at_most_the_tiles_in_the_bag() {
        let (_, _, key) = vector();
        let english = Language::by_code("en").unwrap();
        let mut bag = Bag::full(&english);
        let everything = bag.peek(200, &key);
        assert_eq!(everything.tiles.len(), 100);
        bag.remove(&everything);
        assert!(bag.is_empty());
        assert_eq!(bag.peek(1, &key), Draw { first: 100, tiles: vec![] });
    }
}
