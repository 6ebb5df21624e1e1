use rules::{BySeat, Game, PlayerKind, Seat, Timestamp};

use crate::board::BoardCache;
use crate::text::{PlayerId, RoomCode};

/// The ids of the players by seat.
///
/// It includes all seated players and, for one commit, the players who leave with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerIds(BySeat<PlayerId>);

/// What the rules do not know about a table.
#[derive(Clone, Copy, Debug)]
pub struct TableContext<'a> {
    /// The ids of the players.
    pub ids: &'a PlayerIds,
    /// Since when players are away; players not listed are connected.
    pub away: &'a BySeat<Timestamp>,
    /// The code of the table.
    pub room_code: &'a RoomCode,
    /// The current time.
    pub now: Timestamp,
    /// The board as it was last sent.
    pub board: &'a BoardCache,
}

impl PlayerIds {
    /// Without players.
    pub fn new() -> PlayerIds {
        PlayerIds::default()
    }

    /// Sets the id of the player on a seat.
    pub fn insert(&mut self, seat: Seat, id: PlayerId) {
        self.0.insert(seat, id);
    }

    /// The id of the player on a seat.
    ///
    /// # Panics
    ///
    /// If the seat has no id. Every player gets an id before they take a seat.
    pub fn of(&self, seat: Seat) -> PlayerId {
        self.0[seat].clone()
    }

    /// The seat of a player.
    pub fn seat(&self, id: &PlayerId) -> Option<Seat> {
        self.0.iter().find(|(_, other)| *other == id).map(|(seat, _)| seat)
    }

    pub(crate) fn all(&self, seats: impl IntoIterator<Item = Seat>) -> Vec<PlayerId> {
        seats.into_iter().map(|seat| self.of(seat)).collect()
    }
}

impl FromIterator<(Seat, PlayerId)> for PlayerIds {
    fn from_iter<I: IntoIterator<Item = (Seat, PlayerId)>>(ids: I) -> PlayerIds {
        PlayerIds(ids.into_iter().collect())
    }
}

impl TableContext<'_> {
    /// Whether the player on a seat is connected.
    pub(crate) fn is_connected(&self, seat: Seat) -> bool {
        !self.away.has(seat)
    }
}

/// The level of a bot; `None` for a person.
pub(crate) fn bot_level(kind: PlayerKind) -> Option<u8> {
    match kind {
        PlayerKind::Person => None,
        PlayerKind::Bot(level) => Some(level.get()),
    }
}

/// The name of the player on a seat.
pub(super) fn name_of(game: &Game, seat: Seat) -> String {
    game.players().get(seat).map(|player| player.name.to_string()).unwrap_or_default()
}
