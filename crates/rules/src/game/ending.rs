use std::cmp::Reverse;

use crate::{
    EndReason, EventKind, GoingOut, Millis, Outcome, Rules, Score, Seat, StandReason, Standing, Timestamp,
};

use super::Position;
use super::draft::Draft;

impl Draft<'_> {
    /// Ends the game. An open play stands, without a draw.
    pub(super) fn finish(&mut self, reason: EndReason) {
        if self.playing().is_ok_and(|position| position.open_play.is_some()) {
            self.stand(StandReason::GameEnded);
        }
        if let Ok(position) = self.playing() {
            let outcome = position.outcome(reason, self.rules(), self.env.now);
            self.record(EventKind::GameEnded(outcome));
        }
    }
}

impl Position {
    /// The outcome if the game ends now.
    pub(super) fn outcome(&self, reason: EndReason, rules: &Rules, now: Timestamp) -> Outcome {
        let language = &rules.language;
        let left: Vec<Seat> = self.still_in().collect();
        let tiles_count = match reason {
            EndReason::AllTilesPlayed | EndReason::ConsecutivePasses | EndReason::HostEnded => true,
            EndReason::TurnsPlayed | EndReason::Resigned | EndReason::Abandoned | EndReason::TimeExpired => {
                false
            }
        };
        let went_out = (reason == EndReason::AllTilesPlayed && rules.going_out == GoingOut::EarnsOthersTiles)
            .then(|| left.iter().find(|&&seat| self.hands[seat].rack.is_empty()))
            .flatten();
        let all_left: Score = left.iter().map(|&seat| self.rack_value(seat, language)).sum();

        let mut standings: Vec<Standing> = self
            .order
            .iter()
            .map(|&seat| {
                let hand = &self.hands[seat];
                let is_in = hand.departure.is_none();
                let deducted =
                    if tiles_count && is_in { self.rack_value(seat, language) } else { Score::ZERO };
                let gained = if went_out == Some(&seat) { all_left } else { Score::ZERO };
                // Include the time of the turn that the end interrupted.
                let running = if seat == self.to_move { self.clock.since } else { None };
                let spent = hand.spent + running.map_or(Millis::ZERO, |since| now.since(since));
                let overtime = if is_in { rules.clock.overtime_cost(spent, hand.turns) } else { Score::ZERO };
                Standing {
                    seat,
                    rank: 0,
                    score_before: hand.score,
                    overtime,
                    tiles_left: hand.rack.tiles().to_vec(),
                    deducted,
                    gained,
                    score: hand.score - overtime - deducted + gained,
                    departure: hand.departure,
                }
            })
            .collect();
        rank(&mut standings);

        // An abandoned game has a winner only if exactly one player is left.
        let nobody_wins = reason == EndReason::Abandoned && left.len() != 1;
        let is_winner =
            |standing: &Standing| standing.rank == 1 && standing.departure.is_none() && !nobody_wins;
        let won: Vec<Seat> = standings.iter().filter(|s| is_winner(s)).map(|s| s.seat).collect();
        let winners = self.order.iter().copied().filter(|seat| won.contains(seat)).collect();
        Outcome { reason, standings, winners }
    }
}

/// Sorts the standings and assigns ranks; equal players share a rank.
///
/// Players still in the game come before those who dropped out. Then the final score decides, then
/// the score before the remaining tiles were counted.
fn rank(standings: &mut [Standing]) {
    let merit = |standing: &Standing| {
        (standing.departure.is_some(), Reverse(standing.score), Reverse(standing.before_adjustment()))
    };
    standings.sort_by_key(merit);
    for index in 0..standings.len() {
        standings[index].rank = match index.checked_sub(1) {
            Some(before) if merit(&standings[before]) == merit(&standings[index]) => standings[before].rank,
            _ => index as u8 + 1,
        };
    }
}
