use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use protocol::CommandId;

use crate::Accepted;

/// Number of answers remembered per connection.
const KEPT_MAX: usize = 8;

/// Recent answers of one connection, so that a repeated command is not carried out twice.
///
/// An answer may contain a token, and clients choose command ids freely. Answers therefore belong
/// to the connection that received them and are dropped with it: a guessed command id never yields
/// a seat.
#[derive(Default)]
pub(crate) struct RecentAnswers(Mutex<VecDeque<(&'static str, CommandId, Accepted)>>);

impl RecentAnswers {
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
