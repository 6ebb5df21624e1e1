//! Measures durable commits per second, and bytes per move.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rules::{
    ClaimedTile, Command, Event, EventKind, GameId, Language, Opening, Placement, Preset, Progress, Rack,
    Seed, Square, Tile, TileToLay, Timestamp,
};
use store::{
    Commit, EventStore, IdempotencyRecord, Lobby, NewTable, PlayerId, RoomCode, SqliteSettings, SqliteStore,
    TokenHash, Version,
};
use testkit::Table;
use tokio::task::JoinSet;

const SECONDS: u64 = 5;
const GAMES: u32 = 200;

#[tokio::main]
async fn main() {
    let moves = moves();
    println!("a typical game has {} moves", moves.len());
    for writers in [1, 16, 256] {
        let (appends, slowest) = appends(writers, &moves).await;
        let a_second = appends / SECONDS;
        println!(
            "{writers:>4} waiting writers: {a_second:>6} durable appends a second, the slowest {slowest:?}"
        );
    }
    size(&moves).await;
}

/// Creates a folder on the disk of the build. A folder for temporary files may be in memory.
fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

async fn open(path: &Path) -> Arc<SqliteStore> {
    Arc::new(SqliteStore::open(path, SqliteSettings::default()).await.expect("the store opens"))
}

/// Returns the events of each move of a full game.
///
/// The two players lay the first tiles that fit.
fn moves() -> Vec<Vec<Event>> {
    let mut table = Table::of(Preset::Open.rules(english()), 2).started();
    let mut moves = Vec::new();
    while let Some(player) = table.to_move() {
        let before = table.log.len();
        let placements = placements(&table, player);
        let played = placements
            .into_iter()
            .any(|placement| table.command(player, Command::PlaceTiles(placement)).is_ok());
        if !played {
            table.pass(player).expect("whoever is to move can pass");
        }
        moves.push(table.log[before..].to_vec());
    }
    moves
}

/// Placements of five to one tiles of the rack on every square, across and down.
///
/// They begin at a square that moves on with the game.
fn placements(table: &Table, player: usize) -> Vec<Placement> {
    let seat = rules::Seat::at(player).expect("a seat");
    let board = table.game.board().expect("a game");
    let rack = table.game.rack(seat).map_or(&[][..], Rack::tiles);
    let lettered: Vec<TileToLay> = rack
        .iter()
        .map(|&tile| match tile {
            Tile::Blank => TileToLay::Blank(english().letter("E")),
            Tile::Letter(letter) => TileToLay::Letter(letter),
        })
        .collect();
    let squares: Vec<Square> = Square::all().collect();
    let mut placements = Vec::new();
    for count in (1..=5.min(lettered.len())).rev() {
        for offset in 0..squares.len() {
            let start = squares[(offset * 7 + table.log.len() * 13) % squares.len()];
            for direction in [rules::Direction::Across, rules::Direction::Down] {
                let line = std::iter::successors(Some(start), |square| square.next(direction));
                let free = line.filter(|&square| board.is_free(square));
                let tiles: Vec<ClaimedTile> = free
                    .zip(&lettered[..count])
                    .map(|(square, &tile)| ClaimedTile {
                        row: square.row().into(),
                        column: square.column().into(),
                        tile,
                    })
                    .collect();
                placements.push(Placement { tiles });
            }
        }
    }
    placements
}

fn english() -> Arc<Language> {
    Language::by_code("en").expect("English")
}

fn table(number: u32) -> NewTable {
    let id = GameId::new(format!("01939f3c-7a1e-7c3d-9f5b-{number:012x}"));
    let seed = Seed([7; 32]);
    let opening = Opening {
        game: id.clone(),
        rules: Preset::Open.rules(english()),
        commitment: seed.commitment(&id),
        rematch: None,
        starting_word: Vec::new(),
    };
    let letter = |place: u32| char::from(b'A' + (number / 26_u32.pow(place) % 26) as u8);
    NewTable {
        id,
        code: RoomCode::new(&[3, 2, 1, 0].map(letter).iter().collect::<String>()).expect("four capitals"),
        lobby: Lobby::Private,
        seed,
        invite: TokenHash([1; 32]),
        at: Timestamp(0),
        events: vec![Event { at: Timestamp(0), kind: EventKind::TableOpened(opening) }],
        seats: Vec::new(),
        status: Progress::Waiting,
        next_due: None,
    }
}

/// A commit like that of a move, with the answer to its sender.
fn commit(table: &GameId, expected: Version, events: &[Event]) -> Commit {
    Commit {
        table: table.clone(),
        expected,
        at: Timestamp(1_763_208_000_000),
        language: english(),
        events: events.into(),
        command: Some(IdempotencyRecord {
            player: PlayerId::new("01939f3c-7a1e-7c3d-9f5b-aaaaaaaaaaaa"),
            id: format!("0193-{}", expected.0),
            reply: format!("{{\"ok\":true,\"seq\":{}}}", expected.0),
        }),
        seats: Vec::new(),
        status: Progress::Playing,
        next_due: Some(Timestamp(1_763_208_060_000)),
    }
}

/// Measures writers that each use their own table and wait for each answer.
async fn appends(writers: u32, moves: &[Vec<Event>]) -> (u64, Duration) {
    let folder = folder();
    let store = open(&folder.path().join("dord.db")).await;
    let (count, slowest) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let mut tasks = JoinSet::new();
    for number in 0..writers {
        store.create(table(number)).await.expect("a table");
    }
    let end = Instant::now() + Duration::from_secs(SECONDS);
    for number in 0..writers {
        let (store, moves, count, slowest) = (store.clone(), moves.to_vec(), count.clone(), slowest.clone());
        tasks.spawn(async move {
            let (id, mut version) = (table(number).id, Version::FIRST);
            for events in moves.iter().cycle() {
                let begun = Instant::now();
                if begun >= end {
                    break;
                }
                version = store.append(commit(&id, version, events)).await.expect("an append");
                count.fetch_add(1, Ordering::Relaxed);
                slowest.fetch_max(begun.elapsed().as_micros() as u64, Ordering::Relaxed);
            }
        });
    }
    tasks.join_all().await;
    store.close().await;
    (count.load(Ordering::Relaxed), Duration::from_micros(slowest.load(Ordering::Relaxed)))
}

/// Measures the disk space of many games once the log is merged into the file.
async fn size(moves: &[Vec<Event>]) {
    let folder = folder();
    let path = folder.path().join("dord.db");
    let store = open(&path).await;
    let mut tasks = JoinSet::new();
    for number in 0..GAMES {
        let (store, moves) = (store.clone(), moves.to_vec());
        tasks.spawn(async move {
            let new = table(number);
            let (id, mut version) = (new.id.clone(), Version::FIRST);
            store.create(new).await.expect("a table");
            for events in &moves {
                version = store.append(commit(&id, version, events)).await.expect("an append");
            }
        });
    }
    tasks.join_all().await;
    store.close().await;
    let written: usize = moves.iter().map(|events| store::codec::encode(events, &english()).len()).sum();
    let on_disk = std::fs::metadata(&path).expect("the file").len();
    println!(
        "a move: {} bytes of events, {} bytes on the disk with its command, indices and share of the table",
        written / moves.len(),
        on_disk / (u64::from(GAMES) * moves.len() as u64)
    );
}
