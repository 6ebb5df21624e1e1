use engine::{Engine, Grid, PackedMove, Searcher};
use rules::{LaidTile, Rack, Score, Square, Tile};

use crate::{Attempt, DrawnTile, Puzzle, attempt::Queue};

/// A position of the search: an attempt without its history, on the engine's grid.
#[derive(Clone)]
pub(super) struct State {
    grid: Grid,
    /// The rack in the order in which tiles were drawn, as in an attempt.
    rack: Vec<DrawnTile>,
    /// The number of tiles drawn.
    drawn: usize,
    /// Exchanged tiles, which are drawn after all others.
    returned: Vec<DrawnTile>,
    /// All tiles laid so far, sorted by square.
    laid: Vec<(Square, LaidTile)>,
    pub(super) score: i32,
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Play(PackedMove),
    /// Exchanges the tiles that leave the rack.
    Exchange,
}

/// A move: its kind, its score, and a bit mask of the rack positions it uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Move {
    pub(super) step: Step,
    pub(super) score: i32,
    pub(super) used: u8,
}

impl State {
    /// The position before the first turn.
    pub(super) fn new(attempt: &Attempt, engine: &Engine) -> State {
        State {
            grid: engine.grid(attempt.board()),
            rack: attempt.rack().to_vec(),
            drawn: attempt.rack().len(),
            returned: Vec::new(),
            laid: Vec::new(),
            score: 0,
        }
    }

    fn tiles(&self) -> Rack {
        Rack::new(self.rack.iter().map(|drawn| drawn.tile).collect())
    }

    /// Whether no tile is left.
    pub(super) const fn is_over(&self) -> bool {
        self.rack.is_empty()
    }

    fn left_in_bag(&self, puzzle: &Puzzle) -> usize {
        puzzle.order().len() + self.returned.len() - self.drawn
    }

    /// Whether exchanged tiles could be drawn again within this many turns.
    ///
    /// If not, equal tiles are interchangeable.
    fn may_see_the_end(&self, puzzle: &Puzzle, turns: usize) -> bool {
        self.drawn + turns * Rack::SIZE > puzzle.order().len()
    }

    /// All moves of the next turn; `turns_after` is the number of turns after it.
    pub(super) fn moves(
        &self,
        puzzle: &Puzzle,
        turns_after: usize,
        searcher: &mut Searcher<'_>,
        found: &mut Vec<PackedMove>,
    ) -> Vec<Move> {
        searcher.all_plays(&self.grid, &self.tiles(), found);
        // The engine numbers the tiles in bag order.
        let mut places: Vec<usize> = (0..self.rack.len()).collect();
        places.sort_by_key(|&place| self.rack[place].tile);
        let used = |play: &PackedMove| {
            let sorted = places.iter().enumerate().filter(|(sorted, _)| play.used() >> sorted & 1 == 1);
            sorted.fold(0, |used, (_, place)| used | 1 << place)
        };
        let plays = found.iter().map(|play| Move {
            step: Step::Play(*play),
            score: play.score().0,
            used: used(play),
        });
        let mut moves: Vec<Move> = plays.collect();
        let (bag, all_differ) = (self.left_in_bag(puzzle), self.may_see_the_end(puzzle, turns_after));
        moves.extend((1..1_u16 << self.rack.len()).filter_map(|swapped| {
            let used = swapped as u8;
            let is_allowed =
                used.count_ones() as usize <= bag && (all_differ || self.is_first_of_equals(used));
            is_allowed.then_some(Move { step: Step::Exchange, score: 0, used })
        }));
        moves
    }

    /// Whether the mask uses equal tiles from the first one on.
    fn is_first_of_equals(&self, used: u8) -> bool {
        (0..self.rack.len()).filter(|place| used >> place & 1 == 1).all(|place| {
            let before = (0..place).rev().find(|&before| self.rack[before].tile == self.rack[place].tile);
            before.is_none_or(|before| used >> before & 1 == 1)
        })
    }

