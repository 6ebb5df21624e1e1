//! Attacks by one client from its own address while others play.
//!
//! An attack targets only the given server, has bounded requests and time, and stops by itself.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::ValueEnum;
use hyper::{Method, StatusCode};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::daily::Device;
use super::meter::{Counts, Meter};
use super::process;
use super::table::{self, SharedLoad};

/// Kinds of attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Attack {
    /// Open 1,100 connections that never finish their headers; reopen closed ones.
    Headers,
    /// Play archived puzzles with exchanges only, 640 turns in all, and request the results.
    Archive,
    /// Request the picture of a game 300 times in parallel, every second.
    Pictures,
    /// Request reviews of games, 3,000 times in all.
    Reviews,
    /// Do nothing: measure the players without an attack.
    None,
}

impl Attack {
    /// Name on the command line.
    pub(super) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// Source address of the attacker. Players use 127.0.0.1, so per-address limits distinguish them.
const SOURCE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// Timeout for `/healthz`.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(5);
const HEALTH_INTERVAL: Duration = Duration::from_millis(250);
/// Interval between two readings of the server's memory.
const MEMORY_INTERVAL: Duration = Duration::from_millis(200);
/// Timeout for the players' first game.
const GAME_TIMEOUT: Duration = Duration::from_secs(60);
/// Timeout for one response to the attacker.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

const SLOW_CONNECTIONS: usize = 1_100;
const ARCHIVE_DEVICES: usize = 8;
const ARCHIVE_TURNS: u64 = 640;
const PICTURES_AT_ONCE: usize = 300;
const REVIEWS: u64 = 3_000;
const REVIEWS_AT_ONCE: usize = 50;

/// Measurements of an attack.
pub(super) struct Attacked {
    pub(super) attack: Attack,
    pub(super) lasted: Duration,
    /// Responses to the attacker by status; 0 counts connections that were closed or got no
    /// response.
    pub(super) answers: BTreeMap<u16, u64>,
    /// `/healthz` requests during the attack.
    pub(super) health: Counts,
    /// Peak resident memory of the server during the attack, in bytes.
    pub(super) memory_max: Option<u64>,
    /// Players' measurements before the attack.
    pub(super) calm: Counts,
    pub(super) others: Counts,
}

impl Attacked {
    /// Whether the server answered the players and `/healthz` throughout.
    pub(super) fn is_clean(&self) -> bool {
        let players =
            [&self.calm, &self.others].iter().all(|counts| counts.error_count() == 0 && counts.moves() > 0);
        players && self.health.error_count() == 0 && self.health.moves() > 0
    }
}

#[derive(Default)]
struct Tally {
    answers: std::sync::Mutex<BTreeMap<u16, u64>>,
    left: AtomicU64,
}

impl Tally {
    fn count(&self, status: u16) {
        let mut answers = self.answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *answers.entry(status).or_default() += 1;
    }

