//! The other nodes that have a table in memory: their players, messages and hints.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use protocol::RequestId;
use rules::{BySeat, GameId, PlayerName, Seat};
use serde::{Deserialize, Serialize};
use store::{ClusterView, MessageNumber, NodeMessage, PlayerPresence, StoreError};
use tokio::time::Instant;

use crate::cluster::{ClusterHandle, Watermark};

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

/// What a table knows of the other nodes. Without other nodes it does nothing.
pub(super) struct Cluster {
    /// `None` for a node that has the store to itself.
    handle: Option<ClusterHandle>,
    table: GameId,
    /// Progress of the table, readable without waiting for its task.
    watermark: Arc<Watermark>,
    /// Seats announced to the other nodes as connected here.
    announced: BySeat<()>,
    /// Seats whose players are connected to another node.
    seats: BySeat<()>,
    /// Number of the last message that was read; `None` before the first read.
    read: Option<MessageNumber>,
    /// Join requests at other nodes.
    asking: BTreeSet<RequestId>,
    /// Whether the host here needs the join requests of other nodes, and they were not asked yet.
    has_new_host: bool,
    /// When the other nodes were last asked.
    asked_at: Option<Instant>,
    /// Until when another node is assumed to have this table in memory.
    shared_until: Option<Instant>,
    /// When the table last announced its players. An earlier presence view is outdated.
    told_at: Option<Instant>,
    /// When the table last saw where its players are.
    seen_at: Option<Instant>,
}

/// Change of a player's presence that another node has announced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RemoteChange {
    /// The player is connected here, and more recently to another node.
    Moved,
    /// The player, who is not connected here, is connected to another node.
    Arrived,
    /// The player was connected to another node and is no longer.
    Left,
}

impl Cluster {
    /// A table that was just created reads its messages from the first one.
    pub(super) fn new(handle: Option<ClusterHandle>, table: GameId, is_new_table: bool) -> Cluster {
        Cluster {
            handle,
            table,
            watermark: Arc::default(),
            announced: BySeat::new(),
            seats: BySeat::new(),
            read: is_new_table.then_some(MessageNumber(0)),
            asking: BTreeSet::new(),
            has_new_host: false,
            asked_at: None,
            shared_until: None,
            told_at: None,
            seen_at: None,
        }
    }

    /// Whether this node has the store to itself.
    pub(super) fn is_alone(&self) -> bool {
        self.handle.is_none()
    }

    /// Progress of the table, readable without waiting for its task.
    pub(super) fn watermark(&self) -> &Arc<Watermark> {
        &self.watermark
    }

    /// Publishes the version of the table for readers outside its task.
    pub(super) fn publish_version(&self, version: u64) {
        self.watermark.version.store(version, Ordering::Relaxed);
    }

    /// Whether the player of a seat is connected to another node.
    pub(super) fn has(&self, seat: Seat) -> bool {
        self.seats.has(seat)
    }

    /// Assumes that the player of a seat is connected to another node.
    pub(super) fn expect(&mut self, seat: Seat) {
        if self.handle.is_some() {
            self.seats.insert(seat, ());
        }
    }

    /// Forgets that the player of a seat, now free, was at another node.
    pub(super) fn forget(&mut self, seat: Seat) {
        self.seats.remove(seat);
    }

    /// Notes that another node has this table in memory.
    pub(super) fn mark_shared(&mut self) {
        self.shared_until = Some(Instant::now() + SHARED_FOR);
    }

    /// Hints to the other nodes that the log has grown, if one of them has this table in memory.
    ///
    /// Most tables are at a single node, and every unneeded hint costs all nodes.
    pub(super) fn hint(&self, version: u64) {
        let Some(handle) = &self.handle else { return };
        let is_shared = self.shared_until.is_some_and(|until| Instant::now() < until);
        if is_shared || !self.seats.is_empty() {
            handle.hint(&self.table, Some(version));
        }
    }

    /// Hints to the other nodes to poll this table, and that this node has it in memory.
    pub(super) fn hint_to_look(&self) {
        if let Some(handle) = &self.handle {
            handle.hint(&self.table, None);
        }
    }

