//! What is sent to the members of a table: commits, ephemeral events, and the full state.

use protocol::{
    Audience, CommitExtras, CommitView, Delivery, Member, Packet, PublicEvent, Recipients, ServerEvent,
    StateChange, TableContext,
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
        let change = self.members.has_followers().then(|| {
            let change = protocol::state_change(before, self.replica.game(), &context);
            self.encode_change(change)
        });
        self.broadcast_version(packets, change);
    }

    /// Broadcasts an event that belongs to the version that has just begun.
    pub(super) fn broadcast_update(&mut self, delivery: Delivery) {
        let recipients = delivery.recipients();
        let packet = Packet::new(delivery.into_event(), Some(self.replica.version()));
        let change = self.members.has_followers().then(|| self.encode_change(StateChange::default()));
        self.broadcast_version(vec![(recipients, packet)], change);
    }

    /// Sends the packets of a version, and its change of the state as the last of them.
    fn broadcast_version(&mut self, packets: Vec<(Recipients, Packet)>, change: Option<Packet>) {
        for (recipients, packet) in &packets {
            self.members.send(*recipients, packet);
        }
        if let Some(change) = &change {
            self.members.send_to_followers(change);
        }
        self.recent.add(self.replica.version(), packets, change);
    }

    fn encode_change(&self, change: StateChange) -> Packet {
        Packet::new(PublicEvent::StateChange(Box::new(change)), Some(self.replica.version()))
    }

    /// Updates the players in the state of the clients that follow it.
    pub(super) fn broadcast_presence(&self) {
        if !self.members.has_followers() {
            return;
        }
        if let Some(context) = self.context() {
            let change = protocol::presence_change(self.replica.game(), &context);
            self.members.send_to_followers(&self.encode_change(change));
        }
    }

    /// Broadcasts an event that does not advance the version, such as presence or chat.
    pub(super) fn broadcast_ephemeral(&self, to: Audience, event: PublicEvent) {
        self.members.send(to.into(), &Packet::new(event, Some(self.replica.version())));
    }

    fn missed(&self, sink: &dyn ClientSink, who: Member, last_seq: Option<u64>) -> Option<Vec<&Packet>> {
        self.recent.missed(sink, who, last_seq?, self.replica.version())
    }

    /// Counts the data that brings a client up to date against its limit, if there is any.
    pub(super) fn count_catch_up(
        &self,
        sink: &dyn ClientSink,
        event: &str,
        who: Member,
        last_seq: Option<u64>,
    ) -> Result<(), Refused> {
        let is_nothing = self.missed(sink, who, last_seq).is_some_and(|missed| missed.is_empty());
        if is_nothing {
            return Ok(());
        }
        sink.count_state().map_err(|error| Refused::error(event, error))
    }

    /// Brings a client up to date, with the packets that it missed or else the full state.
    pub(super) fn catch_up_client(&self, sink: &dyn ClientSink, who: Member, last_seq: Option<u64>) {
        if let Some(missed) = self.missed(sink, who, last_seq) {
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
