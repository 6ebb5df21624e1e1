use std::collections::HashMap;

use rules::{Board, LaidTile, Play, Square};

use crate::{
    Budget, Choice, Found, Grid, Position, Workbench, bunch::scrambled, duel::points, hand::without,
    position::Ending,
};

/// What the search of an endgame found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The move.
    pub choice: Choice,
    /// By how much the player does better than the other from here on, all in points.
    pub spread: i32,
    /// Whether that holds against every answer; if not, the budget was spent first.
    pub is_proven: bool,
}

/// What the moves of an endgame come to.
pub(crate) struct Weighing {
    /// The best moves with by how much the player then does better than the other, the best first.
    pub(crate) best: Vec<(Choice, i32)>,
    /// The same for the move that was asked about.
    pub(crate) asked: i32,
    /// Whether all that holds against every answer.
    pub(crate) is_proven: bool,
}

/// A move that is asked about; it need not be made of words.
pub(crate) enum Asked<'a> {
    /// Tiles are laid.
    Play {
        /// What.
        play: &'a Play,
        /// Which tiles of the rack they are, one bit each.
        used: u8,
    },
    /// Nothing is.
    Pass,
}

/// The end of a game of two: the bag is empty, so each knows what the other has.
struct Endgame<'w, 'e> {
    workbench: &'w mut Workbench<'e>,
    ending: Ending,
    budget: Budget,
    is_cut: bool,
    /// What is known of positions, by [`State::key`]: up to which depth they were searched, the bounds of their value, and their
    /// best move.
    known: HashMap<u64, Known>,
}

#[derive(Clone, Copy)]
struct Known {
    depth: u32,
    least: i32,
    most: i32,
    best: Choice,
}

#[derive(Clone)]
struct State {
    grid: Grid,
    /// Sorted codes; the first is who is to move.
    racks: [Vec<u8>; 2],
    /// Whether the game is over if nothing is laid now. Two passes in a row end it here, whatever the rules say: who may pass once
    /// more comes to the same position with the same choice, so that a longer row changes no value.
    is_last_pass: bool,
    /// A number for the tiles that were laid since the root.
    laid: u64,
}

impl State {
    /// A number for the position. Whose tiles were laid is not in it, so the rack of who is to move is; with the board it says what
    /// the other has.
    fn key(&self) -> u64 {
        let rack = self.racks[0].iter().fold(1, |rack, &code| rack << 6 | u64::from(code));
        self.laid ^ scrambled(!(rack << 1 | u64::from(self.is_last_pass)))
    }
}

/// Deeper than any endgame is: each lays seven tiles, one at a time, and passes in between.
const DEEPEST: u32 = 30;
/// More than any spread.
const WIN: i32 = 1_000_000;

impl Workbench<'_> {
    /// The best move when the bag is empty and there is one other player: exactly, if the budget allows.
    pub fn solve_endgame(&mut self, position: &Position, budget: Budget) -> Solution {
        let (mut endgame, state) = Endgame::of(self, position, budget);
        let (choice, equity) = endgame.workbench.best_choice(position);
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

    /// What the best moves come to when the bag is empty and there is one other player, and what another move does.
    /// `None` if the budget does not even allow to look at all moves.
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
    fn of(workbench: &'w mut Workbench<'e>, position: &Position, budget: Budget) -> (Endgame<'w, 'e>, State) {
        let state = State {
            grid: position.grid.clone(),
            racks: [position.rack.clone(), position.unseen_codes()],
            is_last_pass: position.is_last_pass,
            laid: 0,
        };
        let (ending, known) = (position.ending, HashMap::new());
        (Endgame { workbench, ending, budget, is_cut: false, known }, state)
    }

    /// The best moves with their values, exactly as many as are asked for if there are so many. `None` if the budget is spent.
    fn best_of_all(
        &mut self,
        state: &State,
        depth: u32,
        count: usize,
        first: &[(Choice, i32)],
    ) -> Option<Vec<(Choice, i32)>> {
        let mut choices = self.choices(state, None);
        // What did best so far sets a high mark for the others.
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

    /// What the player who is to move will score more than the other from here on. `None` if the budget is spent.
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
            // Positions searched to the end have no depth to compare.
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
        let mut entry = Known { depth: depth_known, least: best, most: best, best: best_choice };
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
        let engine = self.workbench.engine;
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

    /// What it comes to if tiles were laid for some points and this is what follows.
    fn value_of_laying(
        &mut self,
        next: &State,
        score: i32,
        depth: u32,
        least: i32,
        most: i32,
    ) -> Option<i32> {
        if next.racks[1].is_empty() {
            let left = points(self.workbench.engine, &next.racks[0]);
            return Some(score + self.ending.left_over_factor * left);
        }
        self.value(next, depth - 1, score - most, score - least).map(|value| score - value)
    }

    /// Every move, those first that look best.
    fn choices(&mut self, state: &State, first: Option<Choice>) -> Vec<Choice> {
        let engine = self.workbench.engine;
        let mut found: Vec<Found> = Vec::new();
        self.workbench.take_codes(&state.racks[0]);
        self.workbench.all_in_hand(&state.grid, &mut found);
        let others = points(engine, &state.racks[1]);
        let all = (1_u8 << state.racks[0].len()) - 1;
        let promise = |play: &Found| {
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

    fn after(&self, state: &State, found: &Found) -> State {
        let engine = self.workbench.engine;
        let mut grid = state.grid.clone();
        found.lay(&mut grid, engine);
        laid_down(state, grid, &found.tiles(engine, &state.grid), found.used)
    }

    /// What follows if a play is laid on the board of a state, whatever its words are.
    fn after_laying(&self, state: &State, play: &Play, used: u8, board: &Board) -> State {
        let mut after = board.clone();
        for &(square, tile) in &play.tiles {
            after.lay(square, tile);
        }
        laid_down(state, self.workbench.engine.grid(&after), &play.tiles, used)
    }

    /// What comes of it if both go on by what they can judge at once.
    fn played_on(&mut self, state: &State) -> i32 {
        let mut state = state.clone();
        let (mut spread, mut sign) = (0, 1);
        let engine = self.workbench.engine;
        loop {
            self.budget.spend(1);
            self.workbench.take_codes(&state.racks[0]);
            let others = points(engine, &state.racks[1]);
            let (choice, _) = self.workbench.judge(&state.grid, 0, others, self.ending);
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

/// What follows if these tiles were laid and make this grid.
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
