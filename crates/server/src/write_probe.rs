//! A cached probe of whether the store can write, for `/readyz`.

use std::time::Duration;

use store::EventStore;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// How long a result is cached, so that a flood of requests does not load the database.
const HOLDS: Duration = Duration::from_secs(1);

/// Timeout of a write probe.
const PROBE_MAX: Duration = Duration::from_secs(5);

/// The last write probe of the store.
#[derive(Default)]
pub(crate) struct WriteProbe(Mutex<Option<Probe>>);

struct Probe {
    at: Instant,
    /// The error says why the store cannot write.
    result: Result<(), String>,
}

impl WriteProbe {
    /// Probes the store with a write, unless the last probe is recent. The error says why it cannot
    /// write.
    pub(crate) async fn probe(&self, store: &dyn EventStore) -> Result<(), String> {
        // Concurrent callers wait for this probe and share its result.
        let mut last = self.0.lock().await;
        if let Some(probe) = &*last
            && probe.at.elapsed() < HOLDS
        {
            return probe.result.clone();
        }
        let result = match timeout(PROBE_MAX, store.ping()).await {
            Ok(pinged) => pinged.map_err(|error| error.to_string()),
            Err(_) => Err(format!("the store has not written anything for {} s", PROBE_MAX.as_secs())),
        };
        if let Err(error) = &result {
            tracing::warn!(%error, "not ready: the store cannot write");
        }
        *last = Some(Probe { at: Instant::now(), result: result.clone() });
        result
    }
}

#[cfg(test)]
mod tests {
    use store::MemoryStore;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_probe_follows_whether_the_store_can_write() {
        let (store, write_probe) = (MemoryStore::new(), WriteProbe::default());
        assert_eq!(write_probe.probe(&store).await, Ok(()));
        store.set_refusing(true);
        assert_eq!(write_probe.probe(&store).await, Ok(()), "it was asked a moment ago");
        tokio::time::advance(HOLDS).await;
        assert!(write_probe.probe(&store).await.unwrap_err().contains("not available"));
        store.set_refusing(false);
        tokio::time::advance(HOLDS).await;
        assert_eq!(write_probe.probe(&store).await, Ok(()));
    }
}
