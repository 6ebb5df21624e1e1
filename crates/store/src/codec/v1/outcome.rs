//! The stored form of a game's outcome.

use rules::{Departure, EndReason, Language, Outcome, Score, Standing};
use serde::{Deserialize, Serialize};

use super::seats::{WrittenSeat, WrittenSeats};
use crate::codec::tile_text;

#[derive(Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenOutcome {
    #[serde(with = "WrittenEndReason")]
    reason: EndReason,
    standings: Vec<WrittenStanding>,
    winners: WrittenSeats,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "EndReason", rename_all = "camelCase")]
enum WrittenEndReason {
    AllTilesPlayed,
    ConsecutivePasses,
    TurnsPlayed,
    Resigned,
    Abandoned,
    HostEnded,
    TimeExpired,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Departure", rename_all = "camelCase")]
pub(super) enum WrittenDeparture {
    Resigned,
    Removed,
    TimeExpired,
}

/// Newtype that allows a departure inside an `Option`.
#[derive(Serialize, Deserialize, Debug)]
#[serde(transparent)]
struct SomeDeparture(#[serde(with = "WrittenDeparture")] Departure);

#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WrittenStanding {
    seat: WrittenSeat,
    rank: u8,
    score_before: i32,
    overtime: i32,
    tiles_left: String,
    deducted: i32,
    gained: i32,
    score: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    departure: Option<SomeDeparture>,
}

impl WrittenOutcome {
    pub(super) fn of(outcome: &Outcome, language: &Language) -> WrittenOutcome {
        let Outcome { reason, standings, winners } = outcome;
        WrittenOutcome {
            reason: *reason,
            standings: standings.iter().map(|standing| WrittenStanding::of(standing, language)).collect(),
            winners: WrittenSeats::of(winners.iter().copied()),
        }
    }

    pub(super) fn read(self, language: &Language) -> Result<Outcome, String> {
        let standings = self.standings.into_iter().map(|standing| standing.read(language));
        Ok(Outcome {
            reason: self.reason,
            standings: standings.collect::<Result<_, String>>()?,
            winners: self.winners.read()?,
        })
    }
}

impl WrittenStanding {
    fn of(standing: &Standing, language: &Language) -> WrittenStanding {
        let Standing { seat, rank, score_before, overtime, tiles_left, deducted, gained, score, departure } =
            standing;
        WrittenStanding {
            seat: (*seat).into(),
            rank: *rank,
            score_before: score_before.0,
            overtime: overtime.0,
            tiles_left: tile_text::write_tiles(tiles_left, language),
            deducted: deducted.0,
            gained: gained.0,
            score: score.0,
            departure: departure.map(SomeDeparture),
        }
    }

    fn read(self, language: &Language) -> Result<Standing, String> {
        Ok(Standing {
            seat: self.seat.read()?,
            rank: self.rank,
            score_before: Score(self.score_before),
            overtime: Score(self.overtime),
            tiles_left: tile_text::read_tiles(&self.tiles_left, language)?,
            deducted: Score(self.deducted),
            gained: Score(self.gained),
            score: Score(self.score),
            departure: self.departure.map(|SomeDeparture(departure)| departure),
        })
    }
}
