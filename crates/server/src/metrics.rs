use std::sync::atomic::Ordering;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use tables::{Answer, ClusterStats};

/// Reason for a refused handshake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RefusedHandshake {
    /// A page of an origin that is not allowed.
    Origin,
    /// A proxy removed the headers of a WebSocket.
    Upgrade,
    /// The address has reached its limit on connections.
    Address,
    /// The client sent too many messages on one connection.
    TooFast,
}

impl RefusedHandshake {
    const ALL: [RefusedHandshake; 4] = [
        RefusedHandshake::Origin,
        RefusedHandshake::Upgrade,
        RefusedHandshake::Address,
        RefusedHandshake::TooFast,
    ];

    fn label(self) -> Vec<(String, String)> {
        let reason = match self {
            RefusedHandshake::Origin => "origin",
            RefusedHandshake::Upgrade => "upgrade",
            RefusedHandshake::Address => "address",
            RefusedHandshake::TooFast => "too_fast",
        };
        vec![("reason".to_owned(), reason.to_owned())]
    }
}

/// Metrics of the server. They never contain names, tokens or tiles.
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) sockets: Gauge,
    pub(crate) messages: Counter,
    pub(crate) cut_off: Counter,
    refusals: Family<Vec<(String, String)>, Counter>,
    refused_handshakes: Family<Vec<(String, String)>, Counter>,
    latency: Histogram,
    live_tables: Gauge,
    hints: Counter,
    healed: Counter,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("dord");
        let sockets = Gauge::default();
        let (messages, cut_off) = (Counter::default(), Counter::default());
        let refusals = Family::<Vec<(String, String)>, Counter>::default();
        let refused_handshakes = Family::<Vec<(String, String)>, Counter>::default();
        // Initialise every label, so that a rise from zero is visible.
        for reason in RefusedHandshake::ALL {
            drop(refused_handshakes.get_or_create(&reason.label()));
        }
        let latency = Histogram::new(exponential_buckets(0.000_25, 2.0, 16));
        let live_tables = Gauge::default();
        registry.register("sockets", "Connections that are open", sockets.clone());
        registry.register("messages", "Messages from clients", messages.clone());
        registry.register("cut_off", "Connections that were ended because nobody read them", cut_off.clone());
        registry.register("refusals", "Messages that were refused, by code", refusals.clone());
        registry.register(
            "refused_handshakes",
            "Connections that were refused, by reason",
            refused_handshakes.clone(),
        );
        registry.register("answer_seconds", "How long an answer took, the commit included", latency.clone());
        registry.register("live_tables", "Tables in memory", live_tables.clone());
        let (hints, healed) = (Counter::default(), Counter::default());
        registry.register("hints", "News of other nodes that a hint told of", hints.clone());
        registry.register("healed", "News of other nodes that was found without a hint", healed.clone());
        Metrics {
            registry,
            sockets,
            messages,
            cut_off,
            refusals,
            refused_handshakes,
            latency,
            live_tables,
            hints,
            healed,
        }
    }

    pub(crate) fn record_answer(&self, answer: &Answer, took: Duration) {
        self.latency.observe(took.as_secs_f64());
        if let Err(refused) = answer {
            let label = vec![("code".to_owned(), refused.error.code.as_str().to_owned())];
            self.refusals.get_or_create(&label).inc();
        }
    }

    pub(crate) fn handshake_refused(&self, reason: RefusedHandshake) {
        self.refused_handshakes.get_or_create(&reason.label()).inc();
    }

    pub(crate) fn text(&self, live_tables: usize, cluster_stats: ClusterStats) -> String {
        self.live_tables.set(i64::try_from(live_tables).unwrap_or(i64::MAX));
        self.hints.inner().store(cluster_stats.hints, Ordering::Relaxed);
        self.healed.inner().store(cluster_stats.healed, Ordering::Relaxed);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
