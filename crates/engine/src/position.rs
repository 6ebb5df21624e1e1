use rules::{Rack, Rules, Tile};

use crate::{Engine, Grid, OpponentRackSizes, rack_subsets::code};

/// What the player to move knows: the board, their own rack and the unseen tiles.
#[derive(Clone)]
pub struct Position {
    pub(crate) grid: Grid,
    /// The player's own tiles, as sorted codes.
    pub(crate) rack: Vec<u8>,
    /// The number of each tile in the bag or on other racks, by code.
    pub(crate) unseen: [u8; 64],
    /// The number of tiles in the bag.
    pub(crate) bag: usize,
    pub(crate) others: OpponentRackSizes,
    /// Whether the game ends if this player lays nothing.
    pub(crate) is_last_pass: bool,
    pub(crate) ending: Ending,
}

/// The rules about exchanges and the end of the game that affect a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ending {
    /// The number of tiles that the bag must have for an exchange.
    pub(crate) exchange_needs: usize,
    /// How many times the opponent's leftover tiles count in the spread when a player goes out.
    pub(crate) left_over_factor: i32,
}

impl Ending {
    /// Standard rules: exchanges need seven tiles in the bag; going out earns what others lose.
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
    /// A mid-game position of which only the board and the rack are known; leaves count in full.
    pub fn in_the_middle(grid: Grid, rack: &Rack) -> Position {
        Position {
            grid,
            rack: codes(rack.tiles()),
            unseen: [0; 64],
            bag: 50,
            others: OpponentRackSizes::with_full_racks(1),
            is_last_pass: false,
            ending: Ending::USUAL,
        }
    }

    /// The board in the engine's representation.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Whether all tiles are known: the bag is empty and a single opponent holds the unseen ones.
    pub(crate) fn is_open(&self) -> bool {
        self.bag == 0 && self.others.len() == 1 && (1..=Rack::SIZE).contains(&self.unseen_count())
    }

    /// The number of tiles in the bag or on other racks.
    pub(crate) fn unseen_count(&self) -> usize {
        self.unseen.iter().map(|&count| usize::from(count)).sum()
    }

    /// The points of the unseen tiles.
    pub(crate) fn unseen_points(&self, engine: &Engine) -> i32 {
        let counts = self.unseen.iter().enumerate();
        counts.map(|(code, &count)| engine.words.points(code as u8) * i32::from(count)).sum()
    }

    /// The unseen tiles, as sorted codes.
    pub(crate) fn unseen_codes(&self) -> Vec<u8> {
        let counts = self.unseen.iter().enumerate();
        counts.flat_map(|(code, &count)| std::iter::repeat_n(code as u8, count.into())).collect()
    }
}

/// The sorted codes of tiles.
pub(crate) fn codes(tiles: &[Tile]) -> Vec<u8> {
    let mut codes: Vec<u8> = tiles.iter().map(|&tile| code(tile)).collect();
    codes.sort_unstable();
    codes
}
