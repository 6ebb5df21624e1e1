//! Laws that hold in every game, tested with random games.
//!
//! Tiles are conserved, a log determines its game, scores are correct, notations round-trip, and
//! views do not reveal hidden tiles. `cargo xtask prove` plays a thousand times as many games.

use rules::{Language, Preset};
use testkit::laws;

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
