use crate::{Command, Env, Event, EventKind, GameId, Refusal, Seat};

use super::draft::Draft;
use super::{Game, PassedBy, Stage};

/// What was decided: the events, and the game after them.
///
/// Applying the events to the game before results in `after`; no one needs to do it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The events, in order.
    pub events: Vec<Event>,
    /// The game after the events.
    pub after: Game,
}

impl Game {
    /// Decides a player's command, or returns the reason for refusing it. The game does not change.
    pub fn decide(&self, seat: Seat, command: Command, env: &Env<'_>) -> Result<Decision, Refusal> {
        if !self.roster.players.has(seat) {
            return Err(Refusal::NotSeated);
        }
        let mut draft = Draft::new(self, env);
        match command {
            Command::GiveNonce(nonce) => draft.give_nonce(seat, nonce),
            Command::CommitNonce(commitment) => draft.commit_nonce(seat, commitment),
            Command::RevealNonce(nonce) => draft.reveal_nonce(seat, nonce),
            Command::AddBot { name, level } => draft.add_bot(seat, name, level),
            Command::ChangeRules(rules) => draft.change_rules(seat, rules),
            Command::Start => draft.start(seat),
            Command::PlaceTiles(placement) => draft.place_tiles(seat, &placement),
            Command::ExchangeTiles { places } => draft.exchange(seat, &places),
            Command::Pass => draft.pass(seat, PassedBy::Player),
            Command::Challenge { turn } => draft.challenge(seat, turn),
            Command::AcceptPlay { turn } => draft.accept(seat, turn),
            Command::Judge { valid, turn } => draft.judge(seat, valid, turn),
            Command::Resign => draft.resign(seat),
            Command::Leave => draft.leave(seat),
            Command::RemovePlayer(other) => draft.remove_player(seat, other),
            Command::EndGame => draft.end_game(seat),
            Command::PlayAgain { game, instead_of } => draft.play_again(seat, game, instead_of.as_ref()),
        }?;
        Ok(draft.into_decision())
    }
}

impl Draft<'_> {
    fn play_again(&mut self, by: Seat, game: GameId, instead_of: Option<&GameId>) -> Result<(), Refusal> {
        match &self.game.stage {
            Stage::Ended(ended) if ended.rematch.as_ref() == instead_of => {
                self.record(EventKind::RematchOpened { by, game });
                Ok(())
            }
            Stage::Ended(_) => Err(Refusal::RematchOpen),
            Stage::Waiting | Stage::Starting(_) | Stage::Playing(_) => Err(Refusal::NotEnded),
            Stage::Closed => Err(Refusal::Ended),
        }
    }
}
