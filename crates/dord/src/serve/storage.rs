use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use rules::Millis;
use store::{EventStore, Hints, NatsHints, NodeId, PostgresHints, Store};
use tables::{ClusterHandle, OperatingSystem, Time};

use super::settings::Settings;
use crate::database::{self, Missing};

/// The server's store, its cluster if it has one, and its clock.
pub(super) struct Storage {
    pub(super) store: Arc<dyn Store>,
    pub(super) cluster: Option<ClusterHandle>,
    pub(super) time: Time,
}

impl Storage {
    pub(super) async fn open(settings: &Settings, data_dir: &Path) -> anyhow::Result<Storage> {
        if let Some(url) = &settings.database_url {
            return Storage::shared(url, settings.nats_url.as_deref()).await;
        }
        let store = Arc::new(database::open_file(data_dir, Missing::Make).await?);
        let time = Time::start();
        go_on_from_the_latest(&time, store.as_ref()).await?;
        Ok(Storage { store, cluster: None, time })
    }

    /// A database that other nodes can share.
    async fn shared(url: &str, nats_url: Option<&str>) -> anyhow::Result<Storage> {
        let store = Arc::new(database::open_server(url).await?);
        let hints: Arc<dyn Hints> = match nats_url {
            Some(url) => Arc::new(NatsHints::connect(url).await.context("cannot use the --nats-url")?),
            None => Arc::new(PostgresHints::start(&store)),
        };
        let time = Time::set_by(store.clock().await.context("the database has no clock")?);
        go_on_from_the_latest(&time, store.as_ref()).await?;
        let cluster = ClusterHandle { node: node_id()?, cluster_store: store.clone(), hints };
        tracing::info!(node = %cluster.node, "sharing tables with other nodes on the database");
        Ok(Storage { store, cluster: Some(cluster), time })
    }
}

/// Sets the clock forward to the latest stored timestamp, so that time never goes backwards across
/// restarts. With an earlier clock, stored events would be in the future and their timers would
/// fire late.
async fn go_on_from_the_latest(time: &Time, store: &dyn EventStore) -> anyhow::Result<()> {
    /// Smaller corrections are not logged: clocks are adjusted by less every day.
    const USUAL: Millis = Millis::seconds(1);
    let latest = store.latest_moment().await.context("cannot read when something was last kept")?;
    let Some(latest) = latest else { return Ok(()) };
    let behind = time.set_forward(latest);
    if behind > USUAL {
        let seconds = behind.0 / 1000;
        tracing::warn!(seconds, "clock was behind the latest stored event; advanced");
    }
    Ok(())
}

/// A new random node id. A restarted node is a new node, because its clients have to reconnect.
fn node_id() -> anyhow::Result<NodeId> {
    let token = tables::token(&OperatingSystem);
    token.get(..12).and_then(NodeId::new).context("a token is long enough for a name")
}
