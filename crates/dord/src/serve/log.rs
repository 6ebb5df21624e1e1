//! What the operator is told.

use anyhow::Context;
use tracing_subscriber::filter::{EnvFilter, FilterExt, LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use super::log_throttle::Throttled;

/// Our own crates, which never log a secret.
const OURS: &[&str] =
    &["daily", "dord", "engine", "lexicon", "protocol", "rules", "server", "store", "tables", "wordlists"];

/// Logs what the filter asks for.
///
/// The libraries below are held to `info`, whatever it says: told to be more talkative, those for sockets log every message
/// as it comes, and tokens and racks with it.
pub(super) fn begin(filter: &str) -> anyhow::Result<()> {
    let wanted =
        EnvFilter::try_new(filter).with_context(|| format!("`{filter}` is no log filter: try `info`"))?;
    let discreet = Targets::new()
        .with_default(LevelFilter::INFO)
        .with_targets(OURS.iter().map(|target| (*target, LevelFilter::TRACE)));
    let format = Throttled::new(tracing_subscriber::fmt::format());
    // Colours are for terminals: a file or a pipe gets plain text, and so does an operator who sets NO_COLOR.
    let has_colours = anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never;
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let layer = layer.event_format(format).with_ansi(has_colours);
    tracing_subscriber::registry().with(layer.with_filter(wanted.and(discreet))).init();
    Ok(())
}
