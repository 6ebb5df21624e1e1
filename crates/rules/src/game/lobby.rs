//! The lobby: joining, reserved seats, changing the rules, bots and nonces.

use crate::{
    BotLevel, Env, EventKind, Newcomer, Nonce, NonceCommitment, NonceInput, PlayerKind, PlayerName, Progress,
    Refusal, Rematch, Rules, Seat,
};

use super::draft::Draft;
use super::{Decision, Game, Stage};

impl Game {
    /// Admits a player to the lobby.
    pub fn admit(&self, newcomer: Newcomer, env: &Env<'_>) -> Result<Decision, Refusal> {
        let mut draft = Draft::new(self, env);
        let seat = draft.free_seat(&newcomer.name)?;
        draft.record(EventKind::PlayerJoined { seat, name: newcomer.name, kind: PlayerKind::Person });
        draft.contribute(seat, newcomer.nonce);
        Ok(draft.into_decision())
    }

    /// Gives a player of the previous game the seat reserved for them.
    ///
    /// The contribution comes with the claim, so that no start can precede it.
    pub fn claim(&self, seat: Seat, nonce: Option<NonceInput>, env: &Env<'_>) -> Result<Decision, Refusal> {
        let mut draft = Draft::new(self, env);
        draft.waiting()?;
        let kept = self.kept_seats().find(|(kept, _, _)| *kept == seat).ok_or(Refusal::SeatNotKept)?;
        let (_, name, kind) = kept.clone();
        draft.record(EventKind::PlayerJoined { seat, name, kind });
        draft.contribute(seat, nonce);
        Ok(draft.into_decision())
    }

    /// The seats reserved for players of the previous game who have not claimed them yet.
    pub fn kept_seats(&self) -> impl Iterator<Item = &(Seat, PlayerName, PlayerKind)> {
        let waiting = self.progress() == Progress::Waiting;
        let kept = self.opening.rematch.iter().flat_map(|rematch| &rematch.players);
        kept.filter(move |(seat, _, _)| waiting && !self.roster.players.has(*seat))
    }

    /// The number of seats that are taken or reserved.
    pub(super) fn seats_in_use(&self) -> usize {
        self.roster.players.len() + self.kept_seats().count()
    }

    /// The reserved seats of a rematch: the same players; the second in order moves first.
    pub fn rematch_seats(&self) -> Option<Rematch> {
        let Stage::Ended(ended) = &self.stage else { return None };
        let mut order = ended.position.order.to_vec();
        order.rotate_left(1);
        let seat_of = |seat: Seat| {
            let player = &self.roster.players[seat];
            (seat, player.name.clone(), player.kind)
        };
        Some(Rematch { players: order.into_iter().map(seat_of).collect() })
    }
}

impl Draft<'_> {
    fn free_seat(&self, name: &PlayerName) -> Result<Seat, Refusal> {
        self.waiting()?;
        let taken = self.game.roster.players.iter().map(|(_, player)| &player.name);
        let kept = self.game.kept_seats().map(|(_, name, _)| name);
        if taken.chain(kept).any(|other| other.is_same_as(name)) {
            return Err(Refusal::NameTaken);
        }
        let seats = usize::from(self.rules().max_players);
        let is_free = |seat: &Seat| {
            !self.game.roster.players.has(*seat) && self.game.kept_seats().all(|(kept, _, _)| kept != seat)
        };
        // After a change of the rules, taken seats may have numbers beyond the number of seats.
        let has_room = self.game.seats_in_use() < seats;
        Seat::all().find(is_free).filter(|_| has_room).ok_or(Refusal::TableFull { seats })
    }

    fn contribute(&mut self, seat: Seat, nonce: Option<NonceInput>) {
        match nonce {
            Some(NonceInput::Open(nonce)) => self.record(EventKind::NonceGiven { seat, nonce }),
            Some(NonceInput::Committed(commitment)) => {
                self.record(EventKind::NonceCommitted { seat, commitment });
            }
            None => {}
        }
    }

    pub(super) fn change_rules(&mut self, by: Seat, rules: Box<Rules>) -> Result<(), Refusal> {
        self.waiting()?;
        self.host(by)?;
        let (players, seats) = (self.game.seats_in_use(), usize::from(rules.max_players));
        if players > seats {
            return Err(Refusal::TooFewSeats { players, seats });
        }
        self.record(EventKind::RulesChanged { by, rules });
        Ok(())
    }

    pub(super) fn give_nonce(&mut self, seat: Seat, nonce: Nonce) -> Result<(), Refusal> {
        self.waiting()?;
        self.record(EventKind::NonceGiven { seat, nonce });
        Ok(())
    }

    pub(super) fn commit_nonce(&mut self, seat: Seat, commitment: NonceCommitment) -> Result<(), Refusal> {
        self.waiting()?;
        self.record(EventKind::NonceCommitted { seat, commitment });
        Ok(())
    }

    pub(super) fn add_bot(&mut self, by: Seat, name: PlayerName, level: BotLevel) -> Result<(), Refusal> {
        self.waiting()?;
        self.host(by)?;
        let seat = self.free_seat(&name)?;
        self.record(EventKind::PlayerJoined { seat, name, kind: PlayerKind::Bot(level) });
        Ok(())
    }
}
