use std::num::NonZeroU8;

/// A letter of an alphabet, as its position in it.
///
/// Only the [`Language`](crate::Language) knows its text and its value. The text may have several
/// characters, such as `CH` in Spanish. This type does not depend on the size of an alphabet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(NonZeroU8);

impl Letter {
    /// The maximum number of letters in an alphabet.
    pub const MAX: usize = u8::MAX as usize;

    /// The letter at a position of the alphabet, from 0; `None` from [`Letter::MAX`] on.
    pub fn at(index: usize) -> Option<Letter> {
        u8::try_from(index + 1).ok().and_then(NonZeroU8::new).map(Letter)
    }

    /// The letter with a code; `None` for 0.
    pub(crate) const fn from_code(code: u8) -> Option<Letter> {
        match NonZeroU8::new(code) {
            Some(code) => Some(Letter(code)),
            None => None,
        }
    }

    /// A number from 1, for compact storage.
    pub(crate) const fn code(self) -> u8 {
        self.0.get()
    }

    /// Its position in the alphabet, from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl std::fmt::Debug for Letter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Nearly every alphabet begins like the Latin one, so this keeps test failures readable.
        match u8::try_from(self.index()) {
            Ok(index) if index < 26 => write!(f, "{}", (b'A' + index) as char),
            _ => write!(f, "Letter({})", self.index()),
        }
    }
}

/// A tile in the bag or on a rack: a blank, or a tile with a letter.
///
/// Tiles are ordered as in the bag: the blank first, then the alphabet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tile {
    /// Can be laid as any letter and has no value.
    Blank,
    /// A tile with this letter.
    Letter(Letter),
}

/// A tile on the board, where a blank has a chosen letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LaidTile {
    /// The letter that it shows.
    pub letter: Letter,
    /// Whether it is a blank, which scores nothing.
    pub is_blank: bool,
}

impl LaidTile {
    /// A tile with a letter.
    pub const fn lettered(letter: Letter) -> LaidTile {
        LaidTile { letter, is_blank: false }
    }

    /// A blank laid as a letter.
    pub const fn blank_as(letter: Letter) -> LaidTile {
        LaidTile { letter, is_blank: true }
    }

    /// The tile on the rack before it was laid, and after the play is taken back.
    pub const fn tile(self) -> Tile {
        if self.is_blank { Tile::Blank } else { Tile::Letter(self.letter) }
    }
}
