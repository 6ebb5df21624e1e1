//! Games over days: the deadline of a turn, stand-ins, and pauses.

use crate::{
    Action, BotLevel, Clock, Departure, EndReason, EventKind, Millis, PlayerKind, Refusal, RunningClock,
    Seat, SeatSet, Timestamp,
};

use super::check::{Checked, ensure};
use super::draft::Draft;
use super::{Game, PassedBy, Pause, Position};

/// How long a game over days stays paused before it continues by itself.
pub const PAUSE_MAX: Millis = Millis::days(60);

/// How long the lobby of a game over days stays open without an action.
///
/// A running game over days never expires.
pub const LOBBY_MAX: Millis = Millis::days(30);

impl Game {
    /// When the clock `days` acts on the player to move, if nothing else happens.
    ///
    /// `None` while the clock stands, and while a computer is to move: it decides at once.
    pub fn deadline(&self) -> Option<(Seat, Timestamp)> {
        let (seat, position, turn) = self.person_on_clock()?;
        let bank = self.rules().clock.bank_left(position.hands[seat].bank_used, Millis::ZERO)?;
        let left = turn + bank - position.clock.spent_on_turn;
        Some((seat, position.clock.since? + left))
    }

    /// When to remind the player to move, in a game over days: a tenth of the turn's time is left.
    ///
    /// The bank does not count: it begins to run when the time of the turn is over. The moment may
    /// have passed.
    pub fn reminder_at(&self) -> Option<(Seat, Timestamp)> {
        let (seat, position, turn) = self.person_on_clock()?;
        let reminded_after = turn - Millis(turn.0 / 10);
        Some((seat, position.clock.since? + (reminded_after - position.clock.spent_on_turn)))
    }

    /// The person whose clock `days` is running, with the time of a turn.
    fn person_on_clock(&self) -> Option<(Seat, &Position, Millis)> {
        let turn = self.rules().clock.turn_of_days()?;
        let position = self.playing()?;
        let seat = position.to_move;
        (position.clock.since.is_some() && self.plays_in_person(seat)).then_some((seat, position, turn))
    }

    /// The level of the computer that plays a seat: a bot, or the stand-in of a player.
    pub fn computer(&self, seat: Seat) -> Option<BotLevel> {
        match self.players().get(seat)?.kind {
            PlayerKind::Bot(level) => Some(level),
            PlayerKind::Person => self.rules().stand_in.filter(|_| self.has_stand_in(seat)),
        }
    }

    /// When the last event happened.
    pub const fn last_action(&self) -> Timestamp {
        self.last_action
    }

    /// Whether a computer plays for the player on a seat.
    pub(super) fn has_stand_in(&self, seat: Seat) -> bool {
        self.playing().and_then(|position| position.hands.get(seat)).is_some_and(|hand| hand.has_stand_in)
    }

    /// Whether a person plays on a seat, without a stand-in.
    pub(super) fn plays_in_person(&self, seat: Seat) -> bool {
        self.is_person(seat) && !self.has_stand_in(seat)
    }

