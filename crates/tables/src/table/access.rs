//! How clients find a table: its code, its lobby and its link.

use protocol::{ErrorCode, RoomCode, Secret};
use store::{Lobby, TokenHash};

use crate::Refused;
use crate::shared::token_hash;

/// How clients find a table.
pub(crate) struct Access {
    /// `None` once the code was released, a day after the game: the table is then found by its id
    /// only, for a rematch or a due timer.
    pub(crate) code: Option<RoomCode>,
    pub(crate) lobby: Lobby,
    /// Hash of the secret in the table's link.
    pub(crate) invite: TokenHash,
}

impl Access {
    /// The code of the table, unless it was released.
    pub(super) fn code(&self) -> Option<&RoomCode> {
        self.code.as_ref()
    }

    /// The code that a client at the table needs to come back, or a refusal.
    pub(super) fn code_for(&self, event: &str) -> Result<&RoomCode, Refused> {
        self.code().ok_or_else(|| {
            Refused::code(event, ErrorCode::RoomNotFound, "this table is over and has no code any more")
        })
    }

    /// Whether a secret is the one in the table's link.
    pub(super) fn is_invite(&self, secret: &Secret) -> bool {
        token_hash(secret.expose()) == self.invite
    }

    /// Refuses a link that is another table's, even where no link is needed.
    ///
    /// This happens before anything about the table is revealed. The code may since have been given
    /// to strangers, and a client that guesses codes must not pass for one with a link.
    pub(super) fn check_link(&self, event: &str, invite: Option<&Secret>) -> Result<(), Refused> {
        match invite {
            Some(secret) if !self.is_invite(secret) => {
                Err(Refused::code(event, ErrorCode::BadToken, "this is not the link of this table"))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(code: Option<&str>) -> Access {
        let code = code.map(|code| code.parse().unwrap());
        Access { code, lobby: Lobby::Private, invite: token_hash("link") }
    }

    #[test]
    fn only_the_link_of_this_table_is_accepted() {
        let (own, other) = (Secret::new("link".to_owned()), Secret::new("another".to_owned()));
        let access = access(Some("DORD"));
        assert!(access.check_link("joinGame", None).is_ok());
        assert!(access.check_link("joinGame", Some(&own)).is_ok());
        let refused = access.check_link("joinGame", Some(&other)).unwrap_err();
        assert_eq!(refused.error.code, ErrorCode::BadToken);
    }

    #[test]
    fn a_table_whose_code_was_released_seats_no_client() {
        assert_eq!(access(Some("DORD")).code_for("joinGame").unwrap().as_str(), "DORD");
        let refused = access(None).code_for("joinGame").unwrap_err();
        assert_eq!(refused.error.code, ErrorCode::RoomNotFound);
    }
}
