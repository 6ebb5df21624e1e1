//! What the daily puzzle hides during its day and publishes afterwards, and which days are solved.

use std::sync::Arc;
use std::time::Duration;

use ::daily::{Attempt, Day};
use serde_json::{Value, json};
use store::{DailyStore as _, KeptPuzzle, MemoryStore};

use crate::client::Running;
use crate::device::{Device, HOUR, NOON, TODAY, at, engine, error, key, puzzle, solved_at_par};

/// The same puzzle with different secrets: the seed, and the best line with its total.
fn world(number: u64) -> KeptPuzzle {
    let kept = solved_at_par(TODAY.parse().unwrap());
    let mut solution: Value = serde_json::from_str(kept.solution.as_deref().unwrap()).unwrap();
    if number > 0 {
        solution["best"] = json!(["v1 - 1", "v1 - 2", "v1 - 3", "v1 - 4", "v1 - 5"]);
        solution["proven"] = json!(true);
    }
    KeptPuzzle { seed: kept.seed + number, solution: Some(solution.to_string()), ..kept }
}

/// A response without its timestamps, which differ between servers.
fn without_times(mut answer: Value) -> String {
    for path in ["", "/state"] {
        if let Some(part) = answer.pointer_mut(path).and_then(Value::as_object_mut) {
            part.remove("serverTime");
            part.remove("completedAt");
        }
    }
    answer.to_string()
}

#[tokio::test]
async fn during_the_day_no_response_depends_on_the_seed_or_the_best_line() {
    let mut worlds = Vec::new();
    for number in [0, 1] {
        let store = Arc::new(MemoryStore::new());
        store.keep_puzzle(&key(TODAY), world(number)).await.unwrap();
        let server = Running::on(store, at(NOON)).await;
        let (scout, other) = (Device::new(&server).await, Device::new(&server).await);
        let mut heard = Vec::new();
        for number in 1..=5 {
            let (_, state) = scout.get(&format!("/api/daily/{TODAY}")).await;
            let swap = json!({"turnNumber": number, "tilesExchanged": [state["playerRack"][0]["id"]]});
            let (status, answer) = scout.submits(&swap).await;
            assert_eq!(status, 200, "{answer}");
            heard.push(without_times(answer));
        }
        let (status, ended) = scout.submits(&json!({"turnNumber": 5, "tilesExchanged": ["tile_001"]})).await;
        assert_eq!((status, error(&ended)), (409, "GAME_ENDED"));
        heard.push(without_times(ended));
        for device in [&scout, &other, &Device::without_token(&server)] {
            for path in [
                format!("/{TODAY}"),
                format!("/{TODAY}/results"),
                format!("/{TODAY}/leaderboard"),
                String::new(),
            ] {
                heard.push(without_times(device.get(&format!("/api/daily{path}")).await.1));
            }
        }
        let (_, results) = scout.get(&format!("/api/daily/{TODAY}/results")).await;
        assert_eq!(
            (&results["isDayOver"], results.get("seed"), &results["best"]),
            (&json!(false), None, &Value::Null)
        );
        assert_eq!(results["isBestProven"], false);
        // Par is only a total. The best play of each of the scout's own turns is shown, but not
        // par's plays.
        let total = ::daily::par(&puzzle(), engine()).total.0;
        assert_eq!(results["par"], json!({"total": total}));
        assert!(results["turns"].as_array().unwrap().iter().all(|turn| turn["bestPlay"]["score"].is_i64()));
        worlds.push(heard);
    }
    assert_eq!(worlds[0], worlds[1]);
    let seed = puzzle().seed().to_string();
    assert!(worlds[0].iter().all(|answer| !answer.contains(&seed)));
}