    /// The rack after some tiles leave it and new ones are drawn.
    fn rack_after(&self, used: u8, puzzle: &Puzzle) -> Vec<DrawnTile> {
        let kept = (0..self.rack.len()).filter(|place| used >> place & 1 == 0).map(|place| self.rack[place]);
        let queue = Queue { order: puzzle.order(), returned: &self.returned };
        let count = used.count_ones() as usize;
        kept.chain((self.drawn..self.drawn + count).map_while(|place| queue.at(place))).collect()
    }

    /// Estimates the next turn: the highest play after these tiles leave the rack.
    ///
    /// The board is taken as it is now. `None` unless the score exceeds the floor.
    pub(super) fn prospect_above(
        &self,
        floor: i32,
        used: u8,
        puzzle: &Puzzle,
        searcher: &mut Searcher<'_>,
    ) -> Option<i32> {
        let rack = Rack::new(self.rack_after(used, puzzle).iter().map(|drawn| drawn.tile).collect());
        searcher.highest_play_above(&self.grid, &rack, Score(floor)).map(|play| play.score().0)
    }

    /// The score of the highest play, if it exceeds the floor.
    pub(super) fn highest_above(&self, floor: i32, searcher: &mut Searcher<'_>) -> Option<i32> {
        searcher.highest_play_above(&self.grid, &self.tiles(), Score(floor)).map(|play| play.score().0)
    }

    /// The state after a move.
    pub(super) fn after(&self, made: &Move, puzzle: &Puzzle, engine: &Engine) -> State {
        let rack = self.rack_after(made.used, puzzle);
        let left = self.rack.len() - made.used.count_ones() as usize;
        let mut next = State { drawn: self.drawn + rack.len() - left, rack, ..self.clone() };
        next.score += made.score;
        match made.step {
            Step::Play(found) => {
                next.laid.extend(found.tiles(engine, &self.grid));
                next.laid.sort_unstable();
                found.lay(&mut next.grid, engine);
            }
            Step::Exchange => {
                let swapped = (0..self.rack.len()).filter(|place| made.used >> place & 1 == 1);
                let mut swapped: Vec<DrawnTile> = swapped.map(|place| self.rack[place]).collect();
                swapped.sort_unstable_by_key(|drawn| drawn.number);
                next.returned.extend(swapped);
            }
        }
        next
    }

    /// The numbers of the tiles at these rack positions.
    pub(super) fn numbers(&self, used: u8) -> Vec<u8> {
        (0..self.rack.len())
            .filter(|place| used >> place & 1 == 1)
            .map(|place| self.rack[place].number)
            .collect()
    }

    /// The placement of a play.
    pub(super) fn placement(&self, play: &PackedMove, engine: &Engine) -> rules::Placement {
        play.placement(engine, &self.grid)
    }

    /// A key that two states share if they have the same future; their scores may differ.
    pub(super) fn key(&self, puzzle: &Puzzle, turns_left: usize) -> Vec<u8> {
        let mut key = Vec::with_capacity(3 * self.laid.len() + 2 * self.rack.len() + 8);
        for (square, laid) in &self.laid {
            key.extend([square.index() as u8, laid.letter.index() as u8, u8::from(laid.is_blank)]);
        }
        // No square has this index.
        key.extend([u8::MAX, self.drawn as u8]);
        if self.may_see_the_end(puzzle, turns_left) {
            key.extend(self.rack.iter().map(|drawn| drawn.number));
            key.push(0);
            key.extend(self.returned.iter().map(|drawn| drawn.number));
        } else {
            let mut tiles: Vec<Tile> = self.rack.iter().map(|drawn| drawn.tile).collect();
            tiles.sort_unstable();
            key.extend(tiles.iter().map(|tile| match tile {
                Tile::Blank => u8::MAX,
                Tile::Letter(letter) => letter.index() as u8,
            }));
        }
        key
    }
}
