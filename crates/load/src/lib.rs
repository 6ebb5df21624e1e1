//! `dord load`: load test that plays real games against a server.
//!
//! [`socket_io`] is the Socket.IO client of the load test and of the tests in other crates.

mod attack;
mod bots;
mod daily;
mod idle;
mod malformed;
mod meter;
mod process;
mod report;
pub mod socket_io;
mod strategy;
mod table;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value as Json;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use attack::Attack;
use bots::BotTables;
use idle::Idle;
use meter::Meter;
use report::{BotMoves, Games, IdleConnections, Report};
use socket_io::SocketIo;
use strategy::Strategy;
use table::SharedLoad;

/// Load-test a server by playing real games.
///
/// Every table has its own players, each on a WebSocket. They play words of the English list,
/// exchange and pass until the game ends, and then start the next game. Any server that implements
/// the protocol works: tables are opened with `createGame` if the server supports it; otherwise
/// they use the open lobby one after the other.
///
/// Latency is the time from sending a move until its player receives `turnChange` (or `gameEnded`).
/// Counting starts once every table plays. Without --rate, players move as fast as they can.
///
/// With --daily, all players play today's puzzle at once, each turn as soon as the previous one is
/// acknowledged. After the last turn of all players, each requests the results, whose latency is
/// reported separately, and checks that every acknowledged turn is still there.
///
/// With --malformed, malformed frames are sent as fast as the server processes them, while one
/// table plays. The server's memory must level off, and the players at that table must see no
/// effect except longer latencies.
///
/// With --attack, one client sends the requests that cost the server most, while one table plays
/// and `/healthz` is polled. Attack only your own server.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 1 if there were errors or no moves.\n\n\
    Examples:\n  \
    dord load --url http://127.0.0.1:3000 --tables 100 --rate 500 --seconds 30 --pid \"$(pgrep -x dord)\"\n  \
    dord load --url http://127.0.0.1:3000 --idle 5000 --pid 4711\n  \
    dord load --url http://127.0.0.1:3000 --daily 1000\n  \
    dord load --url http://127.0.0.1:3000 --malformed 1000000 --pid 4711\n  \
    dord load --url http://127.0.0.1:3000 --attack pictures --seconds 20 --pid 4711\n  \
    dord load --url http://127.0.0.1:3001,http://127.0.0.1:3002 --tables 50 --apart\n  \
    dord load --url http://127.0.0.1:3000 --tables 20 --seconds 10 --json > figures.json\n\n\
    A Dord server limits what one socket can send. For a load above that, start it without the limit:\n  \
    DORD_LIMITS_MESSAGES_PER_SECOND=0 dord serve --listen 127.0.0.1:3000\n\
    For --malformed also without that on wrong codes, which are answered late:\n  \
    DORD_LIMITS_FAILED_CODES_PER_MINUTE=0 DORD_LIMITS_FAILED_CODES_PER_DAY=0\n\
    For --daily with more than 1000 players also without that on connections:\n  \
    DORD_LIMITS_OPEN_CONNECTIONS_PER_ADDRESS=0\n\n\
    Thousands of connections need as many open files, here and at the server: ulimit -n 20000")]
pub struct Load {
    /// Server URL, such as <http://127.0.0.1:3000>; several nodes, separated by commas, share the
    /// tables.
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',', required = true)]
    url: Vec<String>,

    /// Connect the players of each table to different nodes.
    #[arg(long)]
    apart: bool,

    /// Number of tables that play at the same time [default: 10, or 0 with --idle].
    #[arg(long, value_name = "COUNT")]
    tables: Option<usize>,

    /// Number of players at each table.
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: u8,

    /// Duration of the measurement in seconds [default: 10]; with --malformed, the maximum.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86400))]
    seconds: Option<u64>,

    /// Moves per second of all tables together [default: unlimited].
    #[arg(long, value_name = "MOVES", value_parser = positive)]
    rate: Option<f64>,

    /// Number of additional idle connections.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    idle: usize,

    /// Number of additional tables with three bots of level 3; their moves are counted separately.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    bot_tables: usize,

    /// Play today's puzzle with this many players at once, instead of tables.
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["tables", "bot_tables", "idle", "rate", "seconds", "players"])]
    daily: Option<usize>,

    /// Send this many malformed frames, instead of playing.
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["daily", "tables", "bot_tables", "idle", "rate", "players"])]
    malformed: Option<u64>,

    /// Play at one table for --seconds [default: 10], then as long again while one client attacks
    /// the server.
    #[arg(long, value_name = "ATTACK", conflicts_with_all = ["malformed", "daily", "tables", "bot_tables", "idle", "rate", "players"])]
    attack: Option<Attack>,

    /// Process ids of the server's nodes, separated by commas, to report processor time and memory.
    #[arg(long, value_name = "PID", value_delimiter = ',')]
    pid: Vec<u32>,

    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

/// What a load test found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// There were moves and no errors.
    Clean,
    /// There were errors, or no moves.
    Faulty,
}

/// Default duration of the measurement in seconds.
const SECONDS: u64 = 10;

/// Moves per second of the table that plays during a flood: below the server's rate limits.
const RATE_IN_A_FLOOD: f64 = 30.0;

