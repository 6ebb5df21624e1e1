//! Servers for the tests, started for one run in their own folders and removed after it.

use std::{
    env, fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{self, Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    checkout::{Checkout, run},
    debian::{self, is_root},
    step::Failure,
};

/// Variable with the URL of PostgreSQL for the tests.
const POSTGRES_URL: &str = "DORD_TEST_POSTGRES_URL";

/// Variable with the folder of PostgreSQL programs, for tests that start and kill their own server.
const POSTGRES_PROGRAMS: &str = "DORD_TEST_POSTGRES_PROGRAMS";

/// Variable with the NATS program, for tests that start and kill their own server.
const NATS_PROGRAM: &str = "DORD_TEST_NATS_PROGRAM";

/// Debian's folder with the programs of each version.
const DEBIAN_VERSIONS: &str = "/usr/lib/postgresql";

/// Shell script that runs a server until its input is closed. Its input closes when this process
/// ends, even if it is interrupted or killed; then the server is stopped and its folder removed.
const WATCHER: &str = "\
    trap '' INT TERM HUP; folder=$1; shift; \
    \"$@\" >\"$folder/log\" 2>&1 & server=$!; \
    cat >/dev/null; kill -QUIT $server; wait $server; rm -rf \"$folder\"";

const START_TIMEOUT: Duration = Duration::from_secs(60);

/// The servers of one run, stopped on drop.
pub(crate) struct Services {
    nats_program: PathBuf,
    postgres_url: String,
    /// `None` if an existing server is used.
    postgres: Option<Postgres>,
}

impl Services {
    /// Starts the servers. A server named by the variable is used instead.
    pub(crate) fn start(checkout: &Checkout) -> Result<Services, Failure> {
        let nats_program = nats_program(checkout)?;
        if let Ok(postgres_url) = env::var(POSTGRES_URL) {
            return Ok(Services { nats_program, postgres_url, postgres: None });
        }
        let postgres = Postgres::start(checkout)?;
        Ok(Services { nats_program, postgres_url: postgres.url(), postgres: Some(postgres) })
    }

    /// Sets the variables with the servers' addresses for a command.
    pub(crate) fn tell(&self, command: &mut Command) {
        command.env(NATS_PROGRAM, &self.nats_program);
        command.env(POSTGRES_URL, &self.postgres_url);
        if let Some(programs) = programs() {
            command.env(POSTGRES_PROGRAMS, programs);
        }
    }
}

impl Services {
    /// Path of the NATS server program.
    pub(crate) fn nats_program(&self) -> &Path {
        &self.nats_program
    }

    /// Creates an empty database for one run.
    pub(crate) fn database(&self, name: &str) -> Result<Database<'_>, Failure> {
        let (server, _) = self.postgres_url.rsplit_once('/').ok_or_else(|| {
            Failure(format!("{POSTGRES_URL} must end with the name of a database: /postgres"))
        })?;
        let name = format!("{name}_{}", process::id());
        self.sql(&format!("CREATE DATABASE {name}"))?;
        let url = format!("{server}/{name}");
        Ok(Database { services: self, name, url })
    }

    fn sql(&self, statement: &str) -> Result<(), Failure> {
        // `psql` is a client program and need not be in the folder of the server programs.
        let beside = programs().map(|programs| programs.join("psql")).filter(|program| program.is_file());
        let program = beside.unwrap_or_else(|| PathBuf::from("psql"));
        let mut psql = Command::new(program);
        psql.args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--command", statement]);
        psql.arg(&self.postgres_url);
        run(quietly(psql))
    }
}

/// A database, dropped at the end of the run.
pub(crate) struct Database<'s> {
    services: &'s Services,
    name: String,
    url: String,
}

impl Database<'_> {
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Database<'_> {
    fn drop(&mut self) {
        // If this fails, the database is removed with its server.
        let _ = self.services.sql(&format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name));
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        if let Some(postgres) = self.postgres.take() {
            postgres.stop();
        }
    }
}

/// A new PostgreSQL server that accepts all local users.
struct Postgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    /// `None` until it is started.
    watcher: Option<Child>,
}

