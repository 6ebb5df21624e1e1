//! Idle connections, which cost the server memory.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::process;

/// Number of simultaneous connection attempts.
const AT_A_TIME: usize = 64;
/// Pause before the server's memory is read.
const REST: Duration = Duration::from_secs(3);

/// Open idle connections.
pub(super) struct Idle {
    connections: JoinSet<()>,
    /// Their memory cost, if the server's process is known.
    pub(super) memory: Option<IdleMemory>,
}

/// The server's memory without and with idle connections, in bytes.
#[derive(Clone, Copy)]
pub(super) struct IdleMemory {
    pub(super) before: u64,
    pub(super) with: u64,
    pub(super) connections: u64,
}

impl IdleMemory {
    pub(super) fn each(self) -> u64 {
        self.with.saturating_sub(self.before) / self.connections.max(1)
    }
}

impl Idle {
    /// Opens connections and waits until all are established.
    pub(super) async fn open(url: &str, count: usize, pids: &[u32]) -> anyhow::Result<Idle> {
        // The first connection triggers the server's one-time initialisation.
        super::connect(url).await?.close().await;
        tokio::time::sleep(REST).await;
        let before = process::usage(pids);

        let gate = Arc::new(Semaphore::new(AT_A_TIME));
        let mut connecting = JoinSet::new();
        for _ in 0..count {
            let (url, gate) = (url.to_owned(), Arc::clone(&gate));
            connecting.spawn(async move {
                let _turn = gate.acquire_owned().await;
                super::connect(&url).await
            });
        }
        let mut connections = JoinSet::new();
        while let Some(connected) = connecting.join_next().await {
            let open = connections.len();
            let mut wire =
                connected?.with_context(|| format!("{open} of {count} idle connections were opened"))?;
            connections.spawn(async move { while wire.next().await.is_ok() {} });
        }
        tokio::time::sleep(REST).await;
        let with = process::usage(pids);
        let memory = before.zip(with).map(|(before, with)| IdleMemory {
            before: before.memory,
            with: with.memory,
            connections: count as u64,
        });
        Ok(Idle { connections, memory })
    }

    /// Number of connections that are still open.
    pub(super) fn still_open(&mut self) -> usize {
        while self.connections.try_join_next().is_some() {}
        self.connections.len()
    }
}
