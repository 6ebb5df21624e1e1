//! Solving of puzzles. A solve takes seconds, so one node does it and stores the solution for all.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use daily::{Effort, Puzzle, Solution, SolvedLine, solve};
use lexicon::Lexicon;
use rules::Language;
use serde::{Deserialize, Serialize};
use store::{DailyStore, StoreError};

use super::extract::{Asked, Problem};
use super::puzzles::{KnownPuzzle, replay, with_engine};
use super::solve_queue::{Lane, Outcome, Requested};
use crate::limits::network;
use crate::state::ServerState;

/// What is known about a puzzle's best results.
#[derive(Default)]
pub(super) struct Findings {
    solution: OnceLock<Solution>,
    /// Par, until there is a solution that contains it.
    par: OnceLock<SolvedLine>,
}

impl Findings {
    pub(super) fn of(solution: Option<Solution>) -> Findings {
        Findings { solution: solution.map(OnceLock::from).unwrap_or_default(), ..Findings::default() }
    }

    /// The solution; `None` until it is known.
    pub(super) fn solution(&self) -> Option<&Solution> {
        self.solution.get()
    }

    fn par(&self) -> Option<&SolvedLine> {
        self.solution().map(|solution| &solution.par).or_else(|| self.par.get())
    }
}

/// Par of a puzzle: the line of greedy play.
pub(super) async fn par(
    state: &ServerState,
    asked: &Asked,
    known: &KnownPuzzle,
) -> Result<SolvedLine, Problem> {
    if let Some(par) = known.findings.par() {
        return Ok(par.clone());
    }
    let puzzle = Arc::clone(&known.puzzle);
    let par = with_engine(state, &asked.lexicon, move |engine| daily::par(&puzzle, engine)).await?;
    Ok(known.findings.par.get_or_init(|| par).clone())
}

/// A puzzle to solve, with its word list.
pub(super) struct Job {
    known: Arc<KnownPuzzle>,
    lexicon: Arc<Lexicon>,
}

/// Queues today's puzzle unless it is solved. The caller does not wait: the solution is published
/// only when the day is over.
pub(super) fn solve_today(state: &Arc<ServerState>, lexicon: &Arc<Lexicon>, known: &Arc<KnownPuzzle>) {
    request(state, lexicon, known, Lane::Today, || true);
}

/// Queues an archived day for a player at an address who finished it, unless the store has its
/// solution.
///
/// If it cannot be queued now, the results omit the best line, and the player's next request tries
/// again.
pub(super) async fn solve_archived(
    state: &Arc<ServerState>,
    asked: &Asked,
    known: &Arc<KnownPuzzle>,
    address: IpAddr,
) -> Result<(), Problem> {
    if known.findings.solution().is_some() || known.take_stored(state.daily_store.as_ref()).await? {
        return Ok(());
    }
    let is_within_quota = || state.addresses.solve_archived(address, &state.limits).is_ok();
    request(state, &asked.lexicon, known, Lane::Archive(network(address)), is_within_quota);
    Ok(())
}

fn request(
    state: &Arc<ServerState>,
    lexicon: &Arc<Lexicon>,
    known: &Arc<KnownPuzzle>,
    lane: Lane,
    is_within_quota: impl FnOnce() -> bool,
) {
    if known.findings.solution().is_some() {
        return;
    }
    let job = Job { known: Arc::clone(known), lexicon: Arc::clone(lexicon) };
    if state.puzzles.solving.request(known.key(), lane, job, is_within_quota) == Requested::StartWorker {
        tokio::spawn(work(Arc::clone(state)));
    }
}

/// Solves the queued puzzles one after the other.
async fn work(state: Arc<ServerState>) {
    let mut worker = state.puzzles.solving.worker();
    while !state.is_closing()
        && let Some((key, Job { known, lexicon })) = worker.next()
    {
        let tables = state.tables.clone();
        let solver = move |puzzle: &Arc<Puzzle>| {
            let opponents = tables.bots(&lexicon)?;
            Some(solve(puzzle, opponents.engine(), Effort::USUAL))
        };
        let outcome = known.find_solution(state.daily_store.as_ref(), solver).await;
        worker.finish(&key, outcome);
    }
}

impl KnownPuzzle {
    /// Loads the solution from the store, where another node may have put it. Returns whether there
    /// is one.
    async fn take_stored(&self, store: &dyn DailyStore) -> Result<bool, StoreError> {
        let stored = store.puzzle(&self.key()).await?.and_then(|kept| kept.solution);
        let solution = stored.and_then(|text| read(&text, &self.puzzle));
        Ok(solution.map(|solution| self.findings.solution.get_or_init(|| solution)).is_some())
    }

