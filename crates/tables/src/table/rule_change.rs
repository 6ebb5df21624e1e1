//! Changes of the rules in the lobby.

use protocol::{ErrorCode, UpdateRules, WireError};
use rules::Rules;
use store::Lobby;

use super::Table;

impl Table {
    /// Returns the rules that the host wants, if the table could play by them.
    pub(super) fn new_rules(&self, update: &UpdateRules) -> Result<Rules, WireError> {
        if self.access.lobby == Lobby::Open {
            let message = "the open lobby has fixed rules: create a table to choose your own";
            return Err(WireError::new(ErrorCode::NotAllowed, message));
        }
        let rules = update.table_rules(self.replica.game().rules())?;
        match self.shared.words.lexicon(rules.language.code()) {
            Some(_) => Ok(rules),
            None => Err(WireError::new(ErrorCode::Unavailable, "no word list for this language")),
        }
    }

    /// Exchanges the word list if the language of the table has changed.
    pub(super) fn follow_language(&mut self) {
        let code = self.replica.game().rules().language.code();
        if self.words.language().code() == code {
            return;
        }
        if let Some(words) = self.shared.words.lexicon(code) {
            self.words = words;
        } else {
            // Another node of this cluster has a list that this one lacks.
            tracing::error!(table = %self.replica.game().id(), language = code, "no word list for a table");
        }
    }
}
