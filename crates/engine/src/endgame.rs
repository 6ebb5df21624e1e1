use std::collections::HashMap;

use rules::{Board, LaidTile, Play, Square};

use crate::{
    Budget, Choice, Grid, PackedMove, Position, Searcher, multiset::scrambled, position::Ending,
    rack_subsets::without, selfplay::points,
};

/// The result of an endgame search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The best move found.
    pub choice: Choice,
    /// The player's points minus the opponent's, from here to the end of the game.
    pub spread: i32,
    /// Whether the spread is proven against every reply; if not, the budget ran out first.
    pub is_proven: bool,
}

/// The values of several moves of an endgame.
pub(crate) struct Weighing {
    /// The best moves with their spreads, the best first.
    pub(crate) best: Vec<(Choice, i32)>,
    /// The spread of the move that was asked about.
    pub(crate) asked: i32,
    /// Whether all spreads are proven against every reply.
    pub(crate) is_proven: bool,
}

/// A move to be valued; its words need not be valid.
pub(crate) enum Asked<'a> {
    /// Tiles are laid.
    Play {
        /// The play.
        play: &'a Play,
        /// Bit mask of the tiles of the rack that it uses.
        used: u8,
    },
    /// No tile is laid.
    Pass,
}

/// The end of a two-player game: the bag is empty, so each player knows the other's rack.
struct Endgame<'w, 'e> {
    searcher: &'w mut Searcher<'e>,
    ending: Ending,
    budget: Budget,
    is_cut: bool,
    /// Transposition table, by [`State::key`].
    known: HashMap<u64, TableEntry>,
}

#[derive(Clone, Copy)]
struct TableEntry {
    depth: u32,
    least: i32,
    most: i32,
    best: Choice,
}

#[derive(Clone)]
struct State {
    grid: Grid,
    /// Sorted codes; the first rack is that of the player to move.
    racks: [Vec<u8>; 2],
    /// Whether the game ends if the player to move lays nothing.
    ///
    /// The search ends a game after two passes in a row, whatever the rules say. A player who may
    /// pass once more reaches the same position with the same choice, so a longer run changes no
    /// value.
    is_last_pass: bool,
    /// Hash of the tiles laid since the root.
    laid: u64,
}

impl State {
    /// Hash of the position.
    ///
    /// `laid` does not say which player laid a tile, so the rack of the player to move is part of
    /// the key. Together with the board it determines the other rack.
    fn key(&self) -> u64 {
        let rack = self.racks[0].iter().fold(1, |rack, &code| rack << 6 | u64::from(code));
        self.laid ^ scrambled(!(rack << 1 | u64::from(self.is_last_pass)))
    }
}

/// Deeper than any endgame: both players lay seven tiles one at a time and pass in between.
const DEEPEST: u32 = 30;
/// More than any spread.
const WIN: i32 = 1_000_000;

impl Searcher<'_> {
    /// The best move when the bag is empty and there is one opponent; exact if the budget allows.
    pub fn solve_endgame(&mut self, position: &Position, budget: Budget) -> Solution {
        let (mut endgame, state) = Endgame::of(self, position, budget);
        let (choice, equity) = endgame.searcher.best_choice(position);
        let mut solution = Solution { choice, spread: equity.in_hundredths() / 100, is_proven: false };
        for depth in 1..=DEEPEST {
            endgame.is_cut = false;
            let Some(value) = endgame.value(&state, depth, -WIN, WIN) else { break };
            if let Some(known) = endgame.known.get(&state.key()) {
                solution = Solution { choice: known.best, spread: value, is_proven: !endgame.is_cut };
            }
            if solution.is_proven {
                break;
            }
        }
        solution
    }

    /// The best moves of an endgame against one opponent, and the value of the move asked about.
    ///
    /// `None` if the budget does not suffice to look at all moves once.
    pub(crate) fn weigh_endgame(
        &mut self,
        position: &Position,
        count: usize,
        asked: &Asked<'_>,
        board: &Board,
        budget: Budget,
    ) -> Option<Weighing> {
        let (mut endgame, state) = Endgame::of(self, position, budget);
        let after = match asked {
            Asked::Play { play, used } => {
                Some((endgame.after_laying(&state, play, *used, board), play.score.0))
            }
            Asked::Pass => None,
        };
        let mut weighing: Option<Weighing> = None;
        for depth in 1..=DEEPEST {
            endgame.is_cut = false;
            let first = weighing.as_ref().map(|weighing| weighing.best.as_slice()).unwrap_or_default();
            let Some(best) = endgame.best_of_all(&state, depth, count, first) else { break };
            let asked_value = match &after {
                Some((next, score)) => endgame.value_of_laying(next, *score, depth, -WIN, WIN),
                None => endgame.value_after(&state, &Choice::Pass, depth, -WIN, WIN),
            };
            let Some(asked_value) = asked_value else { break };
            let is_proven = !endgame.is_cut;
            weighing = Some(Weighing { best, asked: asked_value, is_proven });
            if is_proven {
                break;
            }
        }
        weighing
    }
}

