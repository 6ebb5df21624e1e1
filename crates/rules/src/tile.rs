use std::num::NonZeroU8;

/// A letter of a language's alphabet, by its position there.
///
/// What it looks like and what it is worth is known to the [`Language`](crate::Language) alone: it may be
/// written with several characters (a Spanish `CH`), and nothing here depends on how many letters there are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(NonZeroU8);

impl Letter {
    /// The most letters that an alphabet can have.
    pub const MAX: usize = u8::MAX as usize;

    /// The letter at a position of the alphabet, counted from 0; `None` past [`Letter::MAX`].
    pub fn at(index: usize) -> Option<Letter> {
        u8::try_from(index + 1).ok().and_then(NonZeroU8::new).map(Letter)
    }

    /// Its position in the alphabet, counted from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl std::fmt::Debug for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Alphabets begin with A nearly everywhere, which makes failed tests readable.
        match u8::try_from(self.index()) {
            Ok(index) if index < 26 => write!(f, "{}", (b'A' + index) as char),
            _ => write!(f, "Letter({})", self.index()),
        }
    }
}

/// A tile as it lies in the bag or on a rack: a blank, or one that carries a letter.
///
/// Tiles are ordered as the bag is: the blank first, then the alphabet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tile {
    /// Plays as any letter and is worth nothing.
    Blank,
    /// Carries this letter.
    Letter(Letter),
}

/// A tile as it lies on the board, where a blank has become a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LaidTile {
    /// What it reads as.
    pub letter: Letter,
    /// Whether it is a blank that plays as that letter: it scores nothing.
    pub is_blank: bool,
}

impl LaidTile {
    /// A tile that carries its letter.
    pub const fn lettered(letter: Letter) -> LaidTile {
        LaidTile { letter, is_blank: false }
    }

    /// A blank that plays as a letter.
    pub const fn blank_as(letter: Letter) -> LaidTile {
        LaidTile { letter, is_blank: true }
    }

    /// The tile as it was on the rack, and is again when the play is taken back.
    pub const fn tile(self) -> Tile {
        if self.is_blank { Tile::Blank } else { Tile::Letter(self.letter) }
    }
}
