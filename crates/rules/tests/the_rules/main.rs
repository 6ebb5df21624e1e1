//! The rules of the game: each test name states one rule.

mod challenges;
mod clocks;
mod daily;
mod damaged_logs;
mod days;
mod dictionary_challenges;
mod ending;
mod exchange;
mod fairness;
mod going_out;
mod host;
mod laws;
mod leaving;
mod leaving_challenges;
mod lobby;
mod lost_turns;
mod names;
mod opening_draw;
mod pauses;
mod placing;
mod play_again;
mod presets;
mod scoring;
mod spanish;
mod stand_ins;
mod starting;
mod taking_back;
mod turns;
mod views;
mod votes;
mod words;

use std::fmt::Write;
use std::sync::Arc;

use rules::{FirstToMove, Language, Millis, Preset, RuleFields, Rules, Tile, Verdict, WordRule};
use testkit::{Table, tiles};

/// The rules of a preset in English.
fn english(preset: Preset) -> Rules {
    preset.rules(Language::by_code("en").expect("English is there"))
}

/// A started game with these racks. Ann moves first.
fn dealt(preset: Preset, racks: &[&str]) -> Table {
    dealt_by(preset, racks, |_| {})
}

/// The same with changed rules.
fn dealt_by(preset: Preset, racks: &[&str], change: impl FnOnce(&mut RuleFields)) -> Table {
    Table::changed(english(preset), racks.len(), change)
        .with_racks(racks)
        .with_opening_draw(&"ABCD"[..racks.len()])
        .started()
}

/// A started game with only these tiles: first the racks, then the draws. Ann moves first.
fn last_tiles(preset: Preset, players: usize, order: &[&str], change: impl FnOnce(&mut RuleFields)) -> Table {
    let english = Language::by_code("en").expect("English is there");
    let drawn = tiles(&english, &order.concat());
    let count = |tile: Tile| drawn.iter().filter(|&&other| other == tile).count();
    let mut text = format!("code xx\nname Few\nblanks {}\n", count(Tile::Blank));
    for letter in english.letters() {
        let tile = Tile::Letter(letter);
        let _ = writeln!(text, "{} {} {}", english.text(letter), count(tile), english.points(tile));
    }
    let few = Arc::new(Language::parse(&text).expect("a tile set"));
    let table = Table::changed(preset.rules(few), players, |fields| {
        fields.beginner = FirstToMove::JoinOrder;
        change(fields);
    });
    table.with_racks(order).started()
}

/// A word rule with challenges and a window of this many seconds.
fn challenge(verdict: Verdict, window_seconds: i64) -> WordRule {
    WordRule::Challenge { verdict, window: Millis::seconds(window_seconds) }
}
