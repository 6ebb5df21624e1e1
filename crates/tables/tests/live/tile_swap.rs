//! Pairs of games that differ in a single hidden tile.

use std::sync::Arc;

use rules::{Event, EventKind, Game, Seat, Tile};
use serde_json::{Value, json};
use store::{Commit, EventStore, MemoryStore, NewTable, SeatChange, StoredTable, Version};

use crate::test_client::TestClient;
use crate::test_server::TestServer;

/// Two adjacent tiles of the alphabet: Ann holds one, the other is in the bag.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Hidden {
    held: Tile,
    instead: Tile,
}

/// Copies a log to a new store, swapping one of Ann's tiles with a tile in the bag.
pub(crate) async fn rewrite(table: &StoredTable, seat: Seat, hidden: Option<Hidden>) -> Arc<MemoryStore> {
    let changed = |event: &Event| {
        let mut event = event.clone();
        if let (EventKind::GameStarted { deals, .. }, Some(hidden)) = (&mut event.kind, hidden) {
            let deal = deals.iter_mut().find(|(dealt, _)| *dealt == seat).unwrap();
            let tile = deal.1.tiles.iter_mut().find(|tile| **tile == hidden.held).unwrap();
            *tile = hidden.instead;
        }
        event
    };
    let store = Arc::new(MemoryStore::new());
    let language = Game::replay(table.events()).unwrap().rules().language.clone();
    let taken = |(seat, stored): (Seat, &store::StoredSeat)| SeatChange::Taken {
        seat,
        player: stored.player.clone(),
        token: stored.token,
        name_key: stored.name_key.clone(),
    };
    let seats: Vec<SeatChange> = table.seats.iter().map(taken).collect();
    let (status, next_due) = (table.status, table.next_due);
    for batch in &table.batches {
        let (at, events) = (batch.at, batch.events.iter().map(changed).collect());
        if batch.version == Version::FIRST {
            let new = NewTable {
                id: table.id.clone(),
                code: table.code.clone().unwrap(),
                lobby: table.lobby,
                seed: table.seed.clone(),
                invite: table.invite,
                at,
                events,
                seats: seats.clone(),
                status,
                next_due,
            };
            store.create(new).await.unwrap();
        } else {
            let expected = Version(batch.version.0 - 1);
            let (table, language, seats) = (table.id.clone(), language.clone(), seats.clone());
            let commit = Commit {
                table,
                expected,
                at,
                language,
                events: events.into(),
                command: None,
                seats,
                status,
                next_due,
            };
            store.append(commit).await.unwrap();
        }
    }
    store
}

/// Finds Ann's tiles that can be swapped with a neighbour in the alphabet.
///
/// The swap changes a single draw.
pub(crate) fn cluster(game: &Game, seat: Seat) -> Vec<Hidden> {
    let language = &game.rules().language;
    let order: Vec<Tile> = language.tiles().collect();
    let bag = game.bag().unwrap().tiles();
    let rack = game.rack(seat).unwrap().tiles();
    let pairs = order.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])]);
    pairs
        .filter(|(held, instead)| rack.contains(held) && !rack.contains(instead) && bag.contains(instead))
        .map(|(held, instead)| Hidden { held, instead })
        .collect()
}

pub(crate) fn payload_or_centre(payload: &Value) -> Value {
    if payload.get("placements").is_some() {
        return payload.clone();
    }
    json!({"placements": [{"row": 7, "col": 7, "tile": {"letter": "E", "isBlank": false}}]})
}

/// Records a game in which Ann never shows the hidden tile.
pub(crate) async fn script(
    house: &TestServer,
    guests: &[TestClient],
    hidden: Hidden,
) -> Vec<(String, &'static str, Value)> {
    let mut moves = Vec::new();
    for _ in 0..8 {
        let game = house.replay(&guests[0].room).await;
        let guest = house.to_move(guests).await;
        let (event, payload) = if guest.name == "Ann" {
            let rack = game.rack(game.to_move().unwrap()).unwrap().tiles();
            match rack.iter().position(|tile| *tile != hidden.held && *tile != hidden.instead) {
                Some(place) => ("exchangeTiles", json!({"tileIndices": [place]})),
                None => ("passTurn", json!({})),
            }
        } else {
            let (_, event, payload) = house.next_move(guests).await;
            (event, payload)
        };
        guest.does(event, payload.clone()).await;
        moves.push((guest.name.clone(), event, payload));
    }
    moves
}
