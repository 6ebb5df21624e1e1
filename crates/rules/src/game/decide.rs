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
        let returns = self.has_stand_in(seat) && !matches!(command, Command::Resign | Command::Leave);
        if returns {
            draft.record(EventKind::StandInEnded { seat });
        }
        match command {
            Command::ReturnToSeat if returns => Ok(()),
            Command::ReturnToSeat => draft.playing_with(seat).and(Err(Refusal::NoStandIn)),
            other => draft.carry_out(seat, other),
        }?;
        Ok(draft.into_decision())
    }

    /// Decides a command of the computer that plays a seat: a bot, or a player's stand-in.
    ///
    /// A command of the player ends the stand-in; a command of the computer does not.
    pub fn decide_for_computer(
        &self,
        seat: Seat,
        command: Command,
        env: &Env<'_>,
    ) -> Result<Decision, Refusal> {
        if self.computer(seat).is_none() {
            return Err(Refusal::NoStandIn);
        }
        let mut draft = Draft::new(self, env);
        draft.carry_out(seat, command)?;
        Ok(draft.into_decision())
    }
}

impl Draft<'_> {
    fn carry_out(&mut self, seat: Seat, command: Command) -> Result<(), Refusal> {
        match command {
            Command::GiveNonce(nonce) => self.give_nonce(seat, nonce),
            Command::CommitNonce(commitment) => self.commit_nonce(seat, commitment),
            Command::RevealNonce(nonce) => self.reveal_nonce(seat, nonce),
            Command::AddBot { name, level } => self.add_bot(seat, name, level),
            Command::ChangeRules(rules) => self.change_rules(seat, rules),
            Command::Start => self.start(seat),
            Command::PlaceTiles(placement) => self.place_tiles(seat, &placement),
            Command::ExchangeTiles { places } => self.exchange(seat, &places),
            Command::Pass => self.pass(seat, PassedBy::Player),
            Command::Challenge { turn } => self.challenge(seat, turn),
            Command::AcceptPlay { turn } => self.accept(seat, turn),
            Command::Judge { valid, turn } => self.judge(seat, valid, turn),
            Command::Resign => self.resign(seat),
            Command::Leave => self.leave(seat),
            Command::RemovePlayer(other) => self.remove_player(seat, other),
            Command::EndGame => self.end_game(seat),
            Command::ProposePause => self.propose_pause(seat),
            Command::AnswerPause { agree } => self.answer_pause(seat, agree),
            Command::ResumeGame => self.resume_game(seat),
            Command::ReturnToSeat => Err(Refusal::NoStandIn),
            Command::PlayAgain { game, instead_of } => self.play_again(seat, game, instead_of.as_ref()),
        }
    }

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
