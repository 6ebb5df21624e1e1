//! A PostgreSQL server for one test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::free_address;

const START_MAX: Duration = Duration::from_secs(60);
/// Polling interval while the server starts.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// A PostgreSQL server used by one test only, because the test kills it.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    pub(crate) port: u16,
    server: Option<Child>,
}

impl Postgres {
    /// `None` if the environment does not name the PostgreSQL programs.
    pub(crate) fn start(folder: &Path) -> Option<Postgres> {
        let Some(programs) = std::env::var_os("DORD_TEST_POSTGRES_PROGRAMS") else {
            eprintln!("skipped: DORD_TEST_POSTGRES_PROGRAMS is not set (`cargo xtask check` does)");
            return None;
        };
        let folder = folder.join("postgres");
        fs::create_dir(&folder).unwrap();
        let port = free_address().port();
        let mut postgres = Postgres { programs: programs.into(), folder, port, server: None };
        if is_root() {
            // PostgreSQL refuses to run as root, so root runs it as another user, who needs access
            // to its folder.
            let shown = Command::new("chmod").arg("o+x").arg(postgres.folder.parent().unwrap()).status();
            let given = Command::new("chown").arg("postgres").arg(&postgres.folder).status();
            assert!(shown.unwrap().success() && given.unwrap().success());
        }
        let mut initdb = postgres.program("initdb");
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale", "--no-sync"]);
        assert!(initdb.status().unwrap().success());
        postgres.begin();
        Some(postgres)
    }

    fn program(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder).arg("-D").arg(self.folder.join("data"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Starts the server, with retries: remains of a killed one may be in the way for a moment.
    pub(crate) fn begin(&mut self) {
        let begun = Instant::now();
        let state = self.folder.join("data/postmaster.pid");
        // The state file of the previous server says that it is ready.
        let _ = fs::remove_file(&state);
        loop {
            let server = if let Some(server) = &mut self.server {
                server
            } else {
                let mut server = self.program("postgres");
                server.args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]);
                server
                    .args(["-c", "fsync=off", "-c", "max_connections=200", "-p"])
                    .arg(self.port.to_string());
                self.server.insert(server.spawn().unwrap())
            };
            if fs::read_to_string(&state).unwrap_or_default().lines().last().map(str::trim) == Some("ready") {
                return;
            }
            if server.try_wait().unwrap().is_some() {
                self.server = None;
            }
            assert!(begun.elapsed() < START_MAX, "PostgreSQL does not start");
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    pub(crate) fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
