//! Laws that hold in every game, tested with random games.
//!
//! Tiles are conserved, a log determines its game, scores are correct, notations round-trip, and
//! views do not reveal hidden tiles. `cargo xtask prove` plays a thousand times as many games.

use rules::{Event, Game, Language, Preset};
use testkit::{RandomGame, TestRng, laws};

const GAMES: u64 = 100;

fn every_law_holds_in_random_games_of(preset: Preset) {
    for language in Language::all() {
        let lexicon = wordlists::embedded(language.code()).expect("every language has a list");
        for seed in 0..GAMES {
            laws::hold_in_a_random_game(preset, lexicon, seed);
        }
    }
}

#[test]
fn every_law_holds_in_random_games_of_the_social_preset() {
    every_law_holds_in_random_games_of(Preset::Social);
}

#[test]
fn every_law_holds_in_random_games_of_the_classic_preset() {
    every_law_holds_in_random_games_of(Preset::Classic);
}

#[test]
fn every_law_holds_in_random_games_of_the_validated_preset() {
    every_law_holds_in_random_games_of(Preset::Validated);
}

#[test]
fn every_law_holds_in_random_games_of_the_open_preset() {
    every_law_holds_in_random_games_of(Preset::Open);
}

#[test]
fn every_law_holds_in_random_games_of_the_daily_preset() {
    every_law_holds_in_random_games_of(Preset::Daily);
}

#[test]
fn replaying_a_damaged_log_never_panics() {
    const DAMAGED: usize = 60;
    let english = wordlists::embedded("en").expect("English has a list");
    let mut refused = 0;
    for (seed, preset) in
        [Preset::Social, Preset::Classic, Preset::Validated, Preset::Open].into_iter().enumerate()
    {
        let mut game = RandomGame::new(preset, english, seed as u64);
        game.finish();
        let log = &game.table.log;
        assert!(Game::replay(log).is_some());
        let mut chance = TestRng::new(seed as u64);
        for _ in 0..DAMAGED {
            let mut damaged: Vec<Event> = log.clone();
            let (one, other) = (1 + chance.below(log.len() - 1), 1 + chance.below(log.len() - 1));
            match chance.below(3) {
                0 => drop(damaged.remove(one)),
                1 => damaged.insert(one, log[other].clone()),
                _ => damaged.swap(one, other),
            }
            refused += usize::from(Game::replay(&damaged).is_none());
        }
    }
    assert!(refused > DAMAGED, "most of what moves tiles does not fit elsewhere: {refused}");
}
