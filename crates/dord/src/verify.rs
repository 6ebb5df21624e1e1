//! `dord verify`: checks the draws of a finished game against its seed, and for whom that proves a
//! fair bag.

use std::{io::Write, path::PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use protocol::{GameRecord, RecordError, RecordPlayer, RecordVerified, verify_record};
use serde_json::json;

use crate::{
    Outcome,
    bounded_reader::{self, Limit},
    style,
    text_columns::printable,
};

const EXPECTED: &str = "the JSON that a server gives as /api/games/ID";

/// Size limit of a game record.
const LIMIT: Limit = Limit { bytes_max: 16 << 20, expected: EXPECTED };

/// Verify that the bag of a finished game was not manipulated.
///
/// Reads the record that a server provides at /api/games/ID, and recomputes every draw from the
/// revealed seed: the seed matches the server's commitment, each nonce matches its player's
/// commitment, and the first player, each tile of each draw, and the use of every tile (played,
/// returned or left) are right. Then it names the players for whom no one, not even an operator who
/// plays, can have chosen the tiles: those whose device committed to a nonce before any nonce was
/// revealed. The exit status is 1 if anything differs, and 2 if the file is not a game record.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        dord verify game.json\n  \
        curl --silent https://dord.example/api/games/ID | dord verify -\n  \
        dord verify game.json --json")]
pub(crate) struct VerifyGame {
    /// Game record, or - for standard input.
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
        let name = bounded_reader::name_of(&self.file);
        let bytes = bounded_reader::read(&self.file, LIMIT)?;
        let not_a_record = || format!("{name} is no record of a finished game; expected {EXPECTED}");
        let Ok(text) = std::str::from_utf8(&bytes) else { bail!("{}", not_a_record()) };
        // Text that is not JSON needs no syntax error with a position.
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

/// Prints for which players the bag was provably fair, and which have to trust the operator.
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

/// Names of the human players for whom the bag was provably fair, and of the others. Bots are left
/// out.
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