    /// Takes one request from the budget; `false` if it is used up.
    fn take(&self) -> bool {
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }
}

/// Measures the players for `seconds` without the attack, then as long with it.
pub(super) async fn run(
    floor: &Arc<SharedLoad>,
    attack: Attack,
    seconds: Duration,
    pids: &[u32],
) -> anyhow::Result<Attacked> {
    let url = floor.urls[0].clone();
    let mut playing = JoinSet::new();
    playing.spawn(table::play_on(Arc::clone(floor), 0));
    floor.meter.until_started(1).await;
    floor.meter.open();
    sleep(seconds).await;
    let calm = floor.meter.counts();
    let games = timeout(GAME_TIMEOUT, first_games(floor)).await.context("no game came to its end")?;

    let tally = Arc::new(Tally::default());
    let health = Arc::new(Meter::new(None)?);
    health.open();
    let (stop, attacking) = attackers(attack, &url, games, &tally)?;
    let mut watching = JoinSet::new();
    watching.spawn(watch_health(url, Arc::clone(&health)));
    floor.meter.open();
    let began = Instant::now();
    let mut memory_max = None;
    while began.elapsed() < seconds {
        memory_max = memory_max.max(process::usage(pids).map(|usage| usage.memory));
        sleep(MEMORY_INTERVAL).await;
    }
    let (others, lasted) = (floor.meter.counts(), began.elapsed());
    drop(stop);
    attacking.await.context("the attack crashed")?;
    watching.shutdown().await;
    playing.shutdown().await;
    let answers = tally.answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
    Ok(Attacked { attack, lasted, answers, health: health.counts(), memory_max, calm, others })
}

/// Waits until there are finished games to request.
async fn first_games(floor: &SharedLoad) -> Vec<String> {
    loop {
        let games = floor.finished_games();
        if !games.is_empty() {
            return games;
        }
        sleep(MEMORY_INTERVAL).await;
    }
}

/// Starts the attackers on a separate thread, so that they do not delay the players.
fn attackers(
    attack: Attack,
    url: &str,
    games: Vec<String>,
    tally: &Arc<Tally>,
) -> anyhow::Result<(oneshot::Sender<()>, tokio::task::JoinHandle<()>)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the attack")?;
    let (stop, stopped) = oneshot::channel::<()>();
    let (url, tally) = (url.to_owned(), Arc::clone(tally));
    let attacking = tokio::task::spawn_blocking(move || {
        let mut tasks = JoinSet::new();
        spawn(attack, &url, &Arc::new(games), &tally, &mut tasks, runtime.handle());
        runtime.block_on(async {
            let all_done = async { while tasks.join_next().await.is_some() {} };
            tokio::select! {
                () = all_done => {}
                _ = stopped => {}
            }
        });
    });
    Ok((stop, attacking))
}

fn spawn(
    attack: Attack,
    url: &str,
    games: &Arc<Vec<String>>,
    tally: &Arc<Tally>,
    tasks: &mut JoinSet<()>,
    on: &Handle,
) {
    let shared = || (url.to_owned(), Arc::clone(games), Arc::clone(tally));
    match attack {
        Attack::None => {}
        Attack::Headers => {
            for _ in 0..SLOW_CONNECTIONS {
                let (url, _, tally) = shared();
                tasks.spawn_on(never_finish_headers(url, tally), on);
            }
        }
        Attack::Archive => {
            tally.left.store(ARCHIVE_TURNS, Ordering::Relaxed);
            for number in 0..ARCHIVE_DEVICES {
                let (url, _, tally) = shared();
                tasks.spawn_on(exchange_through_the_archive(url, number, tally), on);
            }
        }
        Attack::Pictures => {
            for number in 0..PICTURES_AT_ONCE {
                let (url, games, tally) = shared();
                let path = format!("/api/games/{}.png", games[number % games.len()]);
                tasks.spawn_on(ask_each_second(url, path, tally), on);
            }
        }
        Attack::Reviews => {
            tally.left.store(REVIEWS, Ordering::Relaxed);
            for number in 0..REVIEWS_AT_ONCE {
                let (url, games, tally) = shared();
                tasks.spawn_on(ask_for_reviews(url, games, number, tally), on);
            }
        }
    }
}

/// Socket address of an `http://` URL.
fn server_address(url: &str) -> Option<SocketAddr> {
    url.strip_prefix("http://")?.trim_end_matches('/').parse().ok()
}

/// Connects from a source address, or from any if the system does not have that one.
pub(super) async fn connect_from(source: Ipv4Addr, server: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    let _ = socket.bind((source, 0).into());
    socket.connect(server).await
}

async fn never_finish_headers(url: String, tally: Arc<Tally>) {
    let Some(address) = server_address(&url) else { return };
    loop {
        if let Ok(mut stream) = connect_from(SOURCE, address).await {
            let begun = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ").await;
            let mut buffer = [0; 256];
            // Ends when the server responds or closes the connection.
            while begun.is_ok() && stream.read(&mut buffer).await.is_ok_and(|count| count > 0) {}
        }
        tally.count(0);
        sleep(Duration::from_secs(1)).await;
    }
}

