//! A server with little memory, attacked by one client while others play.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

use crate::{
    checkout::Checkout,
    cluster_cost::number_of,
    debian,
    serving::{self, Confinement, Limits, Serving},
    step::Failure,
};

/// The attacks of `dord load`, in the order in which they are run on one server.
const ATTACKS: [&str; 4] = ["headers", "archive", "pictures", "reviews"];
/// Number of runs per attack; the median counts.
const RUNS: usize = 3;
const SECONDS: u32 = 20;
/// Memory limit of the server.
const MEMORY_BYTES: u64 = 256 * 1024 * 1024;
/// Maximum relative increase of the p50 of the players' moves.
const SLOWER_MAX: f64 = 0.2;
/// Start time of the server: midnight passes while the first attack is measured.
const SHORTLY_BEFORE_MIDNIGHT: &str = "@2026-11-17 23:59:30";

/// Runs every attack. Fails if the server dies, `/healthz` gets no response, or players are slowed
/// down.
///
/// `DORD_ATTACKED_PROGRAM` names another build of the program to attack, for a comparison.
pub(crate) fn all(checkout: &Checkout) -> Result<(), Failure> {
    let program = serving::release(checkout)?;
    let attacked = env::var_os("DORD_ATTACKED_PROGRAM").map_or_else(|| program.clone(), PathBuf::from);
    let mut failures = Vec::new();
    let mut judge = |name: &str, runs: usize, server: &Serving, group: &MemoryGroup| match attack(
        checkout, &program, server, name, runs,
    ) {
        Ok(line) => println!("{line}; peak of the group {} MB", group.peak_megabytes()),
        Err(Failure(reason)) => {
            println!("{name}: {reason}");
            failures.push(name.to_owned());
        }
    };
    let group = MemoryGroup::new("midnight")?;
    let server = start(checkout, &attacked, &group, Some(SHORTLY_BEFORE_MIDNIGHT))?;
    // Forty seconds: calm until midnight, then midnight and the search for the day's best total.
    judge("none", 1, &server, &group);
    drop(server);
    for name in ATTACKS {
        let group = MemoryGroup::new(name)?;
        let server = start(checkout, &attacked, &group, None)?;
        judge(name, RUNS, &server, &group);
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure(format!("not withstood: {}", failures.join(", ")))) }
}

fn start(
    checkout: &Checkout,
    program: &Path,
    group: &MemoryGroup,
    time: Option<&'static str>,
) -> Result<Serving, Failure> {
    let library = time.map(|_| faketime(checkout)).transpose()?;
    let confinement = Confinement { processes: &group.processes(), clock: library.as_deref().zip(time) };
    Serving::start_confined(checkout, program, &confinement, Limits::Usual)
}

/// Path of the faketime library. It is preloaded directly, because the `faketime` program would
/// start a process of its own.
fn faketime(checkout: &Checkout) -> Result<PathBuf, Failure> {
    let find = || {
        let folders = fs::read_dir("/usr/lib").ok()?;
        let libraries = folders.flatten().map(|folder| folder.path().join("faketime/libfaketime.so.1"));
        libraries.into_iter().find(|library| library.is_file())
    };
    let missing = "this proof needs faketime to let midnight pass";
    if find().is_none() {
        debian::install(checkout, "libfaketime", missing)?;
    }
    find().ok_or_else(|| Failure(missing.to_owned()))
}

/// Measures an attack several times and summarises the result.
fn attack(
    checkout: &Checkout,
    program: &Path,
    server: &Serving,
    name: &str,
    runs: usize,
) -> Result<String, Failure> {
    let (mut p50, mut health) = (Vec::new(), 0.0_f64);
    for run in 1..=runs {
        let mut load = checkout.command(program);
        load.args(["load", "--json", "--attack", name, "--seconds", &SECONDS.to_string()]);
        load.args(["--url", &server.url(), "--pid", &server.pid()]);
        let output = load.output().map_err(|error| Failure(format!("the attack did not start: {error}")))?;
        let report = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            return Err(Failure(format!("{report}{}", String::from_utf8_lossy(&output.stderr))));
        }
        let (Some(slower), Some((_, after))) =
            (number_of(&report, "p50Slower"), report.split_once("\"health\""))
        else {
            return Err(Failure(format!("the report has another form:\n{report}")));
        };
        health = health.max(number_of(after, "max").unwrap_or_default());
        println!("{name}, run {run} of {runs}: the others' p50 {:+.0} %", slower * 100.0);
        p50.push(slower);
    }
    p50.sort_by(f64::total_cmp);
    let median = p50[p50.len() / 2];
    let line = format!("{name}: the others' p50 {:+.0} %, /healthz within {health:.0} ms", median * 100.0);
    if median > SLOWER_MAX { Err(Failure(line)) } else { Ok(line) }
}

/// A Linux control group that limits memory, removed on drop.
struct MemoryGroup(PathBuf);

impl MemoryGroup {
    const VERSION_1: &'static str = "/sys/fs/cgroup/memory";
    const VERSION_2: &'static str = "/sys/fs/cgroup";

    fn new(name: &str) -> Result<MemoryGroup, Failure> {
        let is_first = Path::new(Self::VERSION_1).is_dir();
        let root = Path::new(if is_first { Self::VERSION_1 } else { Self::VERSION_2 });
        let limit = if is_first { "memory.limit_in_bytes" } else { "memory.max" };
        let group = MemoryGroup(root.join(format!("dord-attack-{}-{name}", process::id())));
        fs::create_dir(&group.0)
            .and_then(|()| fs::write(group.0.join(limit), MEMORY_BYTES.to_string()))
            .map_err(|error| {
                Failure(format!("this proof needs root and control groups of Linux: {error}"))
            })?;
        Ok(group)
    }

    /// The file to which a process writes its id to join the group.
    fn processes(&self) -> PathBuf {
        self.0.join("cgroup.procs")
    }

    fn peak_megabytes(&self) -> String {
        let read = |file| fs::read_to_string(self.0.join(file)).ok();
        let peak = read("memory.max_usage_in_bytes").or_else(|| read("memory.peak"));
        peak.and_then(|text| text.trim().parse::<u64>().ok())
            .map_or_else(|| "?".to_owned(), |bytes| (bytes / 1_000_000).to_string())
    }
}

impl Drop for MemoryGroup {
    fn drop(&mut self) {
        // The processes have ended by now. A group that cannot be removed is harmless, because it
        // is empty.
        let _ = fs::remove_dir(&self.0);
    }
}
