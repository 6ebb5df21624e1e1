use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::{Direction, SIDE, Square};

/// The first square of a play and its direction.
///
/// `8H` is row 8, column H, across. `H8` is the same square, down.
///
/// ```
/// use rules::{Direction, Square, notation::Coordinate};
///
/// let across: Coordinate = "8h".parse().unwrap();
/// assert_eq!(across, Coordinate { square: Square::CENTRE, direction: Direction::Across });
/// assert_eq!(across.to_string(), "8H");
///
/// let down: Coordinate = "H8".parse().unwrap();
/// assert_eq!(down.direction, Direction::Down);
/// assert!("16A".parse::<Coordinate>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Coordinate {
    /// The square of the first letter.
    pub square: Square,
    /// The direction of the word.
    pub direction: Direction,
}

impl Coordinate {
    /// The squares from the first letter to the edge of the board.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        std::iter::successors(Some(self.square), move |square| square.next(self.direction))
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = self.square.row() + 1;
        let column = char::from(b'A' + self.square.column());
        // Written for every tile of a move: formatting the number takes several times as long.
        let write_row = |f: &mut fmt::Formatter<'_>| {
            if row >= 10 {
                f.write_char(char::from(b'0' + row / 10))?;
            }
            f.write_char(char::from(b'0' + row % 10))
        };
        match self.direction {
            Direction::Across => {
                write_row(f)?;
                f.write_char(column)
            }
            Direction::Down => {
                f.write_char(column)?;
                write_row(f)
            }
        }
    }
}

/// A text that is not a coordinate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a row from 1 to {SIDE} and a column from A to {last}, as 8H (across) or H8 (down), found {found:?}",
    last = char::from(b'A' + SIDE - 1)
)]
pub struct CoordinateError {
    /// The text.
    pub found: String,
}

impl FromStr for Coordinate {
    type Err = CoordinateError;

    fn from_str(text: &str) -> Result<Coordinate, CoordinateError> {
        let read = || {
            let (direction, row, column) = match text.as_bytes() {
                [column @ (b'A'..=b'Z' | b'a'..=b'z'), row @ ..] => (Direction::Down, row, column),
                [row @ .., column @ (b'A'..=b'Z' | b'a'..=b'z')] => (Direction::Across, row, column),
                _ => return None,
            };
            let row = match row {
                [units @ b'1'..=b'9'] => units - b'0',
                [b'1', units @ b'0'..=b'9'] => 10 + units - b'0',
                _ => return None,
            };
            let square = Square::at(row - 1, column.to_ascii_uppercase() - b'A')?;
            Some(Coordinate { square, direction })
        };
        read().ok_or_else(|| CoordinateError { found: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_coordinate_round_trips() {
        for square in Square::all() {
            for direction in [Direction::Across, Direction::Down] {
                let coordinate = Coordinate { square, direction };
                assert_eq!(coordinate.to_string().parse(), Ok(coordinate));
                assert_eq!(coordinate.to_string().to_lowercase().parse(), Ok(coordinate));
            }
        }
    }

    #[test]
    fn the_row_comes_first_across_and_the_column_comes_first_down() {
        let corner = Square::at(14, 0).unwrap();
        assert_eq!(Coordinate { square: corner, direction: Direction::Across }.to_string(), "15A");
        assert_eq!(Coordinate { square: corner, direction: Direction::Down }.to_string(), "A15");
    }

    #[test]
    fn an_invalid_coordinate_is_refused() {
        for text in
            ["", "8", "H", "HH", "88", "0H", "H0", "08H", "16A", "A16", "8P", "P8", "+8H", "8H8", "H8H"]
                .into_iter()
                .chain(["8 H", " 8H", "8É", "É8", "٨H", "100A", "A100", "256A"])
        {
            assert_eq!(
                text.parse::<Coordinate>(),
                Err(CoordinateError { found: text.to_owned() }),
                "{text:?}"
            );
        }
    }

    #[test]
    fn the_error_says_what_was_expected() {
        assert_eq!(
            "16A".parse::<Coordinate>().unwrap_err().to_string(),
            "expected a row from 1 to 15 and a column from A to O, as 8H (across) or H8 (down), found \"16A\""
        );
    }
}