    /// Checks the events of a game over days.
    pub(super) fn check_days(&self, kind: &EventKind) -> Checked {
        ensure(self.rules().clock.is_days(), "only games over days have this event")?;
        let position = self.playing().ok_or("no game is running")?;
        position.check_overtaken(kind)?;
        match kind {
            EventKind::PauseProposed { by, .. } => {
                self.check_player(position, *by)?;
                ensure(position.pause == Pause::None, "a pause is proposed or has begun")
            }
            EventKind::PauseAgreed { seat } => {
                self.check_player(position, *seat)?;
                let agreed = position.proposal().ok_or("no pause is proposed")?;
                ensure(!agreed.contains(*seat), "this player has agreed already")
            }
            EventKind::PauseLapsed { by } => {
                ensure(position.proposal().is_some(), "no pause is proposed")?;
                by.map_or(Ok(()), |seat| self.check_player(position, seat))
            }
            EventKind::GamePaused { .. } => {
                ensure(position.challenge().is_none(), "a challenge is pending")?;
                ensure(position.end_request.is_none(), "the end of the game is requested")?;
                ensure(self.all_agree_to_pause(position), "not all players have agreed")
            }
            EventKind::GameResumed { by } => {
                ensure(position.is_paused(), "the game is not paused")?;
                by.map_or(Ok(()), |seat| self.check_player(position, seat))
            }
            EventKind::StandInStarted { seat } => {
                self.check_player(position, *seat)?;
                ensure(self.rules().stand_in.is_some(), "the table has no stand-in")?;
                ensure(position.to_move == *seat, "another player is to move")?;
                ensure(position.hands[*seat].timeouts > 0, "the time ran out for the first time")?;
                ensure(position.clock.since.is_some(), "the clock does not run")
            }
            EventKind::StandInEnded { seat } => {
                position.check_in(*seat)?;
                ensure(position.hands[*seat].has_stand_in, "no computer plays this seat")
            }
            _ => Ok(()),
        }
    }

    fn check_player(&self, position: &Position, seat: Seat) -> Checked {
        position.check_in(seat)?;
        ensure(self.plays_in_person(seat), "no person plays this seat")
    }

    /// Whether a pause is proposed and all persons who play have agreed.
    fn all_agree_to_pause(&self, position: &Position) -> bool {
        let mut persons = position.still_in().filter(|&seat| self.plays_in_person(seat));
        position.proposal().is_some_and(|agreed| persons.all(|seat| agreed.contains(seat)))
    }
}

impl Position {
    /// Who agreed to the proposed pause; `None` if none is proposed.
    const fn proposal(&self) -> Option<SeatSet> {
        match self.pause {
            Pause::Proposed { agreed, .. } => Some(agreed),
            Pause::None | Pause::Paused { .. } => None,
        }
    }

    /// Takes what the turn needed beyond its time from the bank of the player to move.
    ///
    /// The time of a computer costs the player nothing.
    pub(super) fn charge_bank(&mut self, clock: Clock) {
        let Clock::Days { bank_days, .. } = clock else { return };
        let hand = &mut self.hands[self.to_move];
        if !hand.has_stand_in {
            let left = clock.bank_left(hand.bank_used, self.clock.spent_on_turn).unwrap_or_default();
            hand.bank_used = Millis::days(bank_days.into()) - left;
        }
    }

    /// Applies the events of games over days.
    pub(super) fn execute_over_days(&mut self, event: &EventKind, at: Timestamp, clock: Clock) {
        match event {
            EventKind::PauseProposed { by, until } => {
                let agreed = SeatSet::from_iter([*by]);
                self.pause = Pause::Proposed { by: *by, until: *until, agreed };
            }
            EventKind::PauseAgreed { seat } => {
                if let Pause::Proposed { agreed, .. } = &mut self.pause {
                    agreed.insert(*seat);
                }
            }
            EventKind::PauseLapsed { .. } => self.pause = Pause::None,
            EventKind::GamePaused { until } => self.pause = Pause::Paused { since: at, until: *until },
            EventKind::GameResumed { .. } => self.end_pause(at),
            EventKind::StandInStarted { seat } => {
                self.write_down(*seat, Action::StandInStarted, at);
                self.charge_bank(clock);
                self.hands[*seat].has_stand_in = true;
                self.clock = RunningClock::default();
            }
            EventKind::StandInEnded { seat } => {
                self.write_down(*seat, Action::StandInEnded, at);
                let hand = &mut self.hands[*seat];
                (hand.has_stand_in, hand.timeouts) = (false, 0);
                if self.to_move == *seat {
                    self.clock = RunningClock::default();
                }
            }
            _ => {}
        }
    }

    /// Ends the pause. An open play can be challenged for as long as before the pause.
    fn end_pause(&mut self, at: Timestamp) {
        if let Pause::Paused { since, .. } = self.pause
            && let Some(open) = &mut self.open_play
        {
            open.until = open.until.map(|until| until + at.since(since));
        }
        self.pause = Pause::None;
    }
}

