use rules::{Direction, SIDE, Score, Square};

const LENGTH: usize = SIDE as usize;

/// The premium squares, lane by lane.
pub(crate) struct Premiums {
    rows: [LanePremiums; LENGTH],
    columns: [LanePremiums; LENGTH],
}

/// The premium squares of a lane.
#[derive(Clone, Copy)]
pub(crate) struct LanePremiums {
    /// The factors of letters.
    pub(crate) letter: [i32; LENGTH],
    /// The factors of words.
    pub(crate) word: [i32; LENGTH],
}

impl Premiums {
    pub(crate) fn new() -> Premiums {
        let lane = |square: &dyn Fn(u8) -> Option<Square>| {
            let premium = |place: usize| square(place as u8).expect("on the board").premium();
            LanePremiums {
                letter: std::array::from_fn(|place| premium(place).letter_score(Score(1)).0),
                word: std::array::from_fn(|place| premium(place).word_factor()),
            }
        };
        Premiums {
            rows: std::array::from_fn(|row| lane(&|column| Square::at(row as u8, column))),
            columns: std::array::from_fn(|column| lane(&|row| Square::at(row, column as u8))),
        }
    }

    pub(crate) const fn lanes(&self, direction: Direction) -> &[LanePremiums; LENGTH] {
        match direction {
            Direction::Across => &self.rows,
            Direction::Down => &self.columns,
        }
    }
}
