use std::collections::HashMap;
use std::sync::Arc;

use engine::{Engine, PackedMove, Searcher};

use crate::{Attempt, Puzzle};

use super::{
    Effort,
    state::{Move, State, Step},
};

/// A beam search that keeps the most promising states of each turn.
pub(super) struct Search<'a> {
    puzzle: &'a Arc<Puzzle>,
    engine: &'a Engine,
    effort: Effort,
    searcher: Searcher<'a>,
    /// For every kept state, its predecessor and the move that led to it.
    past: Vec<(Option<usize>, Move)>,
    /// The highest known total.
    best: i32,
    /// The moves that lead to `best`, if this search found it.
    ///
    /// If a turn is left, the play with the highest score follows.
    moves: Option<Vec<Move>>,
    is_complete: bool,
}

/// The result of a search.
pub(super) struct Finding {
    /// The best attempt, before its final highest plays; `None` if none exceeds the floor.
    pub(super) attempt: Option<Attempt>,
    /// Whether every line was examined.
    pub(super) is_complete: bool,
}

struct Node {
    state: State,
    past: Option<usize>,
}

/// A move from a node that may be examined more closely.
#[derive(Clone, Copy)]
struct Candidate {
    /// The score so far plus the estimate for the next turn.
    promise: i32,
    node: u32,
    made: Move,
}

/// A state that may be kept: the node and the move that lead to it, without its board.
///
/// A [`State`] takes about ten kilobytes. Only the states kept after sorting are built again, so
/// the memory of a search depends on `Effort::width` and not on `Effort::tried`.
struct Kept {
    promise: i32,
    score: i32,
    node: u32,
    made: Move,
}

