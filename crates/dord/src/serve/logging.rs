//! Logging for the operator.

use anyhow::Context;
use tracing_subscriber::filter::{EnvFilter, FilterExt, LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use super::log_throttle::Throttled;

/// Our own crates, which never log a secret.
const OURS: &[&str] =
    &["daily", "dord", "engine", "lexicon", "protocol", "rules", "server", "store", "tables", "wordlists"];

/// Starts logging with a filter.
///
/// Libraries are limited to `info`, whatever the filter says: at finer levels, the socket libraries
/// log every message, including tokens and racks.
pub(super) fn begin(filter: &str) -> anyhow::Result<()> {
    let wanted =
        EnvFilter::try_new(filter).with_context(|| format!("`{filter}` is no log filter: try `info`"))?;
    let discreet = Targets::new()
        .with_default(LevelFilter::INFO)
        .with_targets(OURS.iter().map(|target| (*target, LevelFilter::TRACE)));
    let format = Throttled::new(tracing_subscriber::fmt::format());
    // Colours are for terminals: files, pipes and operators who set NO_COLOR get plain text.
    let has_colours = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let layer = layer.event_format(format).with_ansi(has_colours);
    tracing_subscriber::registry().with(layer.with_filter(wanted.and(discreet))).init();
    Ok(())
}
