//! The greedy player: always the play that scores most.

use std::sync::Arc;

use engine::{Engine, Found, Grid, Workbench};
use rules::{Direction, Letter, Play, Rack, Score, Square};

use crate::{Attempt, Laid, Puzzle};

/// The highest scoring play of the turn to come; `None` if there is none, or nothing to come.
///
/// Of plays that score the same it is the one that lays the fewest tiles; then across before down; then by the square of the main word's
/// first letter, row by row; then by the word, in the order of the alphabet; then with the fewest blanks; then the one whose
/// blanks lie first.
pub fn best_play(attempt: &Attempt, engine: &Engine) -> Option<Play> {
    best_at(attempt, engine, &mut Workbench::new(engine))
}

pub(crate) fn best_at(attempt: &Attempt, engine: &Engine, workbench: &mut Workbench<'_>) -> Option<Play> {
    if attempt.is_finished() {
        return None;
    }
    let grid = engine.grid(attempt.board());
    let rack = Rack::new(attempt.rack().iter().map(|drawn| drawn.tile).collect());
    let mut plays = Vec::new();
    workbench.all_plays(&grid, &rack, &mut plays);
    let best = first_of_highest(&plays, engine, &grid)?;
    attempt.preview(&best.placement(engine, &grid)).ok()
}

/// Of some plays the one that scores most, and of these the first in the order of [`best_play`].
pub(crate) fn first_of_highest(plays: &[Found], engine: &Engine, grid: &Grid) -> Option<Found> {
    let highest = plays.iter().map(Found::score).max()?;
    plays.iter().filter(|play| play.score() == highest).min_by_key(|play| rank(play, engine, grid)).copied()
}

/// What plays of the same score are ordered by.
fn rank(
    play: &Found,
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

/// The greedy way through a puzzle: [`best_play`] in every turn. Where there is no play, the whole rack is swapped, or as much of it as there
/// are tiles for, those first that came first.
pub(crate) fn greedy_line(puzzle: &Arc<Puzzle>, engine: &Engine) -> Attempt {
    let mut workbench = Workbench::new(engine);
    let mut attempt = Attempt::new(puzzle);
    go_on(&mut attempt, engine, &mut workbench);
    attempt
}

/// Plays an attempt to its end greedily.
pub(crate) fn go_on(attempt: &mut Attempt, engine: &Engine, workbench: &mut Workbench<'_>) {
    while step(attempt, engine, workbench).is_some() {}
}

/// Whether a greedy player scores at least so much in every turn.
pub(crate) fn is_playable(puzzle: &Arc<Puzzle>, engine: &Engine, least: Score) -> bool {
    let mut workbench = Workbench::new(engine);
    let mut attempt = Attempt::new(puzzle);
    while let Some(score) = step(&mut attempt, engine, &mut workbench) {
        if score < least {
            return false;
        }
    }
    attempt.turns().len() == puzzle.turn_count() as usize
}

/// One turn of the greedy player, and what it scored; `None` if nothing can be done.
fn step(attempt: &mut Attempt, engine: &Engine, workbench: &mut Workbench<'_>) -> Option<Score> {
    let turn = if let Some(play) = best_at(attempt, engine, workbench) {
        attempt.play(&Laid::of(&play).placement(), &|word: &[Letter]| engine.knows(word))
    } else {
        let count = attempt.bag_count();
        let numbers: Vec<u8> = attempt.rack().iter().map(|drawn| drawn.number).take(count).collect();
        attempt.exchange(&numbers)
    };
    turn.ok().map(|turn| turn.score)
}
