//! Real games in a database, and access to its contents.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use rules::{EventKind, Game, GameId, Language, Millis, Preset, Seat, Timestamp};
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};
use store::{
    Commit, DailyStore, EventStore, KeptPuzzle, Lobby, NewTable, NewTurn, PlayerId, PuzzleKey, RoomCode,
    SeatChange, SqliteSettings, SqliteStore, TokenHash, Version,
};
use testkit::{ANN, RandomGame, Table};

pub(crate) fn days_ago(days: i64) -> Timestamp {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    Timestamp(now - Millis::hours(24 * days).0)
}

/// How far a game is played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    Begun,
    TheEnd,
}

/// A game to store.
pub(crate) struct Sample {
    pub(crate) id: &'static str,
    pub(crate) code: &'static str,
    pub(crate) preset: Preset,
    pub(crate) until: Until,
    pub(crate) days_ago: i64,
}

pub(crate) const OLD: Sample = Sample {
    id: "11111111-1111-4111-8111-111111111111",
    code: "OLDA",
    preset: Preset::Classic,
    until: Until::TheEnd,
    days_ago: 40,
};

pub(crate) const RECENT: Sample = Sample {
    id: "22222222-2222-4222-8222-222222222222",
    code: "NEWA",
    preset: Preset::Open,
    until: Until::TheEnd,
    days_ago: 2,
};

pub(crate) const RUNNING: Sample = Sample {
    id: "33333333-3333-4333-8333-333333333333",
    code: "RUNA",
    preset: Preset::Social,
    until: Until::Begun,
    days_ago: 0,
};

/// The seed of all samples.
pub(crate) const SEED: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// Stores samples in the data folder, one commit per event, and some days of the daily puzzle.
pub(crate) async fn keep(data: &Path, samples: &[Sample]) {
    let store = SqliteStore::open(data.join("dord.sqlite"), SqliteSettings::default()).await.unwrap();
    for (number, sample) in (1..).zip(samples) {
        keep_game(&store, number, sample).await;
    }
    let puzzle =
        KeptPuzzle { seed: 7, starting_word: "STONE".to_owned(), order: "A B".to_owned(), solution: None };
    let today = PuzzleKey { day: "2026-11-15".to_owned(), language: "en".to_owned() };
    store.keep_puzzle(&today, puzzle).await.unwrap();
    // The name "1" is also the number of a player, so a name and a number can be confused.
    for (number, name) in [(8, "Zoë"), (9, "1")] {
        let player = store.add_player(TokenHash([number; 32]), days_ago(1)).await.unwrap();
        store.rename_player(player, Some(name.to_owned())).await.unwrap();
        let turn = NewTurn { number: 1, deed: "8H STONE".to_owned(), score: 12, finished_at: None };
        store.add_turn(player, &today, turn).await.unwrap();
    }
    store.close().await;
}

async fn keep_game(store: &SqliteStore, number: u8, sample: &Sample) {
    let table = match sample.until {
        Until::TheEnd => {
            let lexicon = wordlists::embedded("en").unwrap();
            let mut random = RandomGame::new(sample.preset, lexicon, number.into());
            random.finish();
            random.table
        }
        Until::Begun => {
            let rules = sample.preset.rules(Language::by_code("en").unwrap());
            let mut table = Table::of(rules, 2).with_racks(&["QUIZEST", "ABCDEFG"]).started();
            table.play(ANN, "8E", "QUIZ").unwrap();
            table
        }
    };
    let id = GameId::new(sample.id);
    let at = days_ago(sample.days_ago);
    let mut log = table.log;
    if let EventKind::TableOpened(opening) = &mut log[0].kind {
        opening.game = id.clone();
        opening.commitment = Table::SEED.commitment(&id);
    }
    let seats = table.game.players().iter().map(|(seat, player)| SeatChange::Taken {
        seat,
        player: PlayerId::new(player_id(number, seat)),
        token: Some(TokenHash([number * 10 + seat.index() as u8; 32])),
        name_key: player.name.as_str().to_lowercase(),
    });
    let mut game = Game::replay(&log[..1]).unwrap();
    let new = NewTable {
        id: id.clone(),
        code: RoomCode::new(sample.code).unwrap(),
        lobby: Lobby::Private,
        seed: Table::SEED,
        invite: TokenHash([number; 32]),
        at,
        events: vec![log[0].clone()],
        seats: seats.collect(),
        status: game.progress(),
        next_due: None,
    };
    store.create(new).await.unwrap();
    for (version, event) in (1..).zip(&log[1..]) {
        game.apply(event).unwrap();
        let commit = Commit {
            table: id.clone(),
            expected: Version(version),
            at,
            language: game.rules().language.clone(),
            events: [event.clone()].into(),
            command: None,
            seats: Vec::new(),
            status: game.progress(),
            next_due: None,
        };
        store.append(commit).await.unwrap();
    }
}

/// Id of a player of the sample with this number, counted from 1.
pub(crate) fn player_id(number: u8, seat: Seat) -> String {
    format!("player-{number}-{}", seat.index())
}

/// Every event of every table, byte for byte as stored.
pub(crate) async fn logs(data: &Path) -> Vec<(String, i64, Vec<u8>)> {
    let url = format!("sqlite://{}", data.join("dord.sqlite").display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let select = "SELECT id, version, CAST(events AS BLOB) FROM commits JOIN tables ON number = table_number \
                  ORDER BY id, version";
    let logs = sqlx::query_as(AssertSqlSafe(select)).fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    logs
}