impl<'w, 'e> Endgame<'w, 'e> {
    fn of(searcher: &'w mut Searcher<'e>, position: &Position, budget: Budget) -> (Endgame<'w, 'e>, State) {
        let state = State {
            grid: position.grid.clone(),
            racks: [position.rack.clone(), position.unseen_codes()],
            is_last_pass: position.is_last_pass,
            laid: 0,
        };
        let (ending, known) = (position.ending, HashMap::new());
        (Endgame { searcher, ending, budget, is_cut: false, known }, state)
    }

    /// The `count` best moves with their values, or all if there are fewer.
    ///
    /// `None` if the budget is spent.
    fn best_of_all(
        &mut self,
        state: &State,
        depth: u32,
        count: usize,
        first: &[(Choice, i32)],
    ) -> Option<Vec<(Choice, i32)>> {
        let mut choices = self.choices(state, None);
        // The best moves of the previous depth raise the lower bound early.
        choices.sort_by_key(|choice| !first.iter().any(|(other, _)| other == choice));
        let mut best: Vec<(Choice, i32)> = Vec::with_capacity(count + 1);
        for choice in choices {
            let least = if best.len() < count { -WIN } else { best[count - 1].1 };
            let value = self.value_after(state, &choice, depth, least, WIN)?;
            if best.len() < count || value > least {
                let place = best.partition_point(|&(_, other)| other >= value);
                best.insert(place, (choice, value));
                best.truncate(count);
            }
        }
        Some(best)
    }

    /// Negamax value for the player to move, within a window. `None` if the budget is spent.
    fn value(&mut self, state: &State, depth: u32, mut least: i32, mut most: i32) -> Option<i32> {
        if depth == 0 {
            self.is_cut = true;
            return Some(self.played_on(state));
        }
        if self.budget.is_spent() {
            return None;
        }
        let key = state.key();
        let known = self.known.get(&key).copied();
        if let Some(known) = known.filter(|known| known.depth >= depth) {
            // Entries that were searched to the end of the game have the depth `DEEPEST`.
            self.is_cut |= known.depth < DEEPEST;
            if known.least >= most || known.least == known.most {
                return Some(known.least);
            }
            if known.most <= least {
                return Some(known.most);
            }
            least = least.max(known.least);
            most = most.min(known.most);
        }
        self.budget.spend(1);
        let was_cut = std::mem::replace(&mut self.is_cut, false);
        let (floor, mut best, mut best_choice) = (least, -WIN, Choice::Pass);
        for choice in self.choices(state, known.map(|known| known.best)) {
            let value = self.value_after(state, &choice, depth, least, most)?;
            if value > best {
                (best, best_choice) = (value, choice);
            }
            least = least.max(best);
            if least >= most {
                break;
            }
        }
        let depth_known = if self.is_cut { depth } else { DEEPEST };
        self.is_cut |= was_cut;
        let mut entry = TableEntry { depth: depth_known, least: best, most: best, best: best_choice };
        if best <= floor {
            entry.least = -WIN;
        } else if best >= most {
            entry.most = WIN;
        }
        self.known.insert(key, entry);
        Some(best)
    }

    fn value_after(
        &mut self,
        state: &State,
        choice: &Choice,
        depth: u32,
        least: i32,
        most: i32,
    ) -> Option<i32> {
        let engine = self.searcher.engine;
        match choice {
            Choice::Play(found) => {
                let next = self.after(state, found);
                self.value_of_laying(&next, choice.score(), depth, least, most)
            }
            Choice::Exchange(_) | Choice::Pass if state.is_last_pass => {
                Some(points(engine, &state.racks[1]) - points(engine, &state.racks[0]))
            }
            Choice::Exchange(_) | Choice::Pass => {
                let next = passed(state);
                self.value(&next, depth - 1, -most, -least).map(|value| -value)
            }
        }
    }

