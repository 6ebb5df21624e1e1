//! The verifiable bag: how the server commits to chance before the first tile is drawn.

use sha2::{Digest, Sha256};

use crate::{DrawNumber, Draws, GameId, Tile};

/// A nonce that a player adds to the chance of a game, so that the server alone cannot choose it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nonce(pub Vec<u8>);

/// The secret that a server takes from its operating system when a table is made, and reveals after the end.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// A player's commitment to a nonce that stays secret until the server asks for it.
///
/// An operator who plays cannot choose a nonce of their own to fit it, because it is published before it is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NonceCommitment(pub [u8; 32]);

/// What a player in the lobby adds to the chance of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NonceInput {
    /// A nonce in the open, from clients that know no other way. The server has seen it before the start.
    Open(Nonce),
    /// A commitment to a nonce that is revealed at the start.
    Committed(NonceCommitment),
}

/// Which form of the bag's key a game was started with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyVersion {
    /// `dord/1/key`: the nonces of all players in join order, an empty one for a player without.
    V1,
    /// `dord/2/key`: the nonces of the contributors in seat order.
    V2,
}

/// What everybody who joins is told: it binds the server to its seed without giving it away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment(pub [u8; 32]);

/// What decides every draw of one game: made of the seed, the game and the nonces of the contributors.
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
    /// What is told of the seed before the game.
    pub fn commitment(&self, game: &GameId) -> Commitment {
        Commitment(hash(&[b"dord/1/commit", &self.0, &hash(&[game.as_str().as_bytes()])]))
    }
}

impl Nonce {
    /// The commitment that only this nonce opens.
    pub fn commitment(&self) -> NonceCommitment {
        NonceCommitment(hash(&[b"dord/2/nonce", &self.0]))
    }
}

impl Key {
    /// The key of a game; the nonces are those of the contributors in seat order.
    pub fn new(seed: &Seed, game: &GameId, nonces: &[Nonce]) -> Key {
        Key::of(KeyVersion::V2, seed, game, nonces)
    }

    /// The key of a game in one of its forms, each with its own order of nonces.
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

/// The draws of a game from its seed: also those of its start, whose nonces are known only then.
pub struct SeededDraws<'a> {
    pub(crate) seed: &'a Seed,
    pub(crate) game: &'a GameId,
    pub(crate) key: Key,
}

impl Draws for SeededDraws<'_> {
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize {
        self.key.pick(number, sorted)
    }

    fn starting_with(&self, nonces: &[Nonce]) -> Option<Key> {
        Some(Key::new(self.seed, self.game, nonces))
    }
}

impl Draws for Key {
    fn pick(&self, number: DrawNumber, sorted: &[Tile]) -> usize {
        let (purpose, counter): (&[u8], u32) = match number {
            DrawNumber::Tile(counter) => (b"dord/1/draw", counter),
            DrawNumber::Opening(counter) => (b"dord/1/begin", counter),
        };
        let count = sorted.len() as u64;
        // Numbers past the last whole multiple are thrown away: every tile is equally likely.
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
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
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

    /// The published vector, which has the key of version 1.
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
    fn commitment_and_key_are_those_of_the_published_vector() {
        let (seed, game, key) = vector();
        let hex = |bytes: [u8; 32]| Commitment(bytes).to_string();
        assert_eq!(
            seed.commitment(&game).to_string(),
            "a04091c5597e7b817c2399181198bc182ceb7313d997c475bdc627957619bfec"
        );
        assert_eq!(hex(key.0), "e2b3fb84c6d91a46cb5e8fc4dbbac2086a283590ee80d1a87f4cdcb33ed623ba");
    }

    #[test]
    fn the_draws_are_those_of_the_published_vector() {
        let (_, _, key) = vector();
        let english = Language::by_code("en").unwrap();
        let mut bag = Bag::full(&english);
        let racks = bag.peek(14, &key);
        assert_eq!(text(&english, &racks.tiles), "ZLTFORIEEBRRIW");
        bag.remove(&racks);
        assert_eq!(text(&english, &bag.peek(3, &key).tiles), "EOU");
    }

    #[test]
    fn the_key_of_contributors_and_their_commitments_are_those_of_the_description() {
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
    fn secrets_do_not_print() {
        let (seed, _, key) = vector();
        assert_eq!(format!("{seed:?} {key:?}"), "[secret] [secret]");
    }

    #[test]
    fn a_bag_gives_as_many_tiles_as_it_has() {
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
