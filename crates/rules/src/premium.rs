use crate::{Score, Square};

/// The bonus of a square for a tile, in the turn in which the tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Premium {
    /// No bonus.
    Plain,
    /// The letter counts twice.
    DoubleLetter,
    /// The letter counts three times.
    TripleLetter,
    /// The word counts twice.
    DoubleWord,
    /// The word counts three times.
    TripleWord,
}

/// The top left quarter of the board, including both middle lines. The rest mirrors it.
const QUARTER: [&[u8; 8]; 8] = [
    b"T..d...T", //
    b".D...t..",
    b"..D...d.",
    b"d..D...d",
    b"....D...",
    b".t...t..",
    b"..d...d.",
    b"T..d...D",
];

impl Premium {
    pub(crate) fn of(square: Square) -> Premium {
        let fold = |place: u8| usize::from(place.min(14 - place));
        match QUARTER[fold(square.row())][fold(square.column())] {
            b'd' => Premium::DoubleLetter,
            b't' => Premium::TripleLetter,
            b'D' => Premium::DoubleWord,
            b'T' => Premium::TripleWord,
            _ => Premium::Plain,
        }
    }

    /// The value of a letter on this square.
    pub fn letter_score(self, points: Score) -> Score {
        match self {
            Premium::DoubleLetter => points * 2,
            Premium::TripleLetter => points * 3,
            Premium::Plain | Premium::DoubleWord | Premium::TripleWord => points,
        }
    }

    /// The factor for a word with a new tile on this square.
    pub const fn word_factor(self) -> i32 {
        match self {
            Premium::DoubleWord => 2,
            Premium::TripleWord => 3,
            Premium::Plain | Premium::DoubleLetter | Premium::TripleLetter => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares_of(premium: Premium) -> Vec<(u8, u8)> {
        Square::all().filter(|s| s.premium() == premium).map(|s| (s.row(), s.column())).collect()
    }

    #[test]
    fn eight_squares_triple_the_word() {
        let expected = [(0, 0), (0, 7), (0, 14), (7, 0), (7, 14), (14, 0), (14, 7), (14, 14)];
        assert_eq!(squares_of(Premium::TripleWord), expected);
    }

    #[test]
    fn seventeen_squares_including_the_centre_double_the_word() {
        let mut expected = vec![(7, 7)];
        for near in 1..5 {
            let far = 14 - near;
            expected.extend([(near, near), (near, far), (far, near), (far, far)]);
        }
        expected.sort_unstable();
        assert_eq!(squares_of(Premium::DoubleWord), expected);
    }

    #[test]
    fn twelve_squares_triple_the_letter() {
        let expected = [
            [(1, 5), (1, 9), (5, 1), (5, 5), (5, 9), (5, 13)],
            [(9, 1), (9, 5), (9, 9), (9, 13), (13, 5), (13, 9)],
        ];
        assert_eq!(squares_of(Premium::TripleLetter), expected.concat());
    }

    #[test]
    fn twenty_four_squares_double_the_letter() {
        let expected = [
            [(0, 3), (0, 11), (2, 6), (2, 8), (3, 0), (3, 7), (3, 14), (6, 2)],
            [(6, 6), (6, 8), (6, 12), (7, 3), (7, 11), (8, 2), (8, 6), (8, 8)],
            [(8, 12), (11, 0), (11, 7), (11, 14), (12, 6), (12, 8), (14, 3), (14, 11)],
        ];
        assert_eq!(squares_of(Premium::DoubleLetter), expected.concat());
    }
}
