use std::{
    io::{BufRead, Write},
    sync::Arc,
};

use daily::{Attempt, Effort, solve};
use engine::Engine;
use lexicon::Lexicon;
use rules::{Play, Rack, Refusal};

use super::{
    json_output, result::PuzzleResult, saved_attempt::SavedAttempt, screen::Screen, typed_command::Request,
};
use crate::play::{input::Input, user_error::UserError, word_input};

/// A session of one puzzle: from its stored progress to its end, or until the player quits.
pub(super) struct Session<R> {
    pub(super) attempt: Attempt,
    pub(super) lexicon: Arc<Lexicon>,
    pub(super) engine: Engine,
    pub(super) effort: Effort,
    pub(super) progress: SavedAttempt,
    pub(super) output: Output,
    pub(super) input: Input<R>,
}

/// The reader of the output.
pub(super) enum Output {
    /// A person at a terminal.
    Screen(Screen),
    /// A program.
    Answers,
}

/// Outcome of a request.
pub(super) enum Reply {
    /// A turn was completed.
    Done,
    /// The turn was refused, and nothing changed.
    Refused(UserError),
    /// The request only shows something.
    Shown(Shown),
    /// The player quits.
    Quit,
}

/// What a request shows.
pub(super) enum Shown {
    Board,
    Rack,
    Score,
    Preview(Play),
    Help,
}

impl<R: BufRead> Session<R> {
    pub(super) fn run(mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &mut self.output {
            Output::Screen(_) => Screen::begin(out, &self.attempt, &self.lexicon)?,
            Output::Answers => json_output::begin(out, &self.attempt, &self.lexicon)?,
        }
        while !self.attempt.is_finished() {
            if let Output::Screen(screen) = &mut self.output {
                screen.prompt(out, &self.attempt)?;
            }
            let Some(line) = self.input.line()? else { return self.leave(out) };
            if let Output::Screen(_) = &self.output {
                Screen::typed(out)?;
            }
            if line.is_empty() {
                continue;
            }
            let reply = match Request::parse(&line) {
                Ok(request) => self.fulfil(&request)?,
                Err(user_error) => Reply::Refused(user_error),
            };
            match &reply {
                Reply::Refused(_) => self.input.refused()?,
                _ => self.input.accepted(),
            }
            match (&reply, &mut self.output) {
                (Reply::Quit, _) => return self.leave(out),
                (reply, Output::Screen(screen)) => screen.reply(out, &self.attempt, reply)?,
                (reply, Output::Answers) => json_output::reply(out, &self.attempt, reply)?,
            }
        }
        let result = PuzzleResult::of(&self.attempt, &self.engine)?;
        let best = || solve(self.attempt.puzzle(), &self.engine, self.effort);
        match &self.output {
            Output::Screen(screen) => {
                screen.end(out, &self.attempt, &result)?;
                let solution = Screen::while_looking(best);
                Screen::best(out, &self.attempt, &solution)
            }
            Output::Answers => json_output::end(out, &self.attempt, &result, &best()),
        }
    }

    fn leave(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match &self.output {
            Output::Screen(_) => Screen::leave(out, &self.attempt),
            Output::Answers => json_output::leave(out, &self.attempt),
        }
    }

    /// Carries out a request. A turn counts only once it is stored.
    fn fulfil(&mut self, request: &Request) -> anyhow::Result<Reply> {
        let mut next = self.attempt.clone();
        let done = match request {
            Request::Board => return Ok(Reply::Shown(Shown::Board)),
            Request::Rack => return Ok(Reply::Shown(Shown::Rack)),
            Request::Score => return Ok(Reply::Shown(Shown::Score)),
            Request::Help => return Ok(Reply::Shown(Shown::Help)),
            Request::Quit => return Ok(Reply::Quit),
            Request::Preview { at, word } => {
                let placement =
                    word_input::placement(self.attempt.puzzle().language(), self.attempt.board(), *at, word);
                let preview = placement.and_then(|placement| {
                    self.attempt.preview(&placement).map_err(|refusal| self.user_error(&refusal))
                });
                return Ok(match preview {
                    Ok(play) => Reply::Shown(Shown::Preview(play)),
                    Err(user_error) => Reply::Refused(user_error),
                });
            }
            Request::Play { at, word } => {
                word_input::placement(next.puzzle().language(), next.board(), *at, word).and_then(
                    |placement| {
                        let done = next.play(&placement, self.lexicon.as_ref());
                        done.map(|_| ()).map_err(|refusal| self.user_error(&refusal))
                    },
                )
            }
            Request::Exchange(named) => word_input::places(next.puzzle().language(), &self.rack(), named)
                .and_then(|places| {
                    let numbers: Vec<u8> = places.iter().map(|&place| next.rack()[place].number).collect();
                    next.exchange(&numbers).map(|_| ()).map_err(|refusal| self.user_error(&refusal))
                }),
        };
        Ok(match done {
            Ok(()) => {
                self.progress.keep(&next)?;
                self.attempt = next;
                Reply::Done
            }
            Err(user_error) => Reply::Refused(user_error),
        })
    }

    fn rack(&self) -> Rack {
        Rack::new(self.attempt.rack().iter().map(|drawn| drawn.tile).collect())
    }

    fn user_error(&self, refusal: &Refusal) -> UserError {
        UserError::to_one(refusal, self.attempt.puzzle().language(), self.rack().tiles())
    }
}
