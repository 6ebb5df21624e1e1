//! The greedy player, who always makes the play with the highest score.

use std::sync::Arc;

use engine::{Engine, Grid, PackedMove, Searcher};
use rules::{Direction, Letter, Play, Rack, Score, Square};

use crate::{Attempt, Laid, Puzzle};

/// The play with the highest score in the next turn; `None` if there is none.
///
/// Ties are broken in this order:
///
/// 1. fewer tiles;
/// 2. across before down;
/// 3. the square of the main word's first letter, row by row;
/// 4. the word, alphabetically;
/// 5. fewer blanks;
/// 6. the squares of the blanks.
pub fn best_play(attempt: &Attempt, engine: &Engine) -> Option<Play> {
    best_at(attempt, engine, &mut Searcher::new(engine))
}

pub(crate) fn best_at(attempt: &Attempt, engine: &Engine, searcher: &mut Searcher<'_>) -> Option<Play> {
    if attempt.is_finished() {
        return None;
    }
    let grid = engine.grid(attempt.board());
    let rack = Rack::new(attempt.rack().iter().map(|drawn| drawn.tile).collect());
    let mut plays = Vec::new();
    searcher.all_plays(&grid, &rack, &mut plays);
    let best = first_of_highest(&plays, engine, &grid)?;
    attempt.preview(&best.placement(engine, &grid)).ok()
}

/// The play with the highest score, with ties broken as in [`best_play`].
pub(crate) fn first_of_highest(plays: &[PackedMove], engine: &Engine, grid: &Grid) -> Option<PackedMove> {
    let highest = plays.iter().map(PackedMove::score).max()?;
    plays.iter().filter(|play| play.score() == highest).min_by_key(|play| rank(play, engine, grid)).copied()
}

/// The tie-breaking key.
fn rank(
    play: &PackedMove,
    engine: &Engine,
    grid: &Grid,
) -> (usize, Direction, Square, Vec<Letter>, usize, Vec<Square>) {
    let blanks: Vec<Square> = play
        .tiles(engine, grid)
        .into_iter()
        .filter(|(_, laid)| laid.is_blank)
        .map(|(square, _)| square)
        .collect();
    (play.tile_count(), play.direction(), play.start(), play.word(engine), blanks.len(), blanks)
}

/// The greedy line of a puzzle: [`best_play`] in every turn.
///
/// Without a play, the greedy player exchanges the whole rack. If the bag has too few tiles, the
/// player exchanges those drawn first.
pub(crate) fn greedy_line(puzzle: &Arc<Puzzle>, engine: &Engine) -> Attempt {
    let mut searcher = Searcher::new(engine);
    let mut attempt = Attempt::new(puzzle);
    go_on(&mut attempt, engine, &mut searcher);
    attempt
}

/// Continues an attempt greedily to its end.
pub(crate) fn go_on(attempt: &mut Attempt, engine: &Engine, searcher: &mut Searcher<'_>) {
    while step(attempt, engine, searcher).is_some() {}
}

/// Whether a greedy player scores at least `least` in every turn.
pub(crate) fn is_playable(puzzle: &Arc<Puzzle>, engine: &Engine, least: Score) -> bool {
    let mut searcher = Searcher::new(engine);
    let mut attempt = Attempt::new(puzzle);
    while let Some(score) = step(&mut attempt, engine, &mut searcher) {
        if score < least {
            return false;
        }
    }
    attempt.turns().len() == puzzle.turn_count() as usize
}

/// Plays one greedy turn and returns its score; `None` if no move is possible.
fn step(attempt: &mut Attempt, engine: &Engine, searcher: &mut Searcher<'_>) -> Option<Score> {
    let turn = if let Some(play) = best_at(attempt, engine, searcher) {
        attempt.play(&Laid::of(&play).placement(), &|word: &[Letter]| engine.knows(word))
    } else {
        let count = attempt.bag_count();
        let numbers: Vec<u8> = attempt.rack().iter().map(|drawn| drawn.number).take(count).collect();
        attempt.exchange(&numbers)
    };
    turn.ok().map(|turn| turn.score)
}
