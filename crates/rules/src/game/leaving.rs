use crate::{Departure, EndReason, EventKind, PlayerKind, Refusal, Seat, SeatSet, StandReason};

use super::draft::Draft;
use super::timers::HOLD;

impl Draft<'_> {
    pub(super) fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.playing_with(seat)?;
        self.drop_out(seat, Departure::Resigned);
        Ok(())
    }

    pub(super) fn leave(&mut self, seat: Seat) -> Result<(), Refusal> {
        self.fail_start(vec![seat]);
        if self.waiting() == Err(Refusal::AlreadyStarted) {
            return self.resign(seat);
        }
        self.waiting()?;
        self.leave_lobby(seat);
        Ok(())
    }

    pub(super) fn remove_player(&mut self, by: Seat, other: Seat) -> Result<(), Refusal> {
        self.host(by)?;
        if by == other {
            return Err(Refusal::CannotRemoveYourself);
        }
        if !self.game.roster.players.has(other) {
            return Err(Refusal::NotSeated);
        }
        // Removing a player fails a pending start: its players were fixed before any nonce was
        // revealed.
        self.fail_start(vec![other]);
        if self.waiting().is_ok() {
            self.leave_lobby(other);
            return Ok(());
        }
        let position = self.playing_with(other)?;
        if position.challenge().is_some() {
            return Err(Refusal::ChallengePending);
        }
        if self.rules().clock.is_days() {
            return Err(Refusal::ClockRemoves);
        }
        let since = self.env.away.get(other);
        if since.is_none_or(|&since| self.env.now < since + HOLD) {
            return Err(Refusal::NotAway { seat: other });
        }
        self.drop_out(other, Departure::Removed);
        Ok(())
    }

    pub(super) fn leave_lobby(&mut self, seat: Seat) {
        let was_host = self.game.host == Some(seat);
        let next = self.next_host(seat);
        self.record(EventKind::PlayerLeft { seat });
        let no_person = self.game.roster.players.iter().all(|(_, player)| player.kind != PlayerKind::Person);
        if no_person {
            self.record(EventKind::TableClosed);
        } else if let Some(seat) = next.filter(|_| was_host) {
            self.record(EventKind::HostChanged { seat });
        }
    }

    /// The next human in join order after a host, preferring one who is not away.
    pub(super) fn next_host(&self, host: Seat) -> Option<Seat> {
        let order = &self.game.roster.join_order;
        let place = order.iter().position(|&seat| seat == host)?;
        let after = order.iter().cycle().skip(place + 1).take(order.len() - 1).copied();
        let is_in = |seat: &Seat| {
            self.playing().is_ok_and(|position| position.is_in(*seat)) || self.waiting().is_ok()
        };
        let persons: Vec<Seat> = after.filter(|&seat| self.game.is_person(seat)).filter(is_in).collect();
        let is_there = |seat: &&Seat| !self.env.away.has(**seat);
        persons.iter().find(is_there).or(persons.first()).copied()
    }

    /// Removes a player from the running game.
    pub(super) fn drop_out(&mut self, seat: Seat, departure: Departure) {
        let Ok(position) = self.playing() else { return };
        if position.open_play.as_ref().is_some_and(|open| open.seat == seat) {
            self.stand(StandReason::PlayerLeft);
        }
        let was_host = self.game.host == Some(seat);
        let next_host = self.next_host(seat).filter(|_| was_host);
        let Ok(position) = self.playing() else { return };
        let returned = position.hands[seat].rack.tiles().to_vec();
        self.record(EventKind::PlayerOut { seat, departure, returned });

        let Ok(position) = self.playing() else { return };
        let left: Vec<Seat> = position.still_in().collect();
        if left.len() <= 1 {
            self.finish(departure.into());
            return;
        }
        if !left.iter().any(|&seat| self.game.plays_in_person(seat)) {
            self.finish(EndReason::Abandoned);
            return;
        }
        if let Some(seat) = next_host {
            self.record(EventKind::HostChanged { seat });
        }
        self.count_votes();
        self.stand_if_accepted();
        self.end_if_over();
        self.skip_lost_turns();
        self.end_if_agreed();
        self.pause_if_agreed();
    }

    pub(super) fn end_game(&mut self, seat: Seat) -> Result<(), Refusal> {
        let position = self.playing_with(seat)?;
        if position.is_paused() {
            return Err(Refusal::GamePaused);
        }
        if position.challenge().is_some() {
            return Err(Refusal::ChallengePending);
        }
        // Ending the game now would cost a player who is going out the bonus for it.
        if position.waits(self.rules().turns) {
            return Err(Refusal::PlayMustStand);
        }
        match position.end_request {
            Some(request) if request.agreed.contains(seat) => return Err(Refusal::AlreadyAgreed),
            Some(_) if !self.game.is_person(seat) => return Err(Refusal::OnlyPersons),
            Some(_) => self.record(EventKind::EndAgreed { seat }),
            None => {
                self.host(seat)?;
                if position.still_in().count() <= 2 {
                    // The opponent is not asked, but must be able to challenge the host's own open
                    // play.
                    if position.open_play.as_ref().is_some_and(|open| open.seat == seat) {
                        return Err(Refusal::PlayMustStand);
                    }
                    self.finish(EndReason::HostEnded);
                    return Ok(());
                }
                self.record(EventKind::EndRequested { by: seat });
            }
        }
        self.end_if_agreed();
        Ok(())
    }

    /// Ends the game once more than half of the humans present agree.
    ///
    /// In a game over days all humans are asked, because the players are rarely there together.
    ///
    /// The game does not end during a challenge, or while all players must wait for the open play.
    pub(super) fn end_if_agreed(&mut self) {
        let Ok(position) = self.playing() else { return };
        if position.challenge().is_some() || position.waits(self.rules().turns) {
            return;
        }
        let Some(request) = position.end_request else { return };
        let all_are_asked = self.rules().clock.is_days();
        let there =
            |seat: &Seat| self.game.plays_in_person(*seat) && (all_are_asked || !self.env.away.has(*seat));
        let persons: SeatSet = position.still_in().filter(there).collect();
        let agreed = request.agreed.iter().filter(|&seat| persons.contains(seat)).count();
        if agreed * 2 > persons.len() {
            self.finish(EndReason::HostEnded);
        }
    }
}
