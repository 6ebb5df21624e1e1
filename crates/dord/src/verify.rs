//! `dord verify`: whether the tiles of a finished game came as its seed says, and for whom that proves a fair bag.

use std::{io::Write, path::PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use protocol::{GameRecord, RecordError, RecordPlayer, RecordVerified, verify_record};
use serde_json::json;

use crate::{
    Outcome,
    bounded::{self, Limit},
    columns::printable,
    style,
};

const EXPECTED: &str = "the JSON that a server gives as /api/games/ID";

/// No record of a game is longer.
const LIMIT: Limit = Limit { bytes_max: 16 << 20, expected: EXPECTED };

/// Verify that nobody touched the bag of a finished game.
///
/// Reads the record that a server gives as /api/games/ID, and computes every draw again from the seed that was revealed: that it
/// is the seed the server had committed to, that each nonce is the one its player had committed to, who began, each tile of each draw,
/// and that every tile drawn was laid, put back or left. Then it names the players for whom nobody, not even an operator who plays,
/// can have chosen the tiles: those whose device committed to a nonce before any nonce was revealed.
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

    /// Print JSON: verified, game, and draws, openingDraws, fairFor and notProvenFor, or error.
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
        let name = bounded::name_of(&self.file);
        let bytes = bounded::read(&self.file, LIMIT)?;
        let not_a_record = || format!("{name} is no record of a finished game; expected {EXPECTED}");
        let Ok(text) = std::str::from_utf8(&bytes) else { bail!("{}", not_a_record()) };
        // What is no JSON at all needs no report of where it ceases to be some.
        if !text.trim_start().starts_with('{') {
            bail!("{}", not_a_record());
        }
        GameRecord::parse(text).with_context(not_a_record)
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
            print_fairness(out, record, verified)?;
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

/// For whom the bag was provably fair, and for whom it takes trust.
fn print_fairness(
    out: &mut impl Write,
    record: &GameRecord,
    verified: &RecordVerified,
) -> anyhow::Result<()> {
    if record.failed_starts > 0 {
        let times = if record.failed_starts == 1 { "time" } else { "times" };
        writeln!(out, "The start had failed {} {times} before, with other nonces.", record.failed_starts)?;
    }
    let (fair_for, others) = persons(record, verified);
    if !fair_for.is_empty() {
        let names = fair_for.join(", ");
        writeln!(out, "{}", style::good(format!("The bag was provably fair for {names}.")))?;
    }
    if !others.is_empty() {
        let why = if fair_for.is_empty() {
            "no device committed to a nonce before the start, so an operator who plays could have chosen the tiles"
        } else {
            "no nonce of theirs was committed to before the start, so they have to trust one of the players above"
        };
        writeln!(out, "{}: {why}.", style::strong(format!("Not proven for {}", others.join(", "))))?;
    }
    Ok(())
}

/// The names of the persons for whom the bag was provably fair, and of the others. Bots do not mind.
fn persons(record: &GameRecord, verified: &RecordVerified) -> (Vec<String>, Vec<String>) {
    let persons = record.players.iter().filter(|player| player.bot_level.is_none());
    let (fair_for, others): (Vec<_>, Vec<_>) =
        persons.partition(|player| verified.fair_for.contains(&player.seat));
    let names = |players: Vec<&RecordPlayer>| players.iter().map(|one| printable(&one.name)).collect();
    (names(fair_for), names(others))
}

fn print_json(out: &mut impl Write, record: &GameRecord, verdict: &Verdict) -> anyhow::Result<()> {
    let answer = match verdict {
        Ok(verified) => {
            let (fair_for, others) = persons(record, verified);
            json!({
                "verified": true,
                "game": record.id,
                "draws": verified.draws,
                "openingDraws": verified.opening_draws,
                "fairFor": fair_for,
                "notProvenFor": others,
                "failedStarts": record.failed_starts,
            })
        }
        Err(error) => json!({"verified": false, "game": record.id, "error": error.to_string()}),
    };
    writeln!(out, "{answer}")?;
    Ok(())
}