    /// The value of laying tiles for `score` points, where `next` is the resulting state.
    fn value_of_laying(
        &mut self,
        next: &State,
        score: i32,
        depth: u32,
        least: i32,
        most: i32,
    ) -> Option<i32> {
        if next.racks[1].is_empty() {
            let left = points(self.searcher.engine, &next.racks[0]);
            return Some(score + self.ending.left_over_factor * left);
        }
        self.value(next, depth - 1, score - most, score - least).map(|value| score - value)
    }

    /// Every move, the most promising first.
    fn choices(&mut self, state: &State, first: Option<Choice>) -> Vec<Choice> {
        let engine = self.searcher.engine;
        let mut found: Vec<PackedMove> = Vec::new();
        self.searcher.take_codes(&state.racks[0]);
        self.searcher.all_in_hand(&state.grid, &mut found);
        let others = points(engine, &state.racks[1]);
        let all = (1_u8 << state.racks[0].len()) - 1;
        let promise = |play: &PackedMove| {
            let left = if play.used == all {
                -others
            } else {
                without(&state.racks[0], play.used).map(|code| engine.words.points(code)).sum()
            };
            i32::from(play.score) - self.ending.left_over_factor * left
        };
        found.sort_by_cached_key(|play| std::cmp::Reverse(promise(play)));
        let mut choices: Vec<Choice> = first.into_iter().collect();
        choices.extend(
            found.into_iter().map(Choice::Play).chain([Choice::Pass]).filter(|&choice| Some(choice) != first),
        );
        choices
    }

    fn after(&self, state: &State, found: &PackedMove) -> State {
        let engine = self.searcher.engine;
        let mut grid = state.grid.clone();
        found.lay(&mut grid, engine);
        laid_down(state, grid, &found.tiles(engine, &state.grid), found.used)
    }

    /// The state after a play on this board; its words need not be valid.
    fn after_laying(&self, state: &State, play: &Play, used: u8, board: &Board) -> State {
        let mut after = board.clone();
        for &(square, tile) in &play.tiles {
            after.lay(square, tile);
        }
        laid_down(state, self.searcher.engine.grid(&after), &play.tiles, used)
    }

    /// The spread if both players continue by static evaluation.
    fn played_on(&mut self, state: &State) -> i32 {
        let mut state = state.clone();
        let (mut spread, mut sign) = (0, 1);
        let engine = self.searcher.engine;
        loop {
            self.budget.spend(1);
            self.searcher.take_codes(&state.racks[0]);
            let others = points(engine, &state.racks[1]);
            let (choice, _) = self.searcher.judge(&state.grid, 0, others, self.ending);
            let Choice::Play(found) = choice else {
                if state.is_last_pass {
                    return spread + sign * (others - points(engine, &state.racks[0]));
                }
                state = passed(&state);
                sign = -sign;
                continue;
            };
            spread += sign * choice.score();
            state = self.after(&state, &found);
            if state.racks[1].is_empty() {
                return spread + sign * self.ending.left_over_factor * points(engine, &state.racks[0]);
            }
            sign = -sign;
        }
    }
}

/// The state after these tiles were laid, resulting in this grid.
fn laid_down(state: &State, grid: Grid, tiles: &[(Square, LaidTile)], used: u8) -> State {
    let number = |&(square, laid): &(Square, LaidTile)| laid_hash(square, laid.letter.index(), laid.is_blank);
    let laid = tiles.iter().map(number).fold(state.laid, |all, number| all ^ number);
    let kept = without(&state.racks[0], used).collect();
    State { grid, racks: [state.racks[1].clone(), kept], is_last_pass: false, laid }
}

fn passed(state: &State) -> State {
    let racks = [state.racks[1].clone(), state.racks[0].clone()];
    State { grid: state.grid.clone(), racks, is_last_pass: true, laid: state.laid }
}

const fn laid_hash(square: Square, letter: usize, is_blank: bool) -> u64 {
    scrambled(1 << 42 | (square.index() << 8 | letter << 1) as u64 | is_blank as u64)
}
