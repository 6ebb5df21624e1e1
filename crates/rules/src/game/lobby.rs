use crate::{
    BotLevel, Draw, DrawNumber, Env, EventKind, FirstToMove, Newcomer, Nonce, NonceCommitment, NonceInput,
    OpeningRound, PlayerKind, PlayerName, Progress, Rack, Refusal, Rematch, Rules, Seat, Tile, TileSource,
};

use super::apply::starting_board;
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

impl Game {
    /// The turn order of a game started by this host, and the draw that determined it.
    pub(crate) fn opening_order(&self, host: Seat, draws: &dyn TileSource) -> (Vec<Seat>, Vec<OpeningRound>) {
        let mut order = self.roster.join_order.clone();
        if let Some(rematch) = &self.opening.rematch {
            // The previous order, rotated by one. Players who are new follow.
            let before = |seat: &Seat| rematch.players.iter().position(|(kept, _, _)| kept == seat);
            order.sort_by_key(|seat| before(seat).unwrap_or(usize::MAX));
            return (order, Vec::new());
        }
        match self.rules().beginner {
            FirstToMove::JoinOrder => (order, Vec::new()),
            FirstToMove::Host => {
                order.sort_by_key(|&seat| seat != host);
                (order, Vec::new())
            }
            FirstToMove::Drawn => {
                let rounds = self.draw_for_beginner(&order, draws);
                let beginner = rounds.last().and_then(|round| best_of(round).first().copied());
                let place = order.iter().position(|&seat| Some(seat) == beginner).unwrap_or(0);
                order.rotate_left(place);
                (order, rounds)
            }
        }
    }

    /// The rounds of the draw for the first turn.
    ///
    /// Players draw in join order and without replacement. The tile nearest to the start of the
    /// alphabet wins. Tied players draw again in another round.
    fn draw_for_beginner(&self, players: &[Seat], draws: &dyn TileSource) -> Vec<OpeningRound> {
        // Ties are rare and resolve quickly. The limit is for scripted draws that never break a
        // tie.
        const ROUNDS_MAX: usize = 100;
        let mut counter = 0;
        let mut drawing = players.to_vec();
        let mut rounds = Vec::new();
        while rounds.len() < ROUNDS_MAX {
            let mut tiles = starting_board(&[], &self.rules().language).1.tiles().to_vec();
            let mut drawn = Vec::new();
            for &seat in &drawing {
                let picked = draws.pick(DrawNumber::Opening(counter), &tiles);
                counter += 1;
                drawn.push((seat, tiles.remove(picked.min(tiles.len() - 1))));
            }
            let round = OpeningRound { drawn };
            drawing = best_of(&round);
            rounds.push(round);
            if drawing.len() == 1 {
                break;
            }
        }
        rounds
    }

    /// The first racks, in turn order.
    pub(crate) fn first_deals(&self, order: &[Seat], draws: &dyn TileSource) -> Vec<(Seat, Draw)> {
        let (_, mut bag) = starting_board(&self.opening.starting_word, &self.rules().language);
        let mut deal = |&seat: &Seat| {
            let draw = bag.peek(Rack::SIZE, draws);
            bag.remove(&draw);
            (seat, draw)
        };
        order.iter().map(&mut deal).collect()
    }
}

/// The players with the best tile of a round; several if they tie.
fn best_of(round: &OpeningRound) -> Vec<Seat> {
    let best: Option<Tile> = round.drawn.iter().map(|&(_, tile)| tile).min();
    round.drawn.iter().filter(|&&(_, tile)| Some(tile) == best).map(|&(seat, _)| seat).collect()
}
