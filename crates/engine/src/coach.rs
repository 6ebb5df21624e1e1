use std::time::{Duration, Instant};

use rules::{LegalPlay, Rack, Rules, Tile};

use crate::{
    Budget, Choice, Engine, Equity, Move, Observation, OpponentRackSizes, PlayStatus, PlayedTurn, Position,
    Rng, Searcher, TurnAction,
    endgame::{Asked, Weighing},
    equity::LeaveValues,
    position::codes,
    rack_subsets::{mask, tile, without},
};

/// Reviews the turns of a finished game.
pub struct Coach<'e> {
    searcher: Searcher<'e>,
    chance: Rng,
    endgame_time_max: Option<Duration>,
}

/// The coach's review of one turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The best moves, the best first.
    pub best: Vec<Suggestion>,
    /// The value of the move that was made. A play that was challenged off is worth as much as a
    /// pass.
    pub made: Equity,
    /// The value of the best move minus that of the move made; never below zero.
    pub lost: Equity,
    /// The best bingo, if it would have been worth more than the move made.
    pub missed_bingo: Option<Suggestion>,
    /// The value of the rack's best move minus the average over random draws.
    pub luck: Equity,
    /// How the values, except luck, were computed.
    pub basis: Basis,
}

/// How the values of moves are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// Static equity: score plus the value of the kept tiles.
    Equity,
    /// The spread at the end of the game, searched as far as the budget allowed.
    LookedAhead,
    /// The spread at the end of the game, proven against every reply.
    Exact,
}

/// A move that could have been made.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// The move.
    pub deed: TurnAction,
    /// Its value.
    pub equity: Equity,
    /// The tiles it keeps.
    pub keeps: Vec<Tile>,
}

/// The number of moves suggested.
const SUGGESTIONS: usize = 5;
/// The number of random racks that the expected value is averaged over.
const DRAWS: usize = 48;
/// The work spent on an endgame; enough to solve most of them.
const ENDGAME_WORK: u64 = 10_000;

impl<'e> Coach<'e> {
    /// A coach that uses the words of an engine.
    pub fn new(engine: &'e Engine) -> Coach<'e> {
        Coach { searcher: Searcher::new(engine), chance: Rng::new(0), endgame_time_max: None }
    }

    /// The same coach with a time limit per endgame.
    ///
    /// Work is limited in any case, but an endgame with two blanks or on a busy machine takes long.
    pub fn hurried(self, endgame_time_max: Duration) -> Coach<'e> {
        Coach { endgame_time_max: Some(endgame_time_max), ..self }
    }

    /// Reviews a turn; `held` are the tiles its player kept from the previous turn.
    pub fn look_at(&mut self, turn: &PlayedTurn, rules: &Rules, held: &[Tile]) -> Advice {
        let engine = self.searcher.engine;
        let observation = Observation {
            others: OpponentRackSizes::with_full_racks(turn.others),
            is_last_pass: turn.is_last_pass,
            ..Observation::of_two(&turn.board, &turn.rack, turn.bag_count, rules)
        };
        let position = observation.position(engine);
        let leave_values = self.leave_values(&position);
        let mut candidates = self.searcher.candidates(&position, usize::MAX);
        for (choice, equity) in &mut candidates {
            // `candidates` gives a forced pass no value; value what it keeps, as for any other
            // move.
            if *choice == Choice::Pass {
                *equity = leave_values.without(0);
            }
        }
        let most = candidates.first().map_or(Equity::ZERO, |&(_, equity)| equity);
        let bingo = candidates
            .iter()
            .find(|(choice, _)| matches!(choice, Choice::Play(found) if found.tile_count() == Rack::SIZE))
            .copied();
        let luck = most - self.expected(&position, held, most);

        let made_used = mask(&position.rack, &turn.used());
        let made_score = turn.scored();
        let weighing = self.weigh_to_the_end(turn, &position, made_used);
        let (candidates, made, basis) = if let Some(Weighing { best, asked, is_proven }) = weighing {
            let best = best.into_iter().map(|(choice, spread)| (choice, Equity::of(spread))).collect();
            let basis = if is_proven { Basis::Exact } else { Basis::LookedAhead };
            (best, Equity::of(asked), basis)
        } else {
            candidates.truncate(SUGGESTIONS);
            (candidates, Equity::of(made_score) + leave_values.without(made_used), Basis::Equity)
        };
        let suggestion = |(choice, equity): (Choice, Equity)| {
            let keeps = without(&position.rack, choice.used()).map(tile).collect();
            Some(Suggestion { deed: deed_of(&choice, observation, engine, &position)?, equity, keeps })
        };
        let most = candidates.first().map_or(made, |&(_, equity)| equity);
        Advice {
            best: candidates.into_iter().filter_map(suggestion).collect(),
            made,
            lost: (most - made).max(Equity::ZERO),
            // With an empty bag a bingo ends the game, so its equity is exact without a search.
            missed_bingo: bingo
                .filter(|&(_, equity)| equity > made && !turn.is_bingo_that_stood())
                .and_then(suggestion),
            luck,
            basis,
        }
    }

