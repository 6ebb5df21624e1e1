//! Replication of a table that is in memory at several nodes, each with its own players.

use std::sync::atomic::Ordering;
use std::time::Duration;

use protocol::{
    Audience, JoinRequested, Packet, PlayerId, PlayerReconnected, PublicEvent, RequestId, ReturnedBy,
};
use rules::{BySeat, PlayerName, Seat};
use serde::{Deserialize, Serialize};
use store::{ClusterView, CommitTail, MessageNumber, NodeMessage, PlayerPresence, StoreError, TokenHash};
use tokio::time::Instant;

use super::Table;
use crate::cluster::ClusterHandle;

/// How long another node is assumed to have the table in memory after its last message.
///
/// If either node forgets the other, polling corrects it.
const SHARED_FOR: Duration = Duration::from_secs(600);

/// Maximum age of the presence view before the holds of absent players restart.
///
/// An absent player may have been connected to another node in the meantime.
const UNSEEN_MAX: Duration = Duration::from_secs(4);

/// Minimum interval between repeated announcements, and between repeated questions to nodes.
const TELL_AGAIN: Duration = Duration::from_secs(1);

/// Maximum number of join requests at other nodes that are remembered.
const ASKING_ELSEWHERE_MAX: usize = 512;

/// Message between nodes about a table, with content that no log records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(super) enum NodeMessageBody {
    /// A player sent a chat message.
    Chat { player: String, text: String, at: i64 },
    /// A guest at the sending node asks to join.
    Asked { request: String, name: String },
    /// A guest at the sending node no longer asks to join.
    Withdrawn { request: String },
    /// The host has answered a join request.
    Decided { request: String, admit: bool },
    /// The host is at the sending node and does not know the join requests at other nodes.
    WhoAsks,
}

impl NodeMessageBody {
    /// Message that a guest asks to join.
    pub(super) fn asked(request: &RequestId, name: &PlayerName) -> NodeMessageBody {
        NodeMessageBody::Asked { request: request.as_str().to_owned(), name: name.to_string() }
    }
}

/// What a table knows of the other nodes.
#[derive(Default)]
pub(super) struct RemotePresence {
    /// Seats announced to the other nodes as connected here.
    announced: BySeat<()>,
    /// Seats whose players are connected to another node.
    seats: BySeat<()>,
    /// Number of the last note that was read; `None` before the first read.
    notes: Option<MessageNumber>,
    /// Join requests at other nodes.
    asking: std::collections::BTreeSet<RequestId>,
    /// Whether the host here needs the join requests of other nodes, and they were not asked yet.
    pub(super) has_new_host: bool,
    /// When the other nodes were last asked.
    asked_at: Option<Instant>,
    /// Until when another node is assumed to have this table in memory.
    shared_until: Option<Instant>,
    /// When the table last announced its players. An earlier presence view is outdated.
    told_at: Option<Instant>,
    /// When the table last saw where its players are.
    seen_at: Option<Instant>,
}

impl RemotePresence {
    /// State of a table that was just created here, which reads its notes from the first one.
    pub(super) fn of_a_new_table() -> RemotePresence {
        RemotePresence { notes: Some(MessageNumber(0)), ..RemotePresence::default() }
    }

    pub(super) fn has(&self, seat: Seat) -> bool {
        self.seats.has(seat)
    }
}

impl Table {
    fn cluster(&self) -> Option<ClusterHandle> {
        self.shared.cluster.clone()
    }

    /// Hints to the other nodes that the log has grown, if one of them has this table in memory.
    ///
    /// Most tables are at a single node, and every unneeded hint costs all nodes.
    pub(super) fn hint(&self) {
        let Some(cluster) = &self.shared.cluster else { return };
        let is_shared = self.remote.shared_until.is_some_and(|until| Instant::now() < until);
        if is_shared || !self.remote.seats.is_empty() {
            cluster.hint(self.game.id(), Some(self.version));
        }
    }

    /// Sends a message to the other nodes.
    pub(super) async fn remark(&self, remark: NodeMessageBody) -> Result<(), StoreError> {
        let Some(ClusterHandle { node, cluster_store, .. }) = &self.shared.cluster else { return Ok(()) };
        let text = serde_json::to_string(&remark).expect("a remark is texts and numbers");
        cluster_store.note(node, self.game.id(), &text).await?;
        self.hint_to_look();
        Ok(())
    }

