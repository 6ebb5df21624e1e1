use rules::{BySeat, Game, PlayerKind, Seat, Timestamp};

use crate::text::{PlayerId, RoomCode};

/// What names the player on each seat. It knows everybody who sits at the table, and for one commit also those who leave
/// with it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerIds(BySeat<PlayerId>);

/// What the rules do not know of a table.
#[derive(Clone, Copy, Debug)]
pub struct TableContext<'a> {
    /// What names the players.
    pub ids: &'a PlayerIds,
    /// Since when players are away; whoever is not listed is there.
    pub away: &'a BySeat<Timestamp>,
    /// What finds the table.
    pub room_code: &'a RoomCode,
    /// The time.
    pub now: Timestamp,
}

impl PlayerIds {
    /// Nobody yet.
    pub fn new() -> PlayerIds {
        PlayerIds::default()
    }

    /// Names the player on a seat.
    pub fn insert(&mut self, seat: Seat, id: PlayerId) {
        self.0.insert(seat, id);
    }

    /// What names the player on a seat.
    ///
    /// Every seat that takes part has an id: whoever lets somebody sit down gives one first.
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
    /// Whether the player on a seat is there.
    pub(crate) fn is_connected(&self, seat: Seat) -> bool {
        !self.away.has(seat)
    }
}

/// The level of a bot.
pub(crate) fn bot_level(kind: PlayerKind) -> Option<u8> {
    match kind {
        PlayerKind::Person => None,
        PlayerKind::Bot(level) => Some(level.get()),
    }
}

/// What a player is called.
pub(super) fn name_of(game: &Game, seat: Seat) -> String {
    game.players().get(seat).map(|player| player.name.to_string()).unwrap_or_default()
}
