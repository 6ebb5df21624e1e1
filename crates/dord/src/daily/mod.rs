//! `dord daily`: the daily puzzle at a terminal.

mod json_output;
mod result;
mod saved_attempt;
mod screen;
mod session;
mod share;
mod typed_command;

use std::{
    path::Path,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, ensure};
use clap::Args;
use daily::{Day, Effort, Puzzle};
use engine::Engine;
use rules::Timestamp;
use wordlists::WordLists;

use self::{
    saved_attempt::SavedAttempt,
    screen::Screen,
    session::{Output, Session},
    share::Bars,
};
use crate::{Outcome, board_picture::Rendering, play::input::standard_input, words::language};

/// Play the daily puzzle.
///
/// Every day (UTC) and every language has one puzzle: a word lies on the board, and you have five
/// turns to score. All players get the same tiles in the same order, whatever they play, so results
/// compare. Plays are checked against the word list first; a refused play costs nothing.
///
/// Your progress is stored in the data folder, so you can continue a puzzle later. No server is
/// needed: the puzzle follows from the date and the word list, here and on every server with the
/// same list.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  \
        dord daily\n  \
        dord daily 2026-11-16 --language nl\n\n\
        Type help at the prompt for what can be done there.",
    after_long_help = "Examples:\n  \
        dord daily\n  \
        dord daily 2026-11-16 --language nl\n  \
        printf '8K S\\nquit\\n' | dord daily 2026-11-16 --json\n\n\
        Type help at the prompt for what can be done there.\n\n\
        With --json each line of output is an object. By `type`:\n  \
        started   date, language, generator, list, startingWord, state\n  \
        happened  turn, deed, score, drawn, state\n  \
        refused   message; rule and squares (placing), words (not in the list)\n  \
        shown     what, and under that name: board, rack, score, preview or help\n  \
        ended     score, par, best, isProven, bestLine, turns, seed, order, share, board; each of\n            \
        turns has turn, deed, score, bestPlay and bestScore\n  \
        left      state; the input ended, or you quit\n\n\
        A state has turn, turns, score, rack, bag (tiles to come) and board (rows as in CGP)."
)]
pub(crate) struct DailyPuzzle {
    /// Day of the puzzle, as YYYY-MM-DD [default: today, in UTC].
    date: Option<Day>,

    /// Language code of tiles and words.
    #[arg(long, short, value_name = "LANG", default_value = "en")]
    language: String,

    /// Width of the search for the best total: positions kept after each turn. The default is the
    /// same as a server's; lower values are faster and may find less.
    #[arg(long, value_name = "COUNT", default_value_t = Effort::USUAL.width as u32, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    effort: u32,

    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

impl DailyPuzzle {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let today = today();
        let day = self.date.unwrap_or(today);
        ensure!(day <= today, "the puzzle of {day} is still to come: today is {today}, by UTC");
        let language = language(&self.language)?;
        let list = WordLists::new(data_dir).open(&language)?;
        let engine = Engine::new(&list.lexicon).context("this word list cannot be searched for plays")?;
        let puzzle = Arc::new(Puzzle::of(day, &list.lexicon, &engine)?);
        let (progress, attempt) = SavedAttempt::open(data_dir, &puzzle, &list.lexicon)?;
        let output = if self.json {
            Output::Answers
        } else {
            Output::Screen(Screen::new(Rendering::of_stdout(), Bars::of_environment()))
        };
        Session {
            attempt,
            lexicon: list.lexicon,
            engine,
            effort: Effort::of_width(self.effort as usize),
            progress,
            output,
            input: standard_input(),
        }
        .run(&mut anstream::stdout())?;
        Ok(Outcome::Success)
    }
}

/// Today's date in UTC.
pub(crate) fn today() -> Day {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Day::of(Timestamp(i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX)))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        puzzle: DailyPuzzle,
    }

    #[test]
    fn the_default_search_effort_is_the_same_as_a_servers() {
        let CommandLine { puzzle } = CommandLine::parse_from(["dord"]);
        assert_eq!(Effort::of_width(puzzle.effort as usize), Effort::USUAL);
    }
}
