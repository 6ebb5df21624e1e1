use std::sync::Arc;

use store::DailyStore;
use tables::{ClientId, Lexicons, Secrets, Tables};
use tokio::sync::watch;

use crate::connection_limits::Connections;
use crate::daily::Puzzles;
use crate::docs::Description;
use crate::games::GameRenderer;
use crate::hosts::Hosts;
use crate::limits::Addresses;
use crate::low_priority_threads::LowPriorityThreads;
use crate::metrics::Metrics;
use crate::proxies::Proxies;
use crate::review::Reviewing;
use crate::socket::ClientIds;
use crate::socket_sink::AdapterSlot;
use crate::websocket::Sessions;
use crate::write_probe::WriteProbe;
use crate::{Limits, Origins};

/// State shared by all requests and sockets.
pub(crate) struct ServerState {
    pub(crate) tables: Tables,
    pub(crate) daily_store: Arc<dyn DailyStore>,
    pub(crate) words: Arc<dyn Lexicons>,
    pub(crate) limits: Limits,
    pub(crate) addresses: Addresses,
    pub(crate) proxies: Proxies,
    pub(crate) origins: Origins,
    pub(crate) hosts: Hosts,
    pub(crate) connections: Arc<Connections>,
    pub(crate) description: Description,
    pub(crate) metrics: Metrics,
    pub(crate) client_ids: ClientIds,
    pub(crate) write_probe: WriteProbe,
    pub(crate) background: LowPriorityThreads,
    pub(crate) drawing: GameRenderer,
    pub(crate) puzzles: Puzzles,
    pub(crate) secrets: Arc<dyn Secrets>,
    pub(crate) reviewing: Reviewing,
    pub(crate) adapter: AdapterSlot,
    pub(crate) sessions: Sessions,
    /// `true` when the server stops: clients then reconnect to another node, or later.
    pub(crate) closing: watch::Sender<bool>,
}

impl ServerState {
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Waits until the server stops.
    pub(crate) async fn closing(&self) {
        // The sender is part of this state.
        let _ = self.closing.subscribe().wait_for(|is_closing| *is_closing).await;
    }

    pub(crate) fn next_client(&self) -> ClientId {
        self.client_ids.next()
    }
}
