//! State shared by nodes, in memory.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use rules::{BySeat, GameId, Millis, Seat, Timestamp};

use super::{Fault, MemoryStore};
use crate::{ClusterStore, ClusterView, MessageNumber, NodeId, NodeMessage, PlayerPresence, StoreError};

#[derive(Debug, Default)]
pub(super) struct ClusterState {
    leases: HashMap<NodeId, Lease>,
    /// The last announced place of a player.
    players: BTreeMap<(GameId, Seat), PlayerPresence>,
    notes: Vec<(GameId, NodeMessage, Timestamp)>,
    note_count: i64,
    claims: HashMap<GameId, Timestamp>,
}

/// The lease of a node.
#[derive(Clone, Copy, Debug)]
struct Lease {
    /// When it expires.
    until: Timestamp,
    /// Time at the node when it last renewed the lease.
    time: Timestamp,
}

/// How long notes are stored.
const NOTES_KEPT: Millis = Millis::seconds(60);
/// How long an expired node is remembered.
const NODES_KEPT: Millis = Millis::hours(1);

impl ClusterState {
    /// Returns where a player is, considering which leases are valid.
    fn whereabouts(&self, seen: &PlayerPresence, clock: Timestamp) -> PlayerPresence {
        let is_there = |node: &NodeId| self.leases.get(node).is_some_and(|lease| clock < lease.until);
        match seen {
            PlayerPresence::At(node) if is_there(node) => seen.clone(),
            PlayerPresence::At(_) | PlayerPresence::Away => PlayerPresence::Away,
        }
    }
}

#[async_trait]
impl ClusterStore for MemoryStore {
    async fn renew(&self, node: &NodeId, now: Timestamp, lease: Millis) -> Result<Timestamp, StoreError> {
        let mut state = self.writing()?;
        let clock = state.clock.now();
        let ClusterState { leases, players, notes, .. } = &mut state.cluster_store;
        for (gone, _) in leases.extract_if(|_, other| clock.since(other.until) > NODES_KEPT) {
            for seen in players.values_mut().filter(|seen| **seen == PlayerPresence::At(gone.clone())) {
                *seen = PlayerPresence::Away;
            }
        }
        let until = clock + lease;
        for other in leases.values_mut() {
            other.until = other.until.min(until);
        }
        leases.insert(node.clone(), Lease { until, time: now });
        notes.retain(|(_, _, at)| clock.since(*at) <= NOTES_KEPT);
        let times = leases.values().filter(|other| clock < other.until).map(|other| other.time);
        Ok(times.chain([clock, now]).max().unwrap_or(clock))
    }

    async fn retire(&self, node: &NodeId) -> Result<(), StoreError> {
        let cluster_store = &mut self.writing()?.cluster_store;
        cluster_store.leases.remove(node);
        for seen in cluster_store.players.values_mut() {
            if *seen == PlayerPresence::At(node.clone()) {
                *seen = PlayerPresence::Away;
            }
        }
        Ok(())
    }

    async fn arrive(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        let mut state = self.writing()?;
        if state.tables.contains_key(table) {
            state.cluster_store.players.insert((table.clone(), seat), PlayerPresence::At(node.clone()));
        }
        Ok(())
    }

    async fn depart(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        let mut state = self.writing()?;
        if let Some(seen) = state.cluster_store.players.get_mut(&(table.clone(), seat))
            && *seen == PlayerPresence::At(node.clone())
        {
            *seen = PlayerPresence::Away;
        }
        Ok(())
    }

    async fn note(&self, node: &NodeId, table: &GameId, text: &str) -> Result<(), StoreError> {
        let mut state = self.writing()?;
        let clock = state.clock.now();
        let cluster_store = &mut state.cluster_store;
        cluster_store.note_count += 1;
        let note = NodeMessage {
            number: MessageNumber(cluster_store.note_count),
            node: node.clone(),
            text: text.to_owned(),
        };
        cluster_store.notes.push((table.clone(), note, clock));
        Ok(())
    }

    async fn poll(&self, tables: &[(GameId, MessageNumber)]) -> Result<Vec<ClusterView>, StoreError> {
        let state = self.state()?;
        if state.fault == Some(Fault::WithoutSight) {
            return Err(StoreError::unavailable("a test said so"));
        }
        let clock = state.clock.now();
        let cluster_store = &state.cluster_store;
        let sighting = |(table, after): &(GameId, MessageNumber)| {
            let kept = state.tables.get(table)?;
            let players: BySeat<PlayerPresence> = Seat::all()
                .filter_map(|seat| Some((seat, cluster_store.players.get(&(table.clone(), seat))?)))
                .map(|(seat, seen)| (seat, cluster_store.whereabouts(seen, clock)))
                .collect();
            let notes =
                cluster_store.notes.iter().filter(|(of, note, _)| of == table && note.number > *after);
            let notes = notes.map(|(_, note, _)| note.clone()).collect();
            Some(ClusterView { table: table.clone(), version: kept.table.version, players, notes })
        };
        Ok(tables.iter().filter_map(sighting).collect())
    }

    async fn claim_due(&self, now: Timestamp, hold: Millis, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let mut state = self.writing()?;
        let (due, clock) = (state.due(now), state.clock.now());
        // A claim that lasts longer was made before the clock was set back.
        let is_free = |until: Timestamp| until <= clock || clock + hold < until;
        let free = |id: &GameId| state.cluster_store.claims.get(id).is_none_or(|&until| is_free(until));
        let claimed: Vec<GameId> = due.into_iter().filter(free).take(limit).collect();
        for id in &claimed {
            state.cluster_store.claims.insert(id.clone(), clock + hold);
        }
        Ok(claimed)
    }
}
