use rules::{Board, Placement, Rack, Rules};

use crate::{
    Choice, Engine, Grid, Position,
    hand::code,
    position::{Ending, codes},
};

/// What a player that is to move can see.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The board.
    pub board: &'a Board,
    /// The player's own tiles.
    pub rack: &'a Rack,
    /// How many tiles are in the bag.
    pub bag_count: usize,
    /// The rules of the table.
    pub rules: &'a Rules,
}

/// What a player does with a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Lays tiles.
    Play(Placement),
    /// Swaps the tiles at these places of the rack.
    Exchange(Vec<usize>),
    /// Passes.
    Pass,
}

impl Sight<'_> {
    /// The same in the engine's terms.
    pub fn position(&self, engine: &Engine) -> Position {
        let language = engine.language();
        let mut unseen = [0; 64];
        for tile in language.tiles() {
            unseen[usize::from(code(tile))] = language.count(tile) as u8;
        }
        let laid = self.board.tiles().map(|(_, laid)| laid.tile());
        for tile in laid.chain(self.rack.tiles().iter().copied()) {
            let left = &mut unseen[usize::from(code(tile))];
            *left = left.saturating_sub(1);
        }
        Position {
            grid: engine.grid(self.board),
            rack: codes(self.rack.tiles()),
            unseen,
            bag: self.bag_count,
            ending: Ending::of(self.rules),
        }
    }

    /// A choice as a move at the table.
    pub fn move_of(&self, choice: &Choice, engine: &Engine, grid: &Grid) -> Move {
        match choice {
            Choice::Play(found) => Move::Play(found.placement(engine, grid)),
            Choice::Exchange(used) => {
                // The engine counts tiles in the order of the bag.
                let mut places: Vec<usize> = (0..self.rack.len()).collect();
                places.sort_by_key(|&place| code(self.rack.tiles()[place]));
                let swapped = places.into_iter().enumerate().filter(|(sorted, _)| used >> sorted & 1 == 1);
                Move::Exchange(swapped.map(|(_, place)| place).collect())
            }
            Choice::Pass => Move::Pass,
        }
    }
}
