//! Replication of a table that is in memory at several nodes, each with its own players.

use std::sync::atomic::Ordering;

use protocol::{
    Audience, JoinRequested, Packet, PlayerId, PlayerReconnected, PublicEvent, RequestId, ReturnedBy,
};
use rules::Seat;
use store::{ClusterView, PlayerPresence, StoreError};
use tokio::time::Instant;

use super::Table;
use super::cluster::{NodeMessageBody, RemoteChange};

impl Table {
    /// Handles a hint: another node has an update.
    pub(super) async fn hinted(&mut self, version: Option<u64>) {
        self.cluster.mark_shared();
        match version {
            Some(version) if self.replica.version() < version => {
                // If the store is unreachable, a later poll finds the update.
                if self.pull_commits().await.is_err() {
                    self.shared.has_unread.store(true, Ordering::SeqCst);
                }
            }
            Some(_) => {}
            None => {
                self.poll_cluster().await;
            }
        }
    }

    /// Reads and applies the commits of other nodes.
    async fn pull_commits(&mut self) -> Result<(), StoreError> {
        if self.replica.has_unknown_commit() {
            return self.resync_from_store().await;
        }
        if let Some(tail) = self.replica.newer(self.shared.store.as_ref()).await? {
            self.apply_remote_commits(&tail).await?;
        }
        Ok(())
    }

    /// Brings the table up to date with other nodes. Returns whether that succeeded.
    pub(super) async fn bring_up_to_date(&mut self) -> bool {
        self.cluster.is_alone() || self.pull_commits().await.is_ok()
    }

    /// Reads the state of the table across all nodes and merges it. Returns whether that succeeded.
    pub(super) async fn poll_cluster(&mut self) -> bool {
        let Ok((views, taken)) = self.cluster.poll().await else { return false };
        let mut has_seen = true;
        for view in views {
            has_seen &= self.merge_cluster_view(view, taken).await;
        }
        has_seen
    }

    /// Merges a view of the table across all nodes, taken at a moment. Returns whether it could.
    pub(super) async fn merge_cluster_view(&mut self, view: ClusterView, taken: Instant) -> bool {
        if self.replica.version() < view.version.0 {
            let _ = self.pull_commits().await;
            if self.replica.version() < view.version.0 {
                // The view may mention a player whom this node does not know yet. The next poll
                // repeats all of it.
                return false;
            }
            // The committing node did not know that this node has the table.
            self.cluster.hint_to_look();
        }
        for message in self.cluster.read(view.notes) {
            self.handle_message(message).await;
        }
        if !self.cluster.is_outdated(taken) {
            if self.cluster.see(taken) {
                self.members.restart_holds();
            }
            for seat in Seat::all() {
                // Without an entry the player's node did not announce the seat, or the store has
                // lost all presence.
                self.player_is(seat, view.players.get(seat).unwrap_or(&PlayerPresence::Away));
            }
        }
        true
    }

    fn player_is(&mut self, seat: Seat, presence: &PlayerPresence) {
        let change = self.cluster.observe(seat, presence, self.members.is_here(seat));
        let has_person = self.members.has_person(seat);
        let was_away = self.members.away().has(seat);
        match change {
            Some(RemoteChange::Moved) => self.sits_elsewhere(seat),
            Some(RemoteChange::Arrived) if has_person && was_away => {
                self.members.mark_present(seat);
                self.mention_return(seat, ReturnedBy::Token);
            }
            Some(RemoteChange::Left) if has_person && !was_away => self.is_away(seat),
            Some(RemoteChange::Arrived | RemoteChange::Left) | None => {}
        }
    }

    /// Disconnects clients from a seat that another node has given to another device.
    pub(super) fn hand_over(&mut self, seat: Seat) {
        if self.members.is_here(seat) {
            self.sits_elsewhere(seat);
            self.cluster.expect(seat);
        }
    }

    /// Disconnects clients from a seat whose player has connected to another node: the newest wins.
    fn sits_elsewhere(&mut self, seat: Seat) {
        let player = protocol::player_ref(self.replica.game(), seat, self.members.ids());
        for before in self.members.detach(seat, None) {
            let moved = PublicEvent::SeatMoved(player.clone());
            before.sink.send(&Packet::new(moved, Some(self.replica.version())));
            before.sink.close();
        }
    }

    pub(super) fn mention_return(&self, seat: Seat, by: ReturnedBy) {
        let protocol::PlayerRef { player_id, player_name } =
            protocol::player_ref(self.replica.game(), seat, self.members.ids());
        let back = PublicEvent::PlayerReconnected(PlayerReconnected { player_id, player_name, by });
        self.broadcast_ephemeral(Audience::Others(seat), back);
        self.broadcast_presence();
        self.mention_lobby();
    }

    async fn handle_message(&mut self, message: NodeMessageBody) {
        match message {
            NodeMessageBody::Chat { player, text, at } => {
                // Chat of a player who has left since is dropped.
                let seat = self.members.ids().seat(&PlayerId::new(player));
                if let Some(seat) = seat.filter(|&seat| self.members.has_person(seat)) {
                    self.mention_chat(seat, text, at);
                }
            }
            NodeMessageBody::Asked { request, name } => {
                let request_id = RequestId::new(request);
                self.cluster.remember_request(request_id.clone());
                if let Some(host) = self.replica.game().host() {
                    let asked = JoinRequested { request_id, player_name: name };
                    self.broadcast_ephemeral(Audience::Seat(host), PublicEvent::JoinRequested(asked));
                }
            }
            NodeMessageBody::Withdrawn { request } => {
                let request_id = RequestId::new(request);
                if self.cluster.forget_request(&request_id) {
                    self.mention_withdrawn(request_id);
                }
            }
            NodeMessageBody::WhoAsks => {
                for (request, name) in self.join_requests.iter() {
                    // If the store is unreachable, the host gets the requests on their next
                    // connection.
                    let _ = self.cluster.send(&NodeMessageBody::asked(request, name)).await;
                }
            }
            NodeMessageBody::Decided { request, admit } => {
                let request_id = RequestId::new(request);
                if self.join_requests.has(&request_id) {
                    // The guest is notified here; the host is at another node and sees the guest
                    // sit down.
                    let _ = self.admit_here(&request_id, admit).await;
                }
            }
        }
    }
}
