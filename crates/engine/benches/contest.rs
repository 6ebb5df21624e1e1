//! Players against each other, in pairs of games with the same tiles:
//! `cargo bench -p engine --bench contest [-- LANGUAGE FIRST SECOND PAIRS]`, where a player is `greedy`, `static` or 1 to 5.

use std::{env, sync::Arc, thread, time::Instant};

use engine::{Contest, Contestant, Opponents};
use rules::BotLevel;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let argument =
        |index: usize, otherwise: &'static str| arguments.get(index).map_or(otherwise, String::as_str);
    let (language, first, second) = (argument(0, "en"), argument(1, "static"), argument(2, "greedy"));
    let pairs: u64 = argument(3, "200").parse().expect("a number of pairs");
    let contestant = |name: &str| match name {
        "greedy" => Contestant::Greedy,
        "static" => Contestant::Static,
        level => Contestant::Level(level.parse().ok().and_then(BotLevel::new).expect("a level from 1 to 5")),
    };
    let lexicon = wordlists::embedded(language).expect("a language that is there");
    let opponents = Opponents::new(Arc::clone(lexicon)).expect("a small alphabet");
    let contest = Contest::new(&opponents, [contestant(first), contestant(second)]);
    let begun = Instant::now();
    let halves = thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|half| {
                let contest = &contest;
                scope.spawn(move || {
                    (0..pairs)
                        .filter(|pair| pair % 2 == half)
                        .map(|pair| contest.pair(pair))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
    });
    let games = || halves.iter().flatten();
    let count = games().count() as f64;
    let wins: f64 = games()
        .map(|game| match game.scores[0].cmp(&game.scores[1]) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
        .sum::<f64>()
        / count;
    // A pair is what is independent of the others.
    let spreads: Vec<f64> = halves
        .iter()
        .map(|pair| pair.iter().map(|game| f64::from(game.scores[0] - game.scores[1])).sum::<f64>() / 2.0)
        .collect();
    let mean = spreads.iter().sum::<f64>() / spreads.len() as f64;
    let variance = spreads.iter().map(|spread| (spread - mean).powi(2)).sum::<f64>()
        / (spreads.len() as f64 - 1.0).max(1.0);
    let average = |index: usize| games().map(|game| f64::from(game.scores[index])).sum::<f64>() / count;
    println!(
        "{first} against {second}: {:.1} % won of {count}, {mean:+.1} ± {:.1} points a game, {:.1} to {:.1}; {:.2?} a game",
        100.0 * wins,
        (variance / spreads.len() as f64).sqrt(),
        average(0),
        average(1),
        begun.elapsed() / count as u32,
    );
}
