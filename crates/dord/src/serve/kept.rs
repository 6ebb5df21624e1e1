use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use rules::Millis;
use store::{Hints, NatsHints, NodeId, PostgresHints, Store};
use tables::{Neighbours, OperatingSystem, Time};

use super::settings::Settings;
use crate::database::{self, Missing};

/// Where everything is kept, with whom, and by which clock.
pub(super) struct Kept {
    pub(super) store: Arc<dyn Store>,
    pub(super) neighbours: Option<Neighbours>,
    pub(super) time: Time,
}

impl Kept {
    pub(super) async fn open(settings: &Settings, data_dir: &Path) -> anyhow::Result<Kept> {
        if let Some(url) = &settings.database_url {
            return Kept::shared(url, settings.nats_url.as_deref()).await;
        }
        let store = Arc::new(database::open_file(data_dir, Missing::Make).await?);
        let time = Time::start();
        go_on_from_the_latest(&time, store.as_ref()).await?;
        Ok(Kept { store, neighbours: None, time })
    }

    /// In a database that other nodes may use as well.
    async fn shared(url: &str, nats_url: Option<&str>) -> anyhow::Result<Kept> {
        let store = Arc::new(database::open_server(url).await?);
        let hints: Arc<dyn Hints> = match nats_url {
            Some(url) => Arc::new(NatsHints::connect(url).await.context("cannot use the --nats-url")?),
            None => Arc::new(PostgresHints::start(&store)),
        };
        let time = Time::set_by(store.clock().await.context("the database has no clock")?);
        go_on_from_the_latest(&time, store.as_ref()).await?;
        let neighbours = Neighbours { node: node_id()?, commons: store.clone(), hints };
        tracing::info!(node = %neighbours.node, "this node shares its tables with others on the database");
        Ok(Kept { store, neighbours: Some(neighbours), time })
    }
}

/// Time does not go back over a restart, whatever became of the clock: by an earlier one, what was decided before would lie in the
/// future, and everybody would wait for what is due there.
async fn go_on_from_the_latest(time: &Time, store: &dyn Store) -> anyhow::Result<()> {
    /// So much is no news: clocks are set by less every day.
    const USUAL: Millis = Millis::seconds(1);
    let latest = store.latest_moment().await.context("cannot read when something was last kept")?;
    let Some(latest) = latest else { return Ok(()) };
    let behind = time.set_forward(latest);
    if behind > USUAL {
        let seconds = behind.0 / 1000;
        tracing::warn!(seconds, "the clock is behind what was kept last: games go on from there");
    }
    Ok(())
}

/// A name that no other node has: whoever starts again is somebody else, for those who sat there have to come back.
fn node_id() -> anyhow::Result<NodeId> {
    let token = tables::token(&OperatingSystem);
    token.get(..12).and_then(NodeId::new).context("a token is long enough for a name")
}