impl<'a> Search<'a> {
    /// Creates a search for a total above `floor`.
    pub(super) fn new(puzzle: &'a Arc<Puzzle>, engine: &'a Engine, effort: Effort, floor: i32) -> Search<'a> {
        Search {
            puzzle,
            engine,
            effort,
            searcher: Searcher::new(engine),
            past: Vec::new(),
            best: floor,
            moves: None,
            is_complete: true,
        }
    }

    pub(super) fn run(mut self) -> Finding {
        let root = State::new(&Attempt::new(self.puzzle), self.engine);
        let mut nodes = vec![Node { state: root.clone(), past: None }];
        for turns_left in (1..=self.puzzle.turn_count() as usize).rev() {
            if turns_left == 1 {
                for node in &nodes {
                    self.finish(&node.state, node.past, None);
                }
            } else {
                let candidates = self.candidates(&nodes, turns_left);
                nodes = self.keep(&nodes, candidates, turns_left);
            }
        }
        let attempt = self.moves.take().map(|moves| self.attempt(root, &moves));
        Finding { attempt, is_complete: self.is_complete }
    }

    /// The most promising moves of all nodes, best first.
    fn candidates(&mut self, nodes: &[Node], turns_left: usize) -> Vec<Candidate> {
        let tried = if turns_left == 2 { self.effort.finished } else { self.effort.tried };
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut found: Vec<PackedMove> = Vec::new();
        // Moves that do not promise more than this are dropped.
        let mut floor = i32::MIN / 4;
        for (index, Node { state, .. }) in nodes.iter().enumerate() {
            let moves = state.moves(self.puzzle, turns_left - 1, &mut self.searcher, &mut found);
            let mut highest = [None; 1 << rules::Rack::SIZE];
            for made in &moves {
                let highest: &mut Option<i32> = &mut highest[usize::from(made.used)];
                *highest = (*highest).max(Some(made.score));
            }
            let prospects = self.prospects(state, &highest, floor);
            for made in moves {
                let promise = state.score + made.score + prospects[usize::from(made.used)].unwrap_or(0);
                if promise > floor {
                    candidates.push(Candidate { promise, node: index as u32, made });
                } else {
                    self.is_complete = false;
                }
            }
            if candidates.len() / 2 > tried {
                self.thin(&mut candidates, tried);
                floor = candidates.last().map_or(floor, |last| last.promise);
            }
        }
        self.thin(&mut candidates, tried);
        candidates
    }

    /// Estimates the next turn for each set of tiles that leave the rack.
    ///
    /// `highest` has the best move score for each set. Entries whose sum does not exceed the floor
    /// are `None`.
    fn prospects(
        &mut self,
        state: &State,
        highest: &[Option<i32>; 1 << rules::Rack::SIZE],
        floor: i32,
    ) -> [Option<i32>; 1 << rules::Rack::SIZE] {
        std::array::from_fn(|used| {
            let needed = floor - state.score - highest[used]?;
            state.prospect_above(needed.max(0), used as u8, self.puzzle, &mut self.searcher)
        })
    }

    /// Sorts the candidates and keeps the best. The sort is stable, so ties keep their order.
    fn thin(&mut self, candidates: &mut Vec<Candidate>, count: usize) {
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.promise));
        self.is_complete &= candidates.len() <= count;
        candidates.truncate(count);
    }

    /// The most promising states after these candidates, without duplicates.
    fn keep(&mut self, nodes: &[Node], candidates: Vec<Candidate>, turns_left: usize) -> Vec<Node> {
        let mut kept: Vec<Kept> = Vec::new();
        let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
        for Candidate { node, made, .. } in candidates {
            let before = &nodes[node as usize];
            let state = before.state.after(&made, self.puzzle, self.engine);
            if turns_left == 2 || state.is_over() {
                self.finish(&state, before.past, Some(made));
                continue;
            }
            let key = state.key(self.puzzle, turns_left - 1);
            if let Some(&place) = known.get(&key) {
                let other = &mut kept[place];
                if state.score > other.score {
                    let promise = other.promise + state.score - other.score;
                    *other = Kept { promise, score: state.score, node, made };
                }
                continue;
            }
            let promise = state.score + state.highest_above(0, &mut self.searcher).unwrap_or(0);
            known.insert(key, kept.len());
            kept.push(Kept { promise, score: state.score, node, made });
        }
        drop(known);
        kept.sort_by_key(|kept| std::cmp::Reverse(kept.promise));
        self.is_complete &= kept.len() <= self.effort.width;
        kept.truncate(self.effort.width);
        let rebuild = |Kept { node, made, .. }| {
            let before = &nodes[node as usize];
            self.past.push((before.past, made));
            let state = before.state.after(&made, self.puzzle, self.engine);
            Node { state, past: Some(self.past.len() - 1) }
        };
        kept.into_iter().map(rebuild).collect()
    }

    /// Plays the last turn of a state: the highest play, if its total exceeds the best known.
    fn finish(&mut self, state: &State, past: Option<usize>, made: Option<Move>) {
        let needed = self.best - state.score;
        let highest =
            if state.is_over() { None } else { state.highest_above(needed.max(0), &mut self.searcher) };
        let total = state.score + highest.unwrap_or(0);
        if total > self.best {
            self.best = total;
            let mut moves: Vec<Move> = made.into_iter().collect();
            let mut before = past;
            while let Some((earlier, made)) = before.map(|place| self.past[place]) {
                moves.push(made);
                before = earlier;
            }
            moves.reverse();
            self.moves = Some(moves);
        }
    }

    /// Replays the moves as an attempt.
    fn attempt(&self, root: State, moves: &[Move]) -> Attempt {
        let mut attempt = Attempt::new(self.puzzle);
        let mut state = root;
        for made in moves {
            let done = match &made.step {
                Step::Play(play) => {
                    attempt.play(&state.placement(play, self.engine), &|word: &[_]| self.engine.knows(word))
                }
                Step::Exchange => attempt.exchange(&state.numbers(made.used)),
            };
            let score = done.expect("a move that was found keeps to the rules").score;
            debug_assert_eq!(score.0, made.score);
            state = state.after(made, self.puzzle, self.engine);
        }
        attempt
    }
}
