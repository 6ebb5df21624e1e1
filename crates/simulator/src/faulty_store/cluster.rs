//! State shared by nodes, as one node reaches it.

use async_trait::async_trait;
use rules::{GameId, Millis, Seat, Timestamp};
use store::{ClusterStore, ClusterView, MessageNumber, NodeId, StoreError};

use crate::Bug;
use crate::faulty_store::{Call, FaultyStore};

#[async_trait]
impl ClusterStore for FaultyStore {
    async fn renew(&self, node: &NodeId, now: Timestamp, lease: Millis) -> Result<Timestamp, StoreError> {
        let lease = match self.world.bug {
            Some(Bug::LeaseNeverLapses) => Millis::hours(24),
            Some(Bug::LeaseLapsesAtOnce) => Millis::ZERO,
            _ => lease,
        };
        self.before("renew").await?;
        let renewed = self.store().renew(node, now, lease).await;
        self.after("renew", Call::Write).await?;
        renewed
    }

    async fn retire(&self, node: &NodeId) -> Result<(), StoreError> {
        self.before("retire").await?;
        let retired = self.store().retire(node).await;
        self.after("retire", Call::Write).await?;
        retired
    }

    async fn arrive(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        self.before("arrive").await?;
        let arrived = match self.world.bug {
            Some(Bug::LosesArrivals) => Ok(()),
            _ => self.store().arrive(node, table, seat).await,
        };
        self.after("arrive", Call::Write).await?;
        arrived
    }

    async fn depart(&self, node: &NodeId, table: &GameId, seat: Seat) -> Result<(), StoreError> {
        self.before("depart").await?;
        let departed = match self.world.bug {
            Some(Bug::LosesDepartures) => Ok(()),
            _ => self.store().depart(node, table, seat).await,
        };
        self.after("depart", Call::Write).await?;
        departed
    }

    async fn note(&self, node: &NodeId, table: &GameId, text: &str) -> Result<(), StoreError> {
        self.before("note").await?;
        let noted = match self.world.bug {
            Some(Bug::LosesNotes) => Ok(()),
            _ => self.store().note(node, table, text).await,
        };
        self.after("note", Call::Write).await?;
        noted
    }

    async fn poll(&self, tables: &[(GameId, MessageNumber)]) -> Result<Vec<ClusterView>, StoreError> {
        self.before("poll").await?;
        let seen = self.store().poll(tables).await;
        self.after("poll", Call::Read).await?;
        if self.has(Bug::SeesNothing) { Ok(Vec::new()) } else { seen }
    }

    async fn claim_due(&self, now: Timestamp, hold: Millis, limit: usize) -> Result<Vec<GameId>, StoreError> {
        self.before("claim_due").await?;
        let claimed = self.store().claim_due(now, hold, limit).await;
        self.after("claim_due", Call::Write).await?;
        if self.has(Bug::ClaimsForNobody) { Ok(Vec::new()) } else { claimed }
    }
}
