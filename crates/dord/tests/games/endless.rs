//! Endless inputs, and inputs that decompress to far more. Each is refused in bounded memory and
//! time.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::program::{Run, TestFolder};

/// Timeout that only stops a hanging test. Refusals are much faster, even on a slow, shared
/// processor.
const TIME_MAX: Duration = Duration::from_secs(240);

/// Runs a command with a gigabyte of memory, and writes the same bytes to it until it closes its
/// input.
fn run_within_limits(command: &Command, endless: &'static [u8]) -> Run {
    let mut child = limited(command).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let writing = std::thread::spawn(move || {
        let lot = endless.repeat(1 + 65_536 / endless.len().max(1));
        // Ends when the program closes its input, or there is nothing to write.
        while !endless.is_empty() && input.write_all(&lot).is_ok() {}
    });
    let (out, error) = (drain(child.stdout.take().unwrap()), drain(child.stderr.take().unwrap()));
    let status = wait(&mut child);
    writing.join().unwrap();
    Run { status, out: out.join().unwrap(), error: error.join().unwrap() }
}

/// Reads to the end and returns the beginning.
fn drain(mut from: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        from.by_ref().take(1 << 20).read_to_end(&mut kept).unwrap();
        std::io::copy(&mut from, &mut std::io::sink()).unwrap();
        String::from_utf8_lossy(&kept).into_owned()
    })
}

fn wait(child: &mut Child) -> i32 {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().expect("no signal ends it");
        }
        if begun.elapsed() > TIME_MAX {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The same command with its memory limited to a gigabyte.
fn limited(command: &Command) -> Command {
    let mut shell = if cfg!(target_os = "linux") {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -v 1048576; exec \"$@\"", "sh"]).arg(command.get_program());
        shell
    } else {
        Command::new(command.get_program())
    };
    shell.args(command.get_args()).current_dir(command.get_current_dir().unwrap());
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

#[cfg(unix)]
#[test]
fn every_command_refuses_an_endless_file() {
    let folder = TestFolder::new();
    for (arguments, status, said) in [
        (
            &["moves", "--positions", "/dev/zero"][..],
            2,
            "/dev/zero, line 1: a line is longer than 16 kB; expected a line",
        ),
        (&["moves", "--positions", "/dev/urandom"], 2, "/dev/urandom, line "),
        (&["serve", "--config", "/dev/zero"], 2, "/dev/zero is larger than 1 MB; expected settings in TOML"),
        (&["serve", "--config", "/dev/urandom"], 2, "/dev/urandom is larger than 1 MB; expected settings"),
        (&["admin", "stats", "--config", "/dev/zero"], 2, "/dev/zero is larger than 1 MB; expected settings"),
        (&["replay", "/dev/zero"], 2, "/dev/zero is larger than 1 MB; expected a game in GCG"),
        (&["analyse", "/dev/urandom"], 2, "/dev/urandom is larger than 1 MB; expected a game in GCG"),
        (&["verify", "/dev/zero"], 2, "/dev/zero is larger than 16 MB; expected the JSON"),
        (&["verify", "/dev/urandom"], 2, "/dev/urandom is larger than 16 MB; expected the JSON"),
        (
            &["words", "import", "en", "/dev/zero"],
            2,
            "zero is larger than 64 MB; expected a list with one word a line",
        ),
        (&["restore", "/dev/zero"], 2, "/dev/zero cannot be brought back: it is not gzip"),
        (&["restore", "/dev/urandom"], 2, "/dev/urandom cannot be brought back: it is not gzip"),
    ] {
        let run = run_within_limits(&folder.command(arguments), b"");
        assert_eq!(run.status, status, "{arguments:?}: {}{}", run.out, run.error);
        assert!(run.error.contains(said), "{arguments:?}: {}", run.error);
    }
    let verified = run_within_limits(&folder.command(&["backup", "--verify", "/dev/zero"]), b"");
    assert_eq!(verified.status, 1);
    assert!(!folder.path("dord-data").exists(), "nothing was made");
}

