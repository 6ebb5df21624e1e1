//! Column values common to both databases.

use rules::{GameId, Progress, Seat, Seed};

use crate::{Lobby, RoomCode, StoreError, TokenHash};

pub(crate) const fn lobby(lobby: Lobby) -> &'static str {
    match lobby {
        Lobby::Open => "open",
        Lobby::Private => "private",
    }
}

pub(crate) const fn status(progress: Progress) -> &'static str {
    match progress {
        Progress::Waiting => "waiting",
        Progress::Playing => "playing",
        Progress::Ended => "ended",
        Progress::Closed => "closed",
    }
}

pub(crate) fn read_lobby(text: &str) -> Option<Lobby> {
    [Lobby::Open, Lobby::Private].into_iter().find(|&kind| lobby(kind) == text)
}

pub(crate) fn read_standing(text: &str) -> Option<Progress> {
    let all = [Progress::Waiting, Progress::Playing, Progress::Ended, Progress::Closed];
    all.into_iter().find(|&progress| status(progress) == text)
}

/// Reads the columns of one table. Errors name the invalid value.
pub(crate) struct Columns<'t>(pub(crate) &'t GameId);

impl Columns<'_> {
    fn unexpected(&self, what: &str, found: &str) -> StoreError {
        StoreError::unreadable(self.0, format!("expected {what}, found {found}"))
    }

    pub(crate) fn lobby(&self, text: &str) -> Result<Lobby, StoreError> {
        read_lobby(text).ok_or_else(|| self.unexpected("a kind of lobby", text))
    }

    pub(crate) fn status(&self, text: &str) -> Result<Progress, StoreError> {
        read_standing(text).ok_or_else(|| self.unexpected("how far a table is", text))
    }

    pub(crate) fn code(&self, text: &str) -> Result<RoomCode, StoreError> {
        RoomCode::new(text).ok_or_else(|| self.unexpected("a room code", text))
    }

    pub(crate) fn seat(&self, number: i64) -> Result<Seat, StoreError> {
        usize::try_from(number)
            .ok()
            .and_then(Seat::at)
            .ok_or_else(|| self.unexpected("the number of a seat", &number.to_string()))
    }

    /// The error does not contain the value, which is secret.
    fn secret(&self, bytes: &[u8]) -> Result<[u8; 32], StoreError> {
        bytes.try_into().map_err(|_| self.unexpected("32 bytes", &format!("{} bytes", bytes.len())))
    }

    pub(crate) fn hash(&self, bytes: &[u8]) -> Result<TokenHash, StoreError> {
        self.secret(bytes).map(TokenHash)
    }

    pub(crate) fn seed(&self, bytes: &[u8]) -> Result<Seed, StoreError> {
        self.secret(bytes).map(Seed)
    }
}
