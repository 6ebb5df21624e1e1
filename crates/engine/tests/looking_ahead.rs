//! Rollouts are reproducible, respect the deadline and play the moves of every opponent.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use engine::{
    Bots, Budget, CandidateResult, Choice, Engine, Move, Observation, OpponentRackSizes, Rng, Searcher,
    SelfPlayGame,
};
use rules::notation::{read_board, tiles};
use rules::{Board, BotLevel, LegalPlay, Preset, Rack, Rules};

static OPPONENTS: LazyLock<Bots> =
    LazyLock::new(|| Bots::new(Arc::clone(wordlists::embedded("en").unwrap())).unwrap());
static RULES: LazyLock<Rules> = LazyLock::new(|| Preset::Open.rules(engine().language().clone()));

fn engine() -> &'static Engine {
    OPPONENTS.engine()
}

fn rack(text: &str) -> Rack {
    Rack::new(tiles::read_rack(engine().language(), text).unwrap())
}

/// The board, the rack and the number of tiles in the bag after this many turns.
fn after(turns: u32, seed: u64) -> (Board, Rack, usize) {
    let mut searcher = Searcher::new(engine());
    let mut chance = Rng::new(seed);
    let mut duel = SelfPlayGame::new(engine().language(), &mut chance);
    while duel.turns() < turns && !duel.is_over() {
        let (choice, _) = searcher.best_choice(&duel.position());
        duel.make(&choice, engine(), &mut chance);
    }
    (duel.board().clone(), duel.rack(), duel.bag_count())
}

fn simulated(observation: Observation<'_>, work: u64, luck: u64) -> Vec<CandidateResult> {
    let position = observation.position(engine());
    Searcher::new(engine()).simulate(&position, 8, Budget::work(work), &mut Rng::new(luck))
}

#[test]
fn the_same_seed_gives_the_same_rollouts_and_another_seed_others() {
    let (board, rack, bag_count) = after(6, 1);
    let observation = Observation::of_two(&board, &rack, bag_count, &RULES);
    let once = simulated(observation, 1_000, 5);
    assert_eq!(once, simulated(observation, 1_000, 5));
    let otherwise = simulated(observation, 1_000, 6);
    assert_ne!(once, otherwise);
}

#[test]
fn rollouts_go_to_candidates_that_may_still_be_best() {
    let (board, rack, bag_count) = after(4, 5);
    let weighed = simulated(Observation::of_two(&board, &rack, bag_count, &RULES), 8_000, 1);
    assert_eq!(weighed.len(), 8);
    let most = weighed[0].rollouts;
    let in_play = weighed.iter().take_while(|line| line.rollouts == most).count();
    assert!(weighed[..in_play].is_sorted_by(|a, b| a.outlook >= b.outlook));
    let dropped = &weighed[in_play..];
    assert!(!dropped.is_empty(), "some fall behind");
    for line in dropped {
        assert!(line.rollouts < most, "and get no more rollouts");
        assert!(line.outlook < weighed[0].outlook);
    }
}

#[test]
fn a_bot_without_time_moves_by_static_equity() {
    let (board, rack, bag_count) = after(6, 3);
    let observation = Observation::of_two(&board, &rack, bag_count, &RULES);
    let level = BotLevel::new(5).unwrap();
    let now = Instant::now();
    // Without time, the bot plays the move with the most static equity.
    let hurried = OPPONENTS.choose(observation, level, Some(now), 1);
    assert_eq!(hurried, OPPONENTS.choose(observation, BotLevel::new(4).unwrap(), None, 1));
    // The full work would take seconds. The deadline ends it, at the latest after the current
    // round.
    OPPONENTS.choose(observation, level, Some(now + Duration::from_millis(1)), 1);
}

#[test]
fn the_penalty_for_passing_does_not_distort_rollouts() {
    // Only a few single tiles can be laid, and the bag has too few tiles for an exchange.
    let (board, _, _) = after(20, 4);
    let rack = rack("EIV");
    let observation = Observation::of_two(&board, &rack, 2, &RULES);
    for line in simulated(observation, 2_000, 1) {
        assert!(line.outlook.abs() < 200.0, "{line:?}");
    }
}

#[test]
fn every_opponent_moves_in_a_rollout() {
    let (board, rack, bag_count) = after(4, 5);
    let two = Observation::of_two(&board, &rack, bag_count, &RULES);
    let others = OpponentRackSizes::with_full_racks(3);
    let four = Observation { others, bag_count: bag_count - 14, ..two };
    let (alone, among_four) = (simulated(two, 4_000, 1), simulated(four, 4_000, 1));
    let rollouts = |weighed: &[CandidateResult]| weighed.iter().map(|line| line.rollouts).sum::<u32>();
    // Every rollout searches for four moves instead of two.
    assert!(rollouts(&among_four) * 5 < rollouts(&alone) * 3 + 5 * 8 * 12);
    assert!(among_four[0].rollouts > 0);
}

#[test]
fn rollouts_go_to_the_end_once_the_bag_is_empty() {
    let language = engine().language();
    let board = "4GOWD7/4L5O2R1/2BOA5U1PE1/2LID1CAVItIED1/2ODE5S1TO1/2TI1Q3FA2W1/3UTA3ON2AR/3MOTTE1AG3E/\
                 4N2HMm4U/1F2S4I4S/1R2I3BE4I/VEXIL2JURAL2N/1A2A3N5G/1K2R3N6/EYE12";
    let board = read_board(&board.replace(' ', ""), language).unwrap();
    let rack = rack("EEYTOEC");
    // HINPRSZ is unseen: one opponent holds four of these tiles, the other three.
    let observation = Observation {
        others: OpponentRackSizes::new([4, 3]),
        ..Observation::of_two(&board, &rack, 0, &RULES)
    };
    let weighed = simulated(observation, 4_000, 1);
    assert!(matches!(weighed[0].choice, Choice::Play(_)), "{:?}", weighed[0]);
    // With so few tiles no spread reaches a hundred points.
    assert!(weighed.iter().all(|line| line.outlook.abs() < 100.0));
    let moved = OPPONENTS.choose(observation, BotLevel::new(5).unwrap(), Some(Instant::now()), 1);
    let Move::Play(placement) = moved else { panic!("{moved:?}") };
    assert!(LegalPlay::check(&placement, &board, &rack, language).is_ok());
}