    /// Hints to the other nodes to poll this table, and that this node has it in memory.
    pub(super) fn hint_to_look(&self) {
        if let Some(cluster) = &self.shared.cluster {
            cluster.hint(self.game.id(), None);
        }
    }

    /// Announces to the other nodes which players have arrived and left. Failures are retried the
    /// next time.
    pub(super) async fn announce(&mut self) {
        let Some(ClusterHandle { node, cluster_store, .. }) = self.cluster() else { return };
        let mut has_told = false;
        for seat in Seat::all() {
            let (is_here, is_announced) =
                (self.clients_on(seat).next().is_some(), self.remote.announced.has(seat));
            let id = self.game.id();
            if is_here && !is_announced && cluster_store.arrive(&node, id, seat).await.is_ok() {
                self.remote.announced.insert(seat, ());
                self.remote.seats.remove(seat);
                has_told = true;
            } else if !is_here && is_announced && cluster_store.depart(&node, id, seat).await.is_ok() {
                self.remote.announced.remove(seat);
                has_told = true;
            }
        }
        if has_told {
            self.remote.told_at = Some(Instant::now());
            self.hint_to_look();
        }
        self.ask_who_asks().await;
    }

    /// Asks the other nodes for their join requests, if the host here does not know them.
    ///
    /// Not before this table reads notes, and at most once per [`TELL_AGAIN`], however often the
    /// host reconnects.
    async fn ask_who_asks(&mut self) {
        let RemotePresence { has_new_host, asked_at, notes, .. } = &self.remote;
        let is_too_soon = asked_at.is_some_and(|asked_at| asked_at.elapsed() < TELL_AGAIN);
        if *has_new_host
            && notes.is_some()
            && !is_too_soon
            && self.remark(NodeMessageBody::WhoAsks).await.is_ok()
        {
            self.remote.has_new_host = false;
            self.remote.asked_at = Some(Instant::now());
        }
    }

    /// Whether no seat is announced as connected here whose player has left.
    ///
    /// Once the table is unloaded, the announcement would not be corrected.
    pub(super) fn has_told_of_all_who_left(&self) -> bool {
        self.remote.announced.seats().all(|seat| self.clients_on(seat).next().is_some())
    }

