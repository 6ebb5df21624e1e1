use crate::{
    Budget, Choice, Equity, Grid, PackedMove, Position, Rng, Searcher,
    equity::LeaveValues,
    rack_subsets::without,
    rollout::{Ended, Rollout},
};

/// A candidate move and the result of its rollouts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CandidateResult {
    /// The move.
    pub choice: Choice,
    /// The static equity.
    pub equity: Equity,
    /// The average result of the rollouts in points, or the equity if there were none.
    pub outlook: f64,
    /// The standard error of the average.
    pub error: f64,
    /// The number of rollouts.
    pub rollouts: u32,
}

/// Candidates are compared after every this many rollouts.
const ROUND: u32 = 12;
/// A candidate is dropped when it is this many standard errors of the difference behind.
const GIVEN_UP: f64 = 2.6;

impl Searcher<'_> {
    /// The moves with the most equity, the best first; a pass if there are none.
    pub fn candidates(&mut self, position: &Position, count: usize) -> Vec<(Choice, Equity)> {
        self.take_codes(&position.rack);
        let unseen_points = if position.bag == 0 { position.unseen_points(self.engine) } else { 0 };
        let mut leave_values = std::mem::replace(&mut self.leave_values, LeaveValues::NOTHING);
        self.value_leaves(position.bag, unseen_points, position.ending, &mut leave_values);
        let mut found: Vec<PackedMove> = Vec::new();
        self.all_in_hand(&position.grid, &mut found);
        let mut candidates: Vec<(Choice, Equity)> = found
            .into_iter()
            .map(|play| (Choice::Play(play), Equity::of(play.score.into()) + leave_values.without(play.used)))
            .collect();
        if position.bag >= position.ending.exchange_needs {
            let parts = 1..1_u8 << self.hand.size();
            let is_first_of_equals = |used: &u8| self.hand.is_first_of_equals(*used);
            let exchanges =
                parts.filter(|used| used.count_ones() as usize <= position.bag).filter(is_first_of_equals);
            candidates.extend(exchanges.map(|used| (Choice::Exchange(used), leave_values.without(used))));
        }
        self.leave_values = leave_values;
        let by_equity = |&(choice, equity): &(Choice, Equity)| (std::cmp::Reverse(equity), choice.used());
        if candidates.len() > count {
            candidates.select_nth_unstable_by_key(count, by_equity);
            candidates.truncate(count);
        }
        candidates.sort_unstable_by_key(by_equity);
        if candidates.is_empty() {
            candidates.push((Choice::Pass, Equity::ZERO));
        }
        candidates
    }

    /// Compares the best candidates by rollouts and drops those that fall behind. The best comes
    /// first.
    ///
    /// A rollout plays one move of every opponent and one of the player; once the bag is empty it
    /// plays to the end of the game.
    pub fn simulate(
        &mut self,
        position: &Position,
        candidates: usize,
        mut budget: Budget,
        chance: &mut Rng,
    ) -> Vec<CandidateResult> {
        let mut lines: Vec<Candidate> = self
            .candidates(position, candidates)
            .into_iter()
            .map(|(choice, equity)| Candidate::new(choice, equity, position, self))
            .collect();
        let mut in_play = lines.len();
        let mut unseen = position.unseen_codes();
        while in_play > 1 && !budget.is_spent() {
            for _ in 0..ROUND {
                chance.shuffle(&mut unseen);
                for line in &mut lines[..in_play] {
                    let moves = line.play_on(position, &unseen, self);
                    budget.spend(moves);
                }
            }
            lines[..in_play].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            let (leader, others) = lines[..in_play].split_first_mut().expect("there are two");
            others.sort_by_cached_key(|line| leader.is_ahead_of(line));
            in_play = 1 + others.iter().take_while(|line| !leader.is_ahead_of(line)).count();
        }
        let mut weighed: Vec<CandidateResult> = lines.iter().map(Candidate::weighed).collect();
        weighed[..in_play].sort_by(|a, b| b.outlook.total_cmp(&a.outlook));
        weighed
    }
}

/// A candidate and the results of its rollouts.
struct Candidate {
    choice: Choice,
    equity: Equity,
    grid: Grid,
    kept: Vec<u8>,
    outcomes: Vec<f32>,
}

impl Candidate {
    fn new(choice: Choice, equity: Equity, position: &Position, searcher: &Searcher<'_>) -> Candidate {
        let mut grid = position.grid.clone();
        if let Choice::Play(found) = choice {
            found.lay(&mut grid, searcher.engine);
        }
        let kept = without(&position.rack, choice.used()).collect();
        Candidate { choice, equity, grid, kept, outcomes: Vec::new() }
    }

    /// Plays a rollout with the unseen tiles dealt in this order. Returns the number of moves
    /// searched.
    fn play_on(&mut self, position: &Position, unseen: &[u8], searcher: &mut Searcher<'_>) -> u64 {
        let rollout = Rollout::new(position, &self.choice, &self.grid, &self.kept, unseen, searcher);
        // Several opponents and an empty bag: their racks are not known, but the game ends soon.
        let Ended { outcome, moves } =
            if position.bag == 0 { rollout.until_it_ends() } else { rollout.one_round() };
        self.outcomes.push(outcome as f32);
        moves
    }

    fn mean(&self) -> f64 {
        self.outcomes.iter().map(|&outcome| f64::from(outcome)).sum::<f64>()
            / self.outcomes.len().max(1) as f64
    }

    /// Whether this candidate is significantly ahead.
    ///
    /// All candidates get the same deals, so the paired differences are compared.
    fn is_ahead_of(&self, other: &Candidate) -> bool {
        let count = self.outcomes.len().min(other.outcomes.len()) as f64;
        let differences = || self.outcomes.iter().zip(&other.outcomes).map(|(a, b)| f64::from(a - b));
        let mean = differences().sum::<f64>() / count;
        let variance =
            differences().map(|difference| (difference - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        mean > GIVEN_UP * (variance / count).sqrt()
    }

    fn weighed(&self) -> CandidateResult {
        let rollouts = self.outcomes.len() as u32;
        let outlook = if rollouts == 0 { self.equity.points() } else { self.mean() };
        let mean = self.mean();
        let variance = self.outcomes.iter().map(|&outcome| (f64::from(outcome) - mean).powi(2)).sum::<f64>()
            / f64::from(rollouts.max(2) - 1);
        let error = (variance / f64::from(rollouts.max(1))).sqrt();
        CandidateResult { choice: self.choice, equity: self.equity, outlook, error, rollouts }
    }
}
