//! Games in the test store: two finished ones and a running one.

use rules::{Game, GameId, Key, Language, Opening, Preset, Progress, Seed, Timestamp};
use store::{EventStore as _, Lobby, MemoryStore, NewTable, PlayerId, RoomCode, SeatChange, TokenHash};
use testkit::{RandomGame, Table};

/// A finished game of two players.
pub(crate) const FINISHED: &str = "00000000-0000-4000-8000-000000000001";
/// A finished game of four players, with names that are hard to draw.
pub(crate) const FOUR: &str = "00000000-0000-4000-8000-000000000002";
/// A running game.
pub(crate) const RUNNING: &str = "00000000-0000-4000-8000-000000000003";

const SEED: Seed = Seed([7; 32]);

pub(crate) async fn keep_all(store: &MemoryStore) {
    let mut two = started(FINISHED, &["Ann", "Bob"], 5);
    two.play_to_the_end();
    keep(store, FINISHED, "AAAB", &two.table).await;
    let mut four =
        started(FOUR, &["WWWWWWWWWWWWWWWWWWWW", "Ærøskøbing Ŵ 1234567", "Ελένη Жанна", "名前名前名前"], 11);
    four.play_to_the_end();
    keep(store, FOUR, "AAAC", &four.table).await;
    let running = started(RUNNING, &["Ann", "Bob"], 7);
    keep(store, RUNNING, "AAAD", &running.table).await;
}

/// A started game of these players, with verifiable draws.
fn started(id: &str, names: &[&str], chance: u64) -> RandomGame {
    let game = GameId::new(id);
    let rules = Preset::Open.rules(Language::by_code("en").unwrap());
    let commitment = SEED.commitment(&game);
    let mut table = Table::open(Opening { game, rules, commitment, rematch: None, starting_word: vec![] });
    for name in names {
        table.join(name).unwrap();
    }
    table.key = Some(Key::new(&SEED, table.game.id(), &table.game.key_nonces()));
    RandomGame::of(table.started(), wordlists::embedded("en").unwrap(), chance)
}

async fn keep(store: &MemoryStore, id: &str, code: &str, table: &Table) {
    let game = Game::replay(&table.log).unwrap();
    let taken = game.players().iter().map(|(seat, player)| SeatChange::Taken {
        seat,
        player: PlayerId::new(format!("p{}", seat.index())),
        token: None,
        name_key: player.name.to_string(),
    });
    let status = if game.outcome().is_some() { Progress::Ended } else { Progress::Playing };
    let table = NewTable {
        id: GameId::new(id),
        code: RoomCode::new(code).unwrap(),
        lobby: Lobby::Private,
        seed: SEED,
        invite: TokenHash([0; 32]),
        at: Timestamp(0),
        events: table.log.clone(),
        seats: taken.collect(),
        status,
        next_due: None,
    };
    store.create(table).await.unwrap();
}
