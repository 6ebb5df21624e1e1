//! Which member of a table gets which events: for a commit, and for a client that reconnects.

mod commit;
mod event_mapper;
mod resync;
#[cfg(test)]
mod tests;

use rules::{Seat, SeatSet};

pub use commit::{CommitExtras, CommitView, events_for, packets_for};
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

/// The members of a table that receive a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recipients {
    players: SeatSet,
    spectators: bool,
}

impl Recipients {
    /// Whether a member is one of them.
    pub const fn includes(self, member: Member) -> bool {
        match member {
            Member::Player(seat) => self.players.contains(seat),
            Member::Spectator => self.spectators,
        }
    }
}

impl From<Audience> for Recipients {
    fn from(audience: Audience) -> Recipients {
        let (players, spectators) = match audience {
            Audience::Everyone => (Seat::all().collect(), true),
            Audience::Seat(seat) => (SeatSet::from_iter([seat]), false),
            Audience::Others(seat) => (Seat::all().filter(|&other| other != seat).collect(), true),
        };
        Recipients { players, spectators }
    }
}

impl Delivery {
    /// The members that receive the event.
    pub fn recipients(&self) -> Recipients {
        match *self {
            Delivery::Public { to, .. } => to.into(),
            Delivery::Private { to, .. } => Audience::Seat(to).into(),
        }
    }

    /// Whether a member receives the event.
    pub fn reaches(&self, member: Member) -> bool {
        self.recipients().includes(member)
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
