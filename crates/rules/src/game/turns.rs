use std::sync::Arc;

use crate::{EndReason, EventKind, LegalPlay, Placement, Refusal, Seat, StandReason, Tile, WordRule};

use super::PassedBy;
use super::draft::Draft;

impl Draft<'_> {
    /// Checks that the player may move, and makes the previous player's open play final.
    fn begin_move(&mut self, seat: Seat) -> Result<(), Refusal> {
        let position = self.playing_with(seat)?;
        if position.is_paused() {
            return Err(Refusal::GamePaused);
        }
        if position.challenge().is_some() {
            return Err(Refusal::ChallengePending);
        }
        if position.waits(self.rules().turns) {
            return Err(Refusal::PlayMustStand);
        }
        if position.to_move != seat {
            return Err(Refusal::NotYourTurn);
        }
        if position.open_play.is_some() {
            self.stand(StandReason::NextMove);
        }
        Ok(())
    }

    /// Finishes a move: cancels a request to end the game and checks whether the game is over.
    fn end_move(&mut self) {
        if self.playing().is_ok_and(|position| position.end_request.is_some()) {
            self.record(EventKind::EndRequestLapsed);
        }
        self.end_if_over();
        self.skip_lost_turns();
    }

    pub(super) fn place_tiles(&mut self, seat: Seat, placement: &Placement) -> Result<(), Refusal> {
        self.begin_move(seat)?;
        let position = self.playing()?;
        let hand = &position.hands[seat];
        let play = LegalPlay::check(placement, &position.board, &hand.rack, &self.rules().language)?;
        let goes_out = position.bag.is_empty() && play.tiles.len() == hand.rack.len();
        let open_until = match self.rules().words {
            // Do not consult the list where players challenge: a refusal would reveal its answer.
            WordRule::Challenge { window, .. } => Some(self.env.now + window),
            WordRule::Checked => {
                let words = play.unknown_words(self.env.words);
                if !words.is_empty() {
                    return Err(Refusal::UnknownWords { words });
                }
                None
            }
        };
        let play = Arc::new(play.into_play());
        self.record(EventKind::TilesPlaced { seat, play, goes_out, open_until });
        if open_until.is_none() {
            self.stand(StandReason::Checked);
        }
        self.end_move();
        Ok(())
    }

    pub(super) fn exchange(&mut self, seat: Seat, places: &[usize]) -> Result<(), Refusal> {
        self.begin_move(seat)?;
        let position = self.playing()?;
        let rack = position.hands[seat].rack.tiles();
        if places.is_empty() {
            return Err(Refusal::NothingToExchange);
        }
        let mut returned: Vec<Tile> = Vec::with_capacity(places.len());
        for (index, &place) in places.iter().enumerate() {
            if places[..index].contains(&place) {
                return Err(Refusal::PlaceTwice { place });
            }
            let tile = rack.get(place).ok_or(Refusal::NoSuchPlace { place, tiles: rack.len() })?;
            returned.push(*tile);
        }
        let (needed, left) = (self.rules().exchange_needs(returned.len()), position.bag.len());
        if left < needed {
            return Err(Refusal::NotEnoughInBag { needed, left });
        }
        let drawn = position.bag.peek(returned.len(), self.env.draws);
        self.record(EventKind::TilesExchanged { seat, returned, drawn });
        self.end_move();
        Ok(())
    }

    pub(super) fn pass(&mut self, seat: Seat, by: PassedBy) -> Result<(), Refusal> {
        self.begin_move(seat)?;
        if self.rules().max_players == 1 {
            return Err(Refusal::NobodyToPassTo);
        }
        self.record(EventKind::TurnPassed { seat, by });
        self.end_move();
        Ok(())
    }

    /// Ends the game if a limit on scoreless turns or on turns is reached.
    pub(super) fn end_if_over(&mut self) {
        let Ok(position) = self.playing() else { return };
        if position.open_play.is_some() {
            return;
        }
        if position.are_enough(position.passes, self.rules().scoreless_end) {
            self.finish(EndReason::ConsecutivePasses);
        } else if position.turns_are_over(self.rules().turns) {
            self.finish(EndReason::TurnsPlayed);
        }
    }

    /// Skips lost turns until a player can move.
    ///
    /// Terminates because each step uses up one lost turn.
    pub(super) fn skip_lost_turns(&mut self) {
        while let Ok(position) = self.playing()
            && position.challenge().is_none()
            && !position.waits(self.rules().turns)
            && position.hands[position.to_move].lost_turns > 0
        {
            let seat = position.to_move;
            self.record(EventKind::TurnLost { seat });
        }
    }
}
