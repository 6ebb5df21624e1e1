use std::sync::Arc;

use crate::{
    Bag, Board, BySeat, Departure, Language, Millis, OpeningRound, Play, Rack, RunningClock, Score,
    ScorelessEnd, Seat, SeatSet, StandReason, Timestamp,
};

use super::history::Entry;

/// The full state of a game after its start, including hidden tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) bag: Bag,
    pub(crate) hands: BySeat<PlayerState>,
    pub(crate) order: Arc<[Seat]>,
    pub(crate) to_move: Seat,
    /// The number of the current turn, from 1.
    pub(crate) turn: u32,
    pub(crate) passes: Passes,
    pub(crate) open_play: Option<OpenPlay>,
    pub(crate) end_request: Option<EndRequest>,
    pub(crate) pause: Pause,
    pub(crate) clock: RunningClock,
    pub(crate) opening_draw: Arc<[OpeningRound]>,
    pub(crate) history: Vec<Arc<Entry>>,
}

/// The state of one player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PlayerState {
    pub(crate) rack: Rack,
    pub(crate) score: Score,
    /// Turns to be skipped because of failed challenges.
    pub(crate) lost_turns: u32,
    /// Completed turns.
    pub(crate) turns: u32,
    /// Thinking time so far.
    pub(crate) spent: Millis,
    /// Clock `days`: what earlier turns took from the bank.
    pub(crate) bank_used: Millis,
    /// The turns in a row that the clock passed.
    pub(crate) timeouts: u32,
    /// Whether a computer plays until the player returns.
    pub(crate) has_stand_in: bool,
    pub(crate) departure: Option<Departure>,
}

/// The consecutive turns that count towards a scoreless end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Passes {
    pub(crate) count: u32,
    pub(crate) by: SeatSet,
}

/// A play that does not stand (is not final) yet, with the state needed to take it back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenPlay {
    pub(crate) seat: Seat,
    pub(crate) turn: u32,
    pub(crate) play: Arc<Play>,
    pub(crate) goes_out: bool,
    /// When the challenge window ends; `None` if the play cannot be challenged.
    pub(crate) until: Option<Timestamp>,
    pub(crate) accepted: SeatSet,
    pub(crate) challenge: Option<Challenge>,
    pub(crate) rack_before: Rack,
    pub(crate) passes_before: Passes,
}

/// An undecided challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Challenge {
    pub(crate) by: Seat,
    pub(crate) vote_until: Option<Timestamp>,
    pub(crate) valid: SeatSet,
    pub(crate) invalid: SeatSet,
}

/// An open request to end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EndRequest {
    pub(crate) until: Timestamp,
    pub(crate) agreed: SeatSet,
    /// Whether a move came first. The request lapses with that move.
    pub(crate) is_overtaken: bool,
}

/// Whether a game over days is paused, or a player proposed it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pause {
    /// The game runs.
    #[default]
    None,
    /// A player proposed a pause, and the game runs until all agree.
    Proposed {
        /// The player who proposed it.
        by: Seat,
        /// When the proposal lapses.
        until: Timestamp,
        /// Who agreed, with the player who proposed it.
        agreed: SeatSet,
    },
    /// The game is paused.
    Paused {
        /// Since when.
        since: Timestamp,
        /// When it continues by itself.
        until: Timestamp,
    },
}

impl Position {
    pub(crate) const fn is_paused(&self) -> bool {
        matches!(self.pause, Pause::Paused { .. })
    }

    pub(crate) fn is_in(&self, seat: Seat) -> bool {
        self.hands.get(seat).is_some_and(|hand| hand.departure.is_none())
    }

    /// The players still in the game, in turn order.
    pub(crate) fn still_in(&self) -> impl Iterator<Item = Seat> + '_ {
        self.order.iter().copied().filter(|&seat| self.is_in(seat))
    }

    pub(crate) fn challenge(&self) -> Option<&Challenge> {
        self.open_play.as_ref()?.challenge.as_ref()
    }

    /// Whether every player still in the game has used all their turns.
    pub(crate) fn turns_are_over(&self, limit: Option<u32>) -> bool {
        limit.is_some_and(|limit| self.still_in().all(|seat| self.hands[seat].turns >= limit))
    }

    /// Whether these scoreless turns end the game.
    pub(crate) fn are_enough(&self, passes: Passes, end: ScorelessEnd) -> bool {
        match end {
            ScorelessEnd::EveryPlayerPassed => self.still_in().all(|seat| passes.by.contains(seat)),
            ScorelessEnd::Passes(limit) | ScorelessEnd::PassesOrExchanges(limit) => passes.count >= limit,
            ScorelessEnd::Never => false,
        }
    }

    /// Whether the game ends if the player to move passes.
    pub(crate) fn is_last_pass(&self, end: ScorelessEnd) -> bool {
        self.are_enough(self.passes.after(self.to_move, end.counts_passes()), end)
    }

    /// Whether all players must wait until the open play stands.
    ///
    /// True if the play would end the game, or if its own player is to move and could build on it
    /// before the others can challenge it.
    pub(crate) fn waits(&self, turn_limit: Option<u32>) -> bool {
        self.open_play.as_ref().is_some_and(|open| {
            open.until.is_some()
                && (open.goes_out || self.to_move == open.seat || self.turns_are_over(turn_limit))
        })
    }

    /// How many tiles the open play's player draws when it stands, if the bag has enough.
    ///
    /// Zero if the player dropped out or the game is over.
    pub(crate) fn draw_count(&self, reason: StandReason, turn_limit: Option<u32>) -> usize {
        let Some(open) = &self.open_play else { return 0 };
        let is_last = open.goes_out || self.turns_are_over(turn_limit);
        match reason {
            StandReason::PlayerLeft | StandReason::GameEnded => 0,
            _ if is_last => 0,
            _ => self.hands[open.seat].rack.room(),
        }
    }

    /// The player who moves after a seat: the next one still in the game with turns left.
    pub(crate) fn next_after(&self, seat: Seat, turn_limit: Option<u32>) -> Seat {
        let place = self.order.iter().position(|&other| other == seat).unwrap_or(0);
        let mut others = self.order.iter().cycle().skip(place + 1).take(self.order.len());
        others
            .find(|&&other| {
                self.is_in(other) && turn_limit.is_none_or(|limit| self.hands[other].turns < limit)
            })
            .copied()
            .unwrap_or(seat)
    }

    /// The total number of tiles. It never changes.
    pub(crate) fn tile_count(&self) -> usize {
        let held: usize = self.hands.iter().map(|(_, hand)| hand.rack.len()).sum();
        self.bag.len() + held + self.board.tiles().count()
    }

    pub(crate) fn rack_value(&self, seat: Seat, language: &Language) -> Score {
        language.value(self.hands[seat].rack.tiles())
    }
}
