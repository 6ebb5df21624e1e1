use crate::{Env, Event, EventKind, Refusal, Rules, Seat};

use super::{Decision, Game, Position, Stage};

/// A decision in progress: the events so far, and the game after them.
///
/// Later steps of a decision see the effects of earlier steps. For example, a move first draws the
/// tiles for the previous play. If a step refuses, the draft is dropped and nothing changes.
pub(super) struct Draft<'a> {
    pub(super) game: Game,
    pub(super) env: &'a Env<'a>,
    events: Vec<Event>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(game: &Game, env: &'a Env<'a>) -> Draft<'a> {
        Draft { game: game.clone(), env, events: Vec::new() }
    }

    pub(super) fn into_decision(self) -> Decision {
        Decision { events: self.events, after: self.game }
    }

    pub(super) fn record(&mut self, kind: EventKind) {
        let event = Event { at: self.env.now, kind };
        debug_assert_eq!(self.game.check(&event), Ok(()), "decided events fit");
        self.game.execute(&event);
        self.events.push(event);
    }

    pub(super) fn rules(&self) -> &Rules {
        self.game.rules()
    }

    /// The position of the running game.
    pub(super) fn playing(&self) -> Result<&Position, Refusal> {
        match &self.game.stage {
            Stage::Playing(position) => Ok(position),
            Stage::Waiting | Stage::Starting(_) => Err(Refusal::NotStarted),
            Stage::Ended(_) | Stage::Closed => Err(Refusal::Ended),
        }
    }

    /// The position of the running game, if this player is still in it.
    pub(super) fn playing_with(&self, seat: Seat) -> Result<&Position, Refusal> {
        let position = self.playing()?;
        if position.is_in(seat) { Ok(position) } else { Err(Refusal::OutOfGame) }
    }

    /// Checks that the table is in the lobby and no start is pending.
    pub(super) fn waiting(&self) -> Result<(), Refusal> {
        match &self.game.stage {
            Stage::Waiting => Ok(()),
            Stage::Starting(_) | Stage::Playing(_) => Err(Refusal::AlreadyStarted),
            Stage::Ended(_) | Stage::Closed => Err(Refusal::Ended),
        }
    }

    pub(super) fn host(&self, seat: Seat) -> Result<(), Refusal> {
        if self.game.host == Some(seat) { Ok(()) } else { Err(Refusal::NotHost) }
    }
}