    /// Sends a message to the other nodes.
    pub(super) async fn send(&self, message: &NodeMessageBody) -> Result<(), StoreError> {
        let Some(ClusterHandle { node, cluster_store, .. }) = &self.handle else { return Ok(()) };
        let text = serde_json::to_string(message).expect("a message is texts and numbers");
        cluster_store.note(node, &self.table, &text).await?;
        self.hint_to_look();
        Ok(())
    }

    /// Announces to the other nodes which players have arrived and left. Failures are retried the
    /// next time.
    pub(super) async fn announce(&mut self, is_here: impl Fn(Seat) -> bool) {
        let Some(ClusterHandle { node, cluster_store, .. }) = self.handle.clone() else { return };
        let mut has_told = false;
        for seat in Seat::all() {
            let (is_here, is_announced) = (is_here(seat), self.announced.has(seat));
            if is_here && !is_announced && cluster_store.arrive(&node, &self.table, seat).await.is_ok() {
                self.announced.insert(seat, ());
                self.seats.remove(seat);
                has_told = true;
            } else if !is_here && is_announced && cluster_store.depart(&node, &self.table, seat).await.is_ok()
            {
                self.announced.remove(seat);
                has_told = true;
            }
        }
        if has_told {
            self.told_at = Some(Instant::now());
            self.hint_to_look();
        }
        self.ask_who_asks().await;
    }

    /// Notes whether a host is here who needs the join requests of other nodes.
    pub(super) fn set_new_host(&mut self, is_here: bool) {
        self.has_new_host = is_here;
    }

    /// Asks the other nodes for their join requests, if the host here does not know them.
    ///
    /// Not before this table reads messages, and at most once per [`TELL_AGAIN`], however often the
    /// host reconnects.
    async fn ask_who_asks(&mut self) {
        let is_too_soon = self.asked_at.is_some_and(|asked_at| asked_at.elapsed() < TELL_AGAIN);
        if self.has_new_host
            && self.read.is_some()
            && !is_too_soon
            && self.send(&NodeMessageBody::WhoAsks).await.is_ok()
        {
            self.has_new_host = false;
            self.asked_at = Some(Instant::now());
        }
    }

    /// Whether no seat is announced as connected here whose player has left.
    ///
    /// Once the table is unloaded, the announcement would not be corrected.
    pub(super) fn has_told_of_all_who_left(&self, is_here: impl Fn(Seat) -> bool) -> bool {
        self.announced.seats().all(is_here)
    }

    /// Reads the state of the table across all nodes, with the moment at which it was read.
    pub(super) async fn poll(&self) -> Result<(Vec<ClusterView>, Instant), StoreError> {
        // Everything announced so far was announced before, even if in this very instant.
        let taken = Instant::now() + Duration::from_nanos(1);
        let Some(ClusterHandle { cluster_store, .. }) = &self.handle else { return Ok((Vec::new(), taken)) };
        let asked = [(self.table.clone(), self.read.unwrap_or_default())];
        Ok((cluster_store.poll(&asked).await?, taken))
    }

    /// Returns the messages of other nodes that were not read before.
    ///
    /// Messages older than this table's time in memory are skipped.
    pub(super) fn read(&mut self, messages: Vec<NodeMessage>) -> Vec<NodeMessageBody> {
        let is_first = self.read.is_none();
        let mut read = self.read.unwrap_or_default();
        let mine = self.handle.as_ref().map(|handle| &handle.node);
        let mut bodies = Vec::new();
        for NodeMessage { number, node, text } in messages {
            if number <= read {
                continue;
            }
            read = number;
            if is_first || Some(&node) == mine {
                continue;
            }
            // A later release may send messages that this one does not know.
            bodies.extend(serde_json::from_str(&text));
        }
        self.read = Some(read);
        self.watermark.notes.store(read.0, Ordering::Relaxed);
        bodies
    }

    /// Whether presence was announced after a view was taken. The view is then outdated.
    pub(super) fn is_outdated(&self, taken: Instant) -> bool {
        self.told_at.is_some_and(|told_at| told_at >= taken)
    }

