//! `dord verify`: whether the tiles of a finished game came as its seed says.

use std::{
    fs::File,
    io::{Read, Write},
    path::PathBuf,
};

use anyhow::{Context, ensure};
use clap::Args;
use protocol::{GameRecord, RecordError, RecordVerified, verify_record};
use serde_json::json;

use crate::{Outcome, columns::printable, style};

/// No record of a game is longer.
const BYTES_MAX: u64 = 16 << 20;

/// Verify that nobody touched the bag of a finished game.
///
/// Reads the record that a server gives as /api/games/ID, and computes every draw again from the seed that was revealed: that it
/// is the seed the server had committed to, who began, each tile of each draw, and that every tile drawn was laid, put back or left.
/// The exit status is 1 if anything differs, and 2 if the file is no record of a game.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        dord verify game.json\n  \
        curl --silent https://dord.example/api/games/ID | dord verify -\n  \
        dord verify game.json --json")]
pub(crate) struct VerifyGame {
    /// The record of the game, or - for what is piped in.
    #[arg(value_name = "GAME.json")]
    file: PathBuf,

    /// Print JSON: verified, game, and draws and openingDraws, or error.
    #[arg(long)]
    json: bool,
}

impl VerifyGame {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let record = self.record()?;
        let verified = verify_record(&record);
        let mut out = anstream::stdout();
        if self.json {
            print_json(&mut out, &record, &verified)?;
        } else {
            print(&mut out, &record, &verified)?;
        }
        Ok(if verified.is_ok() { Outcome::Success } else { Outcome::No })
    }

    fn record(&self) -> anyhow::Result<GameRecord> {
        let is_piped = self.file.as_os_str() == "-";
        let name = if is_piped {
            "what is piped in".to_owned()
        } else {
            printable(&self.file.display().to_string())
        };
        let unreadable = || format!("cannot read {name}");
        let source: Box<dyn Read> = if is_piped {
            Box::new(std::io::stdin())
        } else {
            Box::new(File::open(&self.file).with_context(unreadable)?)
        };
        let mut text = String::new();
        // One byte more than is allowed tells that it is too long.
        source.take(BYTES_MAX + 1).read_to_string(&mut text).with_context(unreadable)?;
        ensure!(text.len() as u64 <= BYTES_MAX, "{name} is too long for the record of a game");
        GameRecord::parse(&text).with_context(|| format!("{name} is no record of a finished game"))
    }
}

type Verdict = Result<RecordVerified, RecordError>;

fn print(out: &mut impl Write, record: &GameRecord, verdict: &Verdict) -> anyhow::Result<()> {
    writeln!(out, "Game {}", printable(&record.id))?;
    for score in &record.outcome.final_scores {
        writeln!(out, "  {}: {}", printable(&score.player_name), score.score)?;
    }
    match verdict {
        Ok(verified) => {
            writeln!(out, "The seed is the one that the server had committed to.")?;
            let begins = match (verified.opening_draws, &record.rematch) {
                (0, Some(_)) => "Who began followed from the game before.".to_owned(),
                (0, None) => "Who began was not drawn, as the rules of the table say.".to_owned(),
                (1, _) => "Who began was drawn fairly: 1 tile.".to_owned(),
                (tiles, _) => format!("Who began was drawn fairly: {tiles} tiles."),
            };
            writeln!(out, "{begins}")?;
            writeln!(out, "Each of the {} tiles drawn is the one that the seed gives.", verified.draws)?;
            writeln!(out, "Every rack agrees with its draws, and every tile was laid, put back or left.")?;
            writeln!(out, "{}", style::good("The bag was fair."))?;
        }
        Err(error) => {
            let error = printable(&error.to_string());
            writeln!(
                out,
                "{}: {error}.",
                style::bad("This record does not agree with its seed or with itself")
            )?;
        }
    }
    Ok(())
}

fn print_json(out: &mut impl Write, record: &GameRecord, verdict: &Verdict) -> anyhow::Result<()> {
    let answer = match verdict {
        Ok(verified) => json!({
            "verified": true,
            "game": record.id,
            "draws": verified.draws,
            "openingDraws": verified.opening_draws,
        }),
        Err(error) => json!({"verified": false, "game": record.id, "error": error.to_string()}),
    };
    writeln!(out, "{answer}")?;
    Ok(())
}
