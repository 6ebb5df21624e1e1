//! Flood of malformed frames, and its effect on the server.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::meter::Counts;
use super::process::{self, Usage};
use super::socket_io::socket_address;
use super::table::{self, SharedLoad};

/// Number of simultaneous flooding connections.
const CONNECTIONS: u64 = 8;
/// Frames per batch. The sender waits for each batch, because a server may limit its queue.
const AT_ONCE: u64 = 32;
/// Timeout for the server to process a batch.
const PATIENCE: Duration = Duration::from_secs(20);
/// Number of readings of the server's memory during a flood.
const SAMPLES: f64 = 20.0;

/// Measurements of a flood.
pub(super) struct Flood {
    pub(super) frames: u64,
    pub(super) lasted: Duration,
    /// How often the server closed a connection because of its input.
    pub(super) closed: u64,
    /// How often the server did not respond in time.
    pub(super) unanswered: u64,
    /// Readings of the server's process from beginning to end.
    pub(super) samples: Vec<Usage>,
    /// Measurements of the players before the flood.
    pub(super) calm: Counts,
    pub(super) others: Counts,
}

/// The server's memory during the flood, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FloodMemory {
    /// In the second quarter. In the first, the server is still warming up.
    pub(super) second: u64,
    pub(super) last: u64,
}

impl FloodMemory {
    /// Growth that counts as normal fluctuation: a tenth, plus [`Self::LITTLE`] for small servers.
    const TENTHS_MAX: u64 = 1;
    const LITTLE: u64 = 4 * 1024 * 1024;

    /// Whether memory did not grow during the flood.
    pub(super) fn is_flat(self) -> bool {
        self.last <= self.second + self.second * Self::TENTHS_MAX / 10 + Self::LITTLE
    }
}

impl Flood {
    pub(super) fn memory(&self) -> Option<FloodMemory> {
        let quarter = self.samples.len() / 4;
        let mean = |samples: &[Usage]| {
            samples.iter().map(|usage| usage.memory).sum::<u64>() / samples.len().max(1) as u64
        };
        (quarter > 0).then(|| FloodMemory {
            second: mean(&self.samples[quarter..2 * quarter]),
            last: mean(&self.samples[self.samples.len() - quarter..]),
        })
    }

    /// Whether the flood did no harm.
    pub(super) fn is_clean(&self) -> bool {
        let others = [&self.calm, &self.others];
        self.unanswered == 0
            && self.memory().is_none_or(FloodMemory::is_flat)
            && others.iter().all(|counts| counts.error_count() == 0 && counts.moves() > 0)
    }
}

#[derive(Default)]
struct Poured {
    frames: AtomicU64,
    closed: AtomicU64,
    unanswered: AtomicU64,
}

/// Duration of the undisturbed measurement: longer for longer floods.
fn calm(frames: u64) -> Duration {
    Duration::from_secs(5 + (frames / 4_000).min(25))
}

/// Sends malformed frames up to a number or a duration, while one table plays, and measures both.
pub(super) async fn flood(
    floor: &Arc<SharedLoad>,
    frames: u64,
    longest: Option<Duration>,
    pids: &[u32],
) -> anyhow::Result<Flood> {
    let url = &floor.urls[0];
    let mut playing = JoinSet::new();
    playing.spawn(table::play_on(Arc::clone(floor), 0));
    floor.meter.until_started(1).await;
    floor.meter.open();
    tokio::time::sleep(longest.unwrap_or_else(|| calm(frames))).await;
    let calm = floor.meter.counts();
    floor.meter.open();
    let poured = Arc::new(Poured::default());
    let began = Instant::now();
    let (stop, stopped) = oneshot::channel();
    let mut stop = Some(stop);
    let mut flooding = flooders(url, frames, &poured, stopped)?;
    let bar = ProgressBar::new(frames);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} frames, {eta} left")
    {
        bar.set_style(style);
    }
    let mut samples: Vec<Usage> = process::usage(pids).into_iter().collect();
    loop {
        let done = timeout(Duration::from_millis(100), &mut flooding).await;
        let sent = poured.frames.load(Ordering::Relaxed);
        bar.set_position(sent);
        let passed = match longest {
            Some(longest) => began.elapsed().as_secs_f64() / longest.as_secs_f64(),
            None => sent as f64 / frames as f64,
        };
        if passed * SAMPLES >= samples.len() as f64 {
            samples.extend(process::usage(pids));
        }
        if let Ok(done) = done {
            done.context("a flooder crashed")??;
            break;
        }
        if longest.is_some_and(|longest| began.elapsed() >= longest) {
            // Dropping the sender stops the flooders.
            stop = None;
        }
    }
    drop(stop);
    bar.finish_and_clear();
    let lasted = began.elapsed();
    let others = floor.meter.counts();
    playing.shutdown().await;
    // The server must still accept connections after the flood.
    super::connect(url).await.context("the server did not survive")?.close().await;
    Ok(Flood {
        frames: poured.frames.load(Ordering::Relaxed),
        lasted,
        closed: poured.closed.load(Ordering::Relaxed),
        unanswered: poured.unanswered.load(Ordering::Relaxed),
        samples,
        calm,
        others,
    })
}

