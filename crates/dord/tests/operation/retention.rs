use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::kept::{OLD, RECENT, RUNNING, keep};
use crate::program::free_address;
use crate::run::dord;

/// Runs a server with a retention set by option or environment, and returns the ids of the
/// remaining tables.
async fn left_after(
    options: &[&str],
    variable: Option<&str>,
    is_done: impl Fn(&[String]) -> bool,
) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    keep(&folder.path().join("dord-data"), &[OLD, RECENT, RUNNING]).await;
    let mut command = Command::new(env!("CARGO_BIN_EXE_dord"));
    command.args(["serve", "--quiet", "--listen", &free_address().to_string()]).args(options);
    command
        .current_dir(folder.path())
        .env_remove("DORD_DATABASE_URL")
        .env("DORD_LOG", "server=info")
        .env("DORD_METRICS_LISTEN", "off");
    if let Some(days) = variable {
        command.env("DORD_KEEP_DAYS", days);
    }
    let mut server = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The server prints a line when the port is open.
    let mut line = String::new();
    let out = server.stdout.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(out), &mut line).unwrap();
    let begun = Instant::now();
    let ids = loop {
        let tables = dord(folder.path(), &["admin", "tables", "--json"]).json();
        let id = |table: &Value| table["id"].as_str().unwrap().to_owned();
        let ids: Vec<String> = tables.as_array().unwrap().iter().map(id).collect();
        if is_done(&ids) || begun.elapsed() > Duration::from_secs(30) {
            break ids;
        }
    };
    server.kill().unwrap();
    server.wait().unwrap();
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_removes_tables_a_month_after_their_end_and_running_ones_never() {
    let left = left_after(&[], None, |ids| ids.len() == 2).await;
    assert_eq!(left, [RUNNING.id, RECENT.id]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_retention_of_tables_is_configurable() {
    let left = left_after(&["--keep-days", "1"], Some("100"), |ids| ids.len() == 1).await;
    assert_eq!(left, [RUNNING.id]);
    let left = left_after(&[], Some("1"), |ids| ids.len() == 1).await;
    assert_eq!(left, [RUNNING.id]);
}
