//! Error messages: one sentence for each likely mistake of an operator, with what was expected.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use crate::program::Program;
use crate::run::dord;

/// An image of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89";

#[test]
fn a_wrong_database_address_is_reported_in_one_sentence_without_the_password() {
    let folder = tempfile::tempdir().unwrap();
    // A port that was free a moment ago.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let nowhere = format!("postgres://ann:secret@127.0.0.1:{port}/dord");
    let expected = "expected postgres://USER:PASSWORD@HOST:PORT/DATABASE, found";
    for (url, said) in [
        ("mysql://ann:secret@db/dord", format!("{expected} an address that begins with \"mysql\"")),
        ("ann:secret@db", format!("{expected} something that is no address")),
        ("postgres://ann:secret@:1/dord", format!("{expected} an address that cannot be read")),
        (&nowhere, format!("PostgreSQL at 127.0.0.1:{port} cannot be reached: ")),
    ] {
        for command in [&["serve"][..], &["admin", "stats"], &["backup"]] {
            let run = dord(folder.path(), &[command, &["--database-url", url]].concat());
            assert_eq!(run.status, 2, "{url}");
            assert_eq!(run.error.lines().count(), 1, "{}", run.error);
            let said = format!("error: cannot open the database of --database-url: {said}");
            assert!(run.error.starts_with(&said), "{}", run.error);
            assert!(!run.error.contains("secret"), "{}", run.error);
        }
    }
}

#[test]
fn a_missing_database_and_a_refused_user_are_reported() {
    let Ok(server) = std::env::var("DORD_TEST_POSTGRES_URL") else {
        eprintln!("skipped: DORD_TEST_POSTGRES_URL is not set (`cargo xtask check` starts a server)");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (place, _) = server.rsplit_once('/').unwrap();
    let run =
        dord(folder.path(), &["admin", "stats", "--database-url", &format!("{place}/no_such_database")]);
    assert_eq!(run.status, 2);
    assert!(run.error.contains("there is no database \"no_such_database\" at "), "{}", run.error);
    let (_, host) = place.rsplit_once('@').unwrap();
    let run = dord(
        folder.path(),
        &["admin", "stats", "--database-url", &format!("postgres://no_such_user@{host}/x")],
    );
    assert_eq!(run.status, 2);
    assert!(run.error.contains("refuses the user \"no_such_user\" or the password: "), "{}", run.error);
}

#[test]
fn an_unwritable_data_folder_is_reported_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let run = dord(folder.path(), &["serve", "--data-dir", "file/data"]);
    assert_eq!(run.status, 2);
    assert!(run.error.starts_with("error: cannot keep games in file/data: "), "{}", run.error);
    assert!(run.error.ends_with("; choose another folder with --data-dir\n"), "{}", run.error);
    assert_eq!((run.error.lines().count(), run.error.matches("os error").count()), (1, 1), "{}", run.error);
}

#[test]
fn a_file_of_another_kind_is_reported_with_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.png"), PNG).unwrap();
    fs::write(folder.path().join("game.json"), "{\"id\": 1}").unwrap();
    fs::write(folder.path().join("game.gcg"), "#player1 a Ann\n").unwrap();
    let no_game = "is not a game in GCG; expected lines that begin with # or >, but it";
    let no_record = "is no record of a finished game; expected the JSON that a server gives as /api/games/ID";
    for (arguments, said) in [
        (["verify", "x.png"], format!("error: x.png {no_record}\n")),
        (["verify", "game.gcg"], format!("error: game.gcg {no_record}\n")),
        (["verify", "game.json"], format!("error: game.json {no_record}: ")),
        (["replay", "x.png"], format!("error: x.png {no_game} is not text\n")),
        (["analyse", "x.png"], format!("error: x.png {no_game} is not text\n")),
        (
            ["replay", "game.json"],
            format!("error: game.json {no_game} looks like JSON, and `dord verify` reads"),
        ),
        (["restore", "x.png"], "error: x.png cannot be brought back: it is not gzip".to_owned()),
    ] {
        let run = dord(folder.path(), &arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(run.error.starts_with(&said), "{arguments:?}: {}", run.error);
        assert_eq!(run.error.lines().count(), 1, "{}", run.error);
    }
}

#[test]
fn a_used_port_and_an_unknown_setting_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = dord(folder.path(), &["serve", "--listen", &address, "--quiet"]);
    assert_eq!(run.status, 2);
    let said = format!("error: cannot listen on {address}: choose another address with --listen: ");
    assert!(run.error.starts_with(&said), "{}", run.error);

    fs::write(folder.path().join("dord.toml"), "keep_dais = 3\n").unwrap();
    let run = dord(folder.path(), &["serve"]);
    assert_eq!(run.status, 2);
    assert!(run.error.contains("unknown field `keep_dais`, expected one of"), "{}", run.error);
    fs::remove_file(folder.path().join("dord.toml")).unwrap();
    let run = dord(folder.path(), &["serve", "--keep-days", "4294967295"]);
    assert!(run.error.contains("4294967295 is not in 0..=36500"), "{}", run.error);
}

#[test]
fn a_log_that_is_not_a_terminal_has_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let program = Program::talkative(&data);
    // A header of an untrusted proxy causes a warning.
    let mut connection = TcpStream::connect(program.address).unwrap();
    connection
        .write_all(b"GET /api/games/none HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\nConnection: close\r\n\r\n")
        .unwrap();
    connection.read_to_end(&mut Vec::new()).unwrap();
    drop(program);
    let log = fs::read_to_string(data.with_extension("log")).unwrap();
    assert!(log.contains("WARN"), "{log}");
    assert!(!log.contains('\u{1b}'), "{log}");
}
