//! Retention: removes tables some time after their game is over.

use std::sync::Arc;
use std::time::Duration;

use rules::{Millis, Timestamp};
use store::AdminStore;
use tables::Time;

const HOUR: Duration = Duration::from_secs(60 * 60);

/// Removes tables whose game ended `keep` ago or earlier, now and then every hour.
pub(crate) async fn every_hour(store: Arc<dyn AdminStore>, time: Time, keep: Millis) {
    loop {
        clear(store.as_ref(), time.now(), keep).await;
        tokio::time::sleep(HOUR).await;
    }
}

async fn clear(store: &dyn AdminStore, now: Timestamp, keep: Millis) {
    match store.remove_ended_before(Timestamp(now.0 - keep.0)).await {
        Ok(0) => {}
        Ok(removed) => tracing::info!(removed, "removed expired tables"),
        // Retried in an hour.
        Err(error) => tracing::warn!(%error, "could not remove expired tables"),
    }
}

#[cfg(test)]
mod tests {
    use rules::{Language, Preset, Progress};
    use store::{EventStore, Lobby, MemoryStore, NewTable, RoomCode, TokenHash};
    use testkit::Table;

    use super::*;

    const DAY: i64 = Millis::hours(24).0;

    async fn keep(store: &MemoryStore, code: &str, status: Progress) {
        let opened = Table::empty(Preset::Open.rules(Language::by_code("en").unwrap()));
        let mut events = opened.log;
        let id = rules::GameId::new(code);
        if let rules::EventKind::TableOpened(opening) = &mut events[0].kind {
            opening.game = id.clone();
        }
        let table = NewTable {
            id,
            code: RoomCode::new(code).unwrap(),
            lobby: Lobby::Private,
            seed: Table::SEED,
            invite: TokenHash([1; 32]),
            at: Timestamp(0),
            events,
            seats: Vec::new(),
            status,
            next_due: None,
        };
        store.create(table).await.unwrap();
    }

    #[tokio::test]
    async fn a_table_is_removed_after_its_retention_and_a_running_one_never() {
        let store = MemoryStore::new();
        keep(&store, "OVER", Progress::Ended).await;
        keep(&store, "ISON", Progress::Playing).await;
        let left = async |days: i64| {
            clear(&store, Timestamp(days * DAY), Millis(30 * DAY)).await;
            store::AdminStore::stats(&store).await.unwrap().tables()
        };
        assert_eq!(left(29).await, 2);
        assert_eq!(left(31).await, 1);
        assert_eq!(left(10_000).await, 1);
    }

    #[tokio::test]
    async fn a_failed_removal_is_retried() {
        let store = MemoryStore::new();
        keep(&store, "OVER", Progress::Ended).await;
        store.set_failing(true);
        clear(&store, Timestamp(99 * DAY), Millis(DAY)).await;
        store.set_failing(false);
        clear(&store, Timestamp(99 * DAY), Millis(DAY)).await;
        assert_eq!(store::AdminStore::stats(&store).await.unwrap().tables(), 0);
    }
}
