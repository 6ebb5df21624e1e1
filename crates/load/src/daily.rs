//! Many simultaneous players of today's puzzle.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, StatusCode, Uri, header};
use hyper_util::rt::TokioIo;
use indicatif::ProgressBar;
use serde_json::{Value as Json, json};
use tokio::net::TcpStream;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::attack::connect_from;
use super::meter::Meter;
use super::process;
use super::report::Puzzle;
use super::strategy::Strategy;

/// Timeout for a response.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays today's puzzle with `players` at once. Then all request their results at once, and check
/// that nothing was lost.
pub(super) async fn play(url: &str, players: usize, pids: &[u32]) -> anyhow::Result<Puzzle> {
    let mut first = Device::connect(url).await?;
    let (_, archive) = first.ask(Method::GET, "/api/daily", None).await?;
    let date = archive["today"].as_str().context("the server has no daily puzzle")?.to_owned();
    let meters = Arc::new(Meters { turns: Meter::new(None)?, results: Meter::new(None)? });
    let together = Arc::new(Barrier::new(players + 1));
    let mind = Strategy::new()?;
    // Drawn on standard error, and only on a terminal.
    let bar = ProgressBar::new(players as u64);
    let mut playing = JoinSet::new();
    for number in 0..players {
        let (url, date, meters, together, bar) =
            (url.to_owned(), date.clone(), Arc::clone(&meters), Arc::clone(&together), bar.clone());
        let mut mind = mind.clone();
        mind.reseed(number as u64);
        playing.spawn(async move {
            let begun = Player::begin(&url, &date, mind).await;
            together.wait().await;
            let played = match begun {
                Ok(player) => player.play(&meters.turns).await,
                Err(error) => Err(error),
            };
            bar.inc(1);
            together.wait().await;
            let looked_back = match played {
                Ok(player) => player.look_back(&meters.results).await,
                Err(error) => Err(error),
            };
            looked_back.inspect_err(|error| meters.turns.failed(&format!("{error:#}"))).ok()
        });
    }
    together.wait().await;
    let before = process::usage(pids);
    meters.turns.open();
    meters.results.open();
    let began = Instant::now();
    together.wait().await;
    let lasted = began.elapsed();
    let after = process::usage(pids);
    let kept: Vec<u64> = playing.join_all().await.into_iter().flatten().collect();
    bar.finish_and_clear();
    Ok(Puzzle {
        date,
        players,
        kept: kept.len(),
        ranked: kept.into_iter().max().unwrap_or_default(),
        lasted,
        counts: meters.turns.counts(),
        results: meters.results.counts(),
        usage: before.zip(after),
    })
}

/// Separate meters: results cost the server far more than a turn.
struct Meters {
    turns: Meter,
    results: Meter,
}

/// A player of the puzzle.
struct Player {
    device: Device,
    date: String,
    state: Json,
    /// Sum of the acknowledged scores.
    total: i64,
    mind: Strategy,
}

impl Player {
    async fn begin(url: &str, date: &str, mind: Strategy) -> anyhow::Result<Player> {
        let mut device = Device::connect(url).await?;
        device.register().await?;
        let (_, state) = device.ask(Method::GET, &format!("/api/daily/{date}"), None).await?;
        Ok(Player { device, date: date.to_owned(), state, total: 0, mind })
    }

    /// Plays the puzzle to the end.
    async fn play(mut self, meter: &Meter) -> anyhow::Result<Player> {
        while self.state["status"] == "in_progress" {
            let turn = self.mind.daily_turn(&self.state);
            let sent = Instant::now();
            let path = format!("/api/daily/{}/turns", self.date);
            let (status, mut answer) = self.device.ask(Method::POST, &path, Some(&turn)).await?;
            if status != StatusCode::OK {
                bail!("a turn was answered {status} {}", answer["error"]["code"]);
            }
            meter.moved(sent);
            self.total += answer["turn"]["totalScore"].as_i64().unwrap_or_default();
            self.state = answer["state"].take();
        }
        Ok(self)
    }

    /// Requests the results and checks that every turn is there. Returns how many players have
    /// finished.
    async fn look_back(mut self, meter: &Meter) -> anyhow::Result<u64> {
        let sent = Instant::now();
        let path = format!("/api/daily/{}/results", self.date);
        let (status, results) = self.device.ask(Method::GET, &path, None).await?;
        if status != StatusCode::OK {
            bail!("the results were answered {status} {}", results["error"]["code"]);
        }
        meter.moved(sent);
        let path = format!("/api/daily/{}", self.date);
        let (_, state) = self.device.ask(Method::GET, &path, None).await?;
        let is_whole = state["turns"] == self.state["turns"] && state["score"] == self.total;
        if !is_whole || results["score"] != self.total {
            bail!("turns that were acknowledged are lost");
        }
        Ok(results["players"].as_u64().unwrap_or_default())
    }
}

/// A device with a persistent connection.
pub(super) struct Device {
    connection: SendRequest<Full<Bytes>>,
    host: String,
    token: Option<String>,
}

impl Device {
    pub(super) async fn connect(url: &str) -> anyhow::Result<Device> {
        Device::open(url, None).await
    }

    /// Connects from a source address of this machine.
    pub(super) async fn connect_from(url: &str, source: Ipv4Addr) -> anyhow::Result<Device> {
        Device::open(url, Some(source)).await
    }

    async fn open(url: &str, source: Option<Ipv4Addr>) -> anyhow::Result<Device> {
        let uri: Uri = url.parse().with_context(|| format!("{url} is no address"))?;
        let host = uri.authority().with_context(|| format!("{url} names no server"))?.to_string();
        if uri.scheme_str() != Some("http") {
            bail!("expected an address that begins with http://, found {url}");
        }
        let address = format!("{}:{}", uri.host().unwrap_or_default(), uri.port_u16().unwrap_or(80));
        let connected = match (source, address.parse()) {
            (Some(source), Ok(server)) => connect_from(source, server).await,
            _ => TcpStream::connect(&address).await,
        };
        let stream = connected.with_context(|| format!("cannot connect to {url}"))?;
        stream.set_nodelay(true)?;
        let (connection, driver) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(async move {
            // The request on this connection reports the error.
            let _ = driver.await;
        });
        Ok(Device { connection, host, token: None })
    }

    /// Registers as a player of the daily puzzle.
    pub(super) async fn register(&mut self) -> anyhow::Result<()> {
        let (status, answer) = self.ask(Method::POST, "/api/daily/devices", Some(&json!({}))).await?;
        let token = answer["token"].as_str().with_context(|| format!("no token: {status} {answer}"))?;
        self.token = Some(token.to_owned());
        Ok(())
    }

    /// Sends a request and returns the status. The body is read and dropped.
    pub(super) async fn status_of(&mut self, method: Method, path: &str) -> anyhow::Result<StatusCode> {
        Ok(self.ask(method, path, None).await?.0)
    }

    pub(super) async fn ask(
        &mut self,
        method: Method,
        path: &str,
        body: Option<&Json>,
    ) -> anyhow::Result<(StatusCode, Json)> {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, &self.host);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let body = body.map(|body| Bytes::from(body.to_string())).unwrap_or_default();
        let asking = async {
            let answer = self.connection.send_request(request.body(Full::new(body))?).await?;
            let status = answer.status();
            let bytes = answer.into_body().collect().await?.to_bytes();
            anyhow::Ok((status, serde_json::from_slice(&bytes).unwrap_or(Json::Null)))
        };
        timeout(PATIENCE, asking).await.unwrap_or_else(|_| bail!("the server does not answer"))
    }
}
