//! Which member of a table gets which events: for a commit, and for a client that reconnects.

mod commit;
mod event_mapper;
mod resync;
#[cfg(test)]
mod tests;

use rules::Seat;

pub use commit::{CommitExtras, events_for};
pub use resync::{reconnection, spectating};

use crate::server::{PrivateEvent, PublicEvent, ServerEvent};

/// The recipients of a public event at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// Players and spectators.
    Everyone,
    /// The player on one seat.
    Seat(Seat),
    /// All members except the player on one seat.
    Others(Seat),
}

/// A recipient at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Member {
    /// The player on a seat.
    Player(Seat),
    /// A spectator.
    Spectator,
}

/// An event with its recipients.
///
/// An event that only one player may see is addressed to a seat; it has no audience.
///
/// ```compile_fail
/// use protocol::{Audience, Delivery, PrivateEvent, YourTiles};
///
/// Delivery::Public { to: Audience::Everyone, event: PrivateEvent::YourTiles(YourTiles { tiles: vec![] }) };
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Delivery {
    /// An event that all members may see.
    Public {
        /// The recipients.
        to: Audience,
        /// The event.
        event: PublicEvent,
    },
    /// An event that only one player may see.
    Private {
        /// The player's seat.
        to: Seat,
        /// The event.
        event: PrivateEvent,
    },
}

impl Delivery {
    /// Whether a member receives the event.
    pub fn reaches(&self, member: Member) -> bool {
        match *self {
            Delivery::Public { to: Audience::Everyone, .. } => true,
            Delivery::Public { to: Audience::Seat(seat), .. } | Delivery::Private { to: seat, .. } => {
                member == Member::Player(seat)
            }
            Delivery::Public { to: Audience::Others(seat), .. } => member != Member::Player(seat),
        }
    }

    /// The event without its recipients.
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
