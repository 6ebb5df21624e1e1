//! Reviews of finished games, one line per turn.

use std::time::{Duration, Instant};

use protocol::{GameRecord, JudgedBy, LogAction, ReviewLine, ReviewSum, ReviewedMove, ReviewedTurn};

use crate::client::{Connection, Reply, Running};
use crate::fixtures::{FINISHED, FOUR, RUNNING};
use crate::is_dressed;
use crate::schemas::Schemas;

fn path(id: &str) -> String {
    format!("/api/games/{id}/review")
}

fn lines(reply: &Reply) -> Vec<ReviewLine> {
    assert!(reply.text().ends_with('\n'));
    reply.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The announced number of turns, the turns received, and the sums.
fn parts(lines: &[ReviewLine]) -> (u32, Vec<&ReviewedTurn>, &[ReviewSum]) {
    let [ReviewLine::Begin { turns }, middle @ .., ReviewLine::End { sums }] = lines else {
        panic!("a beginning and an end: {lines:?}")
    };
    let middle = middle.iter().map(|line| match line {
        ReviewLine::Turn(turn) => turn.as_ref(),
        other => panic!("a turn, not {other:?}"),
    });
    (*turns, middle.collect(), sums)
}

#[tokio::test]
async fn a_finished_game_is_reviewed_turn_by_turn() {
    let server = Running::start(|_| {}).await;
    for game in [FINISHED, FOUR] {
        let reply = server.get(&path(game)).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/x-ndjson")));
        assert_eq!(reply.header("cache-control"), Some("no-cache"));
        is_dressed(&reply);
        let record = GameRecord::parse(server.get(&format!("/api/games/{game}")).await.text()).unwrap();
        let lines = lines(&reply);
        let (promised, turns, sums) = parts(&lines);
        assert_eq!((promised as usize, turns.len()), (turns.len(), record.moves.len()));
        for (index, (turn, made)) in turns.iter().zip(&record.moves).enumerate() {
            assert_eq!(turn.move_index as usize, index);
            assert_eq!((&turn.player_id, &turn.rack), (&made.player_id, &made.rack));
            match (&turn.made, &made.deed) {
                (
                    ReviewedMove::Play { placements, score, .. },
                    LogAction::Played { placements: laid, score: scored, .. },
                ) => {
                    assert_eq!((placements, score), (laid, scored));
                }
                (ReviewedMove::Exchange { tiles }, LogAction::Exchanged { count }) => {
                    assert_eq!(tiles.len(), *count as usize);
                }
                (ReviewedMove::Pass {}, LogAction::Passed { .. }) => {}
                (made, deed) => panic!("{made:?} for {deed:?}"),
            }
            assert!((1..=5).contains(&turn.best.len()));
            assert!((turn.lost - (turn.best[0].equity - turn.equity).max(0.0)).abs() < 1e-6);
            assert!(turn.phonies.is_empty(), "this table checked its words");
        }
        assert_eq!(sums.len(), record.players.len());
        for sum in sums {
            let own: Vec<_> = turns.iter().filter(|turn| turn.player_id == sum.player_id).collect();
            assert_eq!(own.len(), sum.turns as usize);
            assert!((own.iter().map(|turn| turn.lost).sum::<f64>() - sum.lost).abs() < 1e-6);
            assert!((own.iter().map(|turn| turn.luck).sum::<f64>() - sum.luck).abs() < 1e-6);
        }
        // Only with two players is the opponent's rack known once the bag is empty.
        let to_the_end = turns.iter().any(|turn| turn.judged_by != JudgedBy::Equity);
        assert_eq!(to_the_end, game == FINISHED);
    }
}

#[tokio::test]
async fn the_lines_have_the_form_that_the_description_names() {
    let server = Running::start(|_| {}).await;
    let schemas = Schemas::of(&server).await;
    for line in server.get(&path(FINISHED)).await.text().lines() {
        schemas.check("ReviewLine", &serde_json::from_str(line).unwrap());
    }
}

#[tokio::test]
async fn a_review_that_the_client_has_is_not_sent_again() {
    let server = Running::start(|_| {}).await;
    let head = server.ask("HEAD", &path(FINISHED), "").await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    let tag = head.header("etag").unwrap();
    let again = server.ask("GET", &path(FINISHED), &format!("If-None-Match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = server.ask("GET", &path(FINISHED), "If-None-Match: \"another\"\r\n").await;
    assert_eq!((other.status, other.header("etag")), (200, Some(tag)));
}

#[tokio::test]
async fn a_running_game_and_an_unknown_one_are_not_found() {
    let server = Running::start(|_| {}).await;
    let unknown = server.get("/api/games/0b6e5d8e-6d3e-4b1c-9a55-0d6c1d7a2f10").await;
    assert_eq!(unknown.status, 404);
    for id in [
        RUNNING,
        "0b6e5d8e-6d3e-4b1c-9a55-0d6c1d7a2f10",
        "%ff",
        "a%20b",
        "..%2f..",
        &format!("{FINISHED}.gcg"),
    ] {
        for method in ["GET", "HEAD"] {
            let reply = server.ask(method, &path(id), "If-None-Match: *\r\n").await;
            assert_eq!(reply.status, 404, "{method} {id}");
            assert_eq!(reply.header("cache-control"), Some("no-store"));
            if method == "GET" {
                assert_eq!(reply.text(), unknown.text(), "{id}");
            }
        }
    }
    server.store.set_failing(true);
    assert_eq!(server.get(&path(FINISHED)).await.status, 503);
}

/// Requests a review and reads its first line.
async fn begun(server: &Running) -> Connection {
    let mut connection = server.connect().await;
    let request = format!("GET {} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path(FINISHED));
    connection.send(request.as_bytes()).await;
    connection.read_until("\"begin\"").await;
    connection
}

/// Number of concurrent reviews on the server.
const AT_ONCE: usize = 4;

/// Maximum time for permits to become free on a slow machine.
const FREE_MAX: Duration = Duration::from_secs(120);

/// Requests a whole review, again if the wait for a permit timed out.
async fn whole(server: &Running) -> Reply {
    let begun = Instant::now();
    loop {
        let reply = server.get(&path(FINISHED)).await;
        if reply.status != 503 || begun.elapsed() > FREE_MAX {
            return reply;
        }
    }
}

#[tokio::test]
async fn disconnected_clients_free_their_permits() {
    let server = Running::start(|_| {}).await;
    for _ in 0..AT_ONCE {
        drop(begun(&server).await);
    }
    let lines = lines(&whole(&server).await);
    let (promised, turns, _) = parts(&lines);
    assert_eq!(promised as usize, turns.len());
}

#[tokio::test]
async fn clients_that_do_not_read_block_no_other() {
    let server = Running::start(|_| {}).await;
    let mut idle = Vec::new();
    for _ in 0..AT_ONCE {
        idle.push(begun(&server).await);
    }
    assert_eq!(whole(&server).await.status, 200);
    drop(idle);
}