#[cfg(unix)]
#[test]
fn an_endless_list_in_the_data_folder_is_refused() {
    let folder = TestFolder::new();
    std::fs::create_dir_all(folder.path("dord-data/words")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path("dord-data/words/en.dwg")).unwrap();
    let run = run_within_limits(&folder.command(&["words", "check", "quiz"]), b"");
    assert_eq!(run.status, 2);
    assert!(run.error.contains("en.dwg is larger than 32 MB; expected a list"), "{}", run.error);
}

#[test]
fn every_command_refuses_an_endless_pipe() {
    let folder = TestFolder::new();
    for (arguments, endless, said) in [
        (&["play", "Ann", "Bob"][..], &b"y\n"[..], "1000 lines of standard input in a row"),
        (&["play", "Ann", "Bob", "--json"], b"\n", "1000 lines of standard input in a row"),
        (&["play", "Ann", "Bob"], b"\0", "standard input has a line longer than 1 MB"),
        (&["daily", "2026-11-15"], b"y\n", "1000 lines of standard input in a row"),
        (&["verify", "-"], b"{", "standard input is larger than 16 MB"),
        (&["words", "import", "en"], b"word\n", "standard input is larger than 64 MB"),
        // An empty gzip member, repeated.
        (&["words", "import", "en"], EMPTY_GZIP, "standard input is larger than 64 MB"),
        (&["words", "definitions", "en"], b"word\n", "line 1: expected a word, a tab and its definition"),
        (&["words", "definitions", "en"], b"\0", "line 1: expected at most 65536 bytes, got more"),
        (&["moves", "--positions", "-"], b"\n", "standard input is larger than 64 MB"),
        (&["moves", "--positions", "-"], b"y\n", "standard input, line 1: expected BOARD RACK"),
        (&["replay", "-"], b"#note x\n", "standard input is larger than 1 MB"),
    ] {
        let run = run_within_limits(&folder.command(arguments), endless);
        assert_eq!(run.status, 2, "{arguments:?}: {}", run.error);
        assert!(run.error.contains(said), "{arguments:?}: {}", run.error);
    }
}

const EMPTY_GZIP: &[u8] = &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

#[test]
fn the_limit_applies_to_decompressed_data() {
    let folder = TestFolder::new();
    let mut packing = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let words = b"word\n".repeat(1 << 18);
    // A hundred megabytes.
    for _ in 0..80 {
        packing.write_all(&words).unwrap();
    }
    std::fs::write(folder.path("bomb.gz"), packing.finish().unwrap()).unwrap();
    let run = run_within_limits(&folder.command(&["words", "import", "en", "bomb.gz"]), b"");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.error,
        "error: bomb.gz is larger than 64 MB; expected a list with one word a line, plain or gzip\n"
    );
}

#[test]
fn positions_are_answered_line_by_line() {
    let folder = TestFolder::new();
    let board = ["15"; 15].join("/");
    let good = format!("{board} AEINRST what follows is not read; really\n\n{board} QUIZ\n");
    folder.write("positions.txt", &good);
    let run = folder.dord(&["moves", "--positions", "positions.txt"], &[]);
    assert_eq!((run.status, run.out.lines().count()), (0, 2), "{}", run.error);
    assert_eq!(run.error, "ignored: everything after BOARD RACK in positions.txt, operations included\n");
    // The answers before an unreadable line are printed.
    for (bad, said) in [
        ("x", "positions.txt, line 4: expected BOARD RACK"),
        (
            &*"1".repeat(20_000),
            "positions.txt, line 4: a line is longer than 16 kB; expected a line BOARD RACK",
        ),
    ] {
        folder.write("positions.txt", &format!("{good}{bad}\n"));
        let run = folder.dord(&["moves", "--positions", "positions.txt", "--best"], &[]);
        assert_eq!(run.status, 2);
        assert!(run.error.contains(said), "{}", run.error);
        assert_eq!(run.out.lines().count(), 2, "{}", run.out);
    }
}
