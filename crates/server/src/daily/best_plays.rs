//! The best play of each turn, with a cache: players share first positions, and pages ask
//! repeatedly.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use daily::{Attempt, TurnRecord};
use rules::Play;
use store::PuzzleKey;

use super::extract::{Asked, Problem};
use super::puzzles::{KnownPuzzle, with_engine};
use crate::state::ServerState;

/// Maximum number of cached turns, of less than a thousand bytes each.
const REMEMBERED_MAX: usize = 4_096;

/// Key of the cache: a puzzle and the turns before this one.
type Position = (PuzzleKey, Vec<TurnRecord>);

/// Cache of best plays.
#[derive(Default)]
pub(crate) struct BestPlays(Mutex<HashMap<Position, Best>>);

/// The highest-scoring play, if there is any.
#[derive(Clone)]
struct Best(Option<Play>);

impl BestPlays {
    fn remembered(&self, position: &Position) -> Option<Best> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(position).cloned()
    }

    fn remember(&self, position: Position, best: Best) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED_MAX {
            all.clear();
        }
        all.insert(position, best);
    }
}

/// The best play of every turn of an attempt; `None` if nothing could be played.
pub(super) async fn best_plays(
    state: &ServerState,
    asked: &Asked,
    known: &KnownPuzzle,
    attempt: &Attempt,
) -> Result<Vec<Option<Play>>, Problem> {
    let deeds: Vec<TurnRecord> = attempt.turns().iter().map(|turn| turn.deed.clone()).collect();
    let positions: Vec<Position> =
        (0..deeds.len()).map(|turns| (known.key(), deeds[..turns].to_vec())).collect();
    let memory = &state.puzzles.best_plays;
    let remembered: Vec<Option<Best>> =
        positions.iter().map(|position| memory.remembered(position)).collect();
    let all: Option<Vec<Best>> = remembered.iter().cloned().collect();
    let all = if let Some(all) = all {
        all
    } else {
        let puzzle = Arc::clone(&known.puzzle);
        let found = with_engine(state, &asked.lexicon, move |engine| {
            let best = |(turns, remembered): (usize, Option<Best>)| {
                let look = || {
                    let before = Attempt::replay(&puzzle, deeds[..turns].iter().cloned()).ok()?;
                    daily::best_play(&before, engine)
                };
                remembered.unwrap_or_else(|| Best(look()))
            };
            remembered.into_iter().enumerate().map(best).collect::<Vec<_>>()
        });
        let found = found.await?;
        for (position, best) in positions.into_iter().zip(&found) {
            memory.remember(position, best.clone());
        }
        found
    };
    Ok(all.into_iter().map(|Best(play)| play).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_bounded() {
        let memory = BestPlays::default();
        let position = |number: usize| {
            let key = PuzzleKey { day: format!("day {number}"), language: "en".to_owned() };
            (key, vec![TurnRecord::Exchange(vec![1])])
        };
        for number in 0..=REMEMBERED_MAX {
            memory.remember(position(number), Best(None));
            assert!(memory.remembered(&position(number)).is_some());
        }
        assert!(memory.remembered(&position(0)).is_none());
        assert!(memory.0.lock().unwrap().len() <= REMEMBERED_MAX);
    }
}