    /// Notes when presence was seen, and returns whether it had not been seen for too long.
    ///
    /// Absent players may have been connected to another node while this one could not see it.
    pub(super) fn see(&mut self, taken: Instant) -> bool {
        let seen_at = self.seen_at;
        self.seen_at = seen_at.max(Some(taken));
        seen_at.is_none_or(|seen_at| taken.saturating_duration_since(seen_at) > UNSEEN_MAX)
    }

    /// Applies where a player is according to all nodes.
    pub(super) fn observe(
        &mut self,
        seat: Seat,
        presence: &PlayerPresence,
        is_here: bool,
    ) -> Option<RemoteChange> {
        let node = &self.handle.as_ref()?.node;
        match presence {
            PlayerPresence::At(other) if other != node => {
                if is_here && !self.announced.has(seat) {
                    // The player has connected here since, which will be announced.
                    return None;
                }
                self.announced.remove(seat);
                self.seats.insert(seat, ());
                Some(if is_here { RemoteChange::Moved } else { RemoteChange::Arrived })
            }
            // The other nodes lost track of a player who is here: announce again. Not at once,
            // because two nodes that both lost their leases would keep notifying each other until
            // the leases are renewed.
            PlayerPresence::Away if is_here => {
                if self.told_at.is_none_or(|told_at| told_at.elapsed() >= TELL_AGAIN) {
                    self.announced.remove(seat);
                }
                None
            }
            PlayerPresence::Away => self.seats.remove(seat).map(|()| RemoteChange::Left),
            // The other nodes believe that an absent player is here: the next announcement corrects
            // them.
            PlayerPresence::At(_) => {
                if !is_here {
                    self.announced.insert(seat, ());
                }
                None
            }
        }
    }

    /// Remembers a join request at another node.
    ///
    /// Each node limits its own requests, but a node that died may have left some behind.
    pub(super) fn remember_request(&mut self, request: RequestId) {
        if self.asking.len() >= ASKING_ELSEWHERE_MAX {
            self.asking.pop_first();
        }
        self.asking.insert(request);
    }

    /// Forgets a join request at another node, and returns whether it was known.
    pub(super) fn forget_request(&mut self, request: &RequestId) -> bool {
        self.asking.remove(request)
    }

    /// Answers a join request made at another node, once; `None` if there is no such request.
    ///
    /// On an error the request remains unanswered.
    pub(super) async fn answer(
        &mut self,
        request: &RequestId,
        admit: bool,
    ) -> Option<Result<(), StoreError>> {
        let asked = self.asking.take(request)?;
        let decided = NodeMessageBody::Decided { request: request.as_str().to_owned(), admit };
        let sent = self.send(&decided).await;
        if sent.is_err() {
            self.asking.insert(asked);
        }
        Some(sent)
    }

    /// Whether bots think at this node: the one with the first connected player, so that they think
    /// once.
    ///
    /// If no player is connected, any node may do it.
    pub(super) fn is_where_bots_think(&self, is_here: impl Fn(Seat) -> bool) -> bool {
        let first = Seat::all().find(|&seat| self.has(seat) || is_here(seat));
        first.is_none_or(|seat| !self.has(seat))
    }