impl Draft<'_> {
    /// The time of the player to move is over.
    ///
    /// The turn is passed. The second time in a row in a game over days, a computer takes over, or
    /// the player is out.
    pub(super) fn run_out_of_time(&mut self) -> Result<(), Refusal> {
        let position = self.playing()?;
        let seat = position.to_move;
        let is_again = self.rules().clock.is_days() && position.hands[seat].timeouts > 0;
        match (is_again, self.rules().stand_in) {
            (false, _) => self.pass(seat, PassedBy::Clock),
            (true, Some(_)) => {
                self.start_stand_in(seat);
                Ok(())
            }
            (true, None) => {
                self.drop_out(seat, Departure::TimeExpired);
                Ok(())
            }
        }
    }

    /// Lets a computer play a seat. A game without a person who plays is abandoned.
    fn start_stand_in(&mut self, seat: Seat) {
        self.record(EventKind::StandInStarted { seat });
        let Ok(position) = self.playing() else { return };
        if position.still_in().any(|other| self.game.plays_in_person(other)) {
            self.end_if_agreed();
            self.pause_if_agreed();
        } else {
            self.finish(EndReason::Abandoned);
        }
    }

    /// The position of a running game over days, if this player is still in it.
    fn playing_over_days(&self, seat: Seat) -> Result<&Position, Refusal> {
        let position = self.playing_with(seat)?;
        if self.rules().clock.is_days() { Ok(position) } else { Err(Refusal::PauseNotOffered) }
    }

    pub(super) fn propose_pause(&mut self, seat: Seat) -> Result<(), Refusal> {
        let position = self.playing_over_days(seat)?;
        if position.challenge().is_some() {
            return Err(Refusal::ChallengePending);
        }
        match position.pause {
            Pause::Paused { .. } => return Err(Refusal::GamePaused),
            Pause::Proposed { .. } => return self.answer_pause(seat, true),
            Pause::None => {}
        }
        if !self.game.plays_in_person(seat) {
            return Err(Refusal::OnlyPersons);
        }
        // The players need as long to answer as for a turn.
        let until = self.env.now + self.rules().clock.turn_of_days().unwrap_or_default();
        self.record(EventKind::PauseProposed { by: seat, until });
        self.pause_if_agreed();
        Ok(())
    }

    pub(super) fn answer_pause(&mut self, seat: Seat, agree: bool) -> Result<(), Refusal> {
        let position = self.playing_over_days(seat)?;
        let agreed = position.proposal().ok_or(Refusal::NoPauseProposed)?;
        if position.challenge().is_some() {
            return Err(Refusal::ChallengePending);
        }
        if !self.game.plays_in_person(seat) {
            return Err(Refusal::OnlyPersons);
        }
        if !agree {
            self.record(EventKind::PauseLapsed { by: Some(seat) });
            return Ok(());
        }
        if agreed.contains(seat) {
            return Err(Refusal::AlreadyAgreedToPause);
        }
        self.record(EventKind::PauseAgreed { seat });
        self.pause_if_agreed();
        Ok(())
    }

    /// Pauses the game once all persons who play agree, unless a challenge is pending.
    pub(super) fn pause_if_agreed(&mut self) {
        let Ok(position) = self.playing() else { return };
        if position.pause == Pause::None
            || position.challenge().is_some()
            || !self.game.all_agree_to_pause(position)
        {
            return;
        }
        if position.end_request.is_some() {
            self.record(EventKind::EndRequestLapsed);
        }
        self.record(EventKind::GamePaused { until: self.env.now + PAUSE_MAX });
    }

    pub(super) fn resume_game(&mut self, seat: Seat) -> Result<(), Refusal> {
        let position = self.playing_over_days(seat)?;
        if !position.is_paused() {
            return Err(Refusal::NotPaused);
        }
        if !self.game.plays_in_person(seat) {
            return Err(Refusal::OnlyPersons);
        }
        self.record(EventKind::GameResumed { by: Some(seat) });
        Ok(())
    }
}
