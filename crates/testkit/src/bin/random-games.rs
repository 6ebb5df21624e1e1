//! Checks the laws in random games of every preset and language.
//!
//! Run with `random-games --games 100000`.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use lexicon::Lexicon;
use rules::{Language, Preset};
use testkit::laws;

const USAGE: &str = "usage: random-games --games N [--seed S]   (N games a preset and language)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1)?.parse::<u64>().ok()
    };
    let Some(games) = number("--games") else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let seed = number("--seed").unwrap_or(0);

    let kinds: Vec<(Preset, &'static Lexicon)> = Language::all()
        .iter()
        .filter_map(|language| wordlists::embedded(language.code()).map(AsRef::as_ref))
        .flat_map(|lexicon| Preset::ALL.map(|preset| (preset, lexicon)))
        .collect();
    let total = games * kinds.len() as u64;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left")
        .expect("the template is well-formed");
    // Draws nothing if the output is not a terminal.
    let progress = ProgressBar::new(total).with_style(style);
    let next = AtomicU64::new(0);
    let tally: Mutex<BTreeMap<String, (u64, usize)>> = Mutex::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= total {
                        break;
                    }
                    let (preset, lexicon) = kinds[(game % kinds.len() as u64) as usize];
                    let seed = seed.wrapping_add(game);
                    let outcome =
                        std::panic::catch_unwind(|| laws::hold_in_a_random_game(preset, lexicon, seed));
                    let Ok((events, reason)) = outcome else {
                        eprintln!("a law was broken: {preset}, {}, seed {seed}", lexicon.language().code());
                        std::process::exit(1);
                    };
                    let mut tally = tally.lock().expect("no thread panics with the lock");
                    let line = tally.entry(format!("{reason:?}")).or_default();
                    *line = (line.0 + 1, line.1 + events);
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    println!("{total} random games, {games} a preset and language, seed {seed}: every law held");
    for (reason, (games, events)) in tally.into_inner().expect("no thread panics with the lock") {
        println!("  {reason}: {games} games, {events} events");
    }
    ExitCode::SUCCESS
}
