use std::sync::Arc;

use protocol::{CommitExtras, Delivery, Member, PublicEvent, ServerEvent};
use rules::{Event, Game, Seat};

use super::Table;
use crate::Refused;
use crate::client_sink::{ClientSink, Frame};

/// Maximum size of the missed events sent to a client: about the full state of a long game.
const MISSED_BYTES_MAX: usize = 48 * 1024;

/// Frames sent for one version, for clients that missed it.
pub(crate) struct Recent {
    version: u64,
    sent: Vec<Sent>,
}

struct Sent {
    reaches: Recipients,
    frame: Arc<Frame>,
}

/// Recipients of a frame: what remains of a [`Delivery`] after its event is serialised.
#[derive(Clone, Copy)]
struct Recipients {
    players: [bool; Seat::COUNT],
    spectators: bool,
}

impl Recipients {
    fn of(delivery: &Delivery) -> Recipients {
        let mut players = [false; Seat::COUNT];
        for seat in Seat::all() {
            players[seat.index()] = delivery.reaches(Member::Player(seat));
        }
        Recipients { players, spectators: delivery.reaches(Member::Spectator) }
    }

    fn includes(self, member: Member) -> bool {
        match member {
            Member::Player(seat) => self.players[seat.index()],
            Member::Spectator => self.spectators,
        }
    }
}

impl Table {
    /// Broadcasts events, each to the members that may see it.
    pub(super) fn tell_events(&mut self, before: &Game, events: &[Event], announcements: &CommitExtras<'_>) {
        let context = self.context(&self.ids);
        let deliveries = protocol::events_for(before, events, &self.game, &context, announcements);
        self.broadcast_commit(deliveries);
    }

    /// Broadcasts deliveries that belong to the version that has just begun.
    pub(super) fn broadcast_commit(&mut self, deliveries: Vec<Delivery>) {
        let sent: Vec<Sent> = deliveries.into_iter().map(|delivery| self.tell(delivery)).collect();
        match self.recent.back_mut() {
            Some(recent) if recent.version == self.version => recent.sent.extend(sent),
            _ => self.recent.push_back(Recent { version: self.version, sent }),
        }
        while self.recent.len() > self.shared.limits.recent_max {
            self.recent.pop_front();
        }
    }

    /// Broadcasts an event that does not advance the version, such as presence or chat.
    pub(super) fn broadcast_ephemeral(&self, to: protocol::Audience, event: PublicEvent) {
        self.tell(Delivery::Public { to, event });
    }

    fn tell(&self, delivery: Delivery) -> Sent {
        let reaches = Recipients::of(&delivery);
        let frame = Arc::new(Frame::new(delivery.into_event(), Some(self.version)));
        for seated in self.members.values().filter(|seated| reaches.includes(seated.who)) {
            seated.line.send(&frame);
        }
        Sent { reaches, frame }
    }

    /// Counts the data that brings a client up to date against its limit, if there is any.
    pub(super) fn count_catch_up(
        &self,
        line: &dyn ClientSink,
        event: &str,
        who: Member,
        last_seq: Option<u64>,
    ) -> Result<(), Refused> {
        let is_nothing = self.missed(who, last_seq).is_some_and(|missed| missed.is_empty());
        if is_nothing {
            return Ok(());
        }
        line.count_state().map_err(|error| Refused::error(event, error))
    }

    /// Returns the frames that a member missed since a version.
    ///
    /// `None` if they are no longer in memory, or longer than the full state.
    fn missed(&self, who: Member, last_seq: Option<u64>) -> Option<Vec<&Arc<Frame>>> {
        let last_seq = last_seq.filter(|&last_seq| self.remembers_since(last_seq))?;
        let versions = self.recent.iter().filter(|recent| recent.version > last_seq);
        let sent = versions.flat_map(|recent| &recent.sent).filter(|sent| sent.reaches.includes(who));
        let frames: Vec<&Arc<Frame>> = sent.map(|sent| &sent.frame).collect();
        let bytes: usize = frames.iter().map(|frame| frame.payload.get().len()).sum();
        (bytes <= MISSED_BYTES_MAX).then_some(frames)
    }

    /// Brings a client up to date, with the frames that it missed or else the full state.
    pub(super) fn catch_up_client(&self, line: &dyn ClientSink, who: Member, last_seq: Option<u64>) {
        if let Some(missed) = self.missed(who, last_seq) {
            for frame in missed {
                line.send(frame);
            }
            return;
        }
        let context = self.context(&self.ids);
        let everything: Vec<ServerEvent> = match who {
            Member::Player(seat) => protocol::reconnection(&self.game, seat, &context),
            Member::Spectator => protocol::spectating(&self.game, &context),
        };
        for event in everything {
            line.send(&Frame::new(event, Some(self.version)));
        }
    }

    fn remembers_since(&self, last_seq: u64) -> bool {
        let oldest = self.recent.front().map_or(self.version + 1, |recent| recent.version);
        last_seq <= self.version && last_seq + 1 >= oldest
    }
}
