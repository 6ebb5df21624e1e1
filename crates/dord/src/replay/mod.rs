//! `dord replay`: what a recorded game was, and whether its points are right.

pub(crate) mod audit;
mod position;
mod print;

use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail, ensure};
use clap::Args;
use rules::{
    Language, Words,
    notation::{Gcg, GcgError},
};
use wordlists::WordLists;

use self::{audit::Audit, position::PositionAfter};
use crate::{Outcome, columns::printable, words::language};

/// Score a recorded game again, and show it.
///
/// Every play of a GCG file is laid on the board and scored by the rules. Prints the score pad with running totals,
/// the words that the list does not have and nobody took back, and the board and its CGP line after a turn. The
/// exit status is 1 if points or totals are not what they should be, and 2 if the file cannot be read as a game.
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
    /// The game, a GCG file.
    #[arg(value_name = "GAME.gcg")]
    file: PathBuf,

    /// The language of tiles and words, by its code.
    #[arg(long, short, value_name = "LANG", default_value = "en")]
    language: String,

    /// Show the game up to this turn, as numbered on the score pad; 0 is the empty board.
    #[arg(long, short, value_name = "N")]
    turn: Option<usize>,

    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl ReplayGame {
    pub(crate) fn run(self, data_dir: &Path) -> anyhow::Result<Outcome> {
        let language = language(&self.language)?;
        let list = WordLists::new(data_dir).open(&language)?;
        let (gcg, audit) = open(&self.file, &language, list.lexicon.as_ref())?;
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

/// Reads a recorded game and holds it against the rules.
pub(crate) fn open(file: &Path, language: &Language, words: &dyn Words) -> anyhow::Result<(Gcg, Audit)> {
    let name = printable(&file.display().to_string());
    let wrong = |error: &GcgError| anyhow::anyhow!("{name}, {}", printable(&error.to_string()));
    let mut bytes = Vec::new();
    // One byte more than is allowed tells the reader that it is too long.
    File::open(file)
        .and_then(|file| file.take(Gcg::BYTES_MAX as u64 + 1).read_to_end(&mut bytes))
        .with_context(|| format!("cannot read {name}"))?;
    let gcg = Gcg::from_bytes(&bytes).map_err(|error| wrong(&error))?;
    match Audit::of(&gcg, language, words) {
        Ok(audit) => Ok((gcg, audit)),
        Err(error) => {
            bail!("{} (tiles are read as {}; --language chooses another)", wrong(&error), language.name())
        }
    }
}
