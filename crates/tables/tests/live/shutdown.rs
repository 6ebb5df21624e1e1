//! Shutdown of a node: other nodes know at once, and it does not wait for an unreachable database.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use rules::{GameId, Millis, Seat, Timestamp};
use serde_json::json;
use store::{ClusterStore, ClusterView, Hint, Hints, MemoryStore, MessageNumber, NodeId, StoreError};
use tables::ClusterHandle;
use tokio::time::timeout;

use crate::cluster::{nodes_on, split_game};
use crate::test_server::{TestServer, wait};

const MORNING: Timestamp = Timestamp(1_700_000_000_000);

#[tokio::test(start_paused = true)]
async fn a_retired_node_renews_no_lease_although_it_still_runs() {
    let nodes = nodes_on(&Arc::new(MemoryStore::new()), 2, true, MORNING);
    let guests = split_game(&nodes, "open", json!({})).await;
    nodes[1].house.tables.retire().await;
    // Longer than the interval of lease renewals.
    wait(20).await;
    assert_eq!((guests[0].count("playerDisconnected"), guests[0].count("playerReconnected")), (1, 0));
}

/// A database that never answers, and a hint channel without hints.
struct Nowhere;

#[async_trait]
impl ClusterStore for Nowhere {
    async fn renew(&self, _: &NodeId, _: Timestamp, _: Millis) -> Result<Timestamp, StoreError> {
        std::future::pending().await
    }

    async fn retire(&self, _: &NodeId) -> Result<(), StoreError> {
        std::future::pending().await
    }

    async fn arrive(&self, _: &NodeId, _: &GameId, _: Seat) -> Result<(), StoreError> {
        std::future::pending().await
    }

    async fn depart(&self, _: &NodeId, _: &GameId, _: Seat) -> Result<(), StoreError> {
        std::future::pending().await
    }

    async fn note(&self, _: &NodeId, _: &GameId, _: &str) -> Result<(), StoreError> {
        std::future::pending().await
    }

    async fn poll(&self, _: &[(GameId, MessageNumber)]) -> Result<Vec<ClusterView>, StoreError> {
        std::future::pending().await
    }

    async fn claim_due(&self, _: Timestamp, _: Millis, _: usize) -> Result<Vec<GameId>, StoreError> {
        std::future::pending().await
    }
}

#[async_trait]
impl Hints for Nowhere {
    fn give(&self, _: Hint) {}

    async fn next(&self) -> Hint {
        std::future::pending().await
    }
}

#[tokio::test(start_paused = true)]
async fn retiring_does_not_wait_long_for_an_unreachable_database() {
    let node = NodeId::new("n").unwrap();
    let cluster = ClusterHandle { node, cluster_store: Arc::new(Nowhere), hints: Arc::new(Nowhere) };
    let house = TestServer::among(Arc::new(MemoryStore::new()), 1, MORNING, Some(cluster));
    let tables = house.tables.clone();
    let cluster_task = tokio::spawn(async move { tables.run_cluster().await });
    wait(1).await;
    let patience = Duration::from_millis(2_001);
    timeout(patience, house.tables.retire()).await.expect("nobody is waited for any longer");
    cluster_task.abort();
}
