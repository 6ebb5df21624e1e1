//! HTTP and Socket.IO server for the tables.
//!
//! Sizes and rates are checked first, then `protocol` decodes a message, then `tables` executes it.
//! Every message is answered. This crate does not know the rules.

mod accept_loop;

mod base_path;
mod brute_force;
mod client_stream;
mod connection_limits;
mod cors;
mod daily;
mod docs;
mod frame_ancestors;
mod game_cache;
mod games;
mod hosts;
mod http;
mod limits;
mod low_priority_threads;
mod metrics;
#[cfg(feature = "reference")]
mod openapi;
mod origins;
mod page_theme;
mod pages;
mod picture;
mod problem;
mod proxies;
mod rasterize;
mod retention;
mod review;
mod socket;
mod socket_sink;
mod state;
mod transport_session;
mod websocket;
mod words;
mod work_queue;
mod write_probe;

use std::future::Future;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use socketioxide::SocketIo;
use socketioxide::handler::ConnectHandler;
use socketioxide::layer::SocketIoLayer;
use store::{AdminStore, Store};
use tables::{ClusterHandle, Lexicons, OperatingSystem, Secrets, Tables, Time};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

pub use base_path::{BasePath, NotABasePath};
pub use frame_ancestors::{FrameAncestors, NotAFrameAncestor};
pub use http::MetricsPlace;
pub use limits::Limits;
pub use origins::{NotAnOrigin, Origins};
pub use page_theme::{NotATheme, Theme};
/// A file of the web client.
pub use static_files::StaticFile;

use crate::connection_limits::Connections;
use crate::daily::Puzzles;
use crate::docs::Description;
use crate::games::GameRenderer;
use crate::hosts::Hosts;
use crate::limits::Addresses;
use crate::low_priority_threads::LowPriorityThreads;
use crate::metrics::Metrics;
use crate::pages::Pages;
use crate::proxies::Proxies;
use crate::review::Reviewing;
use crate::socket::{Arrival, ClientIds};
use crate::socket_sink::{AdapterSlot, DirectAdapter};
use crate::state::ServerState;
use crate::websocket::Sessions;
use crate::write_probe::WriteProbe;

/// Maximum time for requests in progress when the server closes.
const GRACE: Duration = Duration::from_secs(10);

/// Time between pings, and for the answer to one.
const PING_INTERVAL: Duration = Duration::from_secs(10);
const PING_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum time until a client connects to the namespace.
const CONNECT_MAX: Duration = Duration::from_secs(10);
/// Maximum size of a message, whatever the limits say.
const MESSAGE_BYTES_MAX: usize = 64 * 1024;

/// The description of the HTTP API, an `OpenAPI` document with schemas derived from the types.
#[cfg(feature = "reference")]
pub fn openapi() -> String {
    openapi::text()
}

/// Configuration and dependencies of a server.
pub struct Server {
    /// The store of all data.
    pub store: Arc<dyn Store>,
    /// The word lists.
    pub words: Arc<dyn Lexicons>,
    /// Source of unguessable bytes.
    pub secrets: Arc<dyn Secrets>,
    /// Files of the web client; without them, everything else is served.
    pub client: &'static [StaticFile],
    /// Clock of the tables.
    pub time: Time,
    /// Limits per client and per address.
    pub limits: Limits,
    /// Limits of tables.
    pub table_limits: tables::Limits,
    /// Proxies that are trusted to report a client's address.
    pub trusted_proxies: Vec<IpAddr>,
    /// Origins whose pages may connect.
    pub origins: Origins,
    /// Host names of this server, besides those of private networks; `*` for any.
    pub allowed_hosts: Vec<String>,
    /// Maximum number of connections, if the system has a limit.
    pub connections_max: Option<usize>,
    /// Pages that may embed ours in a frame.
    pub frame_ancestors: FrameAncestors,
    /// The path at which a reverse proxy serves this server.
    pub base_path: BasePath,
    /// The look of the page for users who have not chosen one.
    pub theme: Theme,
    /// Where metrics are served.
    pub metrics_place: MetricsPlace,
    /// Other nodes on the same store.
    pub cluster: Option<ClusterHandle>,
    /// How long a table is stored after its game is over; `None` for ever.
    pub keep_ended: Option<rules::Millis>,
}

impl Server {
    /// A server with default limits.
    pub fn new(store: Arc<dyn Store>, words: Arc<dyn Lexicons>) -> Server {
        Server {
            store,
            words,
            secrets: Arc::new(OperatingSystem),
            client: &[],
            time: Time::start(),
            limits: Limits::default(),
            table_limits: tables::Limits::default(),
            trusted_proxies: Vec::new(),
            origins: Origins::default(),
            allowed_hosts: Vec::new(),
            connections_max: None,
            frame_ancestors: FrameAncestors::default(),
            base_path: BasePath::default(),
            theme: Theme::default(),
            metrics_place: MetricsPlace::default(),
            cluster: None,
            keep_ended: None,
        }
    }