/// Starts the flooders on a separate thread, so that they do not delay the players.
fn flooders(
    url: &str,
    frames: u64,
    poured: &Arc<Poured>,
    stopped: oneshot::Receiver<()>,
) -> anyhow::Result<tokio::task::JoinHandle<anyhow::Result<()>>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the flood")?;
    let mut flooding = JoinSet::new();
    for number in 0..CONNECTIONS {
        let share = frames / CONNECTIONS + u64::from(number < frames % CONNECTIONS);
        flooding.spawn_on(pour(url.to_owned(), share, number, Arc::clone(poured)), runtime.handle());
    }
    Ok(tokio::task::spawn_blocking(move || {
        let all_done = async {
            while let Some(done) = flooding.join_next().await {
                done.context("a flooder crashed")??;
            }
            Ok(())
        };
        runtime.block_on(async {
            tokio::select! {
                done = all_done => done,
                _ = stopped => Ok(()),
            }
        })
    }))
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn pour(url: String, share: u64, number: u64, counts: Arc<Poured>) -> anyhow::Result<()> {
    let mut chance = Rng(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut request = socket_address(&url)?.into_client_request()?;
    // A server that trusts this machine as a proxy applies its per-address limits to these
    // addresses.
    let address = Ipv4Addr::new(192, 0, 2, number as u8 + 1);
    request.headers_mut().insert("x-forwarded-for", address.to_string().parse()?);
    let (mut left, mut failures) = (share, 0);
    while left > 0 {
        let Ok((mut stream, _)) = tokio_tungstenite::connect_async(request.clone()).await else {
            failures += 1;
            ensure!(failures < 100, "the server lets nobody in any more");
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        failures = 0;
        if stream.send(Message::text("40")).await.is_err() {
            continue;
        }
        while left > 0 {
            let some = AT_ONCE.min(left);
            let poured = timeout(PATIENCE, pour_some(&mut stream, some, &mut chance)).await;
            match poured {
                Ok(Ok(())) => {
                    left -= some;
                    counts.frames.fetch_add(some, Ordering::Relaxed);
                }
                // The number of processed frames is unknown, so none count.
                Ok(Err(_)) => {
                    counts.closed.fetch_add(1, Ordering::Relaxed);
                    break;
                }
                Err(_) => {
                    counts.unanswered.fetch_add(1, Ordering::Relaxed);
                    break;
                }
            }
        }
    }
    Ok(())
}

/// Sends frames, then a message that is acknowledged: by then the frames are processed.
async fn pour_some(stream: &mut Stream, count: u64, chance: &mut Rng) -> anyhow::Result<()> {
    for _ in 0..count {
        stream.feed(chance.frame()).await?;
    }
    stream.send(Message::text("42777[\"nothing\",{}]")).await?;
    while let Some(message) = stream.next().await {
        match message? {
            Message::Text(text) if text.starts_with("43777") => return Ok(()),
            Message::Text(text) if text.as_str() == "2" => stream.send(Message::text("3")).await?,
            Message::Close(_) => break,
            _ => {}
        }
    }
    anyhow::bail!("the connection was closed")
}

/// Valid messages to corrupt.
///
/// The names are longer than allowed, so that no mutation accidentally creates a table or takes a
/// seat.
const GOOD: [&str; 14] = [
    r#"42["createGame",{"playerName":"Somebody whose name is far too long","preset":"social"}]"#,
    r#"421["joinGame",{"playerName":"Somebody whose name is far too long","roomCode":"ABCD"}]"#,
    r#"42["joinGame",{"roomCode":"ABCD","token":"00112233445566778899aabbccddeeff","lastSeq":3}]"#,
    r#"42["watchGame",{"roomCode":"ABCD","invite":"00112233445566778899aabbccddeeff"}]"#,
    r#"42["startGame",{}]"#,
    r#"4212["submitWord",{"placements":[{"row":7,"col":7,"tile":{"letter":"A","isBlank":false}}],"commandId":"c-1"}]"#,
    r#"42["previewMove",{"placements":[{"row":7,"col":7,"tile":{"letter":"IJ","isBlank":true}}]}]"#,
    r#"42["exchangeTiles",{"tileIndices":[0,1,2,3,4,5,6]}]"#,
    r#"42["passTurn",{"commandId":"c-2"}]"#,
    r#"42["challenge",{"turn":3}]"#,
    r#"42["chat",{"text":"hello"}]"#,
    r#"42["lookupWord",{"word":"dord"}]"#,
    r#"42["resync",{"lastSeq":18446744073709551615}]"#,
    r#"42["admitPlayer",{"requestId":"r1","admit":true}]"#,
];

/// Fragments that are inserted into messages.
const BAD: [&str; 16] = [
    "null",
    "{}",
    "[]",
    "-1",
    "1e999",
    "\"\"",
    "true",
    "\u{0}",
    "[[[[[[[[",
    "\\ud800",
    "9999999999999999999999",
    "\u{202e}",
    "🂡",
    "__proto__",
    ",",
    "\"",
];

/// Deterministic random number generator.
struct Rng(u64);

impl Rng {
    fn below(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below.max(1) as u64) as usize
    }

    fn text(&mut self, length: usize) -> String {
        (0..length).map(|_| char::from(b' ' + self.below(95) as u8)).collect()
    }

    fn frame(&mut self) -> Message {
        // Frames that end a connection are rare: reconnecting takes as long as hundreds of frames.
        match self.below(2000) {
            0 => Message::binary(self.text(64).into_bytes()),
            1 => Message::text(self.text(20)),
            2 => Message::text(format!("4{}{}", self.below(10), self.text(20))),
            3 => Message::text(format!(
                "42[\"chat\",{{\"text\":\"{}\"}}]",
                "x".repeat(12_000 + self.below(8_000))
            )),
            4 => Message::text(format!("42{}", "[".repeat(2_000))),
            5..200 => Message::text(format!("42{}", self.text(60))),
            200..300 => Message::text(format!("43{}[{}]", self.below(1000), self.text(10))),
            _ => Message::text(self.spoiled()),
        }
    }

    /// A valid message with one to three mutations.
    fn spoiled(&mut self) -> String {
        let mut text: Vec<char> = GOOD[self.below(GOOD.len())].chars().collect();
        for _ in 0..=self.below(3) {
            // The first two characters make it an event.
            let place = 2 + self.below(text.len().saturating_sub(2));
            match self.below(4) {
                0 => text.truncate(place.max(3)),
                1 => {
                    let bad = BAD[self.below(BAD.len())];
                    text.splice(place.min(text.len())..place.min(text.len()), bad.chars());
                }
                2 if place < text.len() => {
                    text.remove(place);
                }
                _ if place < text.len() => text[place] = char::from(b' ' + self.below(95) as u8),
                _ => {}
            }
        }
        text.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::meter::Meter;
    use super::*;

    #[test]
    fn fluctuating_memory_is_flat_and_growing_memory_is_not() {
        const MB: u64 = 1024 * 1024;
        let flat = |second: u64, last: u64| FloodMemory { second, last }.is_flat();
        assert!(flat(100 * MB, 100 * MB) && flat(100 * MB, 60 * MB) && flat(100 * MB, 114 * MB));
        assert!(!flat(100 * MB, 115 * MB));
        assert!(flat(MB, 5 * MB) && !flat(MB, 6 * MB));
    }

    #[test]
    fn the_second_and_the_last_quarter_are_compared() {
        let usage = |memory: u64| Usage { cpu: Duration::ZERO, memory };
        let counts = Meter::new(None).unwrap().counts();
        let samples = [1, 1, 10, 10, 20, 20, 30, 30].map(usage).to_vec();
        let (calm, others) = (counts.clone(), counts);
        let flood =
            Flood { frames: 8, lasted: Duration::ZERO, closed: 0, unanswered: 0, samples, calm, others };
        assert_eq!(flood.memory(), Some(FloodMemory { second: 10, last: 30 }));
        assert!(!flood.is_clean(), "nobody has played meanwhile");
    }

    #[test]
    fn frames_depend_only_on_the_seed() {
        let frames = |seed| {
            let mut chance = Rng(seed);
            (0..200).map(|_| chance.frame()).collect::<Vec<_>>()
        };
        assert_eq!(frames(1), frames(1));
        assert_ne!(frames(1), frames(2));
    }
}
