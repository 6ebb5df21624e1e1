//! Damaged, forged and unrelated files. Each is refused and changes nothing.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::kept::{OLD, RECENT, RUNNING, keep};
use crate::run::dord;

async fn backed_up() -> (TempDir, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    keep(&folder.path().join("data"), &[OLD, RECENT, RUNNING]).await;
    dord(folder.path(), &["backup", "--data-dir", "data", "--output", "good.gz"]).ok();
    let bytes = fs::read(folder.path().join("good.gz")).unwrap();
    (folder, bytes)
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packing = GzEncoder::new(Vec::new(), Compression::fast());
    packing.write_all(text).unwrap();
    packing.finish().unwrap()
}

/// The lines of a backup without the last.
fn lines(bytes: &[u8]) -> Vec<String> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop();
    lines
}

/// A forged backup of these lines, with the right checksum and counts.
fn forged(lines: &[String]) -> Vec<u8> {
    let mut counts = serde_json::Map::new();
    for line in &lines[1..] {
        let row: Value = serde_json::from_str(line).unwrap_or_default();
        let kind = row.as_object().and_then(|row| row.keys().next().cloned()).unwrap_or_default();
        let count = counts.get(&kind).and_then(Value::as_u64).unwrap_or(0);
        counts.insert(kind, (count + 1).into());
    }
    let text = format!("{}\n", lines.join("\n"));
    let mut sha256 = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        write!(sha256, "{byte:02x}").unwrap();
    }
    packed(format!("{text}{}\n", json!({"end": {"rows": counts, "sha256": sha256}})).as_bytes())
}