    /// Serves until `shutdown` completes. Then it refuses new clients, finishes requests in
    /// progress, and notifies clients.
    pub async fn serve(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        let mut table_limits = self.table_limits;
        table_limits.spectators_max = match self.limits.spectators_per_table {
            0 => usize::MAX,
            most => most as usize,
        };
        table_limits.join_requests_per_address = self.limits.join_requests_per_address as usize;
        table_limits.join_wait = Duration::from_secs(self.limits.join_wait_seconds.into());
        let tables = Tables::new(
            Arc::<dyn Store>::clone(&self.store),
            Arc::clone(&self.secrets),
            Arc::clone(&self.words),
            self.time,
            table_limits,
            self.cluster,
        );
        let state = Arc::new(ServerState {
            tables: tables.clone(),
            daily_store: Arc::<dyn Store>::clone(&self.store),
            words: self.words,
            limits: self.limits,
            addresses: Addresses::default(),
            proxies: Proxies::new(self.trusted_proxies),
            hosts: Hosts::new(&self.allowed_hosts, &self.origins),
            origins: self.origins,
            connections: Connections::new(self.limits.open_connections_per_address, self.connections_max),
            description: Description::new(&self.base_path),
            metrics: Metrics::new(),
            client_ids: ClientIds::default(),
            write_probe: WriteProbe::default(),
            background: LowPriorityThreads::start()?,
            drawing: GameRenderer::default(),
            puzzles: Puzzles::default(),
            secrets: self.secrets,
            reviewing: Reviewing::default(),
            adapter: AdapterSlot::default(),
            sessions: Sessions::default(),
            closing: tokio::sync::watch::Sender::new(false),
        });

        let (layer, io) = socket_layer(&state);
        let pages = Pages::new(self.client, &self.base_path, self.theme);
        let app: Router =
            http::routes(Arc::clone(&state), pages, &self.metrics_place, &self.frame_ancestors).layer(layer);
        let app = http::check_sockets(Arc::clone(&state), app);
        let app = hosts::check(Arc::clone(&state), app);
        // Outside the checks, so that a page of an allowed origin can also read why it was refused.
        let app = cors::with_cors(&state.origins, app);
        // The outermost layer: all others see paths without the base path.
        let app = base_path::mount(&self.base_path, app);
        let mut background = JoinSet::new();
        background.spawn(sweep(Arc::clone(&state)));
        let (admin_store, time): (Arc<dyn AdminStore>, _) = (self.store.clone(), tables.time());
        if let Some(keep) = self.keep_ended {
            background.spawn(retention::every_hour(admin_store, time, keep));
        }
        background.spawn(async move { tables.run_cluster().await });
        background.spawn(daily::prepare_every_day(Arc::clone(&state)));
        if let Some(listener) = self.metrics_place.into_listener() {
            background.spawn(serve_metrics(listener, Arc::clone(&state), self.frame_ancestors));
        }
        let (closing, mut closed) = tokio::sync::watch::channel(false);
        let (sockets, closing_state) = (io.clone(), Arc::clone(&state));
        let graceful = async move {
            shutdown.await;
            closing_state.closing.send_replace(true);
            // The other nodes are notified before players reconnect to them.
            closing_state.tables.retire().await;
            tokio::join!(sockets.close(), closing_state.sessions.close());
            closing.send_replace(true);
        };
        let serving = accept_loop::serve(listener, app, Arc::clone(&state), graceful);
        let out_of_patience = async move {
            // The sender is dropped only with the server.
            let _ = closed.wait_for(|closed| *closed).await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            () = serving => {}
            () = out_of_patience => tracing::warn!("some clients did not read their responses in time"),
        }
        background.shutdown().await;
        self.store.close().await;
        Ok(())
    }
}

/// Serves metrics on a separate listener until dropped.
async fn serve_metrics(listener: TcpListener, state: Arc<ServerState>, frames: FrameAncestors) {
    let app = http::metrics_routes(Arc::clone(&state), &frames);
    let is_local = listener.local_addr().is_ok_and(|address| address.ip().is_loopback());
    // The listener is local, but a page in a local browser could reach it by DNS rebinding.
    let app = if is_local { hosts::check(Arc::clone(&state), app) } else { app };
    accept_loop::serve(listener, app, state, std::future::pending()).await;
}

/// Wakes stored tables when a timer is due, and removes expired data periodically.
async fn sweep(state: Arc<ServerState>) {
    let mut ticks: u64 = 0;
    loop {
        state.tables.wake_due().await;
        state.tables.look_for_others().await;
        if ticks.is_multiple_of(60) {
            state.drawing.forget_old();
            state.reviewing.forget_old();
        }
        if ticks.is_multiple_of(600) {
            state.tables.release_codes().await;
            state.addresses.forget_old();
        }
        ticks += 1;
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// The Socket.IO layer with its only namespace, for clients without a direct WebSocket.
fn socket_layer(state: &Arc<ServerState>) -> (SocketIoLayer<DirectAdapter>, SocketIo<DirectAdapter>) {
    let (layer, io) = SocketIo::builder()
        .with_adapter::<DirectAdapter>(state.adapter.clone())
        .ping_interval(PING_INTERVAL)
        .ping_timeout(PING_TIMEOUT)
        .connect_timeout(CONNECT_MAX)
        .max_buffer_size(256)
        .max_payload(MESSAGE_BYTES_MAX as u64)
        .ws_max_message_size(MESSAGE_BYTES_MAX)
        .ws_max_frame_size(MESSAGE_BYTES_MAX)
        .ws_read_buffer_size(512)
        .build_layer();
    let knocking = Arc::clone(state);
    io.ns(
        "/",
        socket::connected.with(move |arrival: Arrival| {
            let listening = socket::listen(&arrival, &knocking);
            async move { listening }
        }),
    );
    (layer, io)
}
