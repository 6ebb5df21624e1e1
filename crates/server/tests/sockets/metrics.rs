use std::collections::BTreeSet;

use serde_json::json;

use crate::socket_server::{Hall, Stillness};

const DASHBOARD: &str = include_str!("../../../../deploy/grafana/dord.json");
const ALERTS: &str = include_str!("../../../../deploy/alerts.yml");
const GUIDE: &str = include_str!("../../../../docs/deploying.md");

/// Names of metrics in a text.
fn names(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_lowercase() && c != '_');
    words.filter(|word| word.starts_with("dord_")).collect()
}

/// Names of the served metrics, which are at the beginning of a line.
async fn served(hall: &Hall) -> String {
    let metrics = hall.get("/metrics").await;
    let ours: Vec<&str> = metrics.lines().filter(|line| line.starts_with("dord_")).collect();
    ours.join("\n")
}

#[tokio::test(start_paused = true)]
async fn metrics_of_the_dashboard_and_the_alerts_are_served() {
    let _still = Stillness::begin();
    let hall = Hall::open(11).await;
    // Refusals are counted by code, so the metric appears with the first one.
    let mut socket = hall.socket().await;
    assert_eq!(socket.ask("createGame", json!({})).await["ok"], false);
    let served = served(&hall).await;
    let served = names(&served);
    for asked in names(DASHBOARD).into_iter().chain(names(ALERTS)) {
        assert!(served.contains(asked), "{asked} is not one of {served:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn served_metrics_are_on_the_dashboard_and_in_the_guide() {
    let _still = Stillness::begin();
    let hall = Hall::open(11).await;
    let (served, shown, told) = (served(&hall).await, names(DASHBOARD), names(GUIDE));
    for name in names(&served) {
        // A histogram has three families; its buckets contain all information.
        let (family, is_count) = match name.strip_suffix("_bucket") {
            Some(family) => (family, false),
            None => (name, name.ends_with("_sum") || name.ends_with("_count")),
        };
        assert!(is_count || shown.contains(name), "{name} is not on the dashboard");
        assert!(is_count || told.contains(family), "{family} is not in the guide");
    }
}
