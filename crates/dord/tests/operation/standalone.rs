//! The program in isolation: empty folder, no environment, no network, and only its data folder
//! writable.

use std::fs::{self, Permissions};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::free_address;
use crate::recording_socket::Socket;

const START_MAX: Duration = Duration::from_secs(60);
/// Polling interval while the server starts.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// Folders for the program, its working directory and its data.
struct Installation {
    folder: TempDir,
    program: PathBuf,
}

impl Installation {
    fn new() -> Installation {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let program = folder.path().join("dord");
        // A hard link works if both are on one disk.
        if fs::hard_link(env!("CARGO_BIN_EXE_dord"), &program).is_err() {
            fs::copy(env!("CARGO_BIN_EXE_dord"), &program).unwrap();
        }
        let installation = Installation { folder, program };
        fs::create_dir(installation.empty()).unwrap();
        fs::set_permissions(installation.empty(), Permissions::from_mode(0o555)).unwrap();
        fs::create_dir(installation.data()).unwrap();
        if is_root() {
            std::os::unix::fs::chown(installation.data(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        installation
    }

    fn empty(&self) -> PathBuf {
        self.folder.path().join("empty")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A command without environment in the empty folder.
    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.env_clear().current_dir(self.empty());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Asserts that only the data folder has new files, and that the games are there.
    fn is_clean(&self) {
        assert_eq!(fs::read_dir(self.empty()).unwrap().count(), 0);
        assert_eq!(fs::read_dir(self.folder.path()).unwrap().count(), 3);
        assert!(self.data().join("dord.sqlite").is_file());
    }
}

const NOBODY: u32 = 65534;

/// Runs the program as an unprivileged user if the tests run as root.
const AS_NOBODY: [&str; 5] =
    ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"];

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// A server that is stopped at the end of the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // The server may have stopped already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Status line and body of a page.
fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_alone_serves_a_game_its_pages_and_the_daily_puzzle() {
    let installation = Installation::new();
    let address = free_address();
    let mut command = if is_root() {
        let mut command = installation.command("/usr/bin/setpriv");
        command.args(&AS_NOBODY[1..]).arg(&installation.program);
        command
    } else {
        installation.command(&installation.program)
    };
    command
        .args(["serve", "--quiet", "--listen", &address.to_string(), "--data-dir"])
        .arg(installation.data());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut server = Running(command.spawn().unwrap());
    let begun = Instant::now();
    while TcpStream::connect(address).is_err() {
        assert!(begun.elapsed() < START_MAX, "the server does not open its port");
        assert!(server.0.try_wait().unwrap().is_none(), "the server has stopped");
        std::thread::sleep(LOOK_AGAIN);
    }
    for path in ["/", "/healthz", "/readyz", "/api/words/en/quiz", "/api/openapi.json", "/docs"] {
        let answer = get(address, path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
    }
    let mut host = Socket::connect(address, &Value::Null).await.unwrap();
    let opened = host.ask("createGame", &json!({"playerName": "Ann", "preset": "open"})).await.unwrap();
    let mut guest = Socket::connect(address, &Value::Null).await.unwrap();
    let wish = json!({"playerName": "Bob", "roomCode": opened["roomCode"]});
    assert_eq!(guest.ask("joinGame", &wish).await.unwrap()["ok"], true);
    assert_eq!(host.ask("startGame", &json!({})).await.unwrap()["ok"], true);
    assert_eq!(host.ask("passTurn", &json!({})).await.unwrap()["ok"], true);
    drop(server);
    installation.is_clean();
}

/// Script that serves and plays without a network and with only the data folder writable. It prints
/// which of these restrictions could not be set up.
const ALONE: &str = r#"
ip link set lo up || { echo "no loopback"; exit 77; }
mount --make-rprivate / && mount --bind "$1" "$1" && mount -o remount,bind,ro / || { echo "no mounts"; exit 77; }
if touch "$1/../written" 2>/dev/null; then echo "the disk can be written to"; exit 77; fi
shift; data=$1; dord=$2; shift 2
"$@" "$dord" serve --quiet --listen 127.0.0.1:3000 --data-dir "$data" >/dev/null 2>&1 & server=$!
for attempt in $(seq 100); do
    answer=$("$@" "$dord" load --url http://127.0.0.1:3000 --tables 1 --rate 8 --seconds 3 --json 2>/dev/null)
    status=$?
    [ $status -eq 2 ] || break
    sleep 0.2
done
"$@" "$dord" admin stats --json --data-dir "$data" || status=3
kill $server; wait $server || status=4
exit $status
"#;

#[test]
fn the_program_needs_no_network_and_writes_only_its_data_folder() {
    if !is_root() {
        eprintln!("skipped: only root can take network and disk away");
        return;
    }
    let installation = Installation::new();
    let mut command = installation.command("/usr/bin/env");
    command.args([
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        "unshare",
        "--net",
        "--mount",
        "sh",
        "-c",
        ALONE,
        "sh",
    ]);
    command
        .arg(installation.data())
        .arg(installation.data())
        .arg(&installation.program)
        .args(AS_NOBODY)
        .args(["env", "-i"]);
    let output = command.output().unwrap();
    let (said, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr).into_owned());
    let status = output.status.code();
    if status == Some(77) || error.contains("unshare failed") || error.contains("unshare: ") {
        eprintln!("skipped: network and disk cannot be taken away here: {said}{error}");
        return;
    }
    assert_eq!(status, Some(0), "{said}{error}");
    let stats: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert!(stats["commits"].as_u64().unwrap() > 5, "{stats}");
    installation.is_clean();
}
