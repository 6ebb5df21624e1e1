//! Checks of commits: each must be possible, happen once, and not before its time.

use rules::{
    BySeat, Departure, EndReason, Event, EventKind, Game, HOLD, Seat, StandReason, Timer, Timestamp,
};
use store::{Commit, Version};

use crate::Invariant;
use crate::clock_faults::ClockDeviation;
use crate::node::REUNION;
use crate::node_state::Outage;
use crate::world::{MORNING, State, World};

type Held = Result<(), (Invariant, String)>;

/// How long a node may take to notice that a player has connected or disconnected.
const NOTICE_MS: u64 = 3_500;

/// Returns the timer that led to a commit, judging by its first event.
fn timer_of(events: &[Event]) -> Option<Timer> {
    match &events.first()?.kind {
        // A player who leaves makes a start fail as well.
        EventKind::StartFailed { .. } => (events.len() == 1).then_some(Timer::Reveal),
        EventKind::PlayStood { reason: StandReason::WindowPassed, .. } => Some(Timer::ChallengeWindow),
        EventKind::TurnPassed { by: rules::PassedBy::Clock, .. } | EventKind::StandInStarted { .. } => {
            Some(Timer::TurnClock)
        }
        EventKind::PlayerOut { departure: Departure::TimeExpired, .. } => Some(Timer::GameClock),
        EventKind::PauseLapsed { by: None } => Some(Timer::PauseProposal),
        EventKind::GameResumed { by: None } => Some(Timer::PauseEnd),
        EventKind::EndRequestLapsed => Some(Timer::EndRequest),
        EventKind::TableClosed => Some(Timer::Expiry),
        EventKind::GameEnded(outcome) if outcome.reason == EndReason::Abandoned => Some(Timer::Expiry),
        _ => None,
    }
}

/// Whether a timer led to a commit.
pub(crate) fn is_done_by_time(commit: &Commit) -> bool {
    timer_of(&commit.events).is_some()
}

/// Returns the player who is removed for absence.
fn missed(kind: &EventKind) -> Option<Seat> {
    match kind {
        EventKind::PlayerOut { seat, departure: Departure::Removed, .. } | EventKind::PlayerLeft { seat } => {
            Some(*seat)
        }
        _ => None,
    }
}

/// Names what only a game over days has, for the tally.
const fn over_days(kind: &EventKind) -> Option<&'static str> {
    match kind {
        EventKind::GamePaused { .. } => Some("game was paused"),
        EventKind::StandInStarted { .. } => Some("computer stood in"),
        EventKind::PlayerOut { departure: Departure::TimeExpired, .. } => Some("player was out of time"),
        _ => None,
    }
}

impl World {
    pub(crate) fn check_commit(&self, commit: &Commit, version: Version) -> Held {
        let now_ms = self.now_ms();
        let mut state = self.state();
        let strayed = state.strayed;
        let Some(oracle) = state.chronicles.get_mut(&commit.table) else {
            return Err((Invariant::LogHolds, "a table that was never opened goes on".to_owned()));
        };
        let before = oracle.latest().game.clone();
        let ids = oracle.latest().ids.clone();
        let first = commit.events.first().map(|event| &event.kind);
        let timer = timer_of(&commit.events);
        if let Some(timer) = timer {
            self.check_timer(timer, &before, commit.at, strayed)?;
        }
        oracle.keep(commit, version, now_ms).map_err(|what| (Invariant::LogHolds, what))?;
        if let Some(command) = &commit.command {
            let player = command.player.clone();
            let versions = oracle.versions_of(&player, &command.id);
            if versions.len() > 1 {
                return Err((Invariant::DoneOnce, format!("{} led to versions {versions:?}", command.id)));
            }
        }
        for event in &*commit.events {
            if let Some(what) = over_days(&event.kind) {
                *state.tally.entry(what).or_default() += 1;
            }
        }
        if timer.is_some() {
            *state.tally.entry("time did something").or_default() += 1;
        }
        if let Some(seat) = first.and_then(missed)
            && before.players().has(seat)
        {
            *state.tally.entry("player was put out for being away").or_default() += 1;
            let player = ids.of(seat);
            check_absence(&state, &player, now_ms, self.patience_ms())?;
        }
        Ok(())
    }

    /// How long a connection may remain unnoticed by other nodes.
    fn patience_ms(&self) -> u64 {
        let fault_rates = &self.plan.fault_rates;
        let is_rough =
            fault_rates.unavailable + fault_rates.slow + fault_rates.unanswered + fault_rates.freezes_s > 0;
        if is_rough { 5_000 } else { NOTICE_MS }
    }

    fn check_timer(&self, timer: Timer, before: &Game, at: Timestamp, strayed: ClockDeviation) -> Held {
        // In a game over days the clock of the turn puts a player out.
        let timer = match timer {
            Timer::GameClock if before.rules().clock.is_days() => Timer::TurnClock,
            other => other,
        };
        let due = before.timers(&BySeat::new()).into_iter().find(|(other, _)| *other == timer);
        let Some((_, due)) = due else {
            return Err((Invariant::TimersWait, format!("{timer:?} acts and was not set")));
        };
        // Two clocks matter: that of the node that set the timer, and that of the node that fires
        // it. The latter may be ahead of the true time by as much as any clock has jumped ahead.
        let tolerance_ms = 2 * self.plan.fault_rates.skew_ms as i64 + 100 + strayed.ahead_ms as i64;
        if at < due || self.true_time().0 + tolerance_ms < due.0 {
            let early = due.0 - self.true_time().0;
            return Err((Invariant::TimersWait, format!("{timer:?} acts {early} ms too early")));
        }
        Ok(())
    }

    /// Converts a moment of a game to the clock of the simulation.
    pub(crate) fn ms_at(&self, moment: Timestamp) -> u64 {
        (moment.0 - MORNING.0 - self.skipped_ms() as i64).max(0).unsigned_abs()
    }
}

/// Checks that a removed player was away for the whole time that a seat is held.
fn check_absence(state: &State, player: &protocol::PlayerId, now_ms: u64, patience_ms: u64) -> Held {
    let is_theirs =
        |person: &crate::world::Person| person.seat.as_ref().is_some_and(|holding| holding.player == *player);
    let Some(person) = state.people.iter().position(is_theirs) else { return Ok(()) };
    let from_ms = now_ms.saturating_sub(HOLD.0 as u64) + NOTICE_MS;
    let until_ms = now_ms.saturating_sub(NOTICE_MS);
    for link in state.links.iter().filter(|link| link.person == person) {
        let Some(settled_ms) = link.settled_ms else { continue };
        let mut begin_ms = settled_ms.max(from_ms);
        let end_ms = link.down_ms.unwrap_or(now_ms).min(until_ms);
        // For all other nodes, players at a node without the store are away.
        for Outage { from_ms, until_ms } in link.condition.outages() {
            check_noticed(state, person, begin_ms, end_ms.min(from_ms), patience_ms)?;
            begin_ms = begin_ms.max(until_ms + REUNION.as_millis() as u64);
        }
        check_noticed(state, person, begin_ms, end_ms, patience_ms)?;
    }
    Ok(())
}

/// Checks that a period of connection was too short to be noticed.
fn check_noticed(state: &State, person: usize, begin_ms: u64, end_ms: u64, patience_ms: u64) -> Held {
    if end_ms > begin_ms + patience_ms {
        let what = format!("{} was there for {} ms", state.people[person].name, end_ms - begin_ms);
        return Err((Invariant::AwayBeforeRemoved, what));
    }
    Ok(())
}
