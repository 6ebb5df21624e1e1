//! Tables with bots, whose computing time competes with all other requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::{Value as Json, json};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::socket_io::{Packet, SocketIo};
use super::table::{acknowledged, code_of};

/// Number of bots at each table, and their level.
const BOTS: usize = 3;
const LEVEL: u8 = 3;

/// Timeout for a round. Bots pause before they move.
const PATIENCE: Duration = Duration::from_secs(120);

/// Tables of one player, who always passes, and three bots.
pub(super) struct BotTables {
    playing: JoinSet<()>,
    counted: Arc<Counted>,
}

/// Counters of these tables.
#[derive(Default)]
struct Counted {
    moves: AtomicU64,
    errors: AtomicU64,
    running: AtomicU64,
}

impl BotTables {
    /// Opens `count` tables and waits until all of them play.
    pub(super) async fn open(url: &str, count: usize) -> anyhow::Result<BotTables> {
        let counted = Arc::new(Counted::default());
        let mut playing = JoinSet::new();
        for number in 0..count {
            let (url, counted) = (url.to_owned(), Arc::clone(&counted));
            playing.spawn(async move {
                loop {
                    if play(&url, number, &counted).await.is_err() {
                        counted.errors.fetch_add(1, Ordering::Relaxed);
                        tokio::time::sleep(Duration::from_millis(500)).await;
                    }
                }
            });
        }
        let tables = BotTables { playing, counted };
        let all_play = async {
            while tables.counted.running.load(Ordering::Relaxed) < count as u64 {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(PATIENCE, all_play).await.context("the tables with bots did not begin")?;
        Ok(tables)
    }

    /// Number of bot moves, and of tables that failed.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.counted.moves.load(Ordering::Relaxed), self.counted.errors.load(Ordering::Relaxed))
    }

    pub(super) async fn close(mut self) {
        self.playing.shutdown().await;
    }
}

/// Plays one game.
async fn play(url: &str, number: usize, counted: &Counted) -> anyhow::Result<()> {
    let mut wire = super::connect(url).await?;
    let wish = json!({"playerName": format!("Passer {number}"), "preset": "validated"});
    let opened = answer(&mut wire, "createGame", &wish).await?;
    for _ in 0..BOTS {
        answer(&mut wire, "addBot", &json!({"level": LEVEL})).await?;
    }
    answer(&mut wire, "startGame", &json!({})).await?;
    counted.running.fetch_add(1, Ordering::Relaxed);
    // The host moves first.
    wire.emit("passTurn", &json!({})).await?;
    let mut was_mine = true;
    loop {
        let packet = timeout(PATIENCE, wire.next()).await.context("a game stood still")??;
        let Packet::Event { name, payload } = packet else { continue };
        match name.as_str() {
            "turnChange" => {
                if !was_mine {
                    counted.moves.fetch_add(1, Ordering::Relaxed);
                }
                was_mine = payload.json()["currentPlayerId"] == opened["playerId"];
                if was_mine {
                    wire.emit("passTurn", &json!({})).await?;
                }
            }
            "gameEnded" => {
                wire.close().await;
                return Ok(());
            }
            "error" => bail!("{}", code_of(&payload.json())),
            _ => {}
        }
    }
}

async fn answer(wire: &mut SocketIo, event: &str, payload: &Json) -> anyhow::Result<Json> {
    let asked = wire.ask(event, payload).await?;
    let answer = timeout(PATIENCE, acknowledged(wire, asked)).await.context("no answer")??;
    if answer["ok"] != true {
        bail!("{event} was refused: {}", code_of(&answer["error"]));
    }
    Ok(answer)
}
