//! The search for the best way through a puzzle. It takes seconds, so it is done once: what any node has found is kept for all of them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use daily::{Effort, Line, Puzzle, Solution, solve};
use lexicon::Lexicon;
use rules::Language;
use serde::{Deserialize, Serialize};
use store::Store;

use super::asking::{Asked, Problem};
use super::puzzles::{KnownPuzzle, replay, with_engine};
use crate::state::ServerState;

/// What could be made of a puzzle, as far as it is known.
#[derive(Default)]
pub(super) struct Findings {
    solution: OnceLock<Solution>,
    /// What a greedy player makes, for as long as there is no solution to take it from.
    par: OnceLock<Line>,
    is_looked_for: AtomicBool,
}

impl Findings {
    pub(super) fn of(solution: Option<Solution>) -> Findings {
        Findings { solution: solution.map(OnceLock::from).unwrap_or_default(), ..Findings::default() }
    }

    /// The ways through it; `None` as long as they are not known.
    pub(super) fn solution(&self) -> Option<&Solution> {
        self.solution.get()
    }

    fn par(&self) -> Option<&Line> {
        self.solution().map(|solution| &solution.par).or_else(|| self.par.get())
    }
}

/// What a greedy player makes of a puzzle.
pub(super) async fn par(state: &ServerState, asked: &Asked, known: &KnownPuzzle) -> Result<Line, Problem> {
    if let Some(par) = known.findings.par() {
        return Ok(par.clone());
    }
    let puzzle = Arc::clone(&known.puzzle);
    let par = with_engine(state, &asked.lexicon, move |engine| daily::par(&puzzle, engine)).await?;
    Ok(known.findings.par.get_or_init(|| par).clone())
}

/// Looks for the best way through a puzzle, unless it is known or somebody does. Nobody waits for it.
pub(super) fn look_for_the_best(state: &Arc<ServerState>, lexicon: &Arc<Lexicon>, known: &Arc<KnownPuzzle>) {
    let Some(look) = Look::begin(known) else { return };
    let (state, lexicon) = (Arc::clone(state), Arc::clone(lexicon));
    tokio::spawn(async move {
        let Ok(_turn) = state.puzzles.solving.acquire().await else { return };
        let tables = state.tables.clone();
        let solver = move |puzzle: &Arc<Puzzle>| {
            let opponents = tables.opponents(&lexicon)?;
            Some(solve(puzzle, opponents.engine(), Effort::USUAL))
        };
        look.take(state.tables.store().as_ref(), solver).await;
    });
}

/// The one who looks for the best way through a puzzle. However that ends, somebody can look again afterwards.
struct Look(Arc<KnownPuzzle>);

impl Look {
    /// `None` if there is nothing to look for, or somebody does.
    fn begin(known: &Arc<KnownPuzzle>) -> Option<Look> {
        let findings = &known.findings;
        let is_open = findings.solution().is_none() && !findings.is_looked_for.swap(true, Ordering::AcqRel);
        is_open.then(|| Look(Arc::clone(known)))
    }

    /// Takes what the store has, as another node may have been here; or else what the solver finds, which is then kept.
    async fn take(
        self,
        store: &dyn Store,
        solver: impl FnOnce(&Arc<Puzzle>) -> Option<Solution> + Send + 'static,
    ) {
        let Look(known) = &self;
        let kept = match store.puzzle(&known.key()).await {
            Ok(kept) => kept.and_then(|kept| kept.solution),
            Err(error) => {
                tracing::warn!(%error, "it is not known whether a puzzle was solved");
                return;
            }
        };
        if let Some(solution) = kept.and_then(|text| read(&text, &known.puzzle)) {
            known.findings.solution.get_or_init(|| solution);
            return;
        }
        let puzzle = Arc::clone(&known.puzzle);
        let solution = match tokio::task::spawn_blocking(move || solver(&puzzle)).await {
            Ok(Some(solution)) => solution,
            Ok(None) => return,
            Err(error) => {
                tracing::error!(%error, day = %known.puzzle.day(), "a puzzle could not be solved");
                return;
            }
        };
        if let Err(error) =
            store.keep_solution(&known.key(), written(&solution, known.puzzle.language())).await
        {
            // It is known until the server stops; then it is looked for again.
            tracing::warn!(%error, "the best way through a puzzle could not be kept");
        }
        known.findings.solution.get_or_init(|| solution);
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        self.0.findings.is_looked_for.store(false, Ordering::Release);
    }
}

/// A solution as the store has it: the deeds of both ways.
#[derive(Serialize, Deserialize)]
struct KeptSolution {
    par: Vec<String>,
    best: Vec<String>,
    proven: bool,
}

