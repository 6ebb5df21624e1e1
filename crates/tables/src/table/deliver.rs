use protocol::{
    Audience, CommitExtras, CommitView, Delivery, Member, Packet, PublicEvent, Recipients, ServerEvent,
};
use rules::{Event, Game};

use super::Table;
use crate::Refused;
use crate::client_sink::ClientSink;

/// Maximum size of the missed events sent to a client: about the full state of a long game.
const MISSED_BYTES_MAX: usize = 48 * 1024;

/// Packets sent for one version, for clients that missed it.
pub(crate) struct Recent {
    version: u64,
    sent: Vec<(Recipients, Packet)>,
}

impl Table {
    /// Broadcasts the commit that led to the current state, each packet to the members that may
    /// see it.
    pub(super) fn broadcast_commit(&mut self, before: &Game, events: &[Event], extras: &CommitExtras<'_>) {
        let commit = CommitView { before, events, after: &self.game };
        let packets = protocol::packets_for(commit, &self.context(&self.ids), extras, self.version);
        self.broadcast_version(packets);
    }

    /// Broadcasts an event that belongs to the version that has just begun.
    pub(super) fn broadcast_update(&mut self, delivery: Delivery) {
        let recipients = delivery.recipients();
        let packet = Packet::new(delivery.into_event(), Some(self.version));
        self.broadcast_version(vec![(recipients, packet)]);
    }

    fn broadcast_version(&mut self, packets: Vec<(Recipients, Packet)>) {
        for (recipients, packet) in &packets {
            self.send_to(*recipients, packet);
        }
        match self.recent.back_mut() {
            Some(recent) if recent.version == self.version => recent.sent.extend(packets),
            _ => self.recent.push_back(Recent { version: self.version, sent: packets }),
        }
        while self.recent.len() > self.shared.limits.recent_max {
            self.recent.pop_front();
        }
    }

    /// Broadcasts an event that does not advance the version, such as presence or chat.
    pub(super) fn broadcast_ephemeral(&self, to: Audience, event: PublicEvent) {
        self.send_to(to.into(), &Packet::new(event, Some(self.version)));
    }

    fn send_to(&self, recipients: Recipients, packet: &Packet) {
        for seated in self.members.values().filter(|seated| recipients.includes(seated.who)) {
            seated.sink.send(packet);
        }
    }

    /// Counts the data that brings a client up to date against its limit, if there is any.
    pub(super) fn count_catch_up(
        &self,
        sink: &dyn ClientSink,
        event: &str,
        who: Member,
        last_seq: Option<u64>,
    ) -> Result<(), Refused> {
        let is_nothing = self.missed(who, last_seq).is_some_and(|missed| missed.is_empty());
        if is_nothing {
            return Ok(());
        }
        sink.count_state().map_err(|error| Refused::error(event, error))
    }

    /// Returns the packets that a member missed since a version.
    ///
    /// `None` if they are no longer in memory, or longer than the full state.
    fn missed(&self, who: Member, last_seq: Option<u64>) -> Option<Vec<&Packet>> {
        let last_seq = last_seq.filter(|&last_seq| self.remembers_since(last_seq))?;
        let versions = self.recent.iter().filter(|recent| recent.version > last_seq);
        let sent = versions.flat_map(|recent| &recent.sent);
        let packets: Vec<&Packet> =
            sent.filter(|(recipients, _)| recipients.includes(who)).map(|(_, packet)| packet).collect();
        let bytes: usize = packets.iter().map(|packet| packet.payload().len()).sum();
        (bytes <= MISSED_BYTES_MAX).then_some(packets)
    }

    /// Brings a client up to date, with the packets that it missed or else the full state.
    pub(super) fn catch_up_client(&self, sink: &dyn ClientSink, who: Member, last_seq: Option<u64>) {
        if let Some(missed) = self.missed(who, last_seq) {
            for packet in missed {
                sink.send(packet);
            }
            return;
        }
        let context = self.context(&self.ids);
        let everything: Vec<ServerEvent> = match who {
            Member::Player(seat) => protocol::reconnection(&self.game, seat, &context),
            Member::Spectator => protocol::spectating(&self.game, &context),
        };
        for event in everything {
            sink.send(&Packet::new(event, Some(self.version)));
        }
    }

    fn remembers_since(&self, last_seq: u64) -> bool {
        let oldest = self.recent.front().map_or(self.version + 1, |recent| recent.version);
        last_seq <= self.version && last_seq + 1 >= oldest
    }
}
