//! What nodes share, in memory.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use rules::{BySeat, GameId, Millis, Seat, Timestamp};

use super::MemoryStore;
use crate::{Commons, NodeId, Note, NoteNumber, Sighting, StoreError, Whereabouts};

#[derive(Debug, Default)]
pub(super) struct CommonsState {
    /// Until when a node is there.
    leases: HashMap<NodeId, Timestamp>,
    /// Where a player was seen last.
    players: BTreeMap<(GameId, Seat), Whereabouts>,
    notes: Vec<(GameId, Note, Timestamp)>,
    note_count: i64,
    claims: HashMap<GameId, Timestamp>,
}

/// How long notes are kept.
const NOTES_KEPT: Millis = Millis::seconds(60);

impl CommonsState {
    /// Where a player is, given which nodes are there.
    fn whereabouts(&self, seen: &Whereabouts, now: Timestamp) -> Whereabouts {
        match seen {
            Whereabouts::At(node) if self.leases.get(node).is_some_and(|&until| now < until) => seen.clone(),
            Whereabouts::At(_) | Whereabouts::Away => Whereabouts::Away,
        }
    }
}

#[async_trait]
impl Commons for MemoryStore {
    async fn renew(&self, node: &NodeId, now: Timestamp, lease: Millis) -> Result<(), StoreError> {
        let commons = &mut self.writing()?.commons;
        commons.leases.insert(node.clone(), now + lease);
        commons.notes.retain(|(_, _, at)| now.since(*at) <= NOTES_KEPT);
        Ok(())
    }

    async fn retire(&self, node: &NodeId) -> Result<(), StoreError> {
        let commons = &mut self.writing()?.commons;
        commons.leases.remove(node);
        for seen in commons.players.values_mut() {
            if *seen == Whereabouts::At(node.clone()) {
                *seen = Whereabouts::Away;
            }
        }
        Ok(())
    }

    async fn arrive(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        let mut state = self.writing()?;
        if state.tables.contains_key(table) {
            state.commons.players.insert((table.clone(), seat), Whereabouts::At(node.clone()));
        }
        Ok(())
    }

    async fn depart(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        let mut state = self.writing()?;
        if let Some(seen) = state.commons.players.get_mut(&(table.clone(), seat))
            && *seen == Whereabouts::At(node.clone())
        {
            *seen = Whereabouts::Away;
        }
        Ok(())
    }

    async fn note(
        &self,
        node: &NodeId,
        table: &GameId,
        text: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let commons = &mut self.writing()?.commons;
        commons.note_count += 1;
        let note = Note { number: NoteNumber(commons.note_count), node: node.clone(), text: text.to_owned() };
        commons.notes.push((table.clone(), note, now));
        Ok(())
    }

    async fn sight(
        &self,
        tables: &[(GameId, NoteNumber)],
        now: Timestamp,
    ) -> Result<Vec<Sighting>, StoreError> {
        let state = self.state()?;
        let commons = &state.commons;
        let sighting = |(table, after): &(GameId, NoteNumber)| {
            let kept = state.tables.get(table)?;
            let players: BySeat<Whereabouts> = Seat::all()
                .filter_map(|seat| Some((seat, commons.players.get(&(table.clone(), seat))?)))
                .map(|(seat, seen)| (seat, commons.whereabouts(seen, now)))
                .collect();
            let notes = commons.notes.iter().filter(|(of, note, _)| of == table && note.number > *after);
            let notes = notes.map(|(_, note, _)| note.clone()).collect();
            Some(Sighting { table: table.clone(), version: kept.table.version, players, notes })
        };
        Ok(tables.iter().filter_map(sighting).collect())
    }

    async fn claim_due(&self, now: Timestamp, hold: Millis, limit: usize) -> Result<Vec<GameId>, StoreError> {
        let mut state = self.writing()?;
        let due = state.due(now);
        let free = |id: &GameId| state.commons.claims.get(id).is_none_or(|&until| until <= now);
        let claimed: Vec<GameId> = due.into_iter().filter(free).take(limit).collect();
        for id in &claimed {
            state.commons.claims.insert(id.clone(), now + hold);
        }
        Ok(claimed)
    }
}
