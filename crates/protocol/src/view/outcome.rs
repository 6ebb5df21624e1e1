use rules::{Departure, Game, Outcome, Standing};

use super::PlayerIds;
use super::seating::name_of;
use crate::server::{DepartureReason, EndReason, FinalScore, GameEnded, PlayerScore};
use crate::tile::held_tiles;

/// The result of a game.
pub fn game_ended(game: &Game, outcome: &Outcome, ids: &PlayerIds) -> GameEnded {
    let language = &game.rules().language;
    let final_score = |standing: &Standing| FinalScore {
        player_id: ids.of(standing.seat),
        player_name: name_of(game, standing.seat),
        score: standing.score.0,
        remaining_tile_points: (standing.deducted.0 != 0).then_some(standing.deducted.0),
        rank: standing.rank,
        remaining_tiles: held_tiles(&standing.tiles_left, language),
        gained: standing.gained.0,
        overtime: standing.overtime.0,
        departure: standing.departure.map(departure_reason),
    };
    let final_scores: Vec<FinalScore> = outcome.standings.iter().map(final_score).collect();
    let score_of = |id: &crate::text::PlayerId| {
        final_scores.iter().find(|score| score.player_id == *id).map_or(0, |score| score.score)
    };
    let winners = outcome.winners.iter().map(|&seat| {
        let player_id = ids.of(seat);
        PlayerScore { score: score_of(&player_id), player_id, player_name: name_of(game, seat) }
    });
    let winners: Vec<PlayerScore> = winners.collect();
    GameEnded {
        reason: match outcome.reason {
            rules::EndReason::AllTilesPlayed => EndReason::AllTilesPlayed,
            rules::EndReason::ConsecutivePasses => EndReason::ConsecutivePasses,
            rules::EndReason::TurnsPlayed => EndReason::TurnsPlayed,
            rules::EndReason::Resigned => EndReason::Resigned,
            rules::EndReason::Abandoned => EndReason::Abandoned,
            rules::EndReason::HostEnded => EndReason::HostEnded,
            rules::EndReason::TimeExpired => EndReason::TimeExpired,
        },
        winner: winners.first().cloned(),
        winners,
        final_scores,
    }
}

/// Why a player is out of a running game.
pub(crate) const fn departure_reason(departure: Departure) -> DepartureReason {
    match departure {
        Departure::Resigned => DepartureReason::Resigned,
        Departure::Removed => DepartureReason::Removed,
        Departure::TimeExpired => DepartureReason::TimeExpired,
    }
}