    /// Searches the endgame, if the bag is empty and a single opponent holds all unseen tiles.
    fn weigh_to_the_end(&mut self, turn: &PlayedTurn, position: &Position, used: u8) -> Option<Weighing> {
        if !position.is_open() {
            return None;
        }
        let made = match (&turn.deed, turn.fate) {
            (TurnAction::Play(play), PlayStatus::Stood) => Asked::Play { play, used },
            (TurnAction::Play(_), PlayStatus::TakenBack)
            | (TurnAction::Exchange(_) | TurnAction::Pass, _) => Asked::Pass,
        };
        let mut budget = Budget::work(ENDGAME_WORK);
        if let Some(time_max) = self.endgame_time_max {
            budget = budget.until(Instant::now() + time_max);
        }
        self.searcher.weigh_endgame(position, SUGGESTIONS, &made, &turn.board, budget)
    }

    /// The value of what each move keeps of the position's rack.
    fn leave_values(&mut self, position: &Position) -> LeaveValues {
        self.searcher.take_codes(&position.rack);
        let mut leave_values = LeaveValues::NOTHING;
        let unseen_points = position.unseen_points(self.searcher.engine);
        self.searcher.value_leaves(position.bag, unseen_points, position.ending, &mut leave_values);
        leave_values
    }

    /// The average value of the best move when the tiles that were not held are drawn again.
    ///
    /// Returns `now` if no tile was drawn.
    fn expected(&mut self, position: &Position, held: &[Tile], now: Equity) -> Equity {
        let mut held = codes(held);
        let mut drawn = position.rack.clone();
        held.retain(|code| match drawn.iter().position(|drawn| drawn == code) {
            Some(place) => {
                drawn.remove(place);
                true
            }
            None => false,
        });
        if drawn.is_empty() {
            return now;
        }
        let mut pool = position.unseen_codes();
        pool.extend(&drawn);
        let unseen_points = position.unseen_points(self.searcher.engine);
        let mut sum = 0;
        for _ in 0..DRAWS {
            self.chance.shuffle(&mut pool);
            let mut rack = held.clone();
            rack.extend(&pool[..drawn.len()]);
            rack.sort_unstable();
            self.searcher.take_codes(&rack);
            let (choice, equity) =
                self.searcher.judge(&position.grid, position.bag, unseen_points, position.ending);
            // `judge` adds a penalty to passes; use the value without it.
            let equity = if choice == Choice::Pass { self.searcher.leave_values.without(0) } else { equity };
            sum += equity.in_hundredths();
        }
        Equity::hundredths(sum / DRAWS as i32)
    }
}

/// Converts a choice to the types of the rules.
fn deed_of(
    choice: &Choice,
    observation: Observation<'_>,
    engine: &Engine,
    position: &Position,
) -> Option<TurnAction> {
    Some(match observation.move_of(choice, engine, &position.grid) {
        Move::Play(placement) => {
            let legal =
                LegalPlay::check(&placement, observation.board, observation.rack, engine.language()).ok()?;
            TurnAction::Play(legal.into_play())
        }
        Move::Exchange(places) => TurnAction::Exchange(
            places.iter().filter_map(|&place| observation.rack.tiles().get(place).copied()).collect(),
        ),
        Move::Pass => TurnAction::Pass,
    })
}
