use rules::{Rack, Rules, Tile};

use crate::{Engine, Grid, Others, hand::code};

/// What a player who is to move knows: the board, the own rack, and which tiles are anywhere else.
#[derive(Clone)]
pub struct Position {
    pub(crate) grid: Grid,
    /// The own tiles, sorted codes.
    pub(crate) rack: Vec<u8>,
    /// How many of each tile are in the bag or on the others' racks, by code.
    pub(crate) unseen: [u8; 64],
    /// How many tiles are in the bag.
    pub(crate) bag: usize,
    pub(crate) others: Others,
    /// Whether the game is over if this player lays nothing.
    pub(crate) is_last_pass: bool,
    pub(crate) ending: Ending,
}

/// What the rules say about the bag and the end, as far as players think of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    /// How many tiles the bag must have for an exchange.
    pub(crate) exchange_needs: usize,
    /// How often the tiles that are left count between the player who goes out and another.
    pub(crate) left_over_factor: i32,
}

impl Ending {
    /// The usual: exchanges with seven in the bag, and the one who goes out earns what another loses.
    pub(crate) const USUAL: Ending = Ending { exchange_needs: Rack::SIZE, left_over_factor: 2 };

    pub(crate) fn of(rules: &Rules) -> Ending {
        Ending {
            exchange_needs: rules.exchange_needs(1),
            left_over_factor: match rules.going_out {
                rules::GoingOut::EarnsOthersTiles => 2,
                rules::GoingOut::EarnsNothing => 1,
            },
        }
    }
}

impl Position {
    /// A position in the middle of a game, of which only the board and the rack are known: leaves count in full.
    pub fn in_the_middle(grid: Grid, rack: &Rack) -> Position {
        Position {
            grid,
            rack: codes(rack.tiles()),
            unseen: [0; 64],
            bag: 50,
            others: Others::with_full_racks(1),
            is_last_pass: false,
            ending: Ending::USUAL,
        }
    }

    /// The board as the engine reads it.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether everybody knows everything: nothing is in the bag, and one other has all that is unseen.
    pub(crate) fn is_open(&self) -> bool {
        self.bag == 0 && self.others.len() == 1 && (1..=Rack::SIZE).contains(&self.unseen_count())
    }

    /// How many tiles are in the bag or on the others' racks.
    pub(crate) fn unseen_count(&self) -> usize {
        self.unseen.iter().map(|&count| usize::from(count)).sum()
    }

    /// What the unseen tiles are worth.
    pub(crate) fn unseen_points(&self, engine: &Engine) -> i32 {
        let counts = self.unseen.iter().enumerate();
        counts.map(|(code, &count)| engine.words.points(code as u8) * i32::from(count)).sum()
    }

    /// The unseen tiles, sorted codes.
    pub(crate) fn unseen_codes(&self) -> Vec<u8> {
        let counts = self.unseen.iter().enumerate();
        counts.flat_map(|(code, &count)| std::iter::repeat_n(code as u8, count.into())).collect()
    }
}

/// Codes of tiles, sorted.
pub(crate) fn codes(tiles: &[Tile]) -> Vec<u8> {
    let mut codes: Vec<u8> = tiles.iter().map(|&tile| code(tile)).collect();
    codes.sort_unstable();
    codes
}