fn written(solution: &Solution, language: &Language) -> String {
    let deeds = |line: &Line| line.turns.iter().map(|turn| turn.deed.write(language)).collect();
    let kept =
        KeptSolution { par: deeds(&solution.par), best: deeds(&solution.best), proven: solution.is_proven };
    serde_json::to_string(&kept).expect("texts and a truth value are always JSON")
}

/// A solution that was kept; `None` if it is none of this puzzle.
pub(super) fn read(text: &str, puzzle: &Arc<Puzzle>) -> Option<Solution> {
    let kept: KeptSolution = serde_json::from_str(text).ok()?;
    let line = |deeds: &[String]| {
        let attempt = replay(puzzle, deeds)?;
        Some(Line { turns: attempt.turns().to_vec(), total: attempt.score() })
    };
    Some(Solution { par: line(&kept.par)?, best: line(&kept.best)?, is_proven: kept.proven })
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use engine::Engine;
    use store::{DailyStore as _, KeptPuzzle, MemoryStore};

    use super::*;

    static ENGINE: LazyLock<Engine> =
        LazyLock::new(|| Engine::new(wordlists::embedded("en").unwrap()).unwrap());

    fn known() -> Arc<KnownPuzzle> {
        static PUZZLE: LazyLock<Arc<Puzzle>> = LazyLock::new(|| {
            let english = wordlists::embedded("en").unwrap();
            Arc::new(Puzzle::of("2026-11-15".parse().unwrap(), english, &ENGINE).unwrap())
        });
        Arc::new(KnownPuzzle { puzzle: Arc::clone(&PUZZLE), findings: Findings::default() })
    }

    /// A store that has the puzzle, and what was found of it.
    async fn store_of(known: &KnownPuzzle, solution: Option<&Solution>) -> MemoryStore {
        let store = MemoryStore::new();
        let solution = solution.map(|solution| written(solution, known.puzzle.language()));
        let kept = KeptPuzzle { seed: 1, starting_word: String::new(), order: String::new(), solution };
        store.keep_puzzle(&known.key(), kept).await.unwrap();
        store
    }

    /// A solution that costs nothing to find.
    fn quick(puzzle: &Arc<Puzzle>) -> Solution {
        let par = daily::par(puzzle, &ENGINE);
        Solution { best: par.clone(), par, is_proven: false }
    }

    #[tokio::test]
    async fn a_solver_that_fails_is_asked_again() {
        let known = known();
        let store = store_of(&known, None).await;
        let look = Look::begin(&known).unwrap();
        assert!(Look::begin(&known).is_none(), "one at a time");
        look.take(&store, |_| panic!("a fault of the solver")).await;
        assert_eq!(known.findings.solution(), None);

        Look::begin(&known).unwrap().take(&store, |_| None).await;
        assert_eq!(known.findings.solution(), None);

        store.set_failing(true);
        Look::begin(&known).unwrap().take(&store, |puzzle| Some(quick(puzzle))).await;
        store.set_failing(false);
        assert_eq!(known.findings.solution(), None);

        Look::begin(&known).unwrap().take(&store, |puzzle| Some(quick(puzzle))).await;
        let solution = quick(&known.puzzle);
        assert_eq!(known.findings.solution(), Some(&solution));
        assert!(Look::begin(&known).is_none(), "there is nothing more to look for");
    }

    #[tokio::test]
    async fn what_another_node_has_found_is_taken_from_the_store() {
        let known = known();
        let solution = Solution { is_proven: true, ..quick(&known.puzzle) };
        let store = store_of(&known, Some(&solution)).await;
        Look::begin(&known).unwrap().take(&store, |_| panic!("there is nothing to solve")).await;
        assert_eq!(known.findings.solution(), Some(&solution));
        assert_eq!(known.findings.par(), Some(&solution.par));
    }

    #[tokio::test]
    async fn what_is_found_is_kept_and_what_is_kept_can_be_read() {
        let known = known();
        let store = store_of(&known, None).await;
        Look::begin(&known).unwrap().take(&store, |puzzle| Some(quick(puzzle))).await;
        let text = store.puzzle(&known.key()).await.unwrap().unwrap().solution.unwrap();
        assert_eq!(read(&text, &known.puzzle), Some(quick(&known.puzzle)));
        for broken in ["", "{}", r#"{"par": [], "best": ["v1 A1 QQ"], "proven": true}"#] {
            assert_eq!(read(broken, &known.puzzle), None, "{broken}");
        }
    }
}
