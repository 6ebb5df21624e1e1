use serde_json::json;

use crate::test_client::TestClient;
use crate::test_server::TestServer;

/// More turns than any game has.
const TURNS_MAX: usize = 200;

/// Plays a game to its end and returns the reason.
async fn play_out(house: &TestServer, guests: &[TestClient]) -> String {
    let room = &guests[0].room;
    for _ in 0..TURNS_MAX {
        let game = house.replay(room).await;
        if game.outcome().is_some() {
            break;
        }
        let position = game.table_view().play().unwrap();
        if position.waits() {
            // The last play waits until all other players accept it.
            let player = &game.players()[position.open_play().unwrap().seat()].name;
            for guest in guests.iter().filter(|guest| guest.name != player.as_str()) {
                guest.does("acceptPlay", json!({})).await;
            }
        } else {
            house.turn(guests).await;
        }
    }
    house.everybody_knows(guests).await;
    guests[0].last("gameEnded").expect("the game ends")["reason"].as_str().unwrap().to_owned()
}

async fn is_played_by_two_three_and_four(preset: &str) {
    for players in 2..=4 {
        let house = TestServer::open(players as u64);
        let guests = house.game(preset, json!({}), players).await;
        let reason = play_out(&house, &guests).await;
        assert!(["allTilesPlayed", "consecutivePasses"].contains(&reason.as_str()), "{reason}");
        for guest in &guests {
            let committed = guest.last("bagCommitment").unwrap();
            let reveal = guest.last("bagReveal").expect("the draws are revealed");
            assert_eq!(reveal["commitment"], committed["commitment"]);
            assert_eq!(guest.last("gameEnded"), guests[0].last("gameEnded"));
            assert_eq!(guest.count("gameEnded"), 1);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_social_game_is_played_to_its_end_by_two_three_and_four() {
    is_played_by_two_three_and_four("social").await;
}

#[tokio::test(start_paused = true)]
async fn a_classic_game_is_played_to_its_end_by_two_three_and_four() {
    is_played_by_two_three_and_four("classic").await;
}

#[tokio::test(start_paused = true)]
async fn a_validated_game_is_played_to_its_end_by_two_three_and_four() {
    is_played_by_two_three_and_four("validated").await;
}

#[tokio::test(start_paused = true)]
async fn an_open_game_is_played_to_its_end_by_two_three_and_four() {
    is_played_by_two_three_and_four("open").await;
}

#[tokio::test(start_paused = true)]
async fn all_players_see_the_opening_draw_of_a_classic_game() {
    for seed in 0..10 {
        let house = TestServer::open(seed);
        let guests = house.game("classic", json!({}), 3).await;
        let rounds = guests[0].last("gameStarted").unwrap()["openingDraw"].clone();
        let best = rounds.as_array().unwrap().last().unwrap()["best"].clone();
        for guest in &guests {
            let started = guest.last("gameStarted").unwrap();
            assert_eq!(started["openingDraw"], rounds);
            assert_eq!(json!([started["currentPlayerId"]]), best);
            assert_eq!(guest.count("openingDraw"), rounds.as_array().unwrap().len());
        }
    }
}

#[tokio::test(start_paused = true)]
async fn the_host_begins_a_social_game() {
    let house = TestServer::open(1);
    let guests = house.game("social", json!({}), 4).await;
    assert_eq!(house.to_move(&guests).await.name, "Ann");
    let order: Vec<&str> = guests.iter().map(|guest| guest.id.as_str()).collect();
    assert_eq!(guests[2].last("gameStarted").unwrap()["turnOrder"], json!(order));
}

#[tokio::test(start_paused = true)]
async fn passes_end_a_game_as_its_preset_counts_them() {
    for (preset, players, passes) in
        [("social", 2, 2), ("social", 3, 3), ("classic", 4, 4), ("validated", 3, 4), ("open", 2, 6)]
    {
        let house = TestServer::open(2);
        let guests = house.game(preset, json!({}), players).await;
        for _ in 0..passes {
            assert_eq!(guests[0].count("gameEnded"), 0, "{preset}");
            house.to_move(&guests).await.does("passTurn", json!({})).await;
        }
        assert_eq!(guests[1].last("gameEnded").unwrap()["reason"], "consecutivePasses", "{preset}");
    }
}

/// One person and three bots play a game to its end.
async fn is_played_with_three_bots(preset: &str, levels: [u8; 3]) {
    let house = TestServer::open(7);
    let guests = [house.host("Ann", preset, json!({})).await];
    let [ann] = &guests;
    for level in levels {
        ann.does("addBot", json!({"level": level})).await;
    }
    ann.does("startGame", json!({})).await;
    for _ in 0..4 * TURNS_MAX {
        let game = house.replay(&ann.room).await;
        if game.outcome().is_some() {
            break;
        }
        let position = game.table_view().play().unwrap();
        let is_ann = |seat| game.players()[seat].name.as_str() == "Ann";
        let challenged = position.open_play().and_then(rules::SeenPlay::challenge);
        // Another player may have been faster. Then the event is refused.
        if challenged.is_some() {
            let _ = ann.ask("resolveChallenge", json!({"valid": true})).await;
        } else if position.open_play().is_some_and(|open| !is_ann(open.seat())) {
            let _ = ann.ask("acceptPlay", json!({})).await;
        }
        if is_ann(position.to_move()) && !position.waits() && challenged.is_none() {
            let (_, event, payload) = house.next_move(&guests).await;
            let _ = ann.ask(event, payload).await;
        }
        crate::test_server::wait(2).await;
    }
    let ended = ann.last("gameEnded").unwrap_or_else(|| panic!("a game of {preset} ends"));
    let reason = ended["reason"].as_str().unwrap();
    assert!(["allTilesPlayed", "consecutivePasses"].contains(&reason), "{preset}: {reason}");
    assert!(ann.count("playMade") > 10, "the bots play");
}

#[tokio::test(start_paused = true)]
async fn three_bots_and_a_person_play_every_preset_to_its_end() {
    for (preset, levels) in
        [("social", [1, 2, 4]), ("classic", [5, 3, 2]), ("validated", [4, 5, 1]), ("open", [5, 5, 3])]
    {
        is_played_with_three_bots(preset, levels).await;
    }
}
