use crate::{
    Absence, BySeat, Clock, Departure, EndReason, Env, EventKind, Millis, Refusal, StandReason, Timer,
    Timestamp,
};

use super::draft::Draft;
use super::{Decision, Game, LOBBY_MAX, Pause, Progress};

/// The grace period for a player in the lobby or a host who is away.
///
/// It is also how long a vote and a request to end the game stay open, except in a game over days
/// ([`Rules::hold`](crate::Rules::hold)).
pub const HOLD: Millis = Millis::seconds(60);

impl Game {
    /// All timers of the table and when they are due, provided that nothing else happens.
    pub fn timers(&self, away: &BySeat<Timestamp>) -> Vec<(Timer, Timestamp)> {
        let mut timers = Vec::new();
        let progress = self.progress();
        if matches!(progress, Progress::Ended | Progress::Closed) {
            return timers;
        }
        let is_days = self.rules().clock.is_days();
        if let Some(span) = self.rules().expires_after {
            timers.push((Timer::Expiry, self.last_action + span));
        } else if is_days && progress == Progress::Waiting {
            timers.push((Timer::Expiry, self.last_action + LOBBY_MAX));
        }
        timers.extend(self.pending_start().map(|pending| (Timer::Reveal, pending.until)));
        // An absence that is due during a challenge or a pending start takes effect after it.
        let frozen = self.playing().is_some_and(|position| position.challenge().is_some())
            || self.pending_start().is_some();
        // In a game over days, being away has no consequences.
        if !frozen && !is_days {
            self.add_absence_timers(away, &mut timers);
        }
        self.add_play_timers(&mut timers);
        timers
    }

    fn add_absence_timers(&self, away: &BySeat<Timestamp>, timers: &mut Vec<(Timer, Timestamp)>) {
        let hold = match (self.progress(), self.rules().absence) {
            (Progress::Waiting, _) => Some(HOLD),
            (_, Absence::RemovedAfter(hold)) => Some(hold),
            (_, Absence::SeatKept) => None,
        };
        let takes_part =
            |seat| self.playing().map_or(self.roster.players.has(seat), |position| position.is_in(seat));
        for (seat, &since) in away.iter().filter(|(seat, _)| takes_part(*seat) && self.is_person(*seat)) {
            if let Some(hold) = hold {
                timers.push((Timer::Absence(seat), since + hold));
            }
            let others = self.roster.join_order.iter().filter(|&&other| other != seat);
            let heir = others.filter(|&&other| self.is_person(other) && takes_part(other));
            if self.host == Some(seat) && heir.into_iter().any(|&other| !away.has(other)) {
                timers.push((Timer::HostAway, since + HOLD));
            }
        }
    }

    fn add_play_timers(&self, timers: &mut Vec<(Timer, Timestamp)>) {
        let Some(position) = self.playing() else { return };
        match position.pause {
            Pause::Paused { until, .. } => {
                timers.push((Timer::PauseEnd, until));
                return;
            }
            Pause::Proposed { until, .. } => timers.push((Timer::PauseProposal, until)),
            Pause::None => {}
        }
        if let Some(open) = &position.open_play {
            match &open.challenge {
                Some(challenge) => timers.extend(challenge.vote_until.map(|until| (Timer::Vote, until))),
                None => timers.extend(open.until.map(|until| (Timer::ChallengeWindow, until))),
            }
        }
        if let Some(request) = position.end_request {
            timers.push((Timer::EndRequest, request.until));
        }
        if let Some(since) = position.clock.since {
            let hand = &position.hands[position.to_move];
            match self.rules().clock {
                Clock::Turn { turn } => {
                    timers.push((Timer::TurnClock, since + (turn - position.clock.spent_on_turn)));
                }
                Clock::Game { .. } => {
                    let left = self.rules().clock.remaining(hand.spent, hand.turns).unwrap_or_default();
                    timers.push((Timer::GameClock, since + (left + Clock::OVERTIME_MAX)));
                }
                Clock::Days { .. } => timers.extend(self.deadline().map(|(_, at)| (Timer::TurnClock, at))),
                Clock::None | Clock::Soft { .. } => {}
            }
        }
    }

    /// Decides a due timer: the events that follow from it.
    pub fn fire(&self, timer: Timer, env: &Env<'_>) -> Result<Decision, Refusal> {
        let due = self.timers(env.away).into_iter().find(|(other, _)| *other == timer);
        if due.is_none_or(|(_, at)| env.now < at) {
            return Err(Refusal::NotDue);
        }
        let mut draft = Draft::new(self, env);
        match timer {
            Timer::ChallengeWindow => {
                draft.stand(StandReason::WindowPassed);
                draft.skip_lost_turns();
                draft.end_if_agreed();
            }
            Timer::Vote => draft.close_vote(),
            Timer::TurnClock => draft.run_out_of_time()?,
            Timer::GameClock => {
                let seat = draft.playing()?.to_move;
                draft.drop_out(seat, Departure::TimeExpired);
            }
            Timer::EndRequest => draft.record(EventKind::EndRequestLapsed),
            Timer::PauseProposal => draft.record(EventKind::PauseLapsed { by: None }),
            Timer::PauseEnd => draft.record(EventKind::GameResumed { by: None }),
            Timer::Absence(seat) if self.progress() == Progress::Waiting => draft.leave_lobby(seat),
            Timer::Absence(seat) => draft.drop_out(seat, Departure::Removed),
            Timer::HostAway => {
                if let Some(seat) = self.host.and_then(|host| draft.next_host(host)) {
                    draft.record(EventKind::HostChanged { seat });
                }
            }
            Timer::Reveal => draft.fail_start(self.unrevealed().collect()),
            Timer::Expiry => draft.give_up(),
        }
        Ok(draft.into_decision())
    }

    /// Closes the table on behalf of the operator, with the same effect as expiry.
    pub fn close(&self, env: &Env<'_>) -> Result<Decision, Refusal> {
        if matches!(self.progress(), Progress::Ended | Progress::Closed) {
            return Err(Refusal::Ended);
        }
        let mut draft = Draft::new(self, env);
        draft.give_up();
        Ok(draft.into_decision())
    }
}

impl Draft<'_> {
    /// Ends a running game without a winner, or closes a table still in the lobby.
    fn give_up(&mut self) {
        match self.game.progress() {
            Progress::Waiting => self.record(EventKind::TableClosed),
            Progress::Playing | Progress::Ended | Progress::Closed => self.finish(EndReason::Abandoned),
        }
    }
}
