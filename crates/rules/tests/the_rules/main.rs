//! The rules, a sentence a test.

mod scoring;

use rules::{Language, Preset, Rules};

fn english(preset: Preset) -> Rules {
    preset.rules(Language::by_code("en").expect("English is there"))
}
