use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use protocol::CommandId;

use crate::Accepted;

/// How many answers a connection remembers.
const KEPT_MAX: usize = 8;

/// What a connection was answered lately, so that a command that it sends again is not done again.
///
/// An answer may hold a token. It is kept for the one connection that it was given to, and goes with it: by a command's id
/// alone, which anybody may choose, nobody gets a seat.
#[derive(Default)]
pub(crate) struct Answered(Mutex<VecDeque<(&'static str, CommandId, Accepted)>>);

impl Answered {
    pub(crate) fn find(&self, event: &'static str, id: &CommandId) -> Option<Accepted> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(other, known, _)| *other == event && known == id);
        found.map(|(_, _, accepted)| accepted.clone())
    }

    pub(crate) fn keep(&self, event: &'static str, id: CommandId, accepted: Accepted) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT_MAX {
            kept.pop_front();
        }
        kept.push_back((event, id, accepted));
    }
}