    /// Id of a join request, unique among all nodes.
    pub(super) fn request_id(&self, number: u64) -> RequestId {
        RequestId::new(match &self.handle {
            Some(handle) => format!("{}-r{number}", handle.node),
            None => format!("r{number}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::Progress;
    use store::{EventStore, Lobby, MemoryStore, NewTable, NodeId, RoomCode, TokenHash};

    use super::super::fixtures::{NOW, SEED, node, opened, seat};
    use super::*;

    /// The same table at two nodes of one store.
    async fn two_nodes() -> (Cluster, Cluster) {
        let store = Arc::new(MemoryStore::new());
        let (game, event) = opened();
        let table = NewTable {
            id: game.id().clone(),
            code: RoomCode::new("DORD").unwrap(),
            lobby: Lobby::Private,
            seed: SEED,
            invite: TokenHash([1; 32]),
            at: NOW,
            events: vec![event],
            seats: Vec::new(),
            status: Progress::Waiting,
            next_due: None,
        };
        store.create(table).await.unwrap();
        let at = |name| Cluster::new(Some(node(name, &store).0), game.id().clone(), true);
        (at("one"), at("two"))
    }

    fn elsewhere() -> PlayerPresence {
        PlayerPresence::At(NodeId::new("two").unwrap())
    }

    #[tokio::test]
    async fn a_node_that_has_the_store_to_itself_does_nothing() {
        let mut alone = Cluster::new(None, opened().0.id().clone(), true);
        assert!(alone.is_alone());
        alone.announce(|_| true).await;
        alone.expect(seat(0));
        assert!(!alone.has(seat(0)) && alone.is_where_bots_think(|_| false));
        assert_eq!(alone.observe(seat(0), &elsewhere(), false), None);
        assert!(alone.poll().await.unwrap().0.is_empty());
        assert_eq!(alone.request_id(3).as_str(), "r3");
    }

    #[tokio::test]
    async fn messages_of_other_nodes_are_read_once() {
        let (mut one, mut two) = two_nodes().await;
        one.send(&NodeMessageBody::WhoAsks).await.unwrap();
        let messages = two.poll().await.unwrap().0.remove(0).notes;
        assert_eq!(two.read(messages.clone()), [NodeMessageBody::WhoAsks]);
        assert_eq!(two.read(messages.clone()), []);
        assert_eq!(one.read(messages), [], "a node does not answer itself");
        assert!(two.watermark().notes.load(Ordering::Relaxed) > 0);
    }

    #[tokio::test]
    async fn the_newest_connection_of_a_player_wins() {
        let (mut one, _) = two_nodes().await;
        assert_eq!(one.observe(seat(0), &elsewhere(), true), None, "not announced yet: here is newer");
        one.announce(|at| at == seat(0)).await;
        let moved = one.observe(seat(0), &elsewhere(), true);
        assert_eq!(moved, Some(RemoteChange::Moved));
        assert!(one.has(seat(0)));
        assert_eq!(one.observe(seat(0), &PlayerPresence::Away, false), Some(RemoteChange::Left));
        assert_eq!(one.observe(seat(0), &PlayerPresence::Away, false), None);
        assert_eq!(one.observe(seat(1), &elsewhere(), false), Some(RemoteChange::Arrived));
    }

    #[tokio::test]
    async fn bots_think_where_the_first_connected_player_is() {
        let (mut one, _) = two_nodes().await;
        one.observe(seat(1), &elsewhere(), false);
        assert!(!one.is_where_bots_think(|_| false));
        assert!(!one.is_where_bots_think(|at| at == seat(2)));
        assert!(one.is_where_bots_think(|at| at == seat(0)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_view_older_than_the_last_announcement_is_outdated() {
        let (mut one, _) = two_nodes().await;
        let before = Instant::now();
        assert!(!one.is_outdated(before));
        one.announce(|at| at == seat(0)).await;
        assert!(one.is_outdated(before));
        assert!(one.has_told_of_all_who_left(|at| at == seat(0)) && !one.has_told_of_all_who_left(|_| false));
        let (_, taken) = one.poll().await.unwrap();
        assert!(!one.is_outdated(taken));
        assert!(one.see(taken), "presence was never seen before");
        assert!(!one.see(taken + UNSEEN_MAX));
        assert!(one.see(taken + UNSEEN_MAX + UNSEEN_MAX + Duration::from_millis(1)));
    }

    #[tokio::test]
    async fn a_join_request_at_another_node_is_answered_once() {
        let (mut one, _) = two_nodes().await;
        let request = RequestId::new("two-r1");
        one.remember_request(request.clone());
        assert!(matches!(one.answer(&request, true).await, Some(Ok(()))));
        assert!(one.answer(&request, true).await.is_none());
        assert!(!one.forget_request(&request));
    }

    #[tokio::test(start_paused = true)]
    async fn commits_are_hinted_only_to_nodes_that_have_the_table() {
        let store = Arc::new(MemoryStore::new());
        let (handle, hints) = node("one", &store);
        let mut one = Cluster::new(Some(handle), opened().0.id().clone(), true);
        one.hint(2);
        assert!(hints.0.lock().unwrap().is_empty());
        one.mark_shared();
        one.hint(3);
        assert_eq!(hints.0.lock().unwrap().len(), 1);
        tokio::time::advance(SHARED_FOR).await;
        one.hint(4);
        assert_eq!(hints.0.lock().unwrap().len(), 1);
    }
}
