use rules::Letter;

/// A set of letters, for alphabets of up to [`LetterSet::CAPACITY`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct LetterSet(u64);

impl LetterSet {
    pub(crate) const CAPACITY: usize = 63;
    pub(crate) const NONE: LetterSet = LetterSet(0);

    /// Every letter of an alphabet of this size.
    pub(crate) const fn all(alphabet: usize) -> LetterSet {
        LetterSet((1 << alphabet) - 1)
    }

    #[inline]
    pub(crate) const fn with(self, letter: Letter) -> LetterSet {
        LetterSet(self.0 | 1 << (letter.index() as u32 & 63))
    }

    /// Adds the letter with this code, its index in the alphabet plus 1.
    #[inline]
    pub(crate) const fn with_code(self, code: u8) -> LetterSet {
        LetterSet(self.0 | 1 << (code.wrapping_sub(1) & 63))
    }

    #[inline]
    pub(crate) const fn without(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 & !other.0)
    }

    /// Removes the letters before this index.
    #[inline]
    pub(crate) const fn from(self, index: usize) -> LetterSet {
        LetterSet(self.0 >> (index & 63) << (index & 63))
    }

    #[inline]
    pub(crate) const fn and(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 & other.0)
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has the letter with this code, its index in the alphabet plus 1.
    #[inline]
    pub(crate) const fn has_code(self, code: u8) -> bool {
        self.0 << 1 >> (code & 63) & 1 == 1
    }

    /// The indices of the letters in the alphabet, from 0.
    #[inline]
    pub(crate) fn indices(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = rest.trailing_zeros();
            (index < 64).then(|| {
                rest &= rest - 1;
                index as usize
            })
        })
    }
}
