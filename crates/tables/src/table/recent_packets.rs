//! The packets of the last versions, for clients that reconnect.

use std::collections::VecDeque;

use protocol::{Member, Packet, Recipients};

use crate::client_sink::ClientSink;

/// Maximum size of the missed packets sent to a client: about the full state of a long game.
const MISSED_BYTES_MAX: usize = 48 * 1024;

/// The packets sent for the last versions.
pub(super) struct RecentPackets {
    versions: VecDeque<SentVersion>,
    versions_max: usize,
}

/// Packets sent for one version.
struct SentVersion {
    version: u64,
    sent: Vec<(Recipients, Packet)>,
    /// What the version changed, for clients that follow the state; `None` if there were none.
    change: Option<Packet>,
}

impl RecentPackets {
    pub(super) fn new(versions_max: usize) -> RecentPackets {
        RecentPackets { versions: VecDeque::new(), versions_max }
    }

    /// Adds the packets of a version, which may have some already.
    pub(super) fn add(&mut self, version: u64, packets: Vec<(Recipients, Packet)>, change: Option<Packet>) {
        match self.versions.back_mut() {
            Some(recent) if recent.version == version => {
                recent.sent.extend(packets);
                recent.change = recent.change.take().or(change);
            }
            _ => self.versions.push_back(SentVersion { version, sent: packets, change }),
        }
        while self.versions.len() > self.versions_max {
            self.versions.pop_front();
        }
    }

    /// Forgets all packets.
    pub(super) fn clear(&mut self) {
        self.versions.clear();
    }

    /// The packets that a member missed since a version, up to the current one.
    ///
    /// `None` if they are no longer in memory, or longer than the full state.
    pub(super) fn missed(
        &self,
        sink: &dyn ClientSink,
        who: Member,
        since: u64,
        current: u64,
    ) -> Option<Vec<&Packet>> {
        let oldest = self.versions.front().map_or(current + 1, |recent| recent.version);
        if since > current || since + 1 < oldest {
            return None;
        }
        let mut packets: Vec<&Packet> = Vec::new();
        for recent in self.versions.iter().filter(|recent| recent.version > since) {
            let sent = recent.sent.iter().filter(|(recipients, _)| recipients.includes(who));
            packets.extend(sent.map(|(_, packet)| packet));
            if sink.follows_state() {
                // Without followers the change was not encoded, and the full state is needed.
                packets.push(recent.change.as_ref()?);
            }
        }
        let bytes: usize = packets.iter().map(|packet| packet.payload().len()).sum();
        (bytes <= MISSED_BYTES_MAX).then_some(packets)
    }
}

#[cfg(test)]
mod tests {
    use protocol::{Audience, PlayerId, PlayerRef, PublicEvent};

    use super::*;
    use crate::table::fixtures::RecordingSink;

    fn packet(version: u64, name: &str) -> (Recipients, Packet) {
        let player = PlayerRef { player_id: PlayerId::new("p"), player_name: name.to_owned() };
        (Audience::Everyone.into(), Packet::new(PublicEvent::SeatMoved(player), Some(version)))
    }

    #[test]
    fn the_packets_since_a_version_are_kept_up_to_a_limit() {
        let mut recent = RecentPackets::new(2);
        let missed = |recent: &RecentPackets, since| {
            recent.missed(&RecordingSink::default(), Member::Spectator, since, 3).map(|packets| packets.len())
        };
        assert_eq!(missed(&recent, 3), Some(0), "nothing was missed");
        assert_eq!(missed(&recent, 2), None, "what was missed is not in memory");
        for version in 1..=3 {
            recent.add(version, vec![packet(version, "Ann")], None);
        }
        recent.add(3, vec![packet(3, "Bob")], None);
        assert_eq!(
            [0, 1, 2, 3, 4].map(|since| missed(&recent, since)),
            [None, Some(3), Some(2), Some(0), None]
        );
        recent.clear();
        assert_eq!(missed(&recent, 2), None);
    }

    #[test]
    fn missed_packets_longer_than_the_full_state_are_not_sent() {
        let mut recent = RecentPackets::new(16);
        recent.add(2, vec![packet(2, &"a".repeat(MISSED_BYTES_MAX))], None);
        assert!(recent.missed(&RecordingSink::default(), Member::Spectator, 1, 2).is_none());
    }
}