/// Asserts that both commands refuse the file for a reason, and that no database is created.
fn is_refused(folder: &Path, what: &str, bytes: &[u8], reason: &str) {
    fs::write(folder.join("bad.gz"), bytes).unwrap();
    let verified = dord(folder, &["backup", "--verify", "bad.gz"]);
    assert_eq!(verified.status, 1, "{what}: {}{}", verified.out, verified.error);
    assert!(verified.out.contains(reason), "{what}: {}", verified.out);
    assert!(!verified.error.contains("panicked"), "{what}: {}", verified.error);
    let restored = dord(folder, &["restore", "bad.gz", "--data-dir", "new"]);
    assert_eq!(restored.status, 2, "{what}");
    assert!(restored.error.contains(reason), "{what}: {}", restored.error);
    assert!(!folder.join("new").exists(), "{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_truncated_or_changed_file_is_refused() {
    let (folder, good) = backed_up().await;
    let refused = |what: &str, bytes: &[u8], reason| is_refused(folder.path(), what, bytes, reason);
    refused("nothing", b"", "it is cut off");
    refused("no gzip", b"PK\x03\x04 something else entirely", "it is not gzip");
    for part in [1, 2, 3] {
        refused("the first part", &good[..good.len() * part / 4], "it is cut off");
    }
    refused("all but gzip's checksum", &good[..good.len() - 8], "it is cut off");
    refused("all but a byte", &good[..good.len() - 1], "it is cut off");
    refused("something after it", &[&good[..], b"more"].concat(), "something stands after its end");
    refused("two in one", &[&good[..], &good[..]].concat(), "something stands after its end");
    let mut text = Vec::new();
    GzDecoder::new(&good[..]).read_to_end(&mut text).unwrap();
    refused(
        "a line after the end",
        &packed(&[&text[..], b"{}\n"].concat()),
        "something stands after its end",
    );
    let without_end = text[..text.len() - 1].rsplitn(2, |byte| *byte == b'\n').nth(1).unwrap();
    refused("no last line", &packed(&[without_end, b"\n"].concat()), "it is cut off");
    let changed = String::from_utf8(text).unwrap().replacen("\"nameKey\":\"ann\"", "\"nameKey\":\"eve\"", 1);
    refused("a changed name", &packed(changed.as_bytes()), "its checksum is wrong");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_another_kind_is_refused() {
    let (folder, good) = backed_up().await;
    let refused = |what: &str, bytes: &[u8], reason| is_refused(folder.path(), what, bytes, reason);
    refused("text", &packed(b"hello\n"), "it does not begin as a backup");
    refused("other JSON", &packed(b"{\"format\":1}\n"), "it does not begin as a backup");
    let mut later = lines(&good);
    later[0] = later[0].replace("\"dordBackup\":1", "\"dordBackup\":2,\"more\":true");
    refused("a later form", &forged(&later), "expected a backup of form 1, found form 2");
    // A decompression bomb: a thousand times its size in the file.
    refused("a line without an end", &packed(&vec![b'a'; 64 << 20]), "a line is longer than");
    let header = &lines(&good)[0];
    let long = format!("{header}\n{{\"seat\":{{\"nameKey\":\"{}\"}}}}\n", "a".repeat(8 << 20));
    refused("a long row", &packed(long.as_bytes()), "a line is longer than");
}

#[tokio::test(flavor = "multi_thread")]
async fn inconsistent_rows_are_refused_despite_a_right_checksum() {
    let (folder, good) = backed_up().await;
    let lines = lines(&good);
    let refused = |what: &str, change: &dyn Fn(&mut Vec<String>), reason| {
        let mut lines = lines.clone();
        change(&mut lines);
        is_refused(folder.path(), what, &forged(&lines), reason);
    };
    let place =
        |lines: &[String], start: &str| lines.iter().position(|line| line.starts_with(start)).unwrap();
    let replaced = |lines: &mut Vec<String>, from: &str, to: &str| {
        let line = lines.iter_mut().find(|line| line.contains(from)).unwrap();
        *line = line.replacen(from, to, 1);
    };
    refused("a row that is no JSON", &|lines| lines.push("{\"seat\":".to_owned()), "line ");
    refused("an unknown row", &|lines| lines.push("{\"spy\":{}}".to_owned()), "unknown variant `spy`");
    refused(
        "a seat too many",
        &|lines| replaced(lines, "\"seat\":0", "\"seat\":7"),
        "expected the number of a seat",
    );
    refused("a short seed", &|lines| replaced(lines, "\"seed\":\"00", "\"seed\":\""), "expected 32 bytes");
    refused("a wrong code", &|lines| replaced(lines, "OLDA", "old"), "expected a room code");
    refused("a code twice", &|lines| replaced(lines, "OLDA", "NEWA"), "two tables have the code NEWA");
    refused("a table twice", &|lines| lines.insert(2, lines[1].clone()), "nothing has happened there");
    refused(
        "a seat twice",
        &|lines| {
            let seat = place(lines, "{\"seat\"");
            lines.insert(seat + 1, lines[seat].clone());
        },
        "in the wrong place, or twice",
    );
    refused("another order", &|lines| lines.swap(2, 3), "in the wrong place");
    refused(
        "a commit less",
        &|lines| drop(lines.remove(place(lines, "{\"commit\""))),
        "expected version 1 of table",
    );
    refused("no table", &|lines| drop(lines.remove(1)), "there is no table");
    refused(
        "no player",
        &|lines| drop(lines.remove(place(lines, "{\"dailyPlayer\""))),
        "there is no player 1",
    );
    let last_commit =
        |lines: &[String]| lines.iter().rposition(|line| line.starts_with("{\"commit\"")).unwrap();
    refused("the last commit", &|lines| drop(lines.remove(last_commit(lines))), "commits, found");
    refused("another seed", &|lines| replaced(lines, "\"seed\":\"00", "\"seed\":\"01"), "committed to");
    refused(
        "another standing",
        &|lines| replaced(lines, "\"standing\":\"ended\"", "\"standing\":\"waiting\""),
        "does not lead to where it is",
    );
    refused("a later log", &|lines| replaced(lines, "{\\\"v\\\":1,", "{\\\"v\\\":9,"), "found version 9");
    refused("an unknown event", &|lines| replaced(lines, "gameStarted", "gameCooked"), "unknown variant");
    let other_id = OLD.id.replace('1', "4");
    refused(
        "another game's log",
        &|lines| replaced(lines, &format!("game\\\":\\\"{}", OLD.id), &format!("game\\\":\\\"{other_id}")),
        "its log is that of table",
    );
    // A log without a first player.
    let nobody_begins = |lines: &mut Vec<String>| {
        let line = lines.iter_mut().find(|line| line.contains("gameStarted")).unwrap();
        let start = line.find("\\\"order\\\":[").unwrap() + "\\\"order\\\":[".len();
        let end = start + line[start..].find(']').unwrap();
        line.replace_range(start..end, "");
    };
    refused("a game without players", &nobody_begins, "of the log is impossible: gameStarted");
}

#[tokio::test(flavor = "multi_thread")]
async fn values_out_of_bounds_are_refused_with_their_line_despite_a_right_checksum() {
    let (folder, good) = backed_up().await;
    let lines = lines(&good);
    let of = |kind: &str| lines.iter().position(|line| line.starts_with(&format!("{{\"{kind}\""))).unwrap();
    // Replaces the value of a field in the first row of a kind.
    let refused = |kind: &str, field: &str, value: &str, reason: &str| {
        let (mut lines, place) = (lines.clone(), of(kind));
        let start = lines[place].find(&format!("\"{field}\":")).unwrap() + field.len() + 3;
        let rest = &lines[place][start..];
        let length = match rest.strip_prefix('"') {
            Some(text) => text.find('"').unwrap() + 2,
            None => rest.find([',', '}']).unwrap(),
        };
        lines[place].replace_range(start..start + length, value);
        let reason = format!("line {}: {reason}", place + 1);
        is_refused(folder.path(), &format!("{kind} {field} {value}"), &forged(&lines), &reason);
    };
    let moment = "expected a moment from 1970 to";
    refused("dordBackup", "madeAt", "99999999999999", &format!("madeAt: {moment}"));
    refused("dordBackup", "madeAt", "-1", &format!("madeAt: {moment}"));
    refused("dordBackup", "program", "\"\\u001b[2J\"", "program: expected no control characters");
    for value in ["-1", "99999999999999", "9223372036854775807"] {
        refused("table", "openedAt", value, &format!("openedAt: {moment}"));
        refused("commit", "at", value, &format!("at: {moment}"));
        refused("dailyPlayer", "madeAt", value, &format!("madeAt: {moment}"));
        refused("dailyAttempt", "finishedAt", value, &format!("finishedAt: {moment}"));
    }
    refused("table", "version", "0", "version: expected a number from 1 to 100000, found 0");
    refused(
        "table",
        "version",
        "9000000000",
        "version: expected a number from 1 to 100000, found 9000000000",
    );
    refused("table", "id", "\"\"", "id: expected 1 to 128 characters, found 0");
    refused("seat", "player", "\"a\\u0007b\"", "player: expected no control characters, found '\\u{7}'");
    let long = format!("\"{}\"", "n".repeat(201));
    refused("seat", "nameKey", &long, "nameKey: expected 0 to 200 characters, found 201");
    refused("dailyPlayer", "player", "-4", "player: expected a number from 1 to");
    let long = format!("\"{}\"", "n".repeat(21));
    refused("dailyPlayer", "name", &long, "name: expected 1 to 20 characters, found 21");
    refused("dailyPlayer", "name", "\"Ann\\nBob\"", "name: expected no control characters, found '\\n'");
    for value in ["-1", "100001", "9223372036854775807"] {
        refused("dailyAttempt", "score", value, "score: expected a number from 0 to 100000, found");
    }
    refused("dailyAttempt", "turns", "6", "turns: expected a number from 0 to 5, found 6");
    refused("dailyAttempt", "turns", "2", "deeds: expected a line for each of 2 turns, found 1");
    refused("dailyAttempt", "day", "\"2026-02-30\"", "day: expected a date");
    refused("dailyPuzzle", "language", "\"xx\"", "language: expected the code of a language, found \"xx\"");
}

#[tokio::test(flavor = "multi_thread")]
async fn events_with_impossible_scores_and_times_are_refused_with_their_table() {
    let (folder, good) = backed_up().await;
    let lines = lines(&good);
    let table = lines.iter().position(|line| line.starts_with("{\"table\"")).unwrap() + 1;
    let refused = |what: &str, from: &str, to: &str, reason: &str| {
        let mut lines = lines.clone();
        let place = lines.iter().position(|line| line.contains(from)).unwrap();
        let start = lines[place].find(from).unwrap() + from.len();
        let length = lines[place][start..].find([',', '}']).unwrap();
        lines[place].replace_range(start..start + length, to);
        let bytes = forged(&lines);
        is_refused(folder.path(), what, &bytes, reason);
        is_refused(folder.path(), what, &bytes, &format!("line {table}, table "));
    };
    for score in ["-5", "20000", "2147483647"] {
        refused("a play", "],\\\"score\\\":", score, "score: expected a number from 0 to 10000, found");
    }
    refused("the end", "scoreBefore\\\":", "2000000000", "score: expected a number from -100000 to 100000");
    refused("a draw", "first\\\":", "4294967295", "first: expected a number from 0 to 1000000");
    refused("a moment", "[{\\\"at\\\":", "99999999999999", "at: expected a moment from 1970 to");
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_that_overflow_are_refused() {
    let (folder, good) = backed_up().await;
    let mut text = String::new();
    GzDecoder::new(&good[..]).read_to_string(&mut text).unwrap();
    let rows = text.rfind("\"rows\":{").unwrap() + "\"rows\":{".len();
    let end = rows + text[rows..].find('}').unwrap();
    let most = u64::MAX;
    text.replace_range(rows..end, &format!("\"table\":{most},\"seat\":{most}"));
    is_refused(folder.path(), "counts", &packed(text.as_bytes()), &format!("it should have {most} rows"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duplicate_ticket_or_command_is_refused() {
    let (folder, good) = backed_up().await;
    let lines = lines(&good);
    let places: Vec<usize> =
        (0..lines.len()).filter(|&place| lines[place].starts_with("{\"table\"")).collect();
    let id = |place: usize| {
        let row: Value = serde_json::from_str(&lines[place]).unwrap();
        row["table"]["id"].as_str().unwrap().to_owned()
    };
    let ticket = |place: usize| {
        let hash = "ab".repeat(32);
        json!({"ticket": {"table": id(place), "ticket": hash, "seat": 0, "expiresAt": 1_800_000_000_000_i64}})
    };
    let after_seats = |lines: &[String], table: usize| {
        table + 1 + lines[table + 1..].iter().take_while(|line| line.starts_with("{\"seat\"")).count()
    };
    let mut twice = lines.clone();
    for &place in places.iter().take(2).rev() {
        let at = after_seats(&twice, place);
        twice.insert(at, ticket(place).to_string());
    }
    is_refused(folder.path(), "a ticket twice", &forged(&twice), "expected a ticket of its own");

    let mut twice = lines.clone();
    let command = r#""command":{"player":"p","id":"c1","reply":"2"}"#;
    let commits = twice.iter_mut().filter(|line| line.starts_with("{\"commit\""));
    commits.take(2).for_each(|line| *line = line.replace("\"command\":null", command));
    is_refused(
        folder.path(),
        "a command twice",
        &forged(&twice),
        "expected each command once, found \"c1\" twice",
    );
}

#[test]
fn a_file_that_cannot_be_opened_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = dord(folder.path(), &["backup", "--verify", "nothing.gz"]);
    assert_eq!(run.status, 2);
    assert!(run.error.contains("cannot read nothing.gz"), "{}", run.error);
    let run = dord(folder.path(), &["restore", "nothing.gz"]);
    assert_eq!(run.status, 2);
    assert!(!folder.path().join("dord-data").exists());
}
