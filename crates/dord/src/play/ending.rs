use std::io::Write;

use anyhow::Context;
use rules::{Outcome, Score, Standing, notation::tiles};

use super::table::HotSeat;
use crate::{
    style,
    text_columns::{counted, listed},
};

/// Prints how the game ended, who won, and that the draws were fair.
pub(super) fn tell(out: &mut dyn Write, table: &HotSeat) -> anyhow::Result<()> {
    let Some(outcome) = table.game.outcome() else { return Ok(()) };
    let language = &table.game.rules().language;
    for standing in &outcome.standings {
        let name = table.name(standing.seat);
        if standing.deducted != Score::ZERO {
            let left = tiles::write_rack(language, &standing.tiles_left);
            writeln!(out, "{name} has {left} left: -{}", standing.deducted)?;
        }
        if standing.gained != Score::ZERO {
            writeln!(out, "{name} gets the others' tiles: +{}", standing.gained)?;
        }
    }
    writeln!(out, "\n{}\n", style::strong("Game Over!"))?;
    for standing in &outcome.standings {
        writeln!(out, "{}", ranked(standing, table.name(standing.seat)))?;
    }
    writeln!(out, "\n{}\n", style::good(winning(outcome, table)))?;

    let verified = table.verify().context("the draws are not those of the seed: please report this")?;
    let draws = verified.draws + verified.opening_draws;
    writeln!(out, "Seed {}", table.revealed_seed())?;
    writeln!(out, "The commitment fits the seed, and so do all {}.", counted(draws, "draw"))?;
    Ok(())
}

fn ranked(standing: &Standing, name: &str) -> String {
    let place = match standing.rank {
        1 => "1st",
        2 => "2nd",
        3 => "3rd",
        _ => "4th",
    };
    let left = if standing.departure.is_some() { " (left the game)" } else { "" };
    let unit = if standing.score.0.abs() == 1 { "point" } else { "points" };
    format!("{place}: {name} - {} {unit}{left}", standing.score)
}

fn winning(outcome: &Outcome, table: &HotSeat) -> String {
    let winners: Vec<String> = outcome.winners.iter().map(|&seat| table.name(seat).to_owned()).collect();
    match winners.as_slice() {
        [] => "Nobody wins.".to_owned(),
        [winner] => format!("{winner} wins!"),
        several => format!("{} share the win!", listed(several)),
    }
}
