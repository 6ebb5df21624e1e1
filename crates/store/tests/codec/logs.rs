//! Logs as earlier releases wrote them, each with the final scores of its game.
//!
//! These files never change; a new version of the format adds files.

use std::fs;
use std::path::PathBuf;

use rules::{Event, Game};
use store::codec;

use crate::games;

/// Environment variable that makes the test write new logs. Its value names the new format.
const WRITE: &str = "DORD_WRITE_LOGS";

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/logs")
}

/// Returns the final scores by seat; `None` if the game has not ended.
fn scores(events: &[Event]) -> Option<String> {
    let game = Game::replay(events).ok()?;
    let mut standings: Vec<_> = game.outcome()?.standings.iter().collect();
    standings.sort_by_key(|standing| standing.seat);
    let scores: Vec<String> = standings.iter().map(|standing| standing.score.to_string()).collect();
    Some(format!("scores {}", scores.join(" ")))
}

fn write_logs(form: &str) {
    for (name, log) in games::all() {
        let Some(scores) = scores(&log) else { continue };
        let language = &Game::replay(&log).unwrap().rules().language.clone();
        let batches: Vec<String> = log.chunks(3).map(|events| codec::encode(events, language)).collect();
        let path = folder().join(format!("{form}-{name}.log"));
        assert!(!path.exists(), "{} is never changed", path.display());
        fs::write(path, format!("{scores}\n{}\n", batches.join("\n"))).unwrap();
    }
}

/// The first line of a file has the final scores by seat. Each further line is a batch.
#[test]
fn logs_of_all_releases_can_be_read_and_end_with_the_same_scores() {
    if let Ok(form) = std::env::var(WRITE) {
        write_logs(&form);
    }
    let mut count = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let (expected, batches) = text.split_once('\n').unwrap();
        let events: Vec<_> = batches.lines().flat_map(|batch| codec::decode(batch).unwrap()).collect();
        assert_eq!(scores(&events).as_deref(), Some(expected), "{}", path.display());
        count += 1;
    }
    assert!(count >= 4, "the logs are gone");
}
