use serde_json::json;

use crate::test_server::TestServer;

#[tokio::test(start_paused = true)]
async fn the_host_changes_the_rules_in_the_lobby_and_everybody_sees_it() {
    let house = TestServer::open(1);
    let ann = house.host("Ann", "classic", json!({"maxPlayers": 3})).await;
    let bob = house.join("Bob", &ann.room).await;
    ann.does("updateRules", json!({"preset": "validated", "language": "nl"})).await;
    let told = bob.last("rulesChanged").unwrap();
    assert_eq!((&told["playerName"], &told["rules"]["preset"]), (&json!("Ann"), &json!("validated")));
    assert_eq!((&told["rules"]["language"], &told["rules"]["words"]), (&json!("nl"), &json!("checked")));
    let tiles = told["tileSet"].as_array().unwrap().iter().map(|kind| kind["count"].as_u64().unwrap());
    assert_eq!(tiles.sum::<u64>(), 102);
    assert_eq!(bob.names().last().unwrap(), "lobbyUpdate");

    // Without a preset only the named fields change.
    ann.does("updateRules", json!({"rules": {"clock": {"kind": "turn", "seconds": 60}}})).await;
    let told = bob.last("rulesChanged").unwrap();
    assert_eq!((&told["rules"]["language"], &told["rules"]["clock"]["kind"]), (&json!("nl"), &json!("turn")));

    assert_eq!(bob.is_refused("updateRules", json!({"preset": "open"})).await, "NOT_HOST");
    let wrong = json!({"rules": {"maxPlayers": 9}});
    assert_eq!(ann.is_refused("updateRules", wrong).await, "BAD_REQUEST");
    assert_eq!(ann.is_refused("updateRules", json!({"language": "tlh"})).await, "BAD_REQUEST");
    let cat = house.join("Cat", &ann.room).await;
    assert_eq!(cat.last("tableState").unwrap()["rules"]["language"], "nl");
    assert_eq!(ann.is_refused("updateRules", json!({"rules": {"maxPlayers": 2}})).await, "NOT_ALLOWED");

    ann.does("startGame", json!({})).await;
    assert_eq!(ann.last("gameStarted").unwrap()["tileBagCount"], 102 - 21);
    assert_eq!(ann.is_refused("updateRules", json!({"preset": "open"})).await, "GAME_ALREADY_STARTED");
    let looked = ann.does("lookupWord", json!({"word": "fiets"})).await;
    assert_eq!(looked["valid"], true, "the Dutch list judges now");

    let (room, token) = (ann.room.clone(), ann.token.clone());
    let house = house.restart(9).await;
    let mut ann = house.guest("Ann");
    ann.greet(&room, &token, None).await.unwrap();
    assert_eq!(ann.last("tableState").unwrap()["rules"]["clock"]["kind"], "turn");
}

#[tokio::test(start_paused = true)]
async fn the_open_lobby_keeps_its_rules() {
    let house = TestServer::open(2);
    let mut ann = house.guest("Ann");
    let seat = ann.does("joinGame", json!({"playerName": "Ann"})).await;
    ann.sits(&seat);
    assert_eq!(ann.is_refused("updateRules", json!({"preset": "classic"})).await, "NOT_ALLOWED");
}
