//! What is sent to the members of a table: commits, ephemeral events, and the full state.

use protocol::{
    Audience, CommitExtras, CommitView, Delivery, Member, Packet, PublicEvent, Recipients, ServerEvent,
    TableContext,
};
use rules::{Event, Game};

use super::Table;
use crate::Refused;
use crate::client_sink::ClientSink;

impl Table {
    /// What the rules do not know about the table.
    ///
    /// `None` for a table whose code was released: no client can reach it.
    pub(super) fn context(&self) -> Option<TableContext<'_>> {
        let room_code = self.access.code()?;
        let (ids, away, board) = (self.members.ids(), self.members.away(), &self.board);
        Some(TableContext { ids, away, room_code, now: self.now(), board })
    }

    /// Broadcasts the commit that led to the current state, each packet to the members that may
    /// see it.
    pub(super) fn broadcast_commit(&mut self, before: &Game, events: &[Event], extras: &CommitExtras<'_>) {
        let Some(context) = self.context() else { return };
        let commit = CommitView { before, events, after: self.replica.game() };
        let packets = protocol::packets_for(commit, &context, extras, self.replica.version());
        self.broadcast_version(packets);
    }

    /// Broadcasts an event that belongs to the version that has just begun.
    pub(super) fn broadcast_update(&mut self, delivery: Delivery) {
        let recipients = delivery.recipients();
        let packet = Packet::new(delivery.into_event(), Some(self.replica.version()));
        self.broadcast_version(vec![(recipients, packet)]);
    }

    fn broadcast_version(&mut self, packets: Vec<(Recipients, Packet)>) {
        for (recipients, packet) in &packets {
            self.members.send(*recipients, packet);
        }
        self.recent.add(self.replica.version(), packets);
    }

    /// Broadcasts an event that does not advance the version, such as presence or chat.
    pub(super) fn broadcast_ephemeral(&self, to: Audience, event: PublicEvent) {
        self.members.send(to.into(), &Packet::new(event, Some(self.replica.version())));
    }

    fn missed(&self, who: Member, last_seq: Option<u64>) -> Option<Vec<&Packet>> {
        self.recent.missed(who, last_seq?, self.replica.version())
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

    /// Brings a client up to date, with the packets that it missed or else the full state.
    pub(super) fn catch_up_client(&self, sink: &dyn ClientSink, who: Member, last_seq: Option<u64>) {
        if let Some(missed) = self.missed(who, last_seq) {
            for packet in missed {
                sink.send(packet);
            }
            return;
        }
        let Some(context) = self.context() else { return };
        let game = self.replica.game();
        let everything: Vec<ServerEvent> = match who {
            Member::Player(seat) => protocol::reconnection(game, seat, &context),
            Member::Spectator => protocol::spectating(game, &context),
        };
        for event in everything {
            sink.send(&Packet::new(event, Some(self.replica.version())));
        }
    }
}