    /// Handles a hint: another node has an update.
    pub(super) async fn hinted(&mut self, version: Option<u64>) {
        self.remote.shared_until = Some(Instant::now() + SHARED_FOR);
        match version {
            Some(version) if self.version < version => {
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
        if self.has_unknown_commit {
            return self.resync_from_store().await;
        }
        let news = self.shared.store.load_since(self.game.id(), store::Version(self.version)).await?;
        if let Some(CommitTail { version, seats, batches }) = news
            && self.version < version.0
        {
            self.apply_remote_commits(&batches.iter().collect::<Vec<_>>(), &seats).await?;
        }
        Ok(())
    }

    /// Brings the table up to date with other nodes. Returns whether that succeeded.
    pub(super) async fn is_up_to_date(&mut self) -> bool {
        self.shared.cluster.is_none() || self.pull_commits().await.is_ok()
    }

    /// Reads the state of the table across all nodes and merges it. Returns whether that succeeded.
    pub(super) async fn poll_cluster(&mut self) -> bool {
        let Some(ClusterHandle { cluster_store, .. }) = self.cluster() else { return true };
        let asked = [(self.game.id().clone(), self.remote.notes.unwrap_or_default())];
        // Everything announced so far was announced before, even if in this very instant.
        let taken = Instant::now() + Duration::from_nanos(1);
        match cluster_store.poll(&asked).await {
            Ok(views) => {
                let mut has_seen = true;
                for view in views {
                    has_seen &= self.merge_cluster_view(view, taken).await;
                }
                has_seen
            }
            Err(_) => false,
        }
    }

    /// Merges a view of the table across all nodes, taken at a moment. Returns whether it could.
    pub(super) async fn merge_cluster_view(&mut self, view: ClusterView, taken: Instant) -> bool {
        if self.version < view.version.0 {
            let _ = self.pull_commits().await;
            if self.version < view.version.0 {
                // The view may mention a player whom this node does not know yet. The next poll
                // repeats all of it.
                return false;
            }
            // The committing node did not know that this node has the table.
            self.hint_to_look();
        }
        self.read(view.notes).await;
        // If presence was announced after the view was taken, the view is outdated.
        if self.remote.told_at.is_none_or(|told_at| told_at < taken) {
            self.hold_the_unseen(taken);
            for seat in Seat::all() {
                match view.players.get(seat) {
                    Some(presence) => self.player_is(seat, presence),
                    // The player's node did not announce the seat, or the store has lost all
                    // presence.
                    None => self.player_is(seat, &PlayerPresence::Away),
                }
            }
        }
        true
    }

    /// Restarts the holds of absent players if the presence view was outdated.
    ///
    /// They may have been connected to another node while this one could not see it.
    fn hold_the_unseen(&mut self, taken: Instant) {
        let seen_at = self.remote.seen_at;
        self.remote.seen_at = seen_at.max(Some(taken));
        if seen_at.is_none_or(|seen_at| taken.saturating_duration_since(seen_at) > UNSEEN_MAX) {
            let away: Vec<Seat> = self.away.seats().collect();
            for seat in away {
                self.mark_away(seat);
            }
        }
    }

    fn player_is(&mut self, seat: Seat, presence: &PlayerPresence) {
        let Some(node) = self.shared.cluster.as_ref().map(|cluster| &cluster.node) else { return };
        let is_here = self.clients_on(seat).next().is_some();
        match presence {
            PlayerPresence::At(other) if other != node => {
                if is_here && !self.remote.announced.has(seat) {
                    // The player has connected here since, which will be announced.
                    return;
                }
                self.remote.announced.remove(seat);
                self.remote.seats.insert(seat, ());
                if is_here {
                    self.sits_elsewhere(seat);
                } else if self.tokens.has(seat) && self.away.remove(seat).is_some() {
                    self.mention_return(seat, ReturnedBy::Token);
                }
            }
            // The other nodes lost poll of a player who is here: announce again. Not at once,
            // because two nodes that both lost their leases would keep notifying each other until
            // the leases are renewed.
            PlayerPresence::Away if is_here => {
                if self.remote.told_at.is_none_or(|told_at| told_at.elapsed() >= TELL_AGAIN) {
                    self.remote.announced.remove(seat);
                }
            }
            PlayerPresence::Away => {
                let was_elsewhere = self.remote.seats.remove(seat).is_some();
                if was_elsewhere && self.tokens.has(seat) && !self.away.has(seat) {
                    self.is_away(seat);
                }
            }
            // The other nodes believe that an absent player is here: the next announcement corrects
            // them.
            PlayerPresence::At(_) if !is_here => {
                self.remote.announced.insert(seat, ());
            }
            PlayerPresence::At(_) => {}
        }
    }

    /// Assumes that players who sat down unknown to this node did so at another one.
    pub(super) fn expect_elsewhere(&mut self, before: &BySeat<TokenHash>) {
        if self.shared.cluster.is_none() {
            return;
        }
        let new: Vec<Seat> = self.tokens.seats().filter(|&seat| !before.has(seat)).collect();
        for seat in new {
            if self.clients_on(seat).next().is_none() {
                self.remote.seats.insert(seat, ());
            }
        }
    }

    /// Disconnects clients from a seat that another node has given to another device.
    pub(super) fn hand_over(&mut self, seat: Seat) {
        if self.clients_on(seat).next().is_some() {
            self.sits_elsewhere(seat);
            if self.shared.cluster.is_some() {
                self.remote.seats.insert(seat, ());
            }
        }
    }

    /// Forgets that the player of a seat, now free, was at another node.
    pub(super) fn forget_elsewhere(&mut self, seat: Seat) {
        self.remote.seats.remove(seat);
    }

    /// Disconnects clients from a seat whose player has connected to another node: the newest wins.
    fn sits_elsewhere(&mut self, seat: Seat) {
        let player = protocol::player_ref(&self.game, seat, &self.ids);
        let clients: Vec<_> = self.clients_on(seat).collect();
        for client in clients {
            if let Some(before) = self.members.remove(&client) {
                let moved = PublicEvent::SeatMoved(player.clone());
                before.sink.send(&Packet::new(moved, Some(self.version)));
                before.sink.close();
            }
        }
    }

    pub(super) fn mention_return(&self, seat: Seat, by: ReturnedBy) {
        let protocol::PlayerRef { player_id, player_name } =
            protocol::player_ref(&self.game, seat, &self.ids);
        let back = PublicEvent::PlayerReconnected(PlayerReconnected { player_id, player_name, by });
        self.broadcast_ephemeral(Audience::Others(seat), back);
        self.mention_lobby();
    }

    /// Reads the notes of other nodes. Notes older than this table's time in memory are skipped.
    async fn read(&mut self, notes: Vec<NodeMessage>) {
        let is_first = self.remote.notes.is_none();
        let mut read = self.remote.notes.unwrap_or_default();
        let mine = self.cluster().map(|cluster| cluster.node);
        for NodeMessage { number, node, text } in notes {
            if number <= read {
                continue;
            }
            read = number;
            if is_first || Some(node) == mine {
                continue;
            }
            // A later release may send messages that this one does not know.
            if let Ok(remark) = serde_json::from_str(&text) {
                self.hear(remark).await;
            }
        }
        self.remote.notes = Some(read);
        self.known.notes.store(read.0, Ordering::Relaxed);
    }

    async fn hear(&mut self, remark: NodeMessageBody) {
        match remark {
            NodeMessageBody::Chat { player, text, at } => {
                // Chat of a player who has left since is dropped.
                let seat = self.ids.seat(&PlayerId::new(player)).filter(|&seat| self.tokens.has(seat));
                if let Some(seat) = seat {
                    self.mention_chat(seat, text, at);
                }
            }
            NodeMessageBody::Asked { request, name } => {
                let request_id = RequestId::new(request);
                // Each node limits its own requests, but a node that died may have left some
                // behind.
                if self.remote.asking.len() >= ASKING_ELSEWHERE_MAX {
                    self.remote.asking.pop_first();
                }
                self.remote.asking.insert(request_id.clone());
                if let Some(host) = self.game.host() {
                    let asked = JoinRequested { request_id, player_name: name };
                    self.broadcast_ephemeral(Audience::Seat(host), PublicEvent::JoinRequested(asked));
                }
            }
            NodeMessageBody::Withdrawn { request } => {
                let request_id = RequestId::new(request);
                if self.remote.asking.remove(&request_id) {
                    self.mention_withdrawn(request_id);
                }
            }
            NodeMessageBody::WhoAsks => {
                let asking =
                    self.join_requests.iter().map(|(request, name)| NodeMessageBody::asked(request, name));
                for asked in asking.collect::<Vec<NodeMessageBody>>() {
                    // If the store is unreachable, the host gets the requests on their next
                    // connection.
                    let _ = self.remark(asked).await;
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

    /// Answers a join request made at another node, once; `None` if there is no such request.
    ///
    /// On an error the request remains unanswered.
    pub(super) async fn answer_elsewhere(
        &mut self,
        request: &RequestId,
        admit: bool,
    ) -> Option<Result<(), StoreError>> {
        let asked = self.remote.asking.take(request)?;
        let told =
            self.remark(NodeMessageBody::Decided { request: request.as_str().to_owned(), admit }).await;
        if told.is_err() {
            self.remote.asking.insert(asked);
        }
        Some(told)
    }

    /// Whether bots think at this node: the one with the first connected player, so that they think
    /// once.
    ///
    /// If no player is connected, any node may do it.
    pub(super) fn is_where_bots_think(&self) -> bool {
        let first = Seat::all().find(|&seat| self.remote.has(seat) || self.clients_on(seat).next().is_some());
        first.is_none_or(|seat| !self.remote.has(seat))
    }

    /// Id of a join request, unique among all nodes.
    pub(super) fn request_name(&self, number: u64) -> String {
        match &self.shared.cluster {
            Some(cluster) => format!("{}-r{number}", cluster.node),
            None => format!("r{number}"),
        }
    }

    /// Publishes the version of the table for readers outside its task.
    pub(super) fn note_version(&self) {
        self.known.version.store(self.version, Ordering::Relaxed);
    }
}