    /// Loads the solution from the store, or else runs the solver and stores its result.
    async fn find_solution(
        &self,
        store: &dyn DailyStore,
        solver: impl FnOnce(&Arc<Puzzle>) -> Option<Solution> + Send + 'static,
    ) -> Outcome {
        match self.take_stored(store).await {
            Ok(true) => return Outcome::Solved,
            Ok(false) => {}
            Err(error) => {
                tracing::warn!(%error, "could not read the solution of a puzzle");
                return Outcome::StoreUnavailable;
            }
        }
        let puzzle = Arc::clone(&self.puzzle);
        let solution = match tokio::task::spawn_blocking(move || solver(&puzzle)).await {
            Ok(Some(solution)) => solution,
            Ok(None) => return Outcome::Failed,
            Err(error) => {
                tracing::error!(%error, day = %self.puzzle.day(), "could not solve a puzzle");
                return Outcome::Failed;
            }
        };
        let text = solution_text(&solution, self.puzzle.language());
        if let Err(error) = store.keep_solution(&self.key(), text).await {
            // The solution stays in memory until the server stops, and then has to be computed
            // again.
            tracing::warn!(%error, "could not store the solution of a puzzle");
        }
        self.findings.solution.get_or_init(|| solution);
        Outcome::Solved
    }
}

/// Stored form of a solution: the turns of both lines.
#[derive(Serialize, Deserialize)]
struct KeptSolution {
    par: Vec<String>,
    best: Vec<String>,
    proven: bool,
}

fn solution_text(solution: &Solution, language: &Language) -> String {
    let deeds = |line: &SolvedLine| line.turns.iter().map(|turn| turn.deed.write(language)).collect();
    let kept =
        KeptSolution { par: deeds(&solution.par), best: deeds(&solution.best), proven: solution.is_proven };
    serde_json::to_string(&kept).expect("texts and a truth value are always JSON")
}

/// Parses a stored solution; `None` if it is not one of this puzzle.
pub(super) fn read(text: &str, puzzle: &Arc<Puzzle>) -> Option<Solution> {
    let kept: KeptSolution = serde_json::from_str(text).ok()?;
    let line = |deeds: &[String]| {
        let attempt = replay(puzzle, deeds)?;
        Some(SolvedLine { turns: attempt.turns().to_vec(), total: attempt.score() })
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
        Arc::new(KnownPuzzle { puzzle: Arc::clone(&PUZZLE), findings: Findings::default(), is_new: true })
    }

    /// A store with the puzzle and its solution.
    async fn store_of(known: &KnownPuzzle, solution: Option<&Solution>) -> MemoryStore {
        let store = MemoryStore::new();
        let solution = solution.map(|solution| solution_text(solution, known.puzzle.language()));
        let kept = KeptPuzzle { seed: 1, starting_word: String::new(), order: String::new(), solution };
        store.keep_puzzle(&known.key(), kept).await.unwrap();
        store
    }

    /// A solution that is cheap to compute.
    fn quick(puzzle: &Arc<Puzzle>) -> Solution {
        let par = daily::par(puzzle, &ENGINE);
        Solution { best: par.clone(), par, is_proven: false }
    }

    #[tokio::test]
    async fn a_solver_that_fails_leaves_the_puzzle_unsolved() {
        let known = known();
        let store = store_of(&known, None).await;
        let outcome = known.find_solution(&store, |_| panic!("a fault of the solver")).await;
        assert_eq!((outcome, known.findings.solution()), (Outcome::Failed, None));
        let outcome = known.find_solution(&store, |_| None).await;
        assert_eq!((outcome, known.findings.solution()), (Outcome::Failed, None));

        store.set_failing(true);
        let outcome = known.find_solution(&store, |_| panic!("nothing is computed without the store")).await;
        store.set_failing(false);
        assert_eq!((outcome, known.findings.solution()), (Outcome::StoreUnavailable, None));

        let outcome = known.find_solution(&store, |puzzle| Some(quick(puzzle))).await;
        assert_eq!((outcome, known.findings.solution()), (Outcome::Solved, Some(&quick(&known.puzzle))));
    }

    #[tokio::test]
    async fn a_solution_of_another_node_is_read_from_the_store() {
        let known = known();
        let solution = Solution { is_proven: true, ..quick(&known.puzzle) };
        let store = store_of(&known, Some(&solution)).await;
        let outcome = known.find_solution(&store, |_| panic!("there is nothing to solve")).await;
        assert_eq!((outcome, known.findings.solution()), (Outcome::Solved, Some(&solution)));
        assert_eq!(known.findings.par(), Some(&solution.par));
    }

    #[tokio::test]
    async fn a_solution_is_stored_and_can_be_read_again() {
        let known = known();
        let store = store_of(&known, None).await;
        known.find_solution(&store, |puzzle| Some(quick(puzzle))).await;
        let text = store.puzzle(&known.key()).await.unwrap().unwrap().solution.unwrap();
        assert_eq!(read(&text, &known.puzzle), Some(quick(&known.puzzle)));
        for broken in ["", "{}", r#"{"par": [], "best": ["v1 A1 QQ"], "proven": true}"#] {
            assert_eq!(read(broken, &known.puzzle), None, "{broken}");
        }
    }
}
