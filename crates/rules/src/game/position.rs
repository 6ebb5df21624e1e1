use std::sync::Arc;

use crate::{
    Bag, Board, BySeat, Departure, Language, Millis, OpeningRound, Play, Rack, RunningClock, Score,
    ScorelessEnd, Seat, SeatSet, StandReason, Timestamp,
};

use super::history::Entry;

/// A game in progress: everything that lies on the table, hidden or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) bag: Bag,
    pub(crate) hands: BySeat<Hand>,
    pub(crate) order: Vec<Seat>,
    pub(crate) to_move: Seat,
    /// The number of the turn that is being played, from 1.
    pub(crate) turn: u32,
    pub(crate) passes: Passes,
    pub(crate) open_play: Option<OpenPlay>,
    pub(crate) end_request: Option<EndRequest>,
    pub(crate) clock: RunningClock,
    pub(crate) opening_draw: Vec<OpeningRound>,
    pub(crate) history: Vec<Entry>,
}

/// What one player has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Hand {
    pub(crate) rack: Rack,
    pub(crate) score: Score,
    /// Turns that failed challenges will cost.
    pub(crate) lost_turns: u32,
    /// Turns completed.
    pub(crate) turns: u32,
    /// Time used up.
    pub(crate) spent: Millis,
    pub(crate) departure: Option<Departure>,
}

/// The turns in a row that count towards the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Passes {
    pub(crate) count: u32,
    pub(crate) by: SeatSet,
}

/// A play that does not stand yet, and what is needed to take it back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenPlay {
    pub(crate) seat: Seat,
    pub(crate) turn: u32,
    pub(crate) play: Arc<Play>,
    pub(crate) goes_out: bool,
    /// Until when it can be challenged, if it can.
    pub(crate) until: Option<Timestamp>,
    pub(crate) accepted: SeatSet,
    pub(crate) challenge: Option<Challenge>,
    pub(crate) rack_before: Rack,
    pub(crate) passes_before: Passes,
}

/// A challenge that is not decided yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Challenge {
    pub(crate) by: Seat,
    pub(crate) vote_until: Option<Timestamp>,
    pub(crate) valid: SeatSet,
    pub(crate) invalid: SeatSet,
}

/// The question whether to end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EndRequest {
    pub(crate) until: Timestamp,
    pub(crate) agreed: SeatSet,
}

impl Position {
    pub(crate) fn is_in(&self, seat: Seat) -> bool {
        self.hands.get(seat).is_some_and(|hand| hand.departure.is_none())
    }

    /// The players still in, in turn order.
    pub(crate) fn still_in(&self) -> impl Iterator<Item = Seat> + '_ {
        self.order.iter().copied().filter(|&seat| self.is_in(seat))
    }

    pub(crate) fn challenge(&self) -> Option<&Challenge> {
        self.open_play.as_ref()?.challenge.as_ref()
    }

    /// Whether every player still in has had their number of turns.
    pub(crate) fn turns_are_over(&self, limit: Option<u32>) -> bool {
        limit.is_some_and(|limit| self.still_in().all(|seat| self.hands[seat].turns >= limit))
    }

    /// Whether so many turns in a row that brought nothing end the game.
    pub(crate) fn are_enough(&self, passes: Passes, end: ScorelessEnd) -> bool {
        match end {
            ScorelessEnd::EveryPlayerPassed => self.still_in().all(|seat| passes.by.contains(seat)),
            ScorelessEnd::Passes(limit) | ScorelessEnd::PassesOrExchanges(limit) => passes.count >= limit,
            ScorelessEnd::Never => false,
        }
    }

    /// Whether the game is over if the player to move passes.
    pub(crate) fn is_last_pass(&self, end: ScorelessEnd) -> bool {
        self.are_enough(self.passes.after(self.to_move, end.counts_passes()), end)
    }

    /// Whether nobody moves until the open play stands: it would end the game, or its own player is to move and
    /// would cover it up before the others could challenge it.
    pub(crate) fn waits(&self, turn_limit: Option<u32>) -> bool {
        self.open_play.as_ref().is_some_and(|open| {
            open.until.is_some()
                && (open.goes_out || self.to_move == open.seat || self.turns_are_over(turn_limit))
        })
    }

    /// How many tiles the player of the open play draws when it stands, if the bag has them: none if they are out
    /// of the game or it is over.
    pub(crate) fn draw_count(&self, reason: StandReason, turn_limit: Option<u32>) -> usize {
        let Some(open) = &self.open_play else { return 0 };
        let is_last = open.goes_out || self.turns_are_over(turn_limit);
        match reason {
            StandReason::PlayerLeft | StandReason::GameEnded => 0,
            _ if is_last => 0,
            _ => self.hands[open.seat].rack.room(),
        }
    }

    /// Who moves after a seat: the next one in order who is still in and has turns left.
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

    /// How many tiles there are altogether; it never changes.
    pub(crate) fn tile_count(&self) -> usize {
        let held: usize = self.hands.iter().map(|(_, hand)| hand.rack.len()).sum();
        self.bag.len() + held + self.board.tiles().count()
    }

    pub(crate) fn rack_value(&self, seat: Seat, language: &Language) -> Score {
        language.value(self.hands[seat].rack.tiles())
    }
}
