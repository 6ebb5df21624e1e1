use rules::{Board, Placement, PlayerView, Rack, Rules, Seat};

use crate::{
    Choice, Engine, Grid, OpponentRackSizes, Position,
    position::{Ending, codes},
    rack_subsets::code,
};

/// What the player to move can see of a table.
#[derive(Clone, Copy)]
pub struct Observation<'a> {
    /// The board.
    pub board: &'a Board,
    /// The player's own tiles.
    pub rack: &'a Rack,
    /// The number of tiles in the bag.
    pub bag_count: usize,
    /// The opponents still in the game.
    pub others: OpponentRackSizes,
    /// Whether the game ends if this player lays nothing.
    pub is_last_pass: bool,
    /// The rules of the table.
    pub rules: &'a Rules,
}

/// A move at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// Lay tiles.
    Play(Placement),
    /// Exchange the tiles at these positions of the rack.
    Exchange(Vec<usize>),
    /// Pass.
    Pass,
}

impl<'a> Observation<'a> {
    /// A two-player game in which the opponent has a full rack and a pass does not end the game.
    pub fn of_two(board: &'a Board, rack: &'a Rack, bag_count: usize, rules: &'a Rules) -> Observation<'a> {
        Observation {
            board,
            rack,
            bag_count,
            others: OpponentRackSizes::with_full_racks(1),
            is_last_pass: false,
            rules,
        }
    }

    /// What the player of a view sees when it is their turn; `None` if no game is running.
    ///
    /// The tiles for an open play, which can still be challenged, are drawn before the next move
    /// counts. They are therefore counted as drawn, not as in the bag.
    pub fn of(view: PlayerView<'a>) -> Option<Observation<'a>> {
        let play = view.table().play()?;
        let drawing =
            play.open_play().map(|open| (open.seat(), open.play().tiles.len().min(play.bag_count())));
        let drawn = |seat: Seat| drawing.filter(|&(other, _)| other == seat).map_or(0, |(_, count)| count);
        let place = play.order().iter().position(|&seat| seat == view.seat())?;
        let in_turn = play.order().iter().cycle().skip(place + 1).take(play.order().len() - 1);
        let still_in = in_turn.filter_map(|&seat| {
            let player = view.table().player(seat).filter(|player| player.departure().is_none())?;
            Some(player.tile_count() + drawn(seat))
        });
        Some(Observation {
            board: play.board(),
            rack: view.rack(),
            bag_count: play.bag_count() - drawing.map_or(0, |(_, count)| count),
            others: OpponentRackSizes::new(still_in),
            is_last_pass: play.is_last_pass(),
            rules: view.table().rules(),
        })
    }

    /// The position in the engine's representation.
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
            others: self.others,
            is_last_pass: self.is_last_pass,
            ending: Ending::of(self.rules),
        }
    }

    /// Converts a choice to a move at the table.
    pub fn move_of(&self, choice: &Choice, engine: &Engine, grid: &Grid) -> Move {
        match choice {
            Choice::Play(found) => Move::Play(found.placement(engine, grid)),
            Choice::Exchange(used) => {
                // The engine numbers the tiles of the sorted rack.
                let mut places: Vec<usize> = (0..self.rack.len()).collect();
                places.sort_by_key(|&place| code(self.rack.tiles()[place]));
                let swapped = places.into_iter().enumerate().filter(|(sorted, _)| used >> sorted & 1 == 1);
                Move::Exchange(swapped.map(|(_, place)| place).collect())
            }
            Choice::Pass => Move::Pass,
        }
    }
}
