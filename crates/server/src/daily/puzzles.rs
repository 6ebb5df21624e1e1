//! The puzzle of each day: creation, cache and storage.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use daily::{Attempt, Day, Puzzle, TurnRecord};
use lexicon::Lexicon;
use rules::{Language, Letter, Tile};
use store::{KeptPuzzle, PuzzleKey, StoredPuzzle};
use tokio::sync::Semaphore;

use super::best_plays::BestPlays;
use super::extract::{Asked, Problem};
use super::solutions::{self, Findings};
use super::solve_queue::SolveQueue;
use crate::state::ServerState;

/// Maximum number of cached puzzles. The store has all of them.
const REMEMBERED_MAX: usize = 256;

/// Maximum number of concurrent searches for plays. Each needs a processor for some milliseconds.
const LOOKING_MAX: usize = 2;

/// Cache of puzzles.
pub(crate) struct Puzzles {
    known: Mutex<HashMap<PuzzleKey, Arc<KnownPuzzle>>>,
    pub(super) best_plays: BestPlays,
    /// Limits concurrent creation and review of puzzles.
    looking: Semaphore,
    /// Puzzles waiting to be solved.
    pub(super) solving: SolveQueue<solutions::Job>,
}

impl Default for Puzzles {
    fn default() -> Puzzles {
        Puzzles {
            known: Mutex::default(),
            best_plays: BestPlays::default(),
            looking: Semaphore::new(LOOKING_MAX),
            solving: SolveQueue::default(),
        }
    }
}

/// A puzzle and its findings.
pub(super) struct KnownPuzzle {
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) findings: Findings,
    /// Whether this node stored it first.
    pub(super) is_new: bool,
}

impl KnownPuzzle {
    /// Its key in the store.
    pub(super) fn key(&self) -> PuzzleKey {
        PuzzleKey { day: self.puzzle.day().to_string(), language: self.puzzle.language().code().to_owned() }
    }
}

/// The requested puzzle: from the store, or else created from its date.
pub(super) async fn puzzle(state: &ServerState, asked: &Asked) -> Result<Arc<KnownPuzzle>, Problem> {
    let key = asked.key();
    if let Some(known) = state.puzzles.remembered(&key) {
        return Ok(known);
    }
    let store = &state.daily_store;
    let (kept, is_new) = if let Some(kept) = store.puzzle(&key).await? {
        (kept, false)
    } else {
        let made = make(state, asked.day, &asked.lexicon).await?;
        let StoredPuzzle { puzzle, is_new } = store.keep_puzzle(&key, stored_puzzle(&made)).await?;
        (puzzle, is_new)
    };
    let known = read(&kept, is_new, asked).ok_or_else(|| {
        tracing::error!(day = %asked.day, language = key.language, "stored puzzle is invalid");
        Problem::unavailable()
    })?;
    Ok(state.puzzles.remember(key, known))
}

impl Puzzles {
    fn remembered(&self, key: &PuzzleKey) -> Option<Arc<KnownPuzzle>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Caches a puzzle. Of concurrent calls, the first one wins.
    fn remember(&self, key: PuzzleKey, known: KnownPuzzle) -> Arc<KnownPuzzle> {
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED_MAX {
            all.clear();
        }
        all.entry(key).or_insert_with(|| Arc::new(known)).clone()
    }
}

/// Runs work that needs the engine of a list on a blocking thread.
pub(super) async fn with_engine<T: Send + 'static>(
    state: &ServerState,
    lexicon: &Arc<Lexicon>,
    work: impl FnOnce(&engine::Engine) -> T + Send + 'static,
) -> Result<T, Problem> {
    let _turn = state.puzzles.looking.acquire().await.map_err(|_| Problem::unavailable())?;
    let (tables, lexicon) = (state.tables.clone(), Arc::clone(lexicon));
    let done =
        tokio::task::spawn_blocking(move || tables.bots(&lexicon).map(|opponents| work(opponents.engine())));
    done.await.ok().flatten().ok_or_else(Problem::unavailable)
}

async fn make(state: &ServerState, day: Day, lexicon: &Arc<Lexicon>) -> Result<Puzzle, Problem> {
    let list = Arc::clone(lexicon);
    let made = with_engine(state, lexicon, move |engine| Puzzle::of(day, &list, engine)).await?;
    made.map_err(|error| {
        tracing::error!(%day, %error, "could not create the puzzle");
        Problem::unavailable()
    })
}

/// Creates the puzzles of each new day in every language, and has them solved.
///
/// All nodes do this at the same moment, and the node that stores a puzzle first solves it. If that
/// fails, the puzzle is solved when it is played, or when its results are requested on a later day.
pub(crate) async fn prepare_every_day(state: Arc<ServerState>) {
    loop {
        let now = state.tables.time().by_calendar();
        let midnight = Day::of(now).next().begins();
        // A changed clock or a suspended machine is noticed within a minute.
        let wait = midnight.since(now).0.clamp(1, 60_000).unsigned_abs();
        tokio::time::sleep(Duration::from_millis(wait)).await;
        if state.tables.time().by_calendar() < midnight {
            continue;
        }
        for language in Language::all() {
            let Ok(asked) = Asked::new(&state, &Day::of(midnight).to_string(), language.code()) else {
                continue;
            };
            if let Ok(known) = puzzle(&state, &asked).await
                && known.is_new
            {
                solutions::solve_today(&state, &asked.lexicon, &known);
            }
        }
    }
}

/// Replays stored turns; `None` if they are not turns of this puzzle.
pub(super) fn replay(puzzle: &Arc<Puzzle>, deeds: &[String]) -> Option<Attempt> {
    let deeds: Option<Vec<TurnRecord>> =
        deeds.iter().map(|deed| TurnRecord::read(puzzle.language(), deed).ok()).collect();
    Attempt::replay(puzzle, deeds?).ok()
}

const BLANK: &str = protocol::BLANK;

/// A puzzle in its stored form: letters separated by spaces, because a letter can have several
/// characters.
fn stored_puzzle(puzzle: &Puzzle) -> KeptPuzzle {
    let language = puzzle.language();
    let letter = |letter: &Letter| language.text(*letter);
    let tile = |tile: &Tile| match tile {
        Tile::Blank => BLANK,
        Tile::Letter(letter) => language.text(*letter),
    };
    KeptPuzzle {
        seed: puzzle.seed(),
        starting_word: puzzle.starting_word().iter().map(letter).collect::<Vec<_>>().join(" "),
        order: puzzle.order().iter().map(tile).collect::<Vec<_>>().join(" "),
        solution: None,
    }
}

fn read(kept: &KeptPuzzle, is_new: bool, asked: &Asked) -> Option<KnownPuzzle> {
    let language = asked.language();
    let word: Option<Vec<Letter>> = kept.starting_word.split(' ').map(|text| language.letter(text)).collect();
    let tile = |text: &str| match text {
        BLANK => Some(Tile::Blank),
        _ => language.letter(text).map(Tile::Letter),
    };
    let order: Option<Vec<Tile>> = kept.order.split(' ').map(tile).collect();
    let puzzle = Puzzle::from_parts(asked.day, language.clone(), kept.seed, word?, order?).ok()?;
    let puzzle = Arc::new(puzzle);
    let solution = kept.solution.as_deref().and_then(|text| solutions::read(text, &puzzle));
    Some(KnownPuzzle { puzzle, findings: Findings::of(solution), is_new })
}
