use std::sync::Arc;

use crate::{
    Bag, Board, FormedWord, LegalPlay, Letter, LookUp, Placement, Rack, Refusal, Score, Seat, WordRule, Words,
};

use super::{Entry, Game, Progress};

/// The words and the score of a play that has not been made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preview {
    /// The total score.
    pub score: Score,
    /// The words of the play.
    pub words: Vec<PreviewedWord>,
}

/// A word of a previewed play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PreviewedWord {
    /// The word.
    pub word: FormedWord,
    /// Whether the list has the word; `None` unless the table checks words before a play.
    pub valid: Option<bool>,
}

impl Game {
    /// Previews a play of a player, who need not be to move.
    pub fn preview(&self, seat: Seat, placement: &Placement, words: &dyn Words) -> Result<Preview, Refusal> {
        let position = self.playing().ok_or(match self.progress() {
            Progress::Waiting => Refusal::NotStarted,
            Progress::Playing | Progress::Ended | Progress::Closed => Refusal::Ended,
        })?;
        if !position.is_in(seat) {
            return Err(Refusal::OutOfGame);
        }
        let rack = &position.hands[seat].rack;
        let play = LegalPlay::check(placement, &position.board, rack, &self.rules().language)?.into_play();
        let judged = |word: FormedWord| {
            let valid = match self.rules().words {
                WordRule::Checked => Some(words.contains(&word.letters)),
                WordRule::Challenge { .. } => None,
            };
            PreviewedWord { word, valid }
        };
        Ok(Preview { score: play.score, words: play.words.into_iter().map(judged).collect() })
    }

    /// Looks a word up in the list, if the table allows it now.
    pub fn look_up(&self, word: &[Letter], words: &dyn Words) -> Result<bool, Refusal> {
        match (self.rules().look_up, self.progress()) {
            (LookUp::Always, _) | (LookUp::AfterTheEnd, Progress::Ended) => Ok(words.contains(word)),
            (LookUp::AfterTheEnd | LookUp::Never, _) => Err(Refusal::LookUpNotAllowed),
        }
    }

    /// The board of a running or finished game.
    pub fn board(&self) -> Option<&Board> {
        Some(&self.position()?.board)
    }

    /// The bag of a running or finished game. No player may see it.
    pub fn bag(&self) -> Option<&Bag> {
        Some(&self.position()?.bag)
    }

    /// A player's rack. No other player may see it.
    pub fn rack(&self, seat: Seat) -> Option<&Rack> {
        Some(&self.position()?.hands.get(seat)?.rack)
    }

    /// A player's current score. The final score is part of the [`Outcome`](crate::Outcome).
    pub fn score(&self, seat: Seat) -> Option<Score> {
        Some(self.position()?.hands.get(seat)?.score)
    }

    /// The turn order; empty before the start.
    pub fn turn_order(&self) -> &[Seat] {
        self.position().map_or(&[], |position| &position.order)
    }

    /// Whether the game ends if the player to move passes.
    pub fn is_last_pass(&self) -> bool {
        let end = self.rules().scoreless_end;
        self.position().is_some_and(|position| position.is_last_pass(end))
    }

    /// The score pad with the racks. No player may see it before the end.
    pub fn history(&self) -> &[Arc<Entry>] {
        self.position().map_or(&[], |position| &position.history)
    }

    /// The total number of tiles on the board, on racks and in the bag. It never changes.
    pub fn tile_count(&self) -> Option<usize> {
        Some(self.position()?.tile_count())
    }
}