/// Connects to a server.
async fn connect(url: &str) -> anyhow::Result<SocketIo> {
    SocketIo::connect(url, &Json::Null).await.with_context(|| format!("cannot connect to {url}"))
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.001..=1e6).contains(&number) => Ok(number),
        _ => Err("expected a number above 0".to_owned()),
    }
}

impl Load {
    /// Runs the load test and prints its report.
    pub fn run(self) -> anyhow::Result<Verdict> {
        let runtime = tokio::runtime::Runtime::new().context("cannot start the players")?;
        let report = runtime.block_on(self.measure())?;
        report.print(self.json)?;
        Ok(if report.is_clean() { Verdict::Clean } else { Verdict::Faulty })
    }

    async fn measure(&self) -> anyhow::Result<Report> {
        // Everything except tables uses the first node.
        let first = &self.url[0];
        if let Some(players) = self.daily {
            ensure!(players > 0, "there is nothing to measure without players");
            let puzzle = daily::play(first, players, &self.pid).await?;
            return Ok(Report { puzzle: Some(puzzle), ..Report::default() });
        }
        if let Some(frames) = self.malformed {
            ensure!(frames > 0, "there is nothing to measure without frames");
            let floor = self.floor(Some(RATE_IN_A_FLOOD)).await?;
            let flood =
                malformed::flood(&floor, frames, self.seconds.map(Duration::from_secs), &self.pid).await?;
            return Ok(Report { flood: Some(flood), ..Report::default() });
        }
        if let Some(attack) = self.attack {
            let floor = self.floor(Some(RATE_IN_A_FLOOD)).await?;
            let seconds = Duration::from_secs(self.seconds.unwrap_or(SECONDS));
            let attacked = attack::run(&floor, attack, seconds, &self.pid).await?;
            return Ok(Report { attacked: Some(attacked), ..Report::default() });
        }
        let mut idle = match self.idle {
            0 => None,
            count => Some(Idle::open(first, count, &self.pid).await?),
        };
        let tables = self.tables.unwrap_or(if self.idle == 0 { 10 } else { 0 });
        ensure!(tables > 0 || idle.is_some(), "there is nothing to measure without --tables or --idle");
        let games = match tables {
            0 => None,
            tables => Some(self.play(tables).await?),
        };
        let idle = idle.as_mut().map(|idle| IdleConnections {
            opened: self.idle,
            still_open: idle.still_open(),
            memory: idle.memory,
        });
        Ok(Report { games, idle, ..Report::default() })
    }

    /// Shared state of tables that together make `rate` moves per second.
    async fn floor(&self, rate: Option<f64>) -> anyhow::Result<Arc<SharedLoad>> {
        let has_codes = table::has_codes(&self.url[0]).await?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Arc::new(SharedLoad {
            urls: self.url.clone(),
            is_apart: self.apart,
            players: self.players.into(),
            meter: Meter::new(rate)?,
            has_codes,
            lobby: Mutex::new(()),
            // Players of another run may still be seated under its names.
            names: AtomicU64::new(since.as_millis() as u64 % 1_000_000_000 * 1000),
            mind: Strategy::new()?,
            finished: std::sync::Mutex::default(),
        }))
    }

    async fn play(&self, tables: usize) -> anyhow::Result<Games> {
        let floor = self.floor(self.rate).await?;
        let mut playing = JoinSet::new();
        for number in 0..tables {
            playing.spawn(table::play_on(Arc::clone(&floor), number));
        }
        floor.meter.until_started(tables as u64).await;

        let bots = match self.bot_tables {
            0 => None,
            count => Some(BotTables::open(&self.url[0], count).await?),
        };
        let bots_before = bots.as_ref().map(BotTables::counts);
        let before = process::usage(&self.pid);
        floor.meter.open();
        let began = Instant::now();
        self.watch(&floor.meter, began).await;
        let (lasted, counts) = (began.elapsed(), floor.meter.counts());
        let after = process::usage(&self.pid);
        let bots_after = bots.as_ref().map(BotTables::counts);
        playing.shutdown().await;
        if let Some(bots) = bots {
            bots.close().await;
        }
        let bots = bots_before.zip(bots_after).map(|((moves, errors), (moves_after, errors_after))| {
            BotMoves { tables: self.bot_tables, moves: moves_after - moves, errors: errors_after - errors }
        });
        let has_codes = floor.has_codes;
        Ok(Games { tables, has_codes, lasted, counts, usage: before.zip(after), bots })
    }

    /// Waits for the duration of the measurement and shows progress.
    async fn watch(&self, meter: &Meter, began: Instant) {
        // Drawn on standard error, and only on a terminal.
        let seconds = self.seconds.unwrap_or(SECONDS);
        let bar = ProgressBar::new(seconds);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos} of {len} s, {msg}") {
            bar.set_style(style);
        }
        let whole = Duration::from_secs(seconds);
        while let Some(left) = whole.checked_sub(began.elapsed()) {
            tokio::time::sleep(left.min(Duration::from_secs(1))).await;
            let counts = meter.counts();
            bar.set_position(began.elapsed().as_secs());
            bar.set_message(format!("{} moves, {} errors", counts.moves(), counts.error_count()));
        }
        bar.finish_and_clear();
    }
}