async fn ask_each_second(url: String, path: String, tally: Arc<Tally>) {
    loop {
        let second = sleep(Duration::from_secs(1));
        tally.count(ask_once(&url, &path).await);
        second.await;
    }
}

async fn ask_for_reviews(url: String, games: Arc<Vec<String>>, first: usize, tally: Arc<Tally>) {
    let mut number = first;
    while tally.take() {
        let path = format!("/api/games/{}/review", games[number % games.len()]);
        let status = ask_once(&url, &path).await;
        tally.count(status);
        number += 1;
        if status != 200 {
            // A refused client retries, but not in a tight loop.
            sleep(Duration::from_millis(250)).await;
        }
    }
}

/// Status of a response; 0 if there is none.
async fn ask_once(url: &str, path: &str) -> u16 {
    let asking = async {
        let mut device = Device::connect_from(url, SOURCE).await?;
        device.status_of(Method::GET, path).await
    };
    match timeout(ANSWER_TIMEOUT, asking).await {
        Ok(Ok(status)) => status.as_u16(),
        Ok(Err(_)) | Err(_) => 0,
    }
}

/// Plays archived days with five exchanges each, and requests the results of each day.
async fn exchange_through_the_archive(url: String, number: usize, tally: Arc<Tally>) {
    let Ok(mut device) = Device::connect_from(&url, SOURCE).await else { return tally.count(0) };
    if device.register().await.is_err() {
        return tally.count(0);
    }
    for day in (0..).skip(number).step_by(ARCHIVE_DEVICES) {
        // Start at the first day of the archive.
        let date = format!("2026-{:02}-{:02}", 1 + day / 28 % 9, 1 + day % 28);
        let Ok((_, mut state)) = device.ask(Method::GET, &format!("/api/daily/{date}"), None).await else {
            return tally.count(0);
        };
        while state["status"] == "in_progress" {
            if !tally.take() {
                return;
            }
            let ids: Vec<Json> =
                state["playerRack"].as_array().into_iter().flatten().map(|tile| tile["id"].clone()).collect();
            let turn = json!({"turnNumber": state["currentTurn"], "tilesExchanged": ids});
            match device.ask(Method::POST, &format!("/api/daily/{date}/turns"), Some(&turn)).await {
                Ok((StatusCode::OK, mut answer)) => {
                    tally.count(200);
                    state = answer["state"].take();
                }
                Ok((status, _)) => {
                    tally.count(status.as_u16());
                    sleep(Duration::from_millis(250)).await;
                }
                Err(_) => return tally.count(0),
            }
        }
        match device.ask(Method::GET, &format!("/api/daily/{date}/results"), None).await {
            Ok((status, _)) => tally.count(status.as_u16()),
            Err(_) => return tally.count(0),
        }
    }
}

/// Requests `/healthz` repeatedly, each time on a new connection.
async fn watch_health(url: String, meter: Arc<Meter>) {
    loop {
        let asked = Instant::now();
        let asking = async {
            let mut device = Device::connect(&url).await?;
            device.status_of(Method::GET, "/healthz").await
        };
        match timeout(HEALTH_TIMEOUT, asking).await {
            Ok(Ok(StatusCode::OK)) => meter.moved(asked),
            Ok(Ok(status)) => meter.failed(&format!("/healthz was answered {status}")),
            Ok(Err(error)) => meter.failed(&format!("/healthz: {error:#}")),
            Err(_) => meter.failed("/healthz was not answered in time"),
        }
        sleep(HEALTH_INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_budget_is_bounded() {
        let tally = Tally::default();
        tally.left.store(2, Ordering::Relaxed);
        assert!(tally.take() && tally.take());
        assert!(!tally.take());
    }

    #[test]
    fn only_an_http_address_can_be_attacked() {
        assert_eq!(server_address("http://127.0.0.1:3000/"), Some(([127, 0, 0, 1], 3000).into()));
        assert_eq!(server_address("https://example.org"), None);
    }
}
