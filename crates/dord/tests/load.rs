//! `dord load` against `dord serve`: a short run of real games.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value as Json;

/// A server that is stopped when the test ends.
struct Serving {
    child: Child,
    url: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(folder: &Path) -> Serving {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dord"))
        .args(["serve", "--listen", "127.0.0.1:0", "--quiet", "--log", "warn"])
        .env("DORD_DATA_DIR", folder)
        .env("DORD_METRICS_LISTEN", "off")
        .env("DORD_LIMITS_MESSAGES_PER_SECOND", "0")
        .env("DORD_LIMITS_FAILED_CODES_PER_MINUTE", "0")
        .env("DORD_LIMITS_FAILED_CODES_PER_DAY", "0")
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.trim().rsplit(':').next().unwrap().to_owned();
    Serving { child, url: format!("http://127.0.0.1:{port}") }
}

fn load(serving: &Serving, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_dord"))
        .args(["load", "--url", &serving.url])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    (output.status.code(), format!("{}{error}", String::from_utf8_lossy(&output.stdout)))
}

#[test]
fn games_are_played_without_errors() {
    let folder = tempfile::tempdir().unwrap();
    let serving = serve(folder.path());
    let (status, out) = load(&serving, &["--tables", "2", "--rate", "40", "--seconds", "3", "--json"]);
    let report: Json = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}"));
    let games = &report["games"];
    assert!(games["moves"].as_u64().unwrap() > 0, "{out}");
    assert_eq!(games["errors"], 0, "{out}");
    assert_eq!(games["lobby"], "codes");
    assert_eq!(status, Some(0));
}

#[test]
fn many_players_play_the_daily_puzzle_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let serving = serve(folder.path());
    let (status, out) = load(&serving, &["--daily", "20", "--json"]);
    let report: Json = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}"));
    let daily = &report["daily"];
    assert_eq!(
        (&daily["turns"], &daily["results"], &daily["kept"], &daily["ranked"]),
        (&100.into(), &20.into(), &20.into(), &20.into()),
        "{out}"
    );
    for latencies in ["latencyMs", "resultsLatencyMs"] {
        assert!(daily[latencies]["p50"].as_f64().unwrap() > 0.0, "{out}");
        assert!(daily[latencies]["p99"].as_f64() >= daily[latencies]["p50"].as_f64(), "{out}");
    }
    assert_eq!(status, Some(0));
}

#[test]
fn idle_connections_stay_open() {
    let folder = tempfile::tempdir().unwrap();
    let serving = serve(folder.path());
    let pid = serving.child.id().to_string();
    let (status, out) = load(&serving, &["--idle", "10", "--pid", &pid]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("10 idle connections, 10 still open"), "{out}");
    let is_told = out.contains("kB a connection");
    assert_eq!(is_told, cfg!(target_os = "linux"), "{out}");
}

#[test]
fn players_and_the_health_check_are_answered_during_an_attack() {
    let folder = tempfile::tempdir().unwrap();
    let serving = serve(folder.path());
    let (status, out) = load(&serving, &["--attack", "pictures", "--seconds", "3", "--json"]);
    let report: Json = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}"));
    let attack = &report["attack"];
    assert_eq!(attack["attack"], "pictures");
    assert!(attack["answers"]["200"].as_u64().unwrap() > 0, "{out}");
    assert!(attack["others"]["attack"]["moves"].as_u64().unwrap() > 0, "{out}");
    assert_eq!(attack["health"]["errors"], serde_json::json!({}), "{out}");
    assert_eq!(status, Some(0));
}

#[test]
fn an_unreachable_server_is_an_error_with_its_address() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = serve(folder.path());
    serving.child.kill().unwrap();
    serving.child.wait().unwrap();
    let (status, out) = load(&serving, &["--tables", "1", "--seconds", "1"]);
    assert_eq!(status, Some(2));
    assert!(out.contains(&format!("cannot connect to {}", serving.url)), "{out}");
}

#[test]
fn a_flood_of_malformed_frames_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let serving = serve(folder.path());
    let pid = serving.child.id().to_string();
    let (status, out) = load(&serving, &["--malformed", "20000", "--pid", &pid, "--json"]);
    let report: Json = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}"));
    let flood = &report["malformed"];
    assert_eq!((flood["frames"].as_u64(), flood["unanswered"].as_u64()), (Some(20_000), Some(0)), "{out}");
    let others = &flood["others"];
    for when in ["calm", "flood"] {
        assert!(others[when]["moves"].as_u64().unwrap() > 0, "{when}: {out}");
        assert!(others[when]["latencyMs"]["p99"].as_f64().unwrap() > 0.0, "{when}: {out}");
    }
    assert_eq!(flood["memoryIsFlat"].as_bool(), cfg!(target_os = "linux").then_some(true), "{out}");
    assert_eq!(status, Some(0), "{out}");
}