impl Postgres {
    fn start(checkout: &Checkout) -> Result<Postgres, Failure> {
        let programs = match programs() {
            Some(programs) => programs,
            None => install(checkout)?,
        };
        let failed = |what: &str, error: std::io::Error| Failure(format!("{what}: {error}"));
        let port = free_port().map_err(|error| failed("no port is free for PostgreSQL", error))?;
        let folder = env::temp_dir().join(format!("dord-postgres-{}", process::id()));
        fs::create_dir(&folder).map_err(|error| failed("no folder for PostgreSQL", error))?;
        let mut postgres = Postgres { programs, folder, port, watcher: None };
        match postgres.begin() {
            Ok(()) => Ok(postgres),
            Err(failure) => {
                postgres.stop();
                Err(failure)
            }
        }
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if is_root() {
            let mut give = Command::new("chown");
            give.arg("postgres").arg(&self.folder);
            run(give)?;
        }
        let mut initdb = self.program("initdb");
        initdb.args(["--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-locale", "--no-sync"]);
        run(quietly(initdb))?;
        let mut server = self.program("postgres");
        server.args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]);
        // No data outlives the run, so nothing has to be synced.
        server.args(["-c", "fsync=off", "-c", "max_connections=500", "-p"]).arg(self.port.to_string());
        let mut watcher = Command::new("sh");
        watcher
            .args(["-c", WATCHER, "sh"])
            .arg(&self.folder)
            .arg(server.get_program())
            .args(server.get_args());
        watcher.current_dir(&self.folder).stdin(Stdio::piped()).stdout(Stdio::null());
        let watcher =
            watcher.spawn().map_err(|error| Failure(format!("`sh` could not be started: {error}")))?;
        self.watcher = Some(watcher);
        self.wait_until_ready()
    }

    /// Waits until the last line of the server's status file says that it is ready.
    fn wait_until_ready(&self) -> Result<(), Failure> {
        let begun = Instant::now();
        while begun.elapsed() < START_TIMEOUT {
            let state = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap_or_default();
            if state.lines().last().is_some_and(|line| line.trim() == "ready") {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        Err(Failure(format!("PostgreSQL did not start within {START_TIMEOUT:?}:\n{log}")))
    }

    fn url(&self) -> String {
        format!("postgres://postgres@127.0.0.1:{}/postgres", self.port)
    }

    /// A PostgreSQL program with its folder. PostgreSQL refuses to run as root, so root runs it as
    /// another user.
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
        command
    }

    fn stop(mut self) {
        if let Some(mut watcher) = self.watcher.take() {
            // Closing the watcher's input stops the server.
            drop(watcher.stdin.take());
            let _ = watcher.wait();
        }
        // The folder exists only if no server was started.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn quietly(mut command: Command) -> Command {
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Folder of PostgreSQL programs: in the search path, or else Debian's newest.
fn programs() -> Option<PathBuf> {
    let search = env::var_os("PATH").unwrap_or_default();
    let mut debian: Vec<PathBuf> = fs::read_dir(DEBIAN_VERSIONS)
        .into_iter()
        .flatten()
        .flatten()
        .map(|version| version.path().join("bin"))
        .collect();
    debian.sort();
    let has_all = |folder: &PathBuf| ["initdb", "postgres"].iter().all(|name| folder.join(name).is_file());
    env::split_paths(&search).chain(debian.into_iter().rev()).find(has_all)
}

fn install(checkout: &Checkout) -> Result<PathBuf, Failure> {
    let missing = format!(
        "PostgreSQL 15 or newer is missing (initdb, postgres). Install it, or set {POSTGRES_URL} to a server \
         on which the tests may make schemas"
    );
    debian::install(checkout, "postgresql", &missing)?;
    programs().ok_or(Failure(missing))
}

/// The NATS server program: named by the variable, in the search path, or Debian's.
fn nats_program(checkout: &Checkout) -> Result<PathBuf, Failure> {
    if let Some(program) = env::var_os(NATS_PROGRAM) {
        return Ok(program.into());
    }
    let find = || {
        let search = env::var_os("PATH").unwrap_or_default();
        // Debian installs servers in a folder that is not in every search path.
        let folders = env::split_paths(&search).chain([PathBuf::from("/usr/sbin")]);
        let name = format!("nats-server{}", env::consts::EXE_SUFFIX);
        folders.map(|folder| folder.join(&name)).find(|program| program.is_file())
    };
    let missing = format!("nats-server is missing. Install it, or set {NATS_PROGRAM} to its program");
    if find().is_none() {
        debian::install(checkout, "nats-server", &missing)?;
    }
    find().ok_or(Failure(missing))
}

pub(crate) fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[test]
    fn a_server_and_its_folder_are_removed_after_the_run() {
        if programs().is_none() {
            eprintln!("skipped: PostgreSQL is not on this machine");
            return;
        }
        let postgres = Postgres::start(&Checkout::of_this_source()).unwrap();
        let (port, folder) = (postgres.port, postgres.folder.clone());
        assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
        let nats_program = PathBuf::new();
        drop(Services { nats_program, postgres_url: postgres.url(), postgres: Some(postgres) });
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
        assert!(!folder.exists());
    }
}
