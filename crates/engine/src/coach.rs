use rules::{Play, Rack, Tile};

use crate::{
    Chance, Choice, Engine, Equity, Move, Position, Sight, Workbench,
    equity::Keeping,
    hand::{mask, tile, without},
    position::codes,
};

/// Looks at the turns of a finished game.
pub struct Coach<'e> {
    workbench: Workbench<'e>,
    chance: Chance,
}

/// What a player did with a turn.
#[derive(Clone, Copy, Debug)]
pub enum Made<'a> {
    /// Laid tiles.
    Play(&'a Play),
    /// Swapped these tiles.
    Exchange(&'a [Tile]),
    /// Passed.
    Pass,
}

/// What the coach says about a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The best moves, the best first.
    pub best: Vec<Suggestion>,
    /// What the move that was made is worth.
    pub made: Equity,
    /// How much better the best would have been; never below zero.
    pub lost: Equity,
    /// The best play with all seven tiles, if there was one and it was not made.
    pub missed_bingo: Option<Suggestion>,
    /// How much better the rack was than what could be expected of the draw, by what its best move is worth.
    pub luck: Equity,
}

/// A move that could have been made.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// The move.
    pub choice: Choice,
    /// The same in the terms of the table.
    pub as_move: Move,
    /// What it scores and what it keeps.
    pub equity: Equity,
    /// The tiles it keeps.
    pub keeps: Vec<Tile>,
}

/// So many moves are suggested.
const SUGGESTIONS: usize = 5;
/// So many racks are drawn to know what could be expected.
const DRAWS: usize = 24;

impl<'e> Coach<'e> {
    /// A coach with an engine's words.
    pub fn new(engine: &'e Engine) -> Coach<'e> {
        Coach { workbench: Workbench::new(engine), chance: Chance::new(0) }
    }

    /// Looks at a turn: what the player saw, what was made of it, and which tiles were left from the turn before.
    pub fn review(&mut self, sight: Sight<'_>, made: Made<'_>, held: &[Tile]) -> Advice {
        let engine = self.workbench.engine;
        let position = sight.position(engine);
        let candidates = self.workbench.candidates(&position, usize::MAX);
        let suggestion = |&(choice, equity): &(Choice, Equity)| Suggestion {
            choice,
            as_move: sight.move_of(&choice, engine, &position.grid),
            equity,
            keeps: without(&position.rack, choice.used()).map(tile).collect(),
        };
        let best: Vec<Suggestion> = candidates.iter().take(SUGGESTIONS).map(suggestion).collect();
        let most = best.first().map_or(Equity::ZERO, |best| best.equity);
        let (used, score) = match made {
            Made::Play(play) => (play.rack_tiles(), play.score.0),
            Made::Exchange(tiles) => (tiles.to_vec(), 0),
            Made::Pass => (Vec::new(), 0),
        };
        let made_is_bingo = matches!(made, Made::Play(play) if play.is_bingo());
        let bingo = candidates
            .iter()
            .find(|(choice, _)| matches!(choice, Choice::Play(found) if found.tile_count() == Rack::SIZE));
        let worth = Equity::of(score) + self.worth_of_keeping(&position, &used);
        Advice {
            missed_bingo: bingo.filter(|_| !made_is_bingo).map(suggestion),
            best,
            made: worth,
            lost: (most - worth).max(Equity::ZERO),
            luck: most - self.expected(&position, held),
        }
    }

    fn worth_of_keeping(&mut self, position: &Position, used: &[Tile]) -> Equity {
        self.workbench.take_codes(&position.rack);
        let mut keeping = Keeping::NOTHING;
        let unseen_points = position.unseen_points(self.workbench.engine);
        self.workbench.value_leaves(position.bag, unseen_points, position.ending, &mut keeping);
        keeping.without(mask(&position.rack, used))
    }

    /// What the best move is worth on average if the tiles that were not held are drawn anew.
    fn expected(&mut self, position: &Position, held: &[Tile]) -> Equity {
        let held = codes(held);
        let mut drawn = position.rack.clone();
        for code in &held {
            if let Some(place) = drawn.iter().position(|drawn| drawn == code) {
                drawn.remove(place);
            }
        }
        let count = drawn.len();
        let mut pool = position.unseen_codes();
        pool.extend(&drawn);
        let unseen_points = position.unseen_points(self.workbench.engine);
        let mut sum = 0;
        for _ in 0..DRAWS {
            self.chance.shuffle(&mut pool);
            let mut rack = held.clone();
            rack.extend(&pool[..count]);
            rack.truncate(Rack::SIZE);
            rack.sort_unstable();
            self.workbench.take_codes(&rack);
            let (_, equity) =
                self.workbench.judge(&position.grid, position.bag, unseen_points, position.ending);
            sum += equity.in_hundredths();
        }
        Equity::hundredths(sum / DRAWS as i32)
    }
}