#[tokio::test]
async fn when_the_day_is_over_seed_best_line_and_par_are_published() {
    let store = Arc::new(MemoryStore::new());
    store.keep_puzzle(&key(TODAY), world(0)).await.unwrap();
    let server = Running::on(Arc::clone(&store), at(NOON)).await;
    let (ann, bob) = (Device::new(&server).await, Device::new(&server).await);
    ann.plays_greedily().await;
    bob.swaps(TODAY.parse().unwrap(), 1..=4).await;
    let (of_ann, of_bob) = (ann.headers.clone(), bob.headers.clone());
    drop(server);

    let server = Running::on(store, at(NOON + 12 * HOUR)).await;
    let ann = Device { server: &server, headers: of_ann };
    let bob = Device { server: &server, headers: of_bob };
    let (status, results) = ann.get(&format!("/api/daily/{TODAY}/results")).await;
    assert_eq!((status, &results["isDayOver"]), (200, &json!(true)), "{results}");
    assert_eq!(results["seed"], puzzle().seed());
    assert_eq!(results["best"]["turns"].as_array().unwrap().len(), 5);
    assert_eq!((&results["best"], &results["score"]), (&results["par"], &results["par"]["total"]));
    assert_eq!(ann.state().await["seed"], puzzle().seed());
    // A player with a turn left still sees none of it.
    assert_eq!(bob.state().await["seed"], Value::Null);
    let (status, early) = bob.get(&format!("/api/daily/{TODAY}/results")).await;
    assert_eq!((status, error(&early)), (409, "NOT_FINISHED"));
    bob.swaps(TODAY.parse().unwrap(), 5..=5).await;
    assert_eq!(bob.state().await["seed"], puzzle().seed());
}

#[tokio::test]
async fn a_solution_of_another_node_is_published_and_not_solved_again() {
    // It is tomorrow, so today's puzzle is an archived one.
    let server = Running::on(Arc::new(MemoryStore::new()), at(NOON + 24 * HOUR)).await;
    let ann = Device::new(&server).await;
    // This server loads the puzzle before there is a solution.
    ann.plays_greedily().await;
    let deeds: Vec<String> = ::daily::par(&puzzle(), engine())
        .turns
        .iter()
        .map(|turn| turn.deed.write(puzzle().language()))
        .collect();
    // Our search through five turns never proves its result, so this solution must be another
    // node's.
    let found = json!({"par": deeds, "best": deeds, "proven": true});
    server.store.keep_solution(&key(TODAY), found.to_string()).await.unwrap();
    let (status, results) = ann.get(&format!("/api/daily/{TODAY}/results")).await;
    assert_eq!((status, &results["isBestProven"]), (200, &json!(true)), "{results}");
    assert_eq!(results["best"], results["par"]);
    let kept = server.store.puzzle(&key(TODAY)).await.unwrap().unwrap();
    assert_eq!(kept.solution, Some(found.to_string()));
    // The next response is the same.
    assert_eq!(ann.get(&format!("/api/daily/{TODAY}/results")).await.1, results);
}

#[tokio::test]
async fn an_archived_day_is_solved_only_when_a_player_who_finished_it_requests_results() {
    let server = Running::on(Arc::new(MemoryStore::new()), at(NOON + 24 * HOUR)).await;
    let ann = Device::new(&server).await;
    let (turned, asked): (Day, Day) = ("2026-11-14".parse().unwrap(), TODAY.parse().unwrap());
    ann.swaps(turned, 1..=5).await;
    ann.swaps(asked, 1..=5).await;
    let (status, results) = ann.get(&format!("/api/daily/{asked}/results")).await;
    assert_eq!(
        (status, &results["isDayOver"], &results["best"]),
        (200, &json!(true), &Value::Null),
        "{results}"
    );
    let is_solved = async |day: Day| {
        server.store.puzzle(&key(&day.to_string())).await.unwrap().unwrap().solution.is_some()
    };
    while !is_solved(asked).await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // Puzzles are solved in order, so a solve triggered by the turns would have been first.
    assert!(!is_solved(turned).await, "turns on an archived day are no reason to solve it");
    let (_, results) = ann.get(&format!("/api/daily/{asked}/results")).await;
    assert!(results["best"]["total"].as_i64() > results["par"]["total"].as_i64(), "{results}");
}

#[test]
fn the_placeholder_for_the_best_line_is_playable() {
    let best = serde_json::from_str::<Value>(world(1).solution.as_deref().unwrap()).unwrap()["best"].clone();
    let language = puzzle().language().clone();
    let deeds = best
        .as_array()
        .unwrap()
        .iter()
        .map(|deed| ::daily::TurnRecord::read(&language, deed.as_str().unwrap()).unwrap());
    assert!(Attempt::replay(&puzzle(), deeds).unwrap().is_finished());
}
