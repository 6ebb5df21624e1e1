//! A flood of frames that are wrong in every way, and how the server stands it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use futures_util::{SinkExt, StreamExt};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::process::{self, Usage};
use super::wire::{Wire, socket_address};

/// How many connections flood at a time.
const CONNECTIONS: u64 = 8;
/// How many frames are sent before the sender waits until they were looked at: a server may let only so many wait.
const AT_ONCE: u64 = 32;
/// How long the server may take to look at them.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often the server's memory is read on the way.
const SAMPLES: u64 = 20;

/// What a flood found out.
pub(super) struct Flood {
    pub(super) frames: u64,
    pub(super) lasted: Duration,
    /// How often the server closed a connection for what came in.
    pub(super) closed: u64,
    /// How often it did not answer in time.
    pub(super) unanswered: u64,
    /// Its process, again and again, from the beginning to the end.
    pub(super) samples: Vec<Usage>,
}

impl Flood {
    /// The server's memory in the first and in the last quarter of the flood, in bytes.
    pub(super) fn memory(&self) -> Option<(u64, u64)> {
        let quarter = self.samples.len() / 4;
        let mean = |samples: &[Usage]| {
            samples.iter().map(|usage| usage.memory).sum::<u64>() / samples.len().max(1) as u64
        };
        (quarter > 0)
            .then(|| (mean(&self.samples[..quarter]), mean(&self.samples[self.samples.len() - quarter..])))
    }
}

#[derive(Default)]
struct Counts {
    frames: AtomicU64,
    closed: AtomicU64,
    unanswered: AtomicU64,
}

/// Sends so many frames, and tells how the server took it.
pub(super) async fn flood(url: &str, frames: u64, pids: &[u32]) -> anyhow::Result<Flood> {
    // Whoever floods a server that is not there has shown nothing.
    Wire::connect(url).await?.close().await;
    let counts = Arc::new(Counts::default());
    let began = Instant::now();
    let mut flooding = JoinSet::new();
    for number in 0..CONNECTIONS {
        let share = frames / CONNECTIONS + u64::from(number < frames % CONNECTIONS);
        flooding.spawn(pour(url.to_owned(), share, number, Arc::clone(&counts)));
    }
    let bar = ProgressBar::new(frames);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {human_pos} of {human_len} frames, {eta} left")
    {
        bar.set_style(style);
    }
    let mut samples: Vec<Usage> = process::usage(pids).into_iter().collect();
    while !flooding.is_empty() {
        // Whoever is done is taken note of; the others are looked at meanwhile.
        if let Ok(Some(done)) = timeout(Duration::from_millis(100), flooding.join_next()).await {
            done.context("a flooder crashed")??;
        }
        let sent = counts.frames.load(Ordering::Relaxed);
        bar.set_position(sent);
        if sent * SAMPLES / frames.max(1) >= samples.len() as u64 {
            samples.extend(process::usage(pids));
        }
    }
    bar.finish_and_clear();
    let lasted = began.elapsed();
    // After all that it still lets people in.
    Wire::connect(url).await.context("the server did not survive")?.close().await;
    Ok(Flood {
        frames: counts.frames.load(Ordering::Relaxed),
        lasted,
        closed: counts.closed.load(Ordering::Relaxed),
        unanswered: counts.unanswered.load(Ordering::Relaxed),
        samples,
    })
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn pour(url: String, share: u64, number: u64, counts: Arc<Counts>) -> anyhow::Result<()> {
    let mut chance = Chance(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let address = socket_address(&url)?;
    let (mut left, mut failures) = (share, 0);
    while left > 0 {
        let Ok((mut stream, _)) = tokio_tungstenite::connect_async(&address).await else {
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
            // What was sent before a connection was closed counts as sent.
            left -= some;
            counts.frames.fetch_add(some, Ordering::Relaxed);
            match poured {
                Ok(Ok(())) => {}
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

/// Sends frames, and then something that is answered: by then they were looked at.
async fn pour_some(stream: &mut Stream, count: u64, chance: &mut Chance) -> anyhow::Result<()> {
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

/// What is sent on a good day, to be spoiled.
const GOOD: [&str; 14] = [
    r#"42["createGame",{"playerName":"Ann","preset":"social","rules":{"challengeSeconds":30}}]"#,
    r#"421["joinGame",{"playerName":"Bob","roomCode":"ABCD","nonce":"x"}]"#,
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

/// What is put where it does not belong.
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

/// A chain of numbers, the same in every run.
struct Chance(u64);

impl Chance {
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
        match self.below(200) {
            // What ends a connection is seldom, because a new one takes long.
            0 => Message::binary(self.text(64).into_bytes()),
            1 => Message::text(self.text(20)),
            2 => Message::text(format!("4{}{}", self.below(10), self.text(20))),
            3 => Message::text(format!(
                "42[\"chat\",{{\"text\":\"{}\"}}]",
                "x".repeat(12_000 + self.below(8_000))
            )),
            4 => Message::text(format!("42{}", "[".repeat(2_000))),
            5..20 => Message::text(format!("42{}", self.text(60))),
            20..30 => Message::text(format!("43{}[{}]", self.below(1000), self.text(10))),
            _ => Message::text(self.spoiled()),
        }
    }

    /// A good message with one to three things wrong.
    fn spoiled(&mut self) -> String {
        let mut text: Vec<char> = GOOD[self.below(GOOD.len())].chars().collect();
        for _ in 0..=self.below(3) {
            // The first characters say that it is an event.
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
    use super::*;

    #[test]
    fn the_same_chance_makes_the_same_frames_and_another_makes_others() {
        let frames = |seed| {
            let mut chance = Chance(seed);
            (0..200).map(|_| chance.frame()).collect::<Vec<_>>()
        };
        assert_eq!(frames(1), frames(1));
        assert_ne!(frames(1), frames(2));
    }
}
