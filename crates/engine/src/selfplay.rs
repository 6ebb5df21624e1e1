use rules::{Board, Language, LegalPlay, Rack, Rules};

use crate::{
    Choice, Engine, Grid, Move, Observation, OpponentRackSizes, Rng,
    position::{Ending, Position},
    rack_subsets::{code, mask, tile},
};

/// A two-player game of self-play by standard rules, without challenges and clocks.
#[derive(Clone)]
pub struct SelfPlayGame {
    pub(crate) grid: Grid,
    board: Board,
    pub(crate) racks: [Vec<u8>; 2],
    /// In reverse drawing order: the next tile is the last.
    pub(crate) bag: Vec<u8>,
    pub(crate) scores: [i32; 2],
    pub(crate) to_move: usize,
    /// The number of consecutive turns without points.
    scoreless: u32,
    turns: u32,
    bingos: u32,
    is_over: bool,
}

/// The game ends after this many consecutive turns without points.
const SCORELESS_END: u32 = 6;

impl SelfPlayGame {
    /// A new game. The same generator state gives the same tiles.
    pub fn new(language: &Language, chance: &mut Rng) -> SelfPlayGame {
        let mut bag: Vec<u8> =
            language.tiles().flat_map(|tile| std::iter::repeat_n(code(tile), language.count(tile))).collect();
        chance.shuffle(&mut bag);
        let mut duel = SelfPlayGame {
            grid: Grid::empty(),
            board: Board::empty(),
            racks: [Vec::new(), Vec::new()],
            bag,
            scores: [0; 2],
            to_move: 0,
            scoreless: 0,
            turns: 0,
            bingos: 0,
            is_over: false,
        };
        duel.draw(0);
        duel.draw(1);
        duel
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.is_over
    }

    /// The player to move: 0 or 1.
    pub const fn to_move(&self) -> usize {
        self.to_move
    }

    /// The scores of both players.
    pub const fn scores(&self) -> [i32; 2] {
        self.scores
    }

    /// The number of turns played.
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The number of bingos played.
    pub const fn bingos(&self) -> u32 {
        self.bingos
    }

    /// What the player to move knows.
    pub fn position(&self) -> Position {
        let mut unseen = [0; 64];
        for &code in self.bag.iter().chain(&self.racks[1 - self.to_move]) {
            unseen[usize::from(code)] += 1;
        }
        Position {
            grid: self.grid.clone(),
            rack: self.racks[self.to_move].clone(),
            unseen,
            bag: self.bag.len(),
            others: OpponentRackSizes::new([self.racks[1 - self.to_move].len()]),
            is_last_pass: self.is_last_pass(),
            ending: Ending::USUAL,
        }
    }

    /// Whether the game ends if the player to move lays nothing.
    const fn is_last_pass(&self) -> bool {
        self.scoreless + 1 == SCORELESS_END
    }

    /// The view of the player to move; `rules` must end the game as a duel does.
    pub(crate) fn observation<'a>(&'a self, rack: &'a Rack, rules: &'a Rules) -> Observation<'a> {
        Observation {
            is_last_pass: self.is_last_pass(),
            ..Observation::of_two(&self.board, rack, self.bag.len(), rules)
        }
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rack of the player to move.
    pub fn rack(&self) -> Rack {
        Rack::new(self.racks[self.to_move].iter().map(|&code| tile(code)).collect())
    }

    /// The number of tiles in the bag.
    pub const fn bag_count(&self) -> usize {
        self.bag.len()
    }

    /// Makes a move that was found for [`SelfPlayGame::position`].
    ///
    /// `chance` decides where exchanged tiles go in the bag.
    pub fn make(&mut self, choice: &Choice, engine: &Engine, chance: &mut Rng) {
        if let Choice::Play(found) = choice {
            for (square, laid) in found.tiles(engine, &self.grid) {
                self.board.lay(square, laid);
            }
            found.lay(&mut self.grid, engine);
        }
        self.complete(choice.used(), choice.score(), engine, chance);
    }

    /// Makes a move that was chosen from [`SelfPlayGame::board`] and [`SelfPlayGame::rack`].
    ///
    /// An illegal placement counts as a pass.
    pub fn make_move(&mut self, moved: &Move, engine: &Engine, chance: &mut Rng) {
        let rack = self.rack();
        let (tiles, score) = match moved {
            Move::Play(placement) => {
                match LegalPlay::check(placement, &self.board, &rack, engine.language()) {
                    Ok(play) => {
                        for &(square, laid) in &play.tiles {
                            self.board.lay(square, laid);
                        }
                        self.grid = engine.grid(&self.board);
                        (play.rack_tiles(), play.score.0)
                    }
                    Err(_) => (Vec::new(), 0),
                }
            }
            Move::Exchange(places) => {
                (places.iter().filter_map(|&place| rack.tiles().get(place).copied()).collect(), 0)
            }
            Move::Pass => (Vec::new(), 0),
        };
        let used = mask(&self.racks[self.to_move], &tiles);
        self.complete(used, score, engine, chance);
    }

    /// Completes a turn. The used tiles are on the board if it scored, else they go to the bag.
    fn complete(&mut self, used: u8, score: i32, engine: &Engine, chance: &mut Rng) {
        let mover = self.to_move;
        let other = 1 - mover;
        self.turns += 1;
        let mut place = 0;
        let mut left = Vec::with_capacity(Rack::SIZE);
        self.racks[mover].retain(|&code| {
            let is_kept = used >> place & 1 == 0;
            place += 1;
            if !is_kept {
                left.push(code);
            }
            is_kept
        });
        self.draw(mover);
        if score > 0 {
            self.scores[mover] += score;
            self.bingos += u32::from(left.len() == Rack::SIZE);
            self.scoreless = 0;
        } else {
            for code in left {
                let place = chance.below(self.bag.len() + 1);
                self.bag.insert(place, code);
            }
            self.scoreless += 1;
        }
        if self.racks[mover].is_empty() {
            self.scores[mover] += 2 * points(engine, &self.racks[other]);
            self.is_over = true;
        } else if self.scoreless >= SCORELESS_END {
            for player in [0, 1] {
                self.scores[player] -= points(engine, &self.racks[player]);
            }
            self.is_over = true;
        }
        self.to_move = other;
    }

    fn draw(&mut self, player: usize) {
        let rack = &mut self.racks[player];
        while rack.len() < Rack::SIZE {
            let Some(code) = self.bag.pop() else { break };
            rack.push(code);
        }
        rack.sort_unstable();
    }
}

/// The points of tiles given by their codes.
pub(crate) fn points(engine: &Engine, codes: &[u8]) -> i32 {
    codes.iter().map(|&code| engine.words.points(code)).sum()
}
