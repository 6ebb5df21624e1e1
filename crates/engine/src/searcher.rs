use rules::{Rack, Score};

use crate::{
    Engine, Equity, Grid, PackedMove,
    best_move::{self, best_play},
    equity::LeaveValues,
    movegen::all_plays,
    rack_subsets::{RackSubsets, code},
};

/// The move search: an [`Engine`] with buffers that are reused from one search to the next.
///
/// ```
/// use engine::{Engine, Searcher};
/// use rules::{Board, Rack, Score, notation::tiles};
///
/// let english = wordlists::embedded("en").unwrap();
/// let engine = Engine::new(english).unwrap();
/// let mut searcher = Searcher::new(&engine);
///
/// let rack = Rack::new(tiles::read_rack(english.language(), "QUIZ").unwrap());
/// let grid = engine.grid(&Board::empty());
/// let best = searcher.highest_play(&grid, &rack).unwrap();
/// assert_eq!(english.language().write(&best.word(&engine)), "QUIZ");
/// assert_eq!(best.score(), Score(44));
/// ```
pub struct Searcher<'e> {
    pub(crate) engine: &'e Engine,
    pub(crate) hand: RackSubsets,
    pub(crate) leave_values: LeaveValues,
    room: best_move::Room,
}

impl<'e> Searcher<'e> {
    /// A search without a rack.
    pub fn new(engine: &'e Engine) -> Searcher<'e> {
        Searcher {
            engine,
            hand: RackSubsets::empty(),
            leave_values: LeaveValues::NOTHING,
            room: best_move::Room::new(),
        }
    }

    /// Generates every play with a rack, each once, in no particular order.
    ///
    /// The first play of a game is generated across only: down would be symmetric.
    pub fn all_plays(&mut self, grid: &Grid, rack: &Rack, plays: &mut Vec<PackedMove>) {
        self.take(rack);
        self.all_in_hand(grid, plays);
    }

    /// Generates every play with the current rack.
    pub(crate) fn all_in_hand(&mut self, grid: &Grid, plays: &mut Vec<PackedMove>) {
        plays.clear();
        all_plays(self.engine, grid, &self.hand, &mut self.room.spots, plays);
    }

    /// The play with the highest score.
    pub fn highest_play(&mut self, grid: &Grid, rack: &Rack) -> Option<PackedMove> {
        self.take(rack);
        self.best_play(grid, &LeaveValues::NOTHING, Equity::LEAST).map(|(found, _)| found)
    }

    /// The play with the highest score, if that is above a floor.
    ///
    /// The higher the floor, the earlier the search ends.
    pub fn highest_play_above(&mut self, grid: &Grid, rack: &Rack, floor: Score) -> Option<PackedMove> {
        self.take(rack);
        self.best_play(grid, &LeaveValues::NOTHING, Equity::of(floor.0)).map(|(found, _)| found)
    }

    /// The play with the most equity above a floor, with the current rack.
    pub(crate) fn best_play(
        &mut self,
        grid: &Grid,
        leave_values: &LeaveValues,
        floor: Equity,
    ) -> Option<(PackedMove, Equity)> {
        best_play(self.engine, grid, &self.hand, leave_values, floor, &mut self.room)
    }

    fn take(&mut self, rack: &Rack) {
        let mut codes = [0; Rack::SIZE];
        for (place, &tile) in codes.iter_mut().zip(rack.tiles()) {
            *place = code(tile);
        }
        self.take_codes(&codes[..rack.len().min(Rack::SIZE)]);
    }

    /// Sets the current rack, given by its codes.
    pub(crate) fn take_codes(&mut self, codes: &[u8]) {
        self.hand.take(codes, &self.engine.words);
    }
}
