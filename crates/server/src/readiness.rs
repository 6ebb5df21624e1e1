//! Whether the server can keep what happens, as `/readyz` reports it.

use std::time::Duration;

use store::Store;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// How long an answer holds. Whoever asks more often gets the same one again, so a flood of requests costs the database nothing.
const HOLDS: Duration = Duration::from_secs(1);

/// How long the store may take to write.
const PROBE_MAX: Duration = Duration::from_secs(5);

/// The last write probe of the store.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Option<Probe>>);

struct Probe {
    at: Instant,
    /// Why the store cannot write.
    result: Result<(), String>,
}

impl Readiness {
    /// Lets the store write something, unless it just has. The error says why it cannot.
    pub(crate) async fn look(&self, store: &dyn Store) -> Result<(), String> {
        // Those who ask meanwhile wait for this probe and share its result.
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
            tracing::warn!(%error, "the server is not ready");
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
    async fn a_store_that_cannot_write_is_not_ready_and_one_that_can_again_is() {
        let (store, readiness) = (MemoryStore::new(), Readiness::default());
        assert_eq!(readiness.look(&store).await, Ok(()));
        store.set_refusing(true);
        assert_eq!(readiness.look(&store).await, Ok(()), "it was asked a moment ago");
        tokio::time::advance(HOLDS).await;
        assert!(readiness.look(&store).await.unwrap_err().contains("not available"));
        store.set_refusing(false);
        tokio::time::advance(HOLDS).await;
        assert_eq!(readiness.look(&store).await, Ok(()));
    }
}
