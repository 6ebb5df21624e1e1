//! `dord replay`: shows a recorded game and checks its points.

pub(crate) mod audit;
mod gcg_file;
mod language_fit;
mod position;
mod print;

use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;
use wordlists::WordLists;

pub(crate) use self::gcg_file::GameFile;
use self::position::PositionAfter;
use crate::{Outcome, text_columns::printable};

/// Replay a recorded game and check its scores.
///
/// Every play of a GCG file is scored again by the rules. This prints the score pad with running
/// totals, the words that are not in the list and were not taken back, and the board and its CGP
/// line after a turn. The exit status is 1 if points or totals are wrong, and 2 if the file cannot
/// be read as a game.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  \
        dord replay evening.gcg\n  \
        dord replay evening.gcg --turn 12\n  \
        dord replay avond.gcg --language nl --json",
    after_long_help = "Examples:\n  \
        dord replay evening.gcg\n  \
        dord replay evening.gcg --turn 12\n  \
        dord replay avond.gcg --language nl --json\n\n\
        With --json the output is one object:\n  \
        language       its code\n  \
        list           who judged: source, version, sha256\n  \
        players        nickname, name, score (as the file has it)\n  \
        turns          turn, player, deed, points, total; of a play also at, takenBack,\n                 \
        expected (points by the rules), words (text, score, valid)\n  \
        discrepancies  turn, kind (points, total, placement, tiles), expected, found,\n                 \
        message\n  \
        phonies        turn, player, words: those that stood\n  \
        position       turn, scores, board (rows as in CGP), cgp"
)]
pub(crate) struct ReplayGame {
    /// GCG file of the game.
    #[arg(value_name = "GAME.gcg")]
    file: PathBuf,

    /// Language code of tiles and words [default: detected from #lexicon and the words].
    #[arg(long, short, value_name = "LANG")]
    language: Option<String>,

    /// Show the game up to this turn of the score pad; 0 is the empty board.
    #[arg(long, short, value_name = "N")]
    turn: Option<usize>,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ReplayGame {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let lists = WordLists::new(data_dir);
        let GameFile { gcg, audit, list } = GameFile::open(&self.file, self.language.as_deref(), &lists)?;
        let last = gcg.moves().len();
        let turn = self.turn.unwrap_or(last);
        let name = || printable(&self.file.display().to_string());
        ensure!(turn <= last, "{} has no turn {turn}: its last is {last}", name());
        let position = PositionAfter::turn(turn, &gcg, &audit, &list);
        let mut out = anstream::stdout();
        if self.json {
            print::as_json(&mut out, &gcg, &audit, &position, &list)?;
        } else {
            print::for_people(&mut out, &gcg, &audit, &position, &list)?;
        }
        Ok(if audit.discrepancies.is_empty() { Outcome::Success } else { Outcome::No })
    }
}
