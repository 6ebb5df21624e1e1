//! `dord selfplay`: the engine against itself.

use std::{
    io::Write,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Instant,
};

use anyhow::ensure;
use clap::Args;
use engine::{Bots, Game, Match, MatchPlayer};
use indicatif::{ProgressBar, ProgressStyle};
use rules::BotLevel;
use serde_json::json;
use wordlists::WordLists;

use crate::{Outcome, text_columns::counted, words::language};

/// Play the computer against itself.
///
/// Games come in pairs with identical draws, in which each player begins once. The same seed gives
/// the same games, with any number of threads.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    dord selfplay --games 1000\n  \
    dord selfplay --games 200 --player 3 --against 2\n  \
    dord selfplay --games 10000 --player static --threads 2 --json\n\n\
    Players: greedy takes the most points, static also weighs what it keeps, 1 to 5 are the levels of the table.")]
pub(crate) struct SelfPlay {
    /// Number of games; an odd number is rounded up to whole pairs.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    games: u64,

    /// Seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Number of threads [default: number of processors].
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,

    /// Language code of tiles and words.
    #[arg(long, short, value_name = "LANG", default_value = "en")]
    language: String,

    /// Player: greedy, static or a level from 1 to 5.
    #[arg(long, value_name = "PLAYER", default_value = "static", value_parser = contestant)]
    player: MatchPlayer,

    /// Opponent [default: the same as the player].
    #[arg(long, value_name = "PLAYER", value_parser = contestant)]
    against: Option<MatchPlayer>,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

fn contestant(text: &str) -> Result<MatchPlayer, String> {
    match text {
        "greedy" => Ok(MatchPlayer::Greedy),
        "static" => Ok(MatchPlayer::Static),
        level => level
            .parse()
            .ok()
            .and_then(BotLevel::new)
            .map(MatchPlayer::Level)
            .ok_or_else(|| "expected greedy, static or a level from 1 to 5".to_owned()),
    }
}

impl SelfPlay {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let list = WordLists::new(data_dir).open(&language)?;
        let opponents = Bots::new(Arc::clone(&list.lexicon))?;
        let contest = Match::new(&opponents, [self.player, self.against.unwrap_or(self.player)]);
        let begun = Instant::now();
        let pairs = self.play(&contest);
        let seconds = begun.elapsed().as_secs_f64();
        ensure!(!pairs.is_empty(), "no game was played");
        let summary = Summary::of(&pairs, seconds);
        let mut out = anstream::stdout();
        if self.json {
            writeln!(out, "{}", summary.json())?;
        } else {
            summary.print(&mut out, self.against.is_some())?;
        }
        Ok(Outcome::Success)
    }

    fn play(&self, contest: &Match<'_>) -> Vec<[Game; 2]> {
        let count = self.games.div_ceil(2);
        let processors = thread::available_parallelism().map_or(1, usize::from) as u64;
        let threads = self.threads.unwrap_or(processors).min(count);
        let progress = ProgressBar::new(2 * count).with_style(
            ProgressStyle::with_template("{wide_bar} {pos}/{len} games {eta}").expect("a template"),
        );
        let next = AtomicU64::new(0);
        let pairs = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= count {
                            break;
                        }
                        let pair = contest.pair(self.seed.wrapping_mul(1 << 32).wrapping_add(number));
                        // No thread panics while it holds the lock.
                        pairs.lock().expect("no poison").push((number, pair));
                        progress.inc(2);
                    }
                });
            }
        });
        progress.finish_and_clear();
        let mut pairs = pairs.into_inner().expect("no poison");
        pairs.sort_unstable_by_key(|&(number, _)| number);
        pairs.into_iter().map(|(_, pair)| pair).collect()
    }
}

/// Summary of all games.
struct Summary {
    games: usize,
    seconds: f64,
    /// Wins of the first player; a draw is half a win.
    won: Average,
    /// Lead of the first player.
    spread: Average,
    points: [f64; 2],
    turns: f64,
    bingos: f64,
}

/// Mean with its standard error. The error is that of pairs, because the games of a pair have the
/// same draws.
#[derive(Clone, Copy)]
struct Average {
    mean: f64,
    error: f64,
}

impl Average {
    fn of(pairs: &[[Game; 2]], of_game: impl Fn(&Game) -> f64) -> Average {
        let of_pairs: Vec<f64> =
            pairs.iter().map(|pair| pair.iter().map(&of_game).sum::<f64>() / 2.0).collect();
        let count = of_pairs.len() as f64;
        let mean = of_pairs.iter().sum::<f64>() / count;
        let squares = of_pairs.iter().map(|of_pair| (of_pair - mean).powi(2)).sum::<f64>();
        Average { mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }
}

impl Summary {
    fn of(pairs: &[[Game; 2]], seconds: f64) -> Summary {
        let mean = |of_game: &dyn Fn(&Game) -> f64| Average::of(pairs, of_game).mean;
        Summary {
            games: 2 * pairs.len(),
            seconds,
            won: Average::of(pairs, |game| match game.scores[0].cmp(&game.scores[1]) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            }),
            spread: Average::of(pairs, |game| f64::from(game.scores[0] - game.scores[1])),
            points: [mean(&|game| f64::from(game.scores[0])), mean(&|game| f64::from(game.scores[1]))],
            turns: mean(&|game| f64::from(game.turns)),
            bingos: mean(&|game| f64::from(game.bingos)),
        }
    }

    fn print(&self, out: &mut impl Write, is_against: bool) -> anyhow::Result<()> {
        let Summary { games, seconds, won, spread, points, turns, bingos } = self;
        let played = counted(*games, "game");
        writeln!(out, "{played} in {seconds:.1} s, {:.1} a second", *games as f64 / seconds)?;
        writeln!(out, "{turns:.1} turns and {bingos:.2} bingos a game")?;
        if is_against {
            writeln!(out, "points a game: {:.1} against {:.1}", points[0], points[1])?;
            writeln!(
                out,
                "won {:.1} ± {:.1} %, ahead by {:+.1} ± {:.1} points",
                100.0 * won.mean,
                100.0 * won.error,
                spread.mean,
                spread.error
            )?;
        } else {
            writeln!(out, "points a player: {:.1}", f64::midpoint(points[0], points[1]))?;
        }
        Ok(())
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "games": self.games,
            "seconds": self.seconds,
            "gamesPerSecond": self.games as f64 / self.seconds,
            "turnsPerGame": self.turns,
            "bingosPerGame": self.bingos,
            "points": self.points,
            "won": self.won.mean,
            "wonError": self.won.error,
            "spread": self.spread.mean,
            "spreadError": self.spread.error,
        })
    }
}
