//! Who gets what: the events of one commit, and what somebody who comes back is told.

mod commit;
mod narrative;
mod returning;
#[cfg(test)]
mod tests;

use rules::Seat;

pub use commit::{Announcements, events_for};
pub use returning::{reconnection, spectating};

use crate::server::{PrivateEvent, PublicEvent, ServerEvent};

/// Who at a table gets a public event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Players and spectators.
    Everyone,
    /// The player on one seat.
    Seat(Seat),
    /// Everyone but the player on one seat.
    Others(Seat),
}

/// Somebody at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Member {
    /// The player on a seat.
    Player(Seat),
    /// One who watches.
    Spectator,
}

/// An event and who gets it.
///
/// What only one player may see has no audience, but a seat.
///
/// ```compile_fail
/// use protocol::{Audience, Delivery, PrivateEvent, YourTiles};
///
/// Delivery::Public { to: Audience::Everyone, event: PrivateEvent::YourTiles(YourTiles { tiles: vec![] }) };
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// What everybody may see.
    Public {
        /// Who gets it.
        to: Audience,
        /// What.
        event: PublicEvent,
    },
    /// What only one player may see.
    Private {
        /// Whose seat.
        to: Seat,
        /// What.
        event: PrivateEvent,
    },
}

impl Delivery {
    /// Whether somebody gets it.
    pub fn reaches(&self, member: Member) -> bool {
        match *self {
            Delivery::Public { to: Audience::Everyone, .. } => true,
            Delivery::Public { to: Audience::Seat(seat), .. } | Delivery::Private { to: seat, .. } => {
                member == Member::Player(seat)
            }
            Delivery::Public { to: Audience::Others(seat), .. } => member != Member::Player(seat),
        }
    }

    /// The event without its address.
    pub fn into_event(self) -> ServerEvent {
        match self {
            Delivery::Public { event, .. } => event.into(),
            Delivery::Private { event, .. } => event.into(),
        }
    }

    fn to_everyone(event: PublicEvent) -> Delivery {
        Delivery::Public { to: Audience::Everyone, event }
    }

    fn to_seat(seat: Seat, event: PublicEvent) -> Delivery {
        Delivery::Public { to: Audience::Seat(seat), event }
    }
}
