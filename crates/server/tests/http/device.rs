//! A device that plays the daily puzzle over real connections.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ::daily::{Attempt, Day, Puzzle, best_play};
use engine::Engine;
use rules::{Play, Tile, Timestamp};
use serde_json::{Value, json};
use server::Server;
use store::{DailyStore as _, KeptPuzzle, MemoryStore, PuzzleKey};
use tables::Time;
use tokio::sync::OnceCell;

use crate::client::{Reply, Running};

/// Noon of 15 November 2026, UTC.
pub(crate) const NOON: i64 = 1_794_744_000_000;
pub(crate) const TODAY: &str = "2026-11-15";
pub(crate) const HOUR: i64 = 3_600_000;

pub(crate) fn at(moment: i64) -> impl FnOnce(&mut Server) {
    move |server| server.time = Time::starting_at(Timestamp(moment))
}

/// Store key of the English puzzle of a day.
pub(crate) fn key(day: &str) -> PuzzleKey {
    PuzzleKey { day: day.to_owned(), language: "en".to_owned() }
}

/// A server without a stored puzzle for today.
pub(crate) async fn open_new() -> Running {
    Running::on(Arc::new(MemoryStore::new()), at(NOON)).await
}

/// A server on which today's puzzle is solved.
pub(crate) async fn open() -> Running {
    Running::on(solved().await, at(NOON)).await
}

/// A store with today's puzzle and its solution. Finding it takes seconds, so one server does it
/// for all tests.
pub(crate) async fn solved() -> Arc<MemoryStore> {
    static KEPT: OnceCell<KeptPuzzle> = OnceCell::const_new();
    let key = key(TODAY);
    let kept = KEPT.get_or_init(|| async {
        let server = open_new().await;
        Device::new(&server).await.submits(&first_play()).await;
        loop {
            let kept = server.store.puzzle(&key).await.unwrap();
            if let Some(kept) = kept.filter(|kept| kept.solution.is_some()) {
                return kept;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let (store, kept) = (Arc::new(MemoryStore::new()), kept.await);
    store.keep_puzzle(&key, kept.clone()).await.unwrap();
    store
}

/// The stored puzzle of a day, with par as its best total, so that no server solves it.
pub(crate) fn solved_at_par(day: Day) -> KeptPuzzle {
    let puzzle = Arc::new(Puzzle::of(day, wordlists::embedded("en").unwrap(), engine()).unwrap());
    let language = puzzle.language();
    let tile = |tile: &Tile| match tile {
        Tile::Blank => "_",
        Tile::Letter(letter) => language.text(*letter),
    };
    let letters: Vec<&str> = puzzle.starting_word().iter().map(|letter| language.text(*letter)).collect();
    let par: Vec<String> =
        ::daily::par(&puzzle, engine()).turns.iter().map(|turn| turn.deed.write(language)).collect();
    KeptPuzzle {
        seed: puzzle.seed(),
        starting_word: letters.join(" "),
        order: puzzle.order().iter().map(tile).collect::<Vec<_>>().join(" "),
        solution: Some(json!({"par": par, "best": par, "proven": false}).to_string()),
    }
}

pub(crate) fn engine() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| Engine::new(wordlists::embedded("en").unwrap()).unwrap())
}

pub(crate) fn puzzle() -> Arc<Puzzle> {
    static PUZZLE: OnceLock<Arc<Puzzle>> = OnceLock::new();
    let make = || {
        let english = wordlists::embedded("en").unwrap();
        Arc::new(Puzzle::of(TODAY.parse().unwrap(), english, engine()).unwrap())
    };
    PUZZLE.get_or_init(make).clone()
}

/// A device, with or without a token.
pub(crate) struct Device<'s> {
    pub(crate) server: &'s Running,
    pub(crate) headers: String,
}

impl<'s> Device<'s> {
    pub(crate) fn without_token(server: &'s Running) -> Device<'s> {
        Device { server, headers: String::new() }
    }

    pub(crate) fn with_token(server: &'s Running, token: &str) -> Device<'s> {
        Device { server, headers: format!("Authorization: Bearer {token}\r\n") }
    }

    pub(crate) async fn new(server: &'s Running) -> Device<'s> {
        let (status, answer) = Device::without_token(server).post("/api/daily/devices", &json!({})).await;
        assert_eq!(status, 201, "{answer}");
        Device::with_token(server, answer["token"].as_str().unwrap())
    }

    pub(crate) async fn reply(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        let reply = self.server.send(method, path, &self.headers, body).await;
        assert!([200, 201, 204].contains(&reply.status) || reply.text().contains("\"error\""), "{reply:?}");
        reply
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, Value) {
        read(&self.reply("GET", path, b"").await)
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        read(&self.reply("POST", path, body.to_string().as_bytes()).await)
    }

    pub(crate) async fn state(&self) -> Value {
        let (status, state) = self.get(&format!("/api/daily/{TODAY}")).await;
        assert_eq!(status, 200, "{state}");
        state
    }

    pub(crate) async fn submits(&self, body: &Value) -> (u16, Value) {
        self.post(&format!("/api/daily/{TODAY}/turns"), body).await
    }

    /// Exchanges the first tile in some turns of a day, and returns the state after that.
    pub(crate) async fn swaps(&self, day: Day, turns: RangeInclusive<usize>) -> Value {
        let (_, mut state) = self.get(&format!("/api/daily/{day}")).await;
        for number in turns {
            let swap = json!({"turnNumber": number, "tilesExchanged": [state["playerRack"][0]["id"]]});
            let (status, mut answer) = self.post(&format!("/api/daily/{day}/turns"), &swap).await;
            assert_eq!(status, 200, "{answer}");
            state = answer["state"].take();
        }
        state
    }

    /// Plays the highest-scoring play of each remaining turn.
    pub(crate) async fn plays_greedily(&self) -> Vec<Value> {
        let mut answers = Vec::new();
        let mut attempt = Attempt::new(&puzzle());
        while let Some(play) = best_play(&attempt, engine()) {
            let (status, answer) = self.submits(&turn(attempt.turn_number(), &play)).await;
            assert_eq!(status, 200, "{answer}");
            let placement = ::daily::Laid::of(&play).placement();
            attempt.play(&placement, wordlists::embedded("en").unwrap().as_ref()).unwrap();
            assert_eq!(answer["state"]["score"], attempt.score().0);
            answers.push(answer);
        }
        answers
    }
}

pub(crate) fn read(reply: &Reply) -> (u16, Value) {
    if reply.status != 204 {
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
    }
    (reply.status, serde_json::from_slice(&reply.body).unwrap_or(Value::Null))
}

/// A play as a device submits it.
pub(crate) fn turn(number: usize, play: &Play) -> Value {
    let language = puzzle().language().clone();
    let tile = |(square, laid): &(rules::Square, rules::LaidTile)| {
        json!({
            "letter": language.text(laid.letter),
            "position": {"row": square.row(), "col": square.column()},
            "isBlank": laid.is_blank,
        })
    };
    json!({"turnNumber": number, "tilesPlaced": play.tiles.iter().map(tile).collect::<Vec<_>>()})
}

pub(crate) fn first_play() -> Value {
    turn(1, &best_play(&Attempt::new(&puzzle()), engine()).unwrap())
}

pub(crate) fn error(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}
